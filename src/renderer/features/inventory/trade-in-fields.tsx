import { makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { customers, type Customer } from '#contract/customers.ts';
import type { tradeInForm } from '#contract/inventory.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { EntityField } from '#renderer/ui/entity-field.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { ratingChoices } from './unit-text.ts';

const useStyles = makeStyles({ ...fieldGrid });
const ratings = [{ value: '', label: 'Select a rating' }, ...ratingChoices];

/** The optional fields that the person may see. */
export type Sees = { costs: boolean; customers: boolean; pricing: boolean };

type TradeInFieldsProps = {
  form: ContractForm<typeof tradeInForm>;
  sees: Sees;
  /** The fields that identify a unit that was never ours. */
  children?: ReactNode;
};

/** Edits a trade-in: the customer, the unit's condition, and the price paid. */
export function TradeInFields({ form, sees, children }: TradeInFieldsProps) {
  const styles = useStyles();
  const [customer, setCustomer] = useState<Pick<Customer, 'id' | 'name'> | null>(null);
  const { errors } = form.formState;
  return (
    <div className={styles.fields}>
      {children}
      <SelectField
        {...form.field('condition_rating', as.idOrNull)}
        label="Condition rating"
        required
        options={ratings}
      />
      {sees.costs ? (
        <FormMoneyField
          control={form.control}
          name="purchase_cost"
          label="Paid for it"
          required
          hint="0 where nothing was paid"
        />
      ) : null}
      {sees.pricing ? (
        <FormMoneyField
          control={form.control}
          name="own_price"
          label="Price to sell it at"
          hint="Empty: what its variation says for used units"
        />
      ) : null}
      {sees.customers ? (
        <EntityField
          label="Customer who brings it"
          route={customers.list}
          noun="customer"
          value={customer}
          line={({ phone }) => phone}
          error={errors.customer_id?.message}
          onChange={(chosen) => {
            setCustomer(chosen);
            form.setValue('customer_id', chosen?.id ?? null, { shouldDirty: true });
            form.clearErrors('brought_by');
          }}
        />
      ) : null}
      <TextField
        {...form.field('brought_by', as.textOrNull)}
        label={sees.customers ? 'Or their name' : 'Who brings it'}
        autoComplete="off"
        maxLength={100}
      />
      <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
    </div>
  );
}
