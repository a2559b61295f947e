import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import {
  STORE_ADDRESS_MAX,
  STORE_CODE_MAX,
  STORE_PHONE_MAX,
  type StoreDetail,
  storeForm,
  type StoreForm,
  type StoreSettings,
} from '#contract/stores.ts';
import { Controller, useWatch } from 'react-hook-form';
import { mustIncludeTax, taxExample } from '#domain/store-rules.ts';
import { DEFAULT_TIME_ZONE, timeZones } from '#domain/time-zones.ts';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { as, type ContractForm, emptyForm, valuesFrom } from '#renderer/lib/use-contract-form.ts';
import { type Followed, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Card } from '#renderer/ui/card.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { formOf, FormPage } from '#renderer/ui/form-page.tsx';
import { Form } from '#renderer/ui/form.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SwitchField } from '#renderer/ui/switch-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { storeTypes } from './store-badges.tsx';

const useStyles = makeStyles(fieldGrid);

const types = [
  { value: 'false', label: storeTypes.retail },
  { value: 'true', label: storeTypes.warehouse },
];
const zones = timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

type StoreFieldsProps = {
  form: ContractForm<typeof storeForm>;
  isNew: boolean;
  /** The settings that new stores begin with; null where they are not known. */
  defaults: TaxDefaults | null;
};

type TaxDefaults = Pick<StoreSettings, 'tax_rate' | 'prices_include_tax'>;

/** All fields of a store; each error stands on its field. */
function StoreFields({ form, isNew, defaults }: StoreFieldsProps) {
  const styles = useStyles();
  // Registered in display order: the first invalid one gets the focus.
  const name = form.field('name');
  const code = form.field('code');
  return (
    <div className={styles.fields}>
      <TextField {...name} className={styles.whole} label="Name" required autoComplete="off" autoFocus />
      <TextField
        {...code}
        label="Code"
        required={isNew}
        readOnly={!isNew}
        maxLength={STORE_CODE_MAX}
        autoComplete="off"
        spellCheck={false}
        hint={
          isNew
            ? 'For example MNL-01. All numbers of the store begin with it.'
            : 'The code cannot be changed. All numbers of the store begin with it.'
        }
        onChange={(event) => {
          inCapitals(event);
          void code.onChange(event);
        }}
      />
      <SelectField
        {...form.field('is_warehouse', { setValueAs: (value) => String(value) === 'true' })}
        label="Type"
        options={types}
      />
      <TextArea
        {...form.field('address', as.textOrNull)}
        className={styles.whole}
        label="Address"
        rows={2}
        maxLength={STORE_ADDRESS_MAX}
      />
      <TextField
        {...form.field('phone', as.textOrNull)}
        label="Phone"
        type="tel"
        maxLength={STORE_PHONE_MAX}
        autoComplete="off"
      />
      <TextField {...form.field('email', as.textOrNull)} label="Email" type="email" autoComplete="off" />
      <SelectField {...form.field('timezone')} label="Timezone" options={zones} />
      {isNew ? <TaxField form={form} defaults={defaults} /> : null}
    </div>
  );
}

/** Whether the prices of a new store include the tax: untouched, as its zone and the chain's defaults say. */
function TaxField({ form, defaults }: Omit<StoreFieldsProps, 'isNew'>) {
  const styles = useStyles();
  const [chosen, zone] = useWatch({ control: form.control, name: ['prices_include_tax', 'timezone'] });
  const isIncluded = chosen ?? (mustIncludeTax(zone) || defaults?.prices_include_tax === true);
  const note = [
    defaults && `${taxExample({ rate: defaults.tax_rate, pricesIncludeTax: isIncluded })}.`,
    !isIncluded && mustIncludeTax(zone) && 'In the Philippines a tag must show the whole price.',
  ];
  return (
    <Controller
      control={form.control}
      name="prices_include_tax"
      render={({ field }) => (
        <SwitchField
          ref={field.ref}
          className={styles.whole}
          label="Prices include the tax"
          note={note.filter(Boolean).join(' ')}
          checked={isIncluded}
          onBlur={field.onBlur}
          onChange={field.onChange}
        />
      )}
    />
  );
}

/** Nobody chose: the zone and the chain's defaults decide. An existing store has its rule in its settings. */
const NOT_CHOSEN = { prices_include_tax: undefined };
const EMPTY = { ...emptyForm(storeForm, { timezone: DEFAULT_TIME_ZONE }), ...NOT_CHOSEN };

type StoreFormPageProps = {
  header: ReactNode;
  /** Null for a new one. */
  store: StoreDetail | null;
  /** For a new one: the settings that it begins with, where the person may see them. */
  defaults?: TaxDefaults | null;
  /** Loads the store again. */
  load?: () => Promise<StoreDetail | null>;
  send: (values: StoreForm, sending: Followed<typeof storeForm, StoreDetail | null>) => Promise<unknown>;
  onCancel: () => void;
};

/** The form page of a new or an existing store. */
export function StoreFormPage({ header, store, defaults = null, load, send, onCancel }: StoreFormPageProps) {
  const form = useVersionedForm(storeForm, {
    thing: store,
    valuesOf: (shown) => (shown ? { ...valuesFrom(storeForm, shown), ...NOT_CHOSEN } : EMPTY),
    load: load ?? (() => Promise.resolve(null)),
    send,
  });
  const isNew = store === null;
  return (
    <FormPage header={header} form={form.state} {...formOf('Store', isNew)} onCancel={onCancel}>
      <Card>
        <Form form={form.state}>
          <StoreFields form={form} isNew={isNew} defaults={defaults} />
        </Form>
      </Card>
    </FormPage>
  );
}
