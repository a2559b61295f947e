import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';
import { filtersOf, type ListAddress } from './list-address.ts';

/** Rows of a page. */
const PER_PAGE = 15;

/** The page of customers that an address names; while the next one loads, the one before stays. */
export function useCustomerList(address: ListAddress) {
  const query = { ...filtersOf(address), page: address.page, per_page: PER_PAGE };
  return useQuery({
    queryKey: queryKeys.customerList(query),
    queryFn: ({ signal }) => api.customers.list({ query }, { signal }),
    staleTime: freshness.customers,
    placeholderData: keepPreviousData,
  });
}
