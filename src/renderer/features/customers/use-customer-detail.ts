import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';

/** Rows of a page of a customer's transactions and of their points. */
const PER_PAGE = 10;

/** What the chain sold to a customer. */
export function useCustomerStats(customerId: number) {
  return useQuery({
    queryKey: queryKeys.customerStats(customerId),
    queryFn: ({ signal }) => api.customers.stats({ params: { customerId } }, { signal }),
    staleTime: freshness.transactions,
  });
}

/** A page of a customer's transactions at the caller's stores, the newest first. */
export function useCustomerTransactions(customerId: number, page: number) {
  return useQuery({
    queryKey: queryKeys.customerTransactions(customerId, page),
    queryFn: ({ signal }) =>
      api.customers.transactions({ params: { customerId }, query: { page, per_page: PER_PAGE } }, { signal }),
    staleTime: freshness.transactions,
    placeholderData: keepPreviousData,
  });
}

/** A page of what changed a customer's points, the newest first. */
export function useCustomerLoyalty(customerId: number, page: number) {
  return useQuery({
    queryKey: queryKeys.customerLoyalty(customerId, page),
    queryFn: ({ signal }) =>
      api.customers.loyalty({ params: { customerId }, query: { page, per_page: PER_PAGE } }, { signal }),
    staleTime: freshness.transactions,
    placeholderData: keepPreviousData,
  });
}
