import { makeStyles } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { addDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { Button } from './button.tsx';
import { DateField, isDate } from './date-field.tsx';
import { Row } from './layout.tsx';
import { windows } from './theme.ts';

const useStyles = makeStyles({
  date: { width: '208px', minWidth: 0, [windows.phone]: { width: '202px' } },
});

type DayChooserProps = {
  date: CalendarDate;
  /** Today in the store; later days cannot be chosen. */
  today: CalendarDate;
  onDate: (date: CalendarDate) => void;
};

/** A field for one day up to today: typed, chosen from the calendar, or stepped by one day. */
export function DayChooser({ date, today, onDate }: DayChooserProps) {
  const styles = useStyles();
  const [typed, setTyped] = useState<string | null>(null);
  const error = isDate(typed) ? 'Not in the future' : null;
  const goTo = (wanted: CalendarDate) => {
    setTyped(null);
    onDate(wanted);
  };
  const type = (text: string | null) => {
    // Incomplete text shows no error while the user types.
    if (isDate(text) && text <= today) goTo(text);
    else setTyped(text);
  };
  const isToday = date >= today;
  return (
    <Row gap={8} align="start" wraps>
      <Button icon={<ChevronLeft20Regular />} label="Previous day" onClick={() => goTo(addDays(date, -1))} />
      <DateField
        className={styles.date}
        label="Date"
        labelHidden
        required
        today={today}
        max={today}
        value={typed ?? date}
        error={error}
        onChange={type}
      />
      <Button
        icon={<ChevronRight20Regular />}
        label="Next day"
        disabledReason={isToday ? 'This is the last day so far' : null}
        onClick={() => {
          if (!isToday) goTo(addDays(date, 1));
        }}
      />
      {isToday ? null : <Button onClick={() => goTo(today)}>Today</Button>}
    </Row>
  );
}
