import { Popover, PopoverSurface, PopoverTrigger, makeStyles } from '@fluentui/react-components';
import { Calendar } from '@fluentui/react-calendar-compat';
import { CalendarLtr20Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { useState, type Ref } from 'react';
import { formatDate, isCalendarDate, parseTypedDate, type CalendarDate } from '#domain/calendar-dates.ts';
import { inWindow } from './in-window.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { focusRing, palette, shadows } from './theme.ts';
import { ONE_PANE, useMedia } from './use-media.ts';

const useStyles = makeStyles({
  button: {
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
  surface: {
    padding: '4px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    boxShadow: shadows.floating,
    '& button': { fontFamily: 'inherit' },
  },
});

/** True if the value of a date field is a date; text that is no date is kept as typed. */
export const isDate = (value: string | null): value is CalendarDate =>
  value !== null && isCalendarDate(value);
/** The calendar draws dates in this computer's time zone. */
const drawn = (date: CalendarDate) => new Date(`${date}T00:00:00`);
const dateOf = (day: Date): CalendarDate => {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${part(day.getMonth() + 1)}-${part(day.getDate())}`;
};

type DateFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'min' | 'max' | 'ref'> & {
  ref?: Ref<HTMLInputElement>;
  /** Null when empty; text that is no date is kept as typed, for the form's rules to refuse. */
  value: CalendarDate | null;
  onChange: (value: CalendarDate | null) => void;
  /** The range of days that the calendar offers. */
  min?: CalendarDate | undefined;
  max?: CalendarDate | undefined;
  /** Today in the store. */
  today: CalendarDate;
};

/** A date, typed as people write it (`March 5, 1990`, `3/5/1990`, `1990-03-05`) or chosen from a calendar. */
export function DateField({ value, onChange, min, max, today, size, ...field }: DateFieldProps) {
  const styles = useStyles();
  const isSmall = useMedia(ONE_PANE);
  // The typed text while the user types, then the formatted date.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const choose = (date: CalendarDate | null) => {
    setTyped(null);
    setOpen(false);
    onChange(date);
  };
  return (
    <TextField
      {...field}
      size={size}
      autoComplete="off"
      // Today's date in an empty field would look like its value.
      placeholder={field.placeholder ?? 'Choose or type a date'}
      value={typed ?? (isDate(value) ? formatDate(value) : (value ?? ''))}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        onChange(text.trim() === '' ? null : (parseTypedDate(text) ?? text));
      }}
      onBlur={(event) => {
        setTyped(null);
        field.onBlur?.(event);
      }}
      suffix={
        <>
          {value === null || field.required ? null : (
            <button
              type="button"
              aria-label="Clear date"
              className={styles.button}
              onClick={() => choose(null)}
            >
              <Dismiss16Regular aria-hidden="true" />
            </button>
          )}
          <Popover
            open={isOpen}
            onOpenChange={(_, data) => setOpen(data.open)}
            positioning={inWindow('start')}
            trapFocus
          >
            <PopoverTrigger disableButtonEnhancement>
              <button type="button" aria-label="Open calendar" className={styles.button}>
                <CalendarLtr20Regular aria-hidden="true" />
              </button>
            </PopoverTrigger>
            <PopoverSurface className={styles.surface} aria-label={field.label}>
              <Calendar
                // The months beside the days are wider than a phone.
                showMonthPickerAsOverlay={isSmall}
                today={drawn(today)}
                value={drawn(isDate(value) ? value : today)}
                minDate={min === undefined ? undefined : drawn(min)}
                maxDate={max === undefined ? undefined : drawn(max)}
                onDismiss={() => setOpen(false)}
                onSelectDate={(day) => choose(dateOf(day))}
              />
            </PopoverSurface>
          </Popover>
        </>
      }
    />
  );
}
