import { transactionFilters, transactionSorts, type TransactionSort } from '#contract/transactions.ts';
import { transactionStatuses, type TransactionStatus } from '#domain/transactions.ts';
import type { CalendarDate } from '#domain/store-time.ts';
import { startOfMonth } from '#renderer/ui/date-range-filter.tsx';

/** What the list shows, as its address says it; without a date in the address it is the current month. */
export type ListAddress = {
  search: string | null;
  status: TransactionStatus | null;
  start: CalendarDate | null;
  end: CalendarDate | null;
  customer: string | null;
  staff: string | null;
  allStores: boolean;
  storeId: number | null;
  sort: TransactionSort;
  page: number;
};

const DEFAULT_SORT: TransactionSort = '-date';
const { start_date: calendarDate } = transactionFilters.shape;

const textIn = (params: URLSearchParams, name: string) => params.get(name)?.trim().slice(0, 100) || null;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null;

/** A date, null for an end left open (`start_date=`), or what stands in its place when it is absent or none. */
function dateIn(params: URLSearchParams, name: string, otherwise: CalendarDate): CalendarDate | null {
  const text = params.get(name);
  if (text === '') return null;
  return calendarDate.safeParse(text ?? undefined).data ?? otherwise;
}

function countIn(params: URLSearchParams, name: string): number | null {
  const count = Number(params.get(name));
  return Number.isSafeInteger(count) && count > 0 ? count : null;
}

/** Reads a list's address; what it does not understand counts as absent. `today` is the store's. */
export function readAddress(
  params: URLSearchParams,
  { today, seesAll }: { today: CalendarDate; seesAll: boolean },
): ListAddress {
  const allStores = seesAll && params.get('all_stores') === 'true';
  return {
    search: textIn(params, 'search'),
    status: oneOf(transactionStatuses, params.get('status')),
    start: dateIn(params, 'start_date', startOfMonth(today)),
    end: dateIn(params, 'end_date', today),
    customer: textIn(params, 'customer'),
    staff: textIn(params, 'staff'),
    allStores,
    storeId: allStores ? countIn(params, 'store_id') : null,
    sort: oneOf(transactionSorts, params.get('sort')) ?? DEFAULT_SORT,
    page: countIn(params, 'page') ?? 1,
  };
}

/** The same as the API's query, without the page. */
export function filtersOf(address: ListAddress) {
  return {
    search: address.search ?? undefined,
    status: address.status ?? undefined,
    start_date: address.start ?? undefined,
    end_date: address.end ?? undefined,
    customer: address.customer ?? undefined,
    staff: address.staff ?? undefined,
    all_stores: address.allStores || undefined,
    store_id: address.storeId ?? undefined,
    sort: address.sort,
  };
}

/** Everything that narrows the list, taken out of the address; the order stays. */
export const NO_FILTERS = {
  search: null,
  status: null,
  start_date: null,
  end_date: null,
  customer: null,
  staff: null,
  store_id: null,
} as const;

/** Somebody narrowed the list further than to the month it starts with. */
export function isNarrowed(address: ListAddress, today: CalendarDate): boolean {
  const { search, status, customer, staff, storeId } = address;
  return (
    [search, status, customer, staff, storeId].some((filter) => filter !== null) ||
    address.start !== startOfMonth(today) ||
    address.end !== today
  );
}
