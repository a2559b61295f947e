import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import type { customerForm } from '#contract/customers.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { as, type ContractForm } from '#renderer/lib/use-contract-form.ts';
import { DateField } from '#renderer/ui/date-field.tsx';
import { FIELD_GAP } from '#renderer/ui/field-grid.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: FIELD_GAP },
  paired: {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '16px',
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  whole: { gridColumn: '1 / -1' },
  first: { gridColumnStart: 1 },
});

const optionsOf = (choices: Choices) => [
  { value: '', label: 'None' },
  ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
];

type Choices = readonly { id: number; name: string }[];

export type CustomerFieldsProps = {
  form: ContractForm<typeof customerForm>;
  groups: Choices;
  channels: Choices;
  today: CalendarDate;
  size?: 32 | 44;
  /** True if short fields stand side by side. */
  paired?: boolean;
  /** A note below the phone number: who has it already. */
  phoneNote?: ReactNode;
};

/** The fields of a customer; each error message stands at its field. */
export function CustomerFields(props: CustomerFieldsProps) {
  const { form, groups, channels, today, size = 32, paired = false, phoneNote } = props;
  const styles = useStyles();
  const { control, formState } = form;
  const { errors } = formState;
  return (
    <div className={mergeClasses(styles.fields, paired && styles.paired)}>
      <TextField
        {...form.field('name')}
        className={styles.whole}
        label="Name"
        required
        size={size}
        autoComplete="off"
        autoFocus
      />
      <TextField
        {...form.field('phone')}
        label="Phone"
        type="tel"
        required
        size={size}
        autoComplete="off"
        hint={phoneNote}
      />
      <TextField
        {...form.field('email', as.textOrNull)}
        label="Email"
        type="email"
        size={size}
        autoComplete="off"
      />
      <TextArea {...form.field('address', as.textOrNull)} className={styles.whole} label="Address" rows={2} />
      <Controller
        control={control}
        name="birthday"
        render={({ field }) => (
          <DateField
            {...field}
            value={field.value ?? null}
            className={styles.first}
            label="Birthday"
            size={size}
            today={today}
            max={today}
            hint="No future dates"
            error={errors.birthday?.message}
          />
        )}
      />
      <SelectField
        {...form.field('customer_group_id', as.idOrNull)}
        className={styles.first}
        label="Customer group"
        size={size}
        options={optionsOf(groups)}
      />
      <SelectField
        {...form.field('signup_channel_id', as.idOrNull)}
        label="Signup channel"
        size={size}
        options={optionsOf(channels)}
      />
      <TextArea {...form.field('notes', as.textOrNull)} className={styles.whole} label="Notes" rows={3} />
    </div>
  );
}
