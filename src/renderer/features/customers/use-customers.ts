import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#renderer/lib/api-client.ts';
import { customerGroupsQuery, signupChannelsQuery } from '#renderer/lib/customer-lists.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';

/** Characters below which nothing is looked for. */
export const SEARCH_MINIMUM = 2;
const SEARCH_RESULTS = 10;

/** The ten customers that a text finds by name, phone or e-mail. */
export function useCustomerSearch(text: string) {
  return useQuery({
    queryKey: queryKeys.customerSearch(text),
    queryFn: ({ signal }) =>
      api.customers.list({ query: { search: text, per_page: SEARCH_RESULTS } }, { signal }),
    enabled: text.length >= SEARCH_MINIMUM,
    staleTime: freshness.customerSearch,
    placeholderData: keepPreviousData,
    select: (page) => page.data,
  });
}

export function useCustomer(customerId: number, { enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.customer(customerId),
    queryFn: ({ signal }) => api.customers.get({ params: { customerId } }, { signal }),
    staleTime: freshness.customers,
    enabled,
  });
}

export function useCustomerGroups() {
  return useQuery(customerGroupsQuery);
}

export function useSignupChannels() {
  return useQuery(signupChannelsQuery);
}
