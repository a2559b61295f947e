import { queryOptions } from '@tanstack/react-query';
import { api } from '#renderer/lib/api-client.ts';
import { freshness, queryKeys } from '#renderer/lib/queries.ts';

/** The store's pending payments; asked again every 30 seconds, for other tills take and confirm them too. */
export const pendingPaymentsQuery = (storeId: number) =>
  queryOptions({
    queryKey: queryKeys.pendingPayments(storeId),
    queryFn: ({ signal }) => api.payments.pending({}, { signal }),
    staleTime: freshness.payments,
    refetchInterval: freshness.payments,
  });
