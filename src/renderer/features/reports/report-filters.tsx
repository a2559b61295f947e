import { makeStyles } from '@fluentui/react-components';
import { ChevronLeft20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { addDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DateField, isDate } from '#renderer/ui/date-field.tsx';
import { FilterBar } from '#renderer/ui/filters.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';

const useStyles = makeStyles({
  date: { width: '208px' },
  store: { width: '220px' },
  day: { display: 'flex', alignItems: 'flex-start', gap: '8px' },
});

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
  const [typed, setTyped] = useState<string | null>(null);
  const error = isDate(typed) ? 'Not in the future' : null;
  const goTo = (wanted: CalendarDate) => {
    setTyped(null);
    onDate(wanted);
  };
  const type = (text: string | null) => {
    // What is no date yet says nothing: somebody is still typing.
    if (isDate(text) && text <= today) goTo(text);
    else setTyped(text);
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
        <DateField
          // Another day from elsewhere, such as the buttons beside it: the field starts over.
          key={date}
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
