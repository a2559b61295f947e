import { Switch } from '@fluentui/react-components';
import type { RouteInput } from '#contract/define-route.ts';
import type { transactions } from '#contract/transactions.ts';
import { transactionStatuses } from '#domain/transactions.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import type { ListAddress } from '#renderer/lib/use-list.ts';
import { DateRangeFilter } from '#renderer/ui/date-range-filter.tsx';
import { ChoiceFilter, TextFilter } from '#renderer/ui/filters.tsx';
import { states } from '#renderer/ui/state-badge.tsx';

const statuses = transactionStatuses.map((id) => ({ id, name: states.transaction[id].label }));

const balances = [
  { id: 'owes', name: 'Owes money' },
  { id: 'owed', name: 'Is owed money' },
] as const;

type TransactionFiltersProps = {
  list: ListAddress<RouteInput<typeof transactions.list>['query']>;
  today: CalendarDate;
  /** The stores to choose from with View all stores; null for people who see one store at a time. */
  stores: readonly { id: number; name: string }[] | null;
};

export function TransactionFilters({ list: { query, change }, today, stores }: TransactionFiltersProps) {
  return (
    <>
      <TextFilter
        search
        label="Transaction number"
        width={196}
        value={query.search}
        onChange={(search) => change({ search })}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        width={138}
        choices={statuses}
        value={query.status}
        onChange={(status) => change({ status })}
      />
      <ChoiceFilter
        label="Balance"
        all="Any balance"
        width={152}
        choices={balances}
        value={query.balance}
        onChange={(balance) => change({ balance })}
      />
      <DateRangeFilter
        range={{ start: query.start_date ?? null, end: query.end_date ?? null }}
        today={today}
        onChange={({ start, end }) => change({ start_date: start, end_date: end })}
      />
      {stores ? (
        <>
          <Switch
            label="View all stores"
            checked={query.all_stores ?? false}
            onChange={(_, { checked }) => change({ all_stores: checked || null, store_id: null })}
          />
          {query.all_stores ? (
            <ChoiceFilter
              label="Filter by store"
              all="All stores"
              width={200}
              choices={stores}
              value={query.store_id}
              onChange={(store_id) => change({ store_id })}
            />
          ) : null}
        </>
      ) : null}
      <TextFilter
        label="Customer name or phone"
        width={199}
        value={query.customer}
        onChange={(customer) => change({ customer })}
      />
      <TextFilter
        label="Staff name"
        width={102}
        value={query.staff}
        onChange={(staff) => change({ staff })}
      />
    </>
  );
}
