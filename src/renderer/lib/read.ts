import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReadRoute } from '#contract/define-route.ts';
import { callRoute, keyOf, whenWritten, type CallInput } from './api-client.ts';
import { connection } from './connection.ts';
import { freshness, freshnessOf } from './queries.ts';

/** What a read is given; nothing where its route takes nothing. */
export type ReadInput<R extends ReadRoute> = keyof CallInput<R> extends never ? [] : [input: CallInput<R>];

/**
 * A read of the API as TanStack Query knows it: `useQuery(read(customers.get, { params: { customerId } }))`. Its key
 * follows from the route and what it is given, so that a mutation that `invalidates` the route makes the screen ask again.
 */
export function read<R extends ReadRoute>(route: R, ...[input]: ReadInput<R>) {
  const [module, name, storeId] = keyOf(route);
  const staleTime = freshnessOf(module, name);
  const callInput = (input ?? {}) as CallInput<R>;
  return queryOptions({
    queryKey: [module, name, storeId, callInput] as const,
    queryFn: ({ signal }) => callRoute(route, callInput, { signal }),
    staleTime,
    // Kept for as long as it is fresh, also while no screen shows it.
    gcTime: Math.max(staleTime, freshness.standard),
  });
}

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `standsStill`: the screen itself puts its own changes into what is shown. It is asked again by that screen alone:
     * not while one change still follows another, nor by itself when the server is back.
     */
    queryMeta: { standsStill?: boolean };
  }
}

const follows = ({ meta }: Query) => meta?.standsStill !== true;

/** Makes every read that a mutation invalidates be asked again: at once on the screen, else when it is next shown. */
export function followWrites(queryClient: QueryClient): void {
  whenWritten(async (route, ended) => {
    const keys = route.invalidates.map((invalidated) => invalidated.split('.'));
    for (const queryKey of keys) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    // A server that is gone would be asked in vain.
    if (ended === 'unknown') return;
    await Promise.all(
      keys.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active', predicate: follows })),
    );
  });
  // What nobody knows since an answer was lost, and what went stale meanwhile, is asked when the server is back.
  let wasReachable = connection.read().isReachable;
  connection.onChange(() => {
    const { isReachable } = connection.read();
    if (isReachable && !wasReachable) {
      void queryClient.refetchQueries({ type: 'active', stale: true, predicate: follows });
    }
    wasReachable = isReachable;
  });
}
