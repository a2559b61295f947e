import { Popover, PopoverSurface, PopoverTrigger, makeStyles } from '@fluentui/react-components';
import { CalendarLtr20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { countDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { rangeText, shortRangeText, usualRanges, type DateRange } from '#domain/date-ranges.ts';
import { Button } from './button.tsx';
import { DateField, isDate } from './date-field.tsx';
import { Columns } from './layout.tsx';
import { palette, shadows, windows } from './theme.ts';
import { PHONE, useMedia } from './use-media.ts';
import { inWindow } from './in-window.ts';

const useStyles = makeStyles({
  trigger: {
    border: `1px solid ${palette.fieldBorder}`,
    fontWeight: 400,
    maxWidth: '100%',
    height: 'auto',
    minHeight: '32px',
    // Two rows in a window too narrow for one.
    whiteSpace: 'normal',
    [windows.onePane]: { justifyContent: 'flex-start', height: 'auto', minHeight: '44px' },
  },
  surface: {
    width: '528px',
    maxWidth: 'calc(100vw - 16px)',
    boxSizing: 'border-box',
    padding: '16px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    boxShadow: shadows.floating,
  },
  presets: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, 1fr)',
    gap: '8px',
    marginBottom: '16px',
    [windows.phone]: { gridTemplateColumns: 'repeat(2, 1fr)' },
  },
  preset: { minWidth: 0, padding: '0 4px' },
  foot: { display: 'flex', justifyContent: 'flex-end', gap: '8px', marginTop: '16px' },
});

type DateRangeFilterProps = {
  range: DateRange;
  /** Today in the store. */
  today: CalendarDate;
  onChange: (range: DateRange) => void;
  /** The maximum number of days; both ends are then required. */
  longest?: number;
};

/** The date range of a list: presets, or any two dates. */
export function DateRangeFilter({ range, today, onChange, longest }: DateRangeFilterProps) {
  const styles = useStyles();
  const isPhone = useMedia(PHONE);
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: DateRange) => {
    setOpen(false);
    onChange(chosen);
  };
  const isClosed = ({ start, end }: DateRange) => start !== null && end !== null;
  const presets = usualRanges(today).filter((preset) => longest === undefined || isClosed(preset.range));
  return (
    <Popover
      open={isOpen}
      onOpenChange={(_, data) => setOpen(data.open)}
      positioning={inWindow('start')}
      trapFocus
    >
      <PopoverTrigger disableButtonEnhancement>
        <Button
          className={styles.trigger}
          icon={<CalendarLtr20Regular />}
          aria-label={`Dates: ${rangeText(range)}`}
        >
          {isPhone ? shortRangeText(range) : rangeText(range)}
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="Dates">
        <div className={styles.presets}>
          {presets.map((preset) => (
            <Button key={preset.name} wide className={styles.preset} onClick={() => choose(preset.range)}>
              {preset.name}
            </Button>
          ))}
        </div>
        <RangeFields range={range} today={today} longest={longest} onApply={choose} />
      </PopoverSurface>
    </Popover>
  );
}

function whyNot(date: string | null, isNeeded: boolean): string | null {
  if (date === null) return isNeeded ? 'Date is required' : null;
  return isDate(date) ? null : 'Invalid date';
}

function RangeFields({ range, today, longest, onApply }: RangeFieldsProps) {
  const styles = useStyles();
  const [start, setStart] = useState(range.start);
  const [end, setEnd] = useState(range.end);
  const isBackwards = isDate(start) && isDate(end) && start > end;
  const isTooLong = longest !== undefined && isDate(start) && isDate(end) && countDays(start, end) > longest;
  const needed = longest !== undefined;
  const errors = {
    start: isTooLong ? `At most ${longest} days` : whyNot(start, needed),
    end: isBackwards ? 'Ends before it starts' : whyNot(end, needed),
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!errors.start && !errors.end) onApply({ start, end });
      }}
    >
      <Columns stacks columns="1fr 1fr" gap={12}>
        <DateField
          label="From"
          required={needed}
          today={today}
          value={start}
          error={errors.start}
          onChange={setStart}
        />
        <DateField
          label="To"
          required={needed}
          today={today}
          value={end}
          error={errors.end}
          onChange={setEnd}
        />
      </Columns>
      <div className={styles.foot}>
        <Button type="submit" appearance="primary">
          Apply
        </Button>
      </div>
    </form>
  );
}

type RangeFieldsProps = Pick<DateRangeFilterProps, 'range' | 'today' | 'longest'> & {
  onApply: (range: DateRange) => void;
};
