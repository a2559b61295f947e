import { makeStyles, Switch } from '@fluentui/react-components';
import { type ReactNode, useId, useState } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import {
  type ChainSettings,
  chainSettingsForm,
  settings as routes,
  SHOP_NAME_MAX,
} from '#contract/settings.ts';
import type { z } from '#contract/zod.ts';
import { ONE_CENTAVO, smallestCoins } from '#domain/cash-rounding.ts';
import { centavosToPesos, formatMoney, type Centavos } from '#domain/money.ts';
import { valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SwitchField } from '#renderer/ui/switch-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { LogoField } from './logo-field.tsx';
import { type Logo, useLogoUpload } from './use-logo-upload.ts';

const useTillRulesCardStyles = makeStyles({
  lock: { maxWidth: '400px' },
});

const minutes = [1, 2, 5, 10, 15, 30, 60];
const minutesText = (number: number) => (number === 1 ? 'After 1 minute' : `After ${number} minutes`);

const ruleFields = [
  {
    name: 'approve_no_sale',
    label: 'A manager approves opening the drawer without a sale',
    note: 'People who may approve need no other manager.',
  },
  {
    name: 'approve_colleague_cart',
    label: 'A manager approves taking over a colleague’s cart',
    note: 'Resuming it, and deleting it.',
  },
] as const;

type TillRulesCardProps = {
  control: Control<z.input<typeof chainSettingsForm>, unknown, z.output<typeof chainSettingsForm>>;
};

/** The rules on manager approvals at every till, and the idle lock. */
function TillRulesCard({ control }: TillRulesCardProps) {
  const styles = useTillRulesCardStyles();
  return (
    <Card title="Tills">
      <Stack gap={16}>
        {ruleFields.map(({ name, label, note }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, ...field } }) => (
              <SwitchField {...field} label={label} note={note} checked={value} />
            )}
          />
        ))}
        <Controller
          control={control}
          name="lock_after_minutes"
          render={({ field, fieldState }) => (
            <SelectField
              ref={field.ref}
              className={styles.lock}
              label="An idle till locks"
              options={[
                { value: '', label: 'Never' },
                ...minutes.map((number) => ({ value: String(number), label: minutesText(number) })),
              ]}
              value={field.value === null ? '' : String(field.value)}
              error={fieldState.error?.message ?? null}
              onBlur={field.onBlur}
              onChange={({ target: { value } }) => field.onChange(value === '' ? null : Number(value))}
            />
          )}
        />
      </Stack>
      <Text as="p" size="meta" tone="text3">
        The cart stays. Its cashier goes on with a PIN, a badge or the password.
      </Text>
    </Card>
  );
}

const coinText = (coin: Centavos) =>
  coin === ONE_CENTAVO ? '₱0.01: to the centavo' : formatMoney(coin, 'payment');

/** The smallest coin that cash is rounded to. */
function CashCard({ control }: TillRulesCardProps) {
  const styles = useTillRulesCardStyles();
  return (
    <Card title="Cash">
      <Stack gap={4}>
        <Controller
          control={control}
          name="smallest_coin"
          render={({ field, fieldState }) => (
            <SelectField
              ref={field.ref}
              className={styles.lock}
              label="Smallest coin"
              options={smallestCoins.map((coin) => ({
                value: String(centavosToPesos(coin)),
                label: coinText(coin),
              }))}
              value={String(field.value)}
              error={fieldState.error?.message ?? null}
              onBlur={field.onBlur}
              onChange={({ target }) => field.onChange(Number(target.value))}
            />
          )}
        />
        <Text as="p" size="meta" tone="text3">
          Cash is rounded to it in the customer’s favour: what is due in cash down, change and cash that goes
          back up. Other methods are paid to the centavo. The rounding has a line of its own on receipts and
          in every report.
        </Text>
      </Stack>
    </Card>
  );
}

const EXAMPLE = 5_399_000;

/** How long tax offices require records to be kept, and longer choices. */
const years = [1, 2, 3, 5, 7, 10, 20];
const yearsText = (number: number) => (number === 1 ? '1 year' : `${number} years`);

const useStyles = makeStyles({
  name: { maxWidth: '400px' },
  /** Aligns the switch's label with the fields. */
  switch: { marginLeft: '-8px', '& label': { ...type.bodyStrong } },
  note: { ...type.meta, margin: '4px 0 0', color: palette.text3 },
  example: { color: palette.text1, fontWeight: 500, whiteSpace: 'nowrap' },
});

type SettingsFormProps = {
  settings: ChainSettings;
  header: ReactNode;
  /** Renders a preview of the shop's name. */
  preview: (shopName: string) => ReactNode;
  /** Cards below that save on their own. */
  below?: ReactNode;
};

/** The settings of all stores: the shop's name and logo, and the currency. */
export function SettingsForm({ settings, header, preview, below }: SettingsFormProps) {
  const styles = useStyles();
  const switchNote = useId();
  const [uploaded, setUploaded] = useState<Logo | null>(null);
  const { run } = useRouteMutation(routes.update, {
    done: 'Settings saved',
    failed: 'Failed to save settings',
  });
  const form = useVersionedForm(chainSettingsForm, {
    thing: settings,
    valuesOf: (shown) => valuesFrom(chainSettingsForm, shown),
    load: useReload(routes.get),
    send: async (_, { changed, known, onError }) => {
      const saved = await run({ body: { ...changed, known } }, onError);
      if (!saved) return;
      logo.keep();
      form.show(saved);
    },
  });
  const { control, setValue, formState, state } = form;
  const { errors } = formState;
  const shopName = useWatch({ control, name: 'shop_name' });
  const pesosEverywhere = useWatch({ control, name: 'pesos_everywhere' });

  const logoId = useWatch({ control, name: 'logo_id' });
  const kept = { id: settings.logo_id, url: settings.logo_url };
  const logoUrl = [uploaded, kept].find((each) => each?.id === logoId)?.url ?? null;

  const setLogo = (chosen: Logo | null) => {
    setUploaded(chosen);
    setValue('logo_id', chosen?.id ?? null, { shouldDirty: true });
  };
  const logo = useLogoUpload(setLogo);
  const cancel = () => {
    logo.discard();
    form.show(settings);
  };
  const there = formatMoney(EXAMPLE, 'cart', pesosEverywhere);
  const elsewhere = formatMoney(EXAMPLE, 'payment', pesosEverywhere);
  return (
    <FormPage
      header={header}
      aside={preview(shopName)}
      form={{ ...state, isDirty: state.isDirty || logo.busy, busy: state.busy || logo.busy }}
      onCancel={cancel}
    >
      <Stack gap={16} shrinks>
        <Form form={state}>
          <Card title="Shop">
            <Stack gap={20}>
              <TextField
                {...form.field('shop_name')}
                className={styles.name}
                label="Shop name"
                maxLength={SHOP_NAME_MAX + 1}
                hint="Heads every receipt, slip and email."
              />
              <LogoField
                url={logoUrl}
                busy={logo.busy}
                error={logo.error ?? errors.logo_id?.message ?? null}
                onChoose={(file) => void logo.choose(file)}
                onRemove={() => {
                  logo.discard();
                  setLogo(null);
                }}
              />
            </Stack>
          </Card>
          <Card title="Currency">
            <Controller
              control={control}
              name="pesos_everywhere"
              render={({ field }) => (
                <Switch
                  ref={field.ref}
                  className={styles.switch}
                  label="Show pesos on the cart, product cards and customer screens"
                  checked={field.value}
                  aria-describedby={switchNote}
                  onBlur={field.onBlur}
                  onChange={(_, { checked }) => field.onChange(checked)}
                />
              )}
            />
            <p id={switchNote} className={styles.note}>
              The same phone reads <span className={styles.example}>{there}</span> there, and{' '}
              <span className={styles.example}>{elsewhere}</span> on the payment screen, in transactions, on
              the dashboard and on receipts. Amounts are never converted: only the sign there changes.
            </p>
          </Card>
          <CashCard control={control} />
          <TillRulesCard control={control} />
          <Card title="Audit log">
            <Controller
              control={control}
              name="audit_years"
              render={({ field, fieldState }) => (
                <div className={styles.name}>
                  <SelectField
                    ref={field.ref}
                    label="Keep for"
                    options={years.map((number) => ({ value: String(number), label: yearsText(number) }))}
                    value={String(field.value)}
                    error={fieldState.error?.message ?? null}
                    onBlur={field.onBlur}
                    onChange={(event) => field.onChange(Number(event.target.value))}
                  />
                </div>
              )}
            />
            <p className={styles.note}>What is older is deleted, a little every hour.</p>
          </Card>
        </Form>
        {below}
      </Stack>
    </FormPage>
  );
}
