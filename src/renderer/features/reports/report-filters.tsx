import { makeStyles } from '@fluentui/react-components';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { DayChooser } from '#renderer/ui/day-chooser.tsx';
import { FilterBar } from '#renderer/ui/filter-bar.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  store: { width: '220px', [windows.phone]: { width: '100%' } },
});

type ReportFiltersProps = {
  date: CalendarDate;
  /** The store's current date: later days have no report. */
  today: CalendarDate;
  /** The stores to choose from; null for people who see one store only. */
  stores: readonly { id: number; name: string }[] | null;
  storeId: number;
  onDate: (date: CalendarDate) => void;
  onStore: (storeId: number) => void;
};

/** Chooses the day and the store. */
export function ReportFilters({ date, today, stores, storeId, onDate, onStore }: ReportFiltersProps) {
  const styles = useStyles();
  return (
    <FilterBar label="Daily report">
      <DayChooser date={date} today={today} onDate={onDate} />
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
