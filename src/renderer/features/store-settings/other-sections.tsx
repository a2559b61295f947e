import { makeStyles } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { RECEIPT_FOOTER_MAX, RECEIPT_HEADER_MAX, storeSettingsForm } from '#contract/store-settings.ts';
import { paymentMethodLabels, tenders } from '#domain/payments.ts';
import { customerGroups } from '#domain/pricing.ts';
import { taxExample } from '#domain/store-rules.ts';
import { as } from '#renderer/lib/use-contract-form.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { SettingsSection } from './settings-section.tsx';
import type { StoreSettingsContractForm } from './use-store-settings-form.ts';

const useStyles = makeStyles({
  methods: { display: 'flex', flexWrap: 'wrap', columnGap: '24px' },
  short: { maxWidth: '240px' },
});

type SectionProps = { form: StoreSettingsContractForm };

/** Payment Methods: those that the payment screen offers. */
export function MethodsSection({ form }: SectionProps) {
  const styles = useStyles();
  const { error, ...field } = form.field('payment_methods');
  return (
    <SettingsSection title="Payment Methods" error={error}>
      <div className={styles.methods}>
        {tenders.map((method) => (
          <Checkbox key={method} {...field} value={method} label={paymentMethodLabels[method]} />
        ))}
      </div>
    </SettingsSection>
  );
}

/** Store Features: what the store does. */
export function FeaturesSection({ form }: SectionProps) {
  return (
    <SettingsSection title="Store Features" error={form.formState.errors.features?.message}>
      <Stack gap={8}>
        <SettingSwitch
          form={form}
          name="features.pos_enabled"
          label="POS"
          note="When off, tills here cannot sell. Open carts are kept."
        />
        <SettingSwitch
          form={form}
          name="features.online_orders"
          label="Online Orders"
          note="For your information. Tindahan takes no online orders yet."
        />
        <SettingSwitch
          form={form}
          name="features.repairs"
          label="Repair Services"
          note="For your information. Tindahan does not track repairs yet."
        />
      </Stack>
    </SettingsSection>
  );
}

/** Trade-ins: if what customers sell to the shop waits for a clearance. */
export function TradeInsSection({ form }: SectionProps) {
  return (
    <SettingsSection title="Trade-ins">
      <SettingSwitch
        form={form}
        name="trade_ins.hold"
        label="Hold traded-in items until they are cleared"
        note="On: an item bought from a customer is not sold until its clearance is entered, as the law on second-hand goods asks."
      />
    </SettingsSection>
  );
}

/** Shifts: if drawers are counted, and how far a count may be off. */
export function ShiftsSection({ form }: SectionProps) {
  const styles = useStyles();
  const { control } = form;
  const isOn = useWatch({ control, name: 'shifts.enabled' }) === true;
  return (
    <SettingsSection title="Shifts">
      <Stack gap={24}>
        <SettingSwitch
          form={form}
          name="shifts.enabled"
          label="Tills keep shifts"
          note="Each drawer is opened with a float and counted at the end. Nothing is paid at a till without an open shift."
        />
        {isOn ? (
          <FormMoneyField
            control={control}
            name="shifts.difference_limit"
            className={styles.short}
            label="Difference without a reason"
            hint="A count that is further off wants a reason."
          />
        ) : null}
      </Stack>
    </SettingsSection>
  );
}

const UNKNOWN_GROUP = { value: '', label: 'Select a group', disabled: true };
const groupOptions = customerGroups.map((slug) => ({
  value: slug,
  label: slug === 'vip' ? 'VIP' : `${slug.slice(0, 1).toUpperCase()}${slug.slice(1)}`,
}));

/** Other Settings: tax, the group of new customers. */
export function OtherSection({ form }: SectionProps) {
  const styles = useStyles();
  const { control } = form;
  const [group, rate, isIncluded] = useWatch({
    control,
    name: ['default_customer_group', 'tax_rate', 'prices_include_tax'],
  });
  const typed = storeSettingsForm.shape.tax_rate.safeParse(rate);
  const isKnown = groupOptions.some(({ value }) => value === group);
  return (
    <SettingsSection title="Other Settings">
      <Stack gap={24}>
        <TextField
          {...form.field('tax_rate', as.number)}
          className={styles.short}
          label="Tax rate"
          required
          type="number"
          min={0}
          max={100}
          step={0.01}
          autoComplete="off"
          suffix="%"
        />
        <SettingSwitch
          form={form}
          name="prices_include_tax"
          label="Prices include tax"
          note={
            typed.success ? `${taxExample({ rate: typed.data, pricesIncludeTax: isIncluded === true })}.` : ''
          }
        />
        <SelectField
          {...form.field('default_customer_group')}
          className={styles.short}
          label="Default customer group"
          required
          options={isKnown ? groupOptions : [UNKNOWN_GROUP, ...groupOptions]}
        />
      </Stack>
    </SettingsSection>
  );
}

/** Receipts: whom they name at the top, and what they say at the end. */
export function ReceiptsSection({ form }: SectionProps) {
  const styles = useStyles();
  const [header, footer] = useWatch({ control: form.control, name: ['receipt_header', 'receipt_footer'] });
  return (
    <SettingsSection title="Receipts">
      <Stack gap={24}>
        <TextField
          {...form.field('registered_name', as.textOrNull)}
          label="Registered name"
          autoComplete="off"
          placeholder="Optional"
          hint="Of the business, as it is registered: below the shop’s name on receipts and slips of this store."
        />
        <TextField
          {...form.field('tin', as.textOrNull)}
          className={styles.short}
          label="TIN"
          autoComplete="off"
          placeholder="Optional"
          hint="Such as 123-456-789-00000."
        />
        <TextArea
          {...form.field('receipt_header', as.textOrNull)}
          label="Further lines"
          rows={2}
          hint={`${header?.length ?? 0} of ${RECEIPT_HEADER_MAX} characters, below the TIN: a permit, a website.`}
        />
        <TextArea
          {...form.field('receipt_footer', as.textOrNull)}
          label="Receipt footer"
          rows={3}
          hint={`${footer?.length ?? 0} of ${RECEIPT_FOOTER_MAX} characters, below every receipt of this store.`}
        />
      </Stack>
    </SettingsSection>
  );
}
