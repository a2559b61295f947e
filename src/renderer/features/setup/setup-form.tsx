import { makeStyles } from '@fluentui/react-components';
import { type ReactNode, useEffect, useState } from 'react';
import { setup, setupForm, type SetupForm } from '#contract/setup.ts';
import { PASSWORDS_DO_NOT_MATCH } from '#contract/staff.ts';
import { Controller, useWatch } from 'react-hook-form';
import { z } from '#contract/zod.ts';
import { mustIncludeTax, taxExample } from '#domain/store-rules.ts';
import { DEFAULT_TIME_ZONE, timeZones } from '#domain/time-zones.ts';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { forgetTyped, keepTyped, readTyped } from '#renderer/lib/typed-in-tab.ts';
import { as, emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { ChoiceButtons } from '#renderer/ui/choice-buttons.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { Columns } from '#renderer/ui/layout.tsx';
import { OpenCard, OpenLink } from '#renderer/ui/open-card.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { PercentField } from '#renderer/ui/percent-field.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const NAME = 'setup';

/** Never stored. */
const SECRET = ['password', 'password_confirmation', 'code'];

type Values = Readonly<Record<string, unknown>>;

/** Saves the typed values except the secret ones, until the tab is closed, so that a reload loses nothing. */
function keepSetup(typed: Values): void {
  const saved = Object.entries(typed).filter(([field]) => !SECRET.includes(field));
  keepTyped(NAME, Object.fromEntries(saved));
}

/** Returns the form's initial values, overridden by values saved before a reload. */
function withSavedSetup<T extends Values>(values: T): T {
  const saved = (readTyped(NAME) ?? {}) as Values;
  const fitting = Object.entries(values).map(([field, value]) => [
    field,
    typeof saved[field] === typeof value ? saved[field] : value,
  ]);
  return Object.fromEntries(fitting) as T;
}

const useStyles = makeStyles({
  form: { marginTop: '24px', gap: '28px' },
  part: {
    display: 'flex',
    flexDirection: 'column',
    gap: '20px',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  legend: { ...type.cardTitle, padding: 0, marginBottom: '12px' },
  note: { ...type.label, margin: '-14px 0 0 28px', color: palette.text3 },
});

const formWith = (code: z.ZodString) =>
  setupForm.extend({ code }).refine((values) => values.password === values.password_confirmation, {
    message: PASSWORDS_DO_NOT_MATCH,
    path: ['password_confirmation'],
  });
const code = z.string().trim();
const open = formWith(code);
const coded = formWith(code.min(1, 'The code is needed. It stands in the server’s log'));

const zones = timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

const signs = [
  { value: 'pesos', label: '₱' },
  { value: 'dollars', label: '$' },
] as const;

const EMPTY = emptyForm(open, {
  timezone: DEFAULT_TIME_ZONE,
  tax_rate: 12,
  prices_include_tax: mustIncludeTax(DEFAULT_TIME_ZONE),
  pesos_everywhere: true,
  staff_receive_goods: true,
});

type SetupFormProps = {
  /** True if the browser is not on the server's computer. */
  needsCode: boolean;
  /** The logo field. */
  logo: ReactNode;
  onDone: (made: SetupForm) => Promise<void>;
};

/** The first start of a chain: its name, its first store and its first admin, on one page. */
export function SetupScreen({ needsCode, logo, onDone }: SetupFormProps) {
  const styles = useStyles();
  const { run } = useRouteMutation(setup.make, { failed: 'The shop could not be set up' });
  const [begun] = useState(() => withSavedSetup(EMPTY));
  const form = useContractForm(needsCode ? coded : open, {
    values: begun,
    send: async ({ code: given, ...made }, { onError }) => {
      if (await run({ body: { ...made, ...(given && { code: given }) } }, onError)) {
        forgetTyped(NAME);
        await onDone(made);
      }
    },
  });
  const { subscribe } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepSetup(values) }),
    [subscribe],
  );
  const { field, register, state } = form;
  const [rate, isIncluded, zone] = useWatch({
    control: form.control,
    name: ['tax_rate', 'prices_include_tax', 'timezone'],
  });
  const typed = setupForm.shape.tax_rate.safeParse(rate);
  const whatFollows = [
    typed.success && `${taxExample({ rate: typed.data, pricesIncludeTax: isIncluded === true })}.`,
    isIncluded !== true && mustIncludeTax(zone) && 'In the Philippines a tag must show the whole price.',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <OpenCard
      wide
      title="Set up your shop"
      line="Once, for the whole chain. All but the store’s code can be changed later."
      links={<OpenLink to="/support">Contact support</OpenLink>}
    >
      <Form form={state} className={styles.form}>
        {needsCode ? (
          <TextField
            {...field('code')}
            label="Code from the server’s log"
            size={40}
            autoComplete="off"
            autoFocus
            hint="The server wrote it when it started: eight letters and digits. On the server’s own computer none is asked for."
          />
        ) : null}
        <fieldset className={styles.part}>
          <legend className={styles.legend}>Your shop</legend>
          <TextField
            {...field('shop_name')}
            label="Shop name"
            size={40}
            autoComplete="organization"
            autoFocus={!needsCode}
            hint="Stands on receipts and in emails."
          />
          {logo}
          <div>
            <Text as="p" size="bodyStrong">
              Sign of prices at the till
            </Text>
            <Controller
              control={form.control}
              name="pesos_everywhere"
              render={({ field: { value, onChange } }) => (
                <ChoiceButtons
                  label="Sign of prices at the till"
                  choices={signs}
                  value={value ? 'pesos' : 'dollars'}
                  onChange={(sign) => onChange(sign === 'pesos')}
                />
              )}
            />
            <Text as="p" size="label" tone="text3">
              On the cart, the product cards and the customer screens. Amounts are pesos everywhere else, and
              are never converted.
            </Text>
          </div>
        </fieldset>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>Your first store</legend>
          <Columns stacks columns="180px minmax(0, 1fr)" gap={16}>
            <TextField
              {...field('store_code', {
                onChange: inCapitals,
                setValueAs: (text: string) => text.toUpperCase(),
              })}
              label="Code"
              size={40}
              autoComplete="off"
              placeholder="MNL-01"
              hint="Begins every receipt number, and stays."
            />
            <TextField
              {...field('store_name')}
              label="Name"
              size={40}
              autoComplete="off"
              placeholder="Makati"
            />
          </Columns>
          <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={16}>
            <SelectField
              {...field('timezone', {
                // The box follows the law of the zone's country.
                onChange: ({ target }: { target: { value: string } }) =>
                  form.setValue('prices_include_tax', mustIncludeTax(target.value)),
              })}
              label="Timezone"
              size={44}
              options={zones}
            />
            <PercentField {...field('tax_rate', as.number)} label="Tax rate" size={44} />
          </Columns>
          <Checkbox {...register('prices_include_tax')} label="Prices include the tax" />
          <p className={styles.note}>{whatFollows}</p>
        </fieldset>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>You, the first admin</legend>
          <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={16}>
            <TextField {...field('admin_name')} label="Your name" size={40} autoComplete="name" />
            <TextField
              {...field('admin_email')}
              label="Email"
              type="email"
              size={40}
              autoComplete="username"
            />
          </Columns>
          <Columns stacks columns="minmax(0, 1fr) minmax(0, 1fr)" gap={16}>
            <PasswordField
              {...field('password')}
              label="Password"
              size={40}
              autoComplete="new-password"
              hint="At least 8 characters. A few words make a good one."
            />
            <PasswordField
              {...field('password_confirmation')}
              label="Confirm password"
              size={40}
              autoComplete="new-password"
            />
          </Columns>
        </fieldset>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>Receiving goods</legend>
          <Checkbox
            {...register('staff_receive_goods')}
            label="Managers and warehouse staff may receive goods"
          />
          <p className={styles.note}>Off: only admins may, until you change it under Roles.</p>
        </fieldset>
        <Button type="submit" appearance="primary" size="till" wide disabled={state.busy}>
          Set up the shop
        </Button>
      </Form>
    </OpenCard>
  );
}
