import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Asks once more for what was invalidated while its first answer was on its way: that may be older than the change, and
 * would count as fresh. Answers that are asked for anew are called off by the client itself.
 */
export function askAgain(queryClient: QueryClient): void {
  const outdated = new WeakSet<Query>();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'fetch') outdated.delete(query);
    if (action.type === 'invalidate' && query.state.fetchStatus === 'fetching') outdated.add(query);
    if (action.type !== 'success' || !outdated.delete(query)) return;
    const refetchType = query.meta?.standsStill ? 'none' : 'active';
    void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
  });
}
