import { makeStyles } from '@fluentui/react-components';
import { useController, useWatch } from 'react-hook-form';
import { paymentMethodLabels, tenders, type Tender } from '#domain/payments.ts';
import { as } from '#renderer/lib/use-contract-form.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { FormMoneyField } from '#renderer/ui/form-money-field.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { SettingsSection } from './settings-section.tsx';
import type { StoreSettingsContractForm } from './use-store-settings-form.ts';

const useStyles = makeStyles({
  short: { maxWidth: '240px' },
  methods: { display: 'flex', flexWrap: 'wrap', columnGap: '24px' },
});

type SectionProps = { form: StoreSettingsContractForm };

/** Sell without the server: if tills do, for how long, up to which total, and by which methods. */
export function OfflineSection({ form }: SectionProps) {
  const styles = useStyles();
  const { control } = form;
  const isOn = useWatch({ control, name: 'offline_sales.enabled' }) === true;
  return (
    <SettingsSection title="Sell without the server">
      <Stack gap={24}>
        <SettingSwitch
          form={form}
          name="offline_sales.enabled"
          label="Sell without the server"
          note="On: tills go on selling what is scanned while there is no connection, and send the sales when it is back. What another store sold meanwhile is settled by a manager."
        />
        {isOn ? (
          <>
            <TextField
              {...form.field('offline_sales.hours', as.number)}
              className={styles.short}
              label="Hours"
              required
              type="number"
              min={1}
              step={1}
              autoComplete="off"
              hint="From the server’s last answer on."
            />
            <FormMoneyField
              control={control}
              name="offline_sales.max_total"
              className={styles.short}
              label="Largest total"
              placeholder="None"
              hint="Of one sale; empty for none."
            />
            <Methods form={form} />
          </>
        ) : null}
      </Stack>
    </SettingsSection>
  );
}

/** The methods: of those that the store takes; cash always. */
function Methods({ form: { control } }: SectionProps) {
  const styles = useStyles();
  const taken = useWatch({ control, name: 'payment_methods' });
  const { field, fieldState } = useController({ control, name: 'offline_sales.methods' });
  const chosen: readonly Tender[] = Array.isArray(field.value) ? (field.value as Tender[]) : [];
  const offered = tenders.filter((method) => taken?.includes(method));
  const isIn = (method: Tender) => method === 'cash' || chosen.includes(method);
  const toggle = (method: Tender) =>
    field.onChange(tenders.filter((other) => (other === method ? !isIn(other) : isIn(other))));
  return (
    <Stack gap={4}>
      <Text as="p" size="bodyStrong">
        Methods
      </Text>
      <div className={styles.methods} role="group" aria-label="Methods without the server">
        {offered.map((method) => (
          <Checkbox
            key={method}
            label={paymentMethodLabels[method]}
            checked={isIn(method)}
            disabled={method === 'cash'}
            onBlur={field.onBlur}
            onChange={() => toggle(method)}
          />
        ))}
      </div>
      <Row gap={4}>
        <Text size="label" tone={fieldState.error ? 'danger' : 'text3'}>
          {fieldState.error?.message ??
            'Of the payment methods above; wallets and cards by their reference, to be verified later.'}
        </Text>
      </Row>
    </Stack>
  );
}
