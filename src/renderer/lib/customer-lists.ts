import { queryOptions } from '@tanstack/react-query';
import { api } from './api-client.ts';
import { freshness, queryKeys } from './queries.ts';

// Kept for as long as they are fresh, also while no screen shows them.

/** The groups that customers can be in. */
export const customerGroupsQuery = queryOptions({
  queryKey: queryKeys.customerGroups,
  queryFn: ({ signal }) => api.customers.groups({}, { signal }),
  staleTime: freshness.customerLookups,
  gcTime: freshness.customerLookups,
});

/** The ways by which customers come. */
export const signupChannelsQuery = queryOptions({
  queryKey: queryKeys.signupChannels,
  queryFn: ({ signal }) => api.customers.channels({}, { signal }),
  staleTime: freshness.customerLookups,
  gcTime: freshness.customerLookups,
});
