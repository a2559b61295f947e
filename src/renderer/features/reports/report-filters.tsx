import { makeStyles } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { addDays, type CalendarDate } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { FilterBar } from '#renderer/ui/filter-bar.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';

const useStyles = makeStyles({
  date: { width: '160px' },
  store: { width: '220px' },
  day: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
});

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

type ReportFiltersProps = {
  date: CalendarDate;
  /** The store's: no day after it has a report. */
  today: CalendarDate;
  /** Those to choose from; null for whoever sees one store only. */
  stores: readonly { id: number; name: string }[] | null;
  storeId: number;
  onDate: (date: CalendarDate) => void;
  onStore: (storeId: number) => void;
};

/** Which day of which store. */
export function ReportFilters({ date, today, stores, storeId, onDate, onStore }: ReportFiltersProps) {
  const styles = useStyles();
  const [error, setError] = useState<string | null>(null);
  const goTo = (wanted: CalendarDate) => {
    setError(null);
    onDate(wanted);
  };
  const isToday = date >= today;
  return (
    <FilterBar label="Daily report">
      <div className={styles.day}>
        <Button
          icon={<ChevronLeft20Regular />}
          label="Previous day"
          onClick={() => goTo(addDays(date, -1))}
        />
        <TextField
          // Another day from elsewhere, such as the buttons beside it: the field starts over.
          key={date}
          className={styles.date}
          label="Date"
          labelHidden
          type="date"
          max={today}
          defaultValue={date}
          error={error}
          onChange={(event) => {
            const typed = event.target.value;
            // A date is complete at each key; before that the field says nothing.
            if (!isDate(typed) || typed.startsWith('0')) return;
            if (typed > today) setError('Not in the future');
            else goTo(typed);
          }}
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
      </div>
      {stores ? (
        <SelectField
          className={styles.store}
          label="Store of the report"
          labelHidden
          options={stores.map((store) => ({ value: String(store.id), label: store.name }))}
          value={String(storeId)}
          onChange={(event) => onStore(Number(event.target.value))}
        />
      ) : null}
    </FilterBar>
  );
}
