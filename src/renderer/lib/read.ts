import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReadingRoute } from '#contract/define-route.ts';
import { callRoute, keyOf, whenWritten, type CallInput } from './api-client.ts';
import { connection } from './connection.ts';
import { freshness, freshnessOf } from './queries.ts';

/** What a look-up is given; nothing where its route takes nothing. */
export type Given<R extends ReadingRoute> = keyof CallInput<R> extends never ? [] : [input: CallInput<R>];

/**
 * A look-up of the API as TanStack Query knows it: `useQuery(read(customers.get, { params: { customerId } }))`. Its key
 * follows from the route and what it is given, so that whatever `touches` the route makes the screen ask again.
 */
export function read<R extends ReadingRoute>(route: R, ...[input]: Given<R>) {
  const [area, name, storeId] = keyOf(route);
  const staleTime = freshnessOf(area, name);
  const given = (input ?? {}) as CallInput<R>;
  return queryOptions({
    queryKey: [area, name, storeId, given] as const,
    queryFn: ({ signal }) => callRoute(route, given, { signal }),
    staleTime,
    // Kept for as long as it is fresh, also while no screen shows it.
    gcTime: Math.max(staleTime, freshness.standard),
  });
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `standsStill`: what is shown waits for somebody to press again; it is not asked when the server is back. */
    queryMeta: { standsStill?: boolean };
  }
}

/** Makes every look-up that a change touches be asked again: at once on the screen, else when it is next shown. */
export function followWrites(queryClient: QueryClient): void {
  whenWritten((route, ended) =>
    Promise.all(
      route.touches.map((touched) =>
        queryClient.invalidateQueries({
          queryKey: touched.split('.'),
          // What a server that is gone would be asked in vain is asked when it is next shown.
          refetchType: ended === 'unknown' ? 'none' : 'active',
        }),
      ),
    ),
  );
  // What nobody knows since an answer was lost, and what went stale meanwhile, is asked when the server is back.
  let wasReachable = connection.read().isReachable;
  connection.onChange(() => {
    const { isReachable } = connection.read();
    if (isReachable && !wasReachable) {
      const predicate = ({ meta }: Query) => meta?.standsStill !== true;
      void queryClient.refetchQueries({ type: 'active', stale: true, predicate });
    }
    wasReachable = isReachable;
  });
}
