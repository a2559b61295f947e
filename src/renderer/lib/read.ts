import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import type { ReadRoute } from '#contract/define-route.ts';
import { callRoute, keyOf, whenWritten, type CallInput } from './api-client.ts';
import { clock } from './clock.ts';
import { connection } from './connection.ts';
import { freshness, freshnessOf, MOMENT } from './queries.ts';

/** The input of a read; nothing where its route takes nothing. */
export type ReadInput<R extends ReadRoute> = keyof CallInput<R> extends never ? [] : [input: CallInput<R>];

/**
 * Returns the query options of a read: `useQuery(read(customers.get, { params: { customerId } }))`. The key comes from
 * the route and its input, so that a mutation that `invalidates` the route refetches it.
 */
export function read<R extends ReadRoute>(route: R, ...[input]: ReadInput<R>) {
  const [module, name, storeId] = keyOf(route);
  const staleTime = freshnessOf(module, name);
  const callInput = (input ?? {}) as CallInput<R>;
  return queryOptions({
    queryKey: [module, name, storeId, callInput] as const,
    queryFn: ({ signal }) => callRoute(route, callInput, { signal }),
    staleTime,
    // Cached for as long as it is fresh, also while no screen shows it.
    gcTime: Math.max(staleTime, freshness.standard),
  });
}

/** For forms, which start with what others saved since: asks at each opening, unless the way here just asked. */
export const refetchOnOpening = ({ state }: { state: { dataUpdatedAt: number } }): 'always' | true =>
  clock.now() - state.dataUpdatedAt > MOMENT ? 'always' : true;

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * `standsStill`: the screen applies its own changes to the data. Only that screen refetches it: mutations and a
     * reconnect do not, unless it has none yet.
     */
    queryMeta: { standsStill?: boolean };
  }
}

const follows = ({ meta }: Query) => meta?.standsStill !== true;
const followsOrFailed = (query: Query) => follows(query) || query.state.data === undefined;

/** Refetches every read that a mutation invalidates: at once if visible, else when next shown. */
export function followWrites(queryClient: QueryClient): void {
  whenWritten(async (route, ended) => {
    const keys = route.invalidates.map((invalidated) => invalidated.split('.'));
    for (const queryKey of keys) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    // The server is gone: fetching would fail.
    if (ended === 'unknown') return;
    await Promise.all(
      keys.map((queryKey) => queryClient.refetchQueries({ queryKey, type: 'active', predicate: follows })),
    );
  });
  // Refetches unknown and stale data when the server is back.
  let wasReachable = connection.read().isReachable;
  connection.onChange(() => {
    const { isReachable } = connection.read();
    if (isReachable && !wasReachable) {
      void queryClient.refetchQueries({ type: 'active', stale: true, predicate: followsOrFailed });
    }
    wasReachable = isReachable;
  });
}
