import type { Query, QueryClient } from '@tanstack/react-query';

/** Clears the failures of reads that are just fetched again. A page has one query client. */
let showAsking: () => void = () => undefined;
let isPressed = false;

/** Fetches again because Retry was pressed: the failure gives way to the loading state. */
export function askPressed(ask: () => void): void {
  isPressed = true;
  try {
    showAsking();
    ask();
  } finally {
    isPressed = false;
  }
}

/**
 * Keeps a failure visible while its read is fetched again by itself, every half minute or on window focus: otherwise
 * the screen would switch to its skeleton and back while the server is away. A new observer sees no earlier failure.
 */
export function keepFailures(queryClient: QueryClient): void {
  const failures = new Map<Query, Error>();
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'removed' || event.type === 'observerAdded') failures.delete(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'success') failures.delete(query);
    if (action.type === 'error' && query.state.error) failures.set(query, query.state.error);
    const failure = failures.get(query);
    if (action.type !== 'fetch' || query.state.status !== 'pending' || !failure) return;
    if (isPressed) failures.delete(query);
    else query.setState({ status: 'error', error: failure });
  });
  showAsking = () => {
    for (const query of failures.keys()) {
      if (query.state.fetchStatus === 'idle' || query.state.data !== undefined) continue;
      failures.delete(query);
      query.setState({ status: 'pending', error: null });
    }
  };
}
