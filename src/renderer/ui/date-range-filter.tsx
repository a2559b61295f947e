import { Popover, PopoverSurface, PopoverTrigger, makeStyles } from '@fluentui/react-components';
import { CalendarLtr20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { addDays, formatDate, type CalendarDate } from '#domain/store-time.ts';
import { Button } from './button.tsx';
import { DateField, isDate } from './date-field.tsx';
import { palette, shadows } from './theme.ts';

const useStyles = makeStyles({
  trigger: { border: `1px solid ${palette.fieldBorder}`, fontWeight: 400 },
  surface: {
    width: '336px',
    boxSizing: 'border-box',
    padding: '16px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    boxShadow: shadows.floating,
  },
  presets: { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '8px', marginBottom: '16px' },
  preset: { minWidth: 0, padding: '0 4px' },
  fields: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' },
  foot: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '16px' },
});

/** Both days included; null is open at that end. */
export type DateRange = { start: CalendarDate | null; end: CalendarDate | null };

/** The first of a date's month. */
export function startOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01`;
}

const yearOf = (date: CalendarDate) => date.slice(0, 4);

/** `Nov 21`, `Nov 21, 2026`. */
function shortDate(date: CalendarDate, withYear: boolean): string {
  const [month = '', day = '', year = ''] = formatDate(date).split(' ');
  return `${month.slice(0, 3)} ${withYear ? `${day} ${year}` : day.replace(',', '')}`;
}

/** `Nov 1 – Nov 21, 2026`. */
export function rangeWords({ start, end }: DateRange): string {
  if (start === null && end === null) return 'All dates';
  if (start === null) return `Until ${shortDate(end ?? '', true)}`;
  if (end === null) return `Since ${shortDate(start, true)}`;
  if (start === end) return shortDate(start, true);
  return `${shortDate(start, yearOf(start) !== yearOf(end))} – ${shortDate(end, true)}`;
}

const WEEK = 7;

function presetsFor(today: CalendarDate): { name: string; range: DateRange }[] {
  const yesterday = addDays(today, -1);
  const lastOfMonthBefore = addDays(startOfMonth(today), -1);
  return [
    { name: 'Today', range: { start: today, end: today } },
    { name: 'Yesterday', range: { start: yesterday, end: yesterday } },
    { name: 'Last 7 days', range: { start: addDays(today, 1 - WEEK), end: today } },
    { name: 'This month', range: { start: startOfMonth(today), end: today } },
    { name: 'Last month', range: { start: startOfMonth(lastOfMonthBefore), end: lastOfMonthBefore } },
    { name: 'All dates', range: { start: null, end: null } },
  ];
}

export type DateRangeFilterProps = {
  range: DateRange;
  /** The store's. */
  today: CalendarDate;
  onChange: (range: DateRange) => void;
};

/** The days a list covers: the usual ones at a click, any others by their two ends. */
export function DateRangeFilter({ range, today, onChange }: DateRangeFilterProps) {
  const styles = useStyles();
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: DateRange) => {
    setOpen(false);
    onChange(chosen);
  };
  return (
    <Popover open={isOpen} onOpenChange={(_, data) => setOpen(data.open)} positioning="below-start" trapFocus>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={styles.trigger}
          icon={<CalendarLtr20Regular />}
          aria-label={`Dates: ${rangeWords(range)}`}
        >
          {rangeWords(range)}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Dates">
        <div className={styles.presets}>
          {presetsFor(today).map((preset) => (
            <Button key={preset.name} wide className={styles.preset} onClick={() => choose(preset.range)}>
              {preset.name}
            </Button>
          ))}
        </div>
        <RangeFields range={range} today={today} onApply={choose} />
      </PopoverSurface>
    </Popover>
  );
}

const whyNot = (date: string | null) => (date === null || isDate(date) ? null : 'Invalid date');

function RangeFields({ range, today, onApply }: RangeFieldsProps) {
  const styles = useStyles();
  const [start, setStart] = useState(range.start);
  const [end, setEnd] = useState(range.end);
  const isBackwards = isDate(start) && isDate(end) && start > end;
  const errors = { start: whyNot(start), end: isBackwards ? 'Ends before it starts' : whyNot(end) };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!errors.start && !errors.end) onApply({ start, end });
      }}
    >
      <div className={styles.fields}>
        <DateField label="From" today={today} value={start} error={errors.start} onChange={setStart} />
        <DateField label="To" today={today} value={end} error={errors.end} onChange={setEnd} />
      </div>
      <div className={styles.foot}>
        <Button type="submit" appearance="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

type RangeFieldsProps = { range: DateRange; today: CalendarDate; onApply: (range: DateRange) => void };
