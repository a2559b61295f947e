import { Switch, makeStyles } from '@fluentui/react-components';
import { transactionStatuses, transactionStatusLabels } from '#domain/transactions.ts';
import type { CalendarDate } from '#domain/store-time.ts';
import type { AddressChanges } from '#renderer/lib/use-address.ts';
import { DateRangeFilter, startOfMonth } from '#renderer/ui/date-range-filter.tsx';
import { FilterBar, FilterField } from '#renderer/ui/filter-bar.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import type { ListAddress } from './list-address.ts';

const useStyles = makeStyles({
  status: { width: '138px' },
  store: { width: '200px' },
});

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...transactionStatuses.map((status) => ({ value: status, label: transactionStatusLabels[status] })),
];

type TransactionFiltersProps = {
  address: ListAddress;
  today: CalendarDate;
  /** Those to choose from with View all stores; null for whoever sees one store at a time. */
  stores: readonly { id: number; name: string }[] | null;
  onChange: (changes: AddressChanges) => void;
};

/** The list's one filter row. */
export function TransactionFilters({ address, today, stores, onChange }: TransactionFiltersProps) {
  const styles = useStyles();
  return (
    <FilterBar label="Transactions">
      <FilterField
        search
        label="Transaction number"
        width={200}
        value={address.search}
        onChange={(search) => onChange({ search })}
      />
      <SelectField
        className={styles.status}
        label="Status"
        labelHidden
        options={statusOptions}
        value={address.status ?? ''}
        onChange={(event) => onChange({ status: event.target.value || null })}
      />
      <DateRangeFilter
        range={address}
        today={today}
        onChange={({ start, end }) => {
          const isDefault = start === startOfMonth(today) && end === today;
          onChange(
            isDefault
              ? { start_date: null, end_date: null }
              : { start_date: start ?? '', end_date: end ?? '' },
          );
        }}
      />
      <FilterField
        label="Customer name or phone"
        width={206}
        value={address.customer}
        onChange={(customer) => onChange({ customer })}
      />
      <FilterField
        label="Staff name"
        width={112}
        value={address.staff}
        onChange={(staff) => onChange({ staff })}
      />
      {stores ? (
        <>
          <Switch
            label="View all stores"
            checked={address.allStores}
            onChange={(_, { checked }) => onChange({ all_stores: checked ? 'true' : null, store_id: null })}
          />
          {address.allStores ? (
            <SelectField
              className={styles.store}
              label="Filter by store"
              labelHidden
              options={[
                { value: '', label: 'All stores' },
                ...stores.map((store) => ({ value: String(store.id), label: store.name })),
              ]}
              value={address.storeId === null ? '' : String(address.storeId)}
              onChange={(event) => onChange({ store_id: event.target.value || null })}
            />
          ) : null}
        </>
      ) : null}
    </FilterBar>
  );
}
