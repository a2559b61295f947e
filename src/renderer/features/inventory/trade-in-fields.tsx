import { makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { customers } from '#contract/customers.ts';
import { sellerIdLabels, sellerIds } from '#domain/trade-ins.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { knownTradeIn } from './trade-in-values.ts';
import { ratingChoices } from './unit-text.ts';
import type { KeptTradeIn } from './use-kept-trade-in.ts';

const useStyles = makeStyles({ ...fieldGrid });
const ratings = [{ value: '', label: 'Select a rating' }, ...ratingChoices];
const ids = [
  { value: '', label: 'Select an ID' },
  ...sellerIds.map((value) => ({ value, label: sellerIdLabels[value] })),
];

export type TradeInForm = ContractForm<typeof knownTradeIn>;

type UnitCardProps = {
  form: TradeInForm;
  /** True for those who may give the unit a price of its own. */
  seesPricing: boolean;
  /** The fields that identify a unit that was never ours. */
  children?: ReactNode;
};

/** Edits the unit of a trade-in: its condition, and the price to sell it at. */
export function TradedUnitCard({ form, seesPricing, children }: UnitCardProps) {
  const styles = useStyles();
  return (
    <Card title="Item">
      <div className={styles.fields}>
        {children}
        <SelectField
          {...form.field('condition_rating', as.idOrNull)}
          label="Condition rating"
          required
          options={ratings}
        />
        {seesPricing ? (
          <FormMoneyField
            control={form.control}
            name="own_price"
            label="Price to sell it at"
            hint="Empty: what its variation says for used units"
          />
        ) : null}
        <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={2} />
      </div>
    </Card>
  );
}

type SellerCardProps = { form: TradeInForm; kept: KeptTradeIn; seesCustomers: boolean };

/** Edits the seller of a trade-in: a customer fills in what is known of them. */
export function SellerCard({ form, kept, seesCustomers }: SellerCardProps) {
  const styles = useStyles();
  const [customer, setCustomer] = useState(kept.begun?.customer ?? null);
  const { errors } = form.formState;
  const fill = (name: 'name' | 'address', text: string) =>
    form.setValue(`seller.${name}`, text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  return (
    <Card title="Seller">
      <div className={styles.fields}>
        {seesCustomers ? (
          <div className={styles.whole}>
            <EntityField
              label="Customer"
              route={customers.list}
              noun="customer"
              value={customer}
              line={({ phone }) => phone}
              error={errors.customer_id?.message}
              onChange={(chosen) => {
                setCustomer(chosen);
                kept.keep({ customer: chosen && { id: chosen.id, name: chosen.name } });
                form.setValue('customer_id', chosen?.id ?? null, { shouldDirty: true });
                if (!chosen) return;
                fill('name', chosen.name);
                if (chosen.address) fill('address', chosen.address.replaceAll(/\s*\n\s*/g, ', '));
              }}
            />
          </div>
        ) : null}
        <TextField {...form.field('seller.name')} label="Name" required autoComplete="off" maxLength={100} />
        <TextField
          {...form.field('seller.address')}
          label="Address"
          required
          autoComplete="off"
          maxLength={200}
        />
        <SelectField {...form.field('seller.id_type')} label="ID" required options={ids} />
        <TextField
          {...form.field('seller.id_number')}
          label="ID number"
          required
          autoComplete="off"
          maxLength={50}
        />
      </div>
    </Card>
  );
}
