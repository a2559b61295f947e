import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { CustomerForm } from '#contract/customers.ts';
import { formatDate, type CalendarDate } from '#domain/store-time.ts';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { focusRing, palette } from '#renderer/ui/theme.ts';
import { idOrNull, textOrNull } from './form-values.ts';
import type { TypedCustomer } from './use-customer-form.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  paired: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: '16px', rowGap: '20px' },
  whole: { gridColumn: '1 / -1' },
  first: { gridColumnStart: 1 },
  clear: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: '4px',
    backgroundColor: 'transparent',
    color: palette.text2,
    cursor: 'pointer',
    ':hover': { backgroundColor: palette.fill },
    ':focus-visible': focusRing,
  },
});

const optionsOf = (choices: Choices) => [
  { value: '', label: 'None' },
  ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
];

type Choices = readonly { id: number; name: string }[];

export type CustomerFieldsProps = {
  form: UseFormReturn<TypedCustomer, unknown, CustomerForm>;
  groups: Choices;
  channels: Choices;
  today: CalendarDate;
  size?: 32 | 44;
  /** Short fields stand side by side. */
  paired?: boolean;
  /** Below the phone number: who has it already. */
  phoneNote?: ReactNode;
};

/** Everything that is kept of a customer; each message stands on its field. */
export function CustomerFields(props: CustomerFieldsProps) {
  const { form, groups, channels, today, size = 32, paired = false, phoneNote } = props;
  const styles = useStyles();
  const { register, control, formState, setValue, setFocus } = form;
  const { errors } = formState;
  const birthday = useWatch({ control, name: 'birthday' });
  const birthdayWords = birthday && birthday <= today ? formatDate(birthday) : 'No future dates';
  const clearBirthday = () => {
    setValue('birthday', null, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setFocus('birthday');
  };
  return (
    <div className={mergeClasses(styles.fields, paired && styles.paired)}>
      <TextField
        {...register('name')}
        className={styles.whole}
        label="Name"
        required
        size={size}
        autoComplete="off"
        autoFocus
        error={errors.name?.message}
      />
      <TextField
        {...register('phone')}
        label="Phone"
        type="tel"
        required
        size={size}
        autoComplete="off"
        hint={phoneNote}
        error={errors.phone?.message}
      />
      <TextField
        {...register('email', textOrNull)}
        label="Email"
        type="email"
        size={size}
        autoComplete="off"
        error={errors.email?.message}
      />
      <TextArea
        {...register('address', textOrNull)}
        className={styles.whole}
        label="Address"
        rows={2}
        error={errors.address?.message}
      />
      <TextField
        {...register('birthday', textOrNull)}
        className={styles.first}
        label="Birthday"
        type="date"
        size={size}
        max={today}
        hint={birthdayWords}
        error={errors.birthday?.message}
        suffix={
          birthday ? (
            <button type="button" aria-label="Clear date" className={styles.clear} onClick={clearBirthday}>
              <Dismiss16Regular aria-hidden="true" />
            </button>
          ) : undefined
        }
      />
      <SelectField
        {...register('customer_group_id', idOrNull)}
        className={styles.first}
        label="Customer group"
        size={size}
        options={optionsOf(groups)}
        error={errors.customer_group_id?.message}
      />
      <SelectField
        {...register('signup_channel_id', idOrNull)}
        label="Signup channel"
        size={size}
        options={optionsOf(channels)}
        error={errors.signup_channel_id?.message}
      />
      <TextArea
        {...register('notes', textOrNull)}
        className={styles.whole}
        label="Notes"
        rows={3}
        error={errors.notes?.message}
      />
    </div>
  );
}
