import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { customers } from '#contract/customers.ts';
import { freshness } from '#renderer/lib/queries.ts';
import { read } from '#renderer/lib/read.ts';

/** Characters that a search needs at least. */
export const SEARCH_MINIMUM = 2;
const SEARCH_RESULTS = 10;

/** Finds up to ten customers by name, phone or email. */
export function useCustomerSearch(text: string) {
  return useQuery({
    ...read(customers.list, { query: { search: text, per_page: SEARCH_RESULTS } }),
    enabled: text.length >= SEARCH_MINIMUM,
    staleTime: freshness.customerSearch,
    placeholderData: keepPreviousData,
    select: (page) => page.data,
  });
}

/** Reads customer groups and signup channels as one query: forms need both. */
export function useCustomerChoices() {
  return useQueries({
    queries: [read(customers.groups), read(customers.channels)],
    combine: ([groups, channels]) => ({
      data: groups.data && channels.data ? { groups: groups.data, channels: channels.data } : undefined,
      error: groups.error ?? channels.error,
      isError: groups.isError || channels.isError,
      refetch: () =>
        Promise.all([groups, channels].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    }),
  });
}
