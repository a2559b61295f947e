import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons';
import { useWatch } from 'react-hook-form';
import { weekdays, type Weekday } from '#domain/store-hours.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';
import { PHONE, useMedia, ZOOMED } from '#renderer/ui/use-media.ts';
import { SettingSwitch } from './setting-switch.tsx';
import { SettingsSection } from './settings-section.tsx';
import { typedTime } from './typed-time.ts';
import type { StoreSettingsContractForm } from './use-store-settings-form.ts';

const useStyles = makeStyles({
  day: {
    display: 'grid',
    gridTemplateColumns: '160px minmax(0, 1fr)',
    minHeight: '36px',
    // The switch stands in the middle of the higher fields.
    [windows.onePane]: { minHeight: '48px', '& > :first-child': { paddingTop: '6px' } },
    [windows.phone]: { gridTemplateColumns: '112px minmax(0, 1fr)' },
    [windows.zoomed]: { gridTemplateColumns: '96px minmax(0, 1fr)' },
  },
  days: {
    display: 'grid',
    gap: '4px 24px',
    // Half as high, where height is scarce.
    [windows.lowAndWide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  /** Aligns with the switch. */
  beside: { paddingTop: '2px' },
  times: { display: 'flex', alignItems: 'flex-start', gap: '8px', [windows.phone]: { gap: '6px' } },
  /** Leaves room for an error line. */
  wrong: { marginBottom: '18px', '& [id$="-error"]': { whiteSpace: 'nowrap' } },
  time: { width: '92px', [windows.phone]: { width: '76px' }, [windows.zoomed]: { width: '76px' } },
  word: { ...type.body, lineHeight: '32px', color: palette.text3, [windows.onePane]: { lineHeight: '44px' } },
});

const dayLabel = (day: Weekday) => `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;

/** Operating Hours: open or closed, from and to, per weekday. */
export function HoursSection({ form }: { form: StoreSettingsContractForm }) {
  const styles = useStyles();
  const { getValues, setValue, formState } = form;
  const copyMonday = () => {
    const { monday } = getValues('hours');
    for (const day of weekdays) {
      if (day !== 'monday') {
        setValue(`hours.${day}`, { ...monday }, { shouldDirty: true, shouldValidate: formState.isSubmitted });
      }
    }
  };
  return (
    <SettingsSection
      title="Operating Hours"
      error={formState.errors.hours?.message}
      side={
        <Button appearance="subtle" icon={<Copy20Regular />} onClick={copyMonday}>
          Copy Monday to all days
        </Button>
      }
    >
      <div className={styles.days}>
        {weekdays.map((day) => (
          <DayRow key={day} form={form} day={day} />
        ))}
      </div>
    </SettingsSection>
  );
}

function DayRow({ form, day }: { form: StoreSettingsContractForm; day: Weekday }) {
  const styles = useStyles();
  const isClosed = useWatch({ control: form.control, name: `hours.${day}.closed` }) === true;
  const isShort = useMedia(`${PHONE}, ${ZOOMED}`);
  const isWrong = form.formState.errors.hours?.[day] !== undefined;
  return (
    <div className={mergeClasses(styles.day, isWrong && !isClosed && styles.wrong)}>
      <SettingSwitch
        form={form}
        name={`hours.${day}.closed`}
        label={isShort ? dayLabel(day).slice(0, 3) : dayLabel(day)}
        inverted
      />
      {isClosed ? (
        <span className={mergeClasses(styles.word, styles.beside)}>Closed</span>
      ) : (
        <div className={mergeClasses(styles.times, styles.beside)}>
          <TimeField form={form} name={`hours.${day}.open`} label={`${dayLabel(day)} opens at`} />
          <span className={styles.word} aria-hidden="true">
            to
          </span>
          <TimeField form={form} name={`hours.${day}.close`} label={`${dayLabel(day)} closes at`} />
        </div>
      )}
    </div>
  );
}

type TimeFieldProps = {
  form: StoreSettingsContractForm;
  name: `hours.${Weekday}.${'open' | 'close'}`;
  label: string;
};

/** A time field that accepts free text and shows `HH:MM` on blur. */
function TimeField({ form, name, label }: TimeFieldProps) {
  const styles = useStyles();
  const { onBlur, ...field } = form.field(name, { setValueAs: typedTime });
  return (
    <TextField
      {...field}
      label={label}
      labelHidden
      className={styles.time}
      autoComplete="off"
      maxLength={8}
      onBlur={(event) => {
        form.setValue(name, typedTime(event.target.value), { shouldDirty: true });
        void onBlur(event);
      }}
    />
  );
}
