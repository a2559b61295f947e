import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ReadingRoute } from '#contract/define-route.ts';
import { callRoute, keyOf, whenWritten, type CallInput } from './api-client.ts';
import { freshnessOf } from './queries.ts';

/** What a look-up is given; nothing where its route takes nothing. */
export type Given<R extends ReadingRoute> = keyof CallInput<R> extends never ? [] : [input: CallInput<R>];

/**
 * A look-up of the API as TanStack Query knows it: `useQuery(read(customers.get, { params: { customerId } }))`. Its key
 * follows from the route and what it is given, so that whatever `touches` the route makes the screen ask again.
 */
export function read<R extends ReadingRoute>(route: R, ...[input]: Given<R>) {
  const [area, name, storeId] = keyOf(route);
  const given = (input ?? {}) as CallInput<R>;
  return queryOptions({
    queryKey: [area, name, storeId, given] as const,
    queryFn: ({ signal }) => callRoute(route, given, { signal }),
    staleTime: freshnessOf(area, name),
  });
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
}
