import { makeStyles } from '@fluentui/react-components';
import { Controller, type Control } from 'react-hook-form';
import type { z } from '#contract/zod.ts';
import type { chainSettingsForm } from '#contract/settings.ts';
import { Card } from '#renderer/ui/card.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { SwitchField } from '#renderer/ui/switch-field.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
  lock: { maxWidth: '400px' },
  note: { ...type.meta, margin: 0, color: palette.text3 },
});

const minutes = [1, 2, 5, 10, 15, 30, 60];
const minutesWords = (number: number) => (number === 1 ? 'After 1 minute' : `After ${number} minutes`);

const wishes = [
  {
    name: 'approve_no_sale',
    label: 'A manager approves opening the drawer without a sale',
    note: 'Who may approve does it alone.',
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

/** What a manager is asked for at every till, and when an idle one locks. */
export function TillRulesCard({ control }: TillRulesCardProps) {
  const styles = useStyles();
  return (
    <Card title="Tills">
      <div className={styles.fields}>
        {wishes.map(({ name, label, note }) => (
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
                ...minutes.map((number) => ({ value: String(number), label: minutesWords(number) })),
              ]}
              value={field.value === null ? '' : String(field.value)}
              error={fieldState.error?.message ?? null}
              onBlur={field.onBlur}
              onChange={({ target: { value } }) => field.onChange(value === '' ? null : Number(value))}
            />
          )}
        />
      </div>
      <p className={styles.note}>The cart stays. Its cashier goes on with a PIN, a badge or the password.</p>
    </Card>
  );
}
