import { makeStyles } from '@fluentui/react-components';
import { STORE_ADDRESS_MAX, STORE_CODE_MAX, STORE_PHONE_MAX, type storeForm } from '#contract/stores.ts';
import { timeZones } from '#domain/time-zones.ts';
import { inCapitals } from '#renderer/lib/in-capitals.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { storeTypes } from './store-badges.tsx';

const useStyles = makeStyles(fieldGrid);

const types = [
  { value: 'false', label: storeTypes.retail },
  { value: 'true', label: storeTypes.warehouse },
];
const zones = timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

type StoreFieldsProps = { form: ContractForm<typeof storeForm>; isNew: boolean };

/** Everything that is kept of a store; each message stands on its field. */
export function StoreFields({ form, isNew }: StoreFieldsProps) {
  const styles = useStyles();
  // Registered in the order in which they stand: the first one that is wrong gets the focus.
  const name = form.field('name');
  const code = form.field('code');
  return (
    <div className={styles.fields}>
      <TextField {...name} className={styles.whole} label="Name" required autoComplete="off" autoFocus />
      <TextField
        {...code}
        label="Code"
        required
        readOnly={!isNew}
        maxLength={STORE_CODE_MAX}
        autoComplete="off"
        spellCheck={false}
        hint={
          isNew
            ? 'As in MNL-01: it begins every number of the store, and stays'
            : 'It begins every number of the store, and stays'
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
    </div>
  );
}
