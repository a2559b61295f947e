import type { Query, QueryClient } from '@tanstack/react-query';

/** Takes away what stands of failures whose reads are asked again just now. A page has one query client. */
let showAsking: () => void = () => undefined;
let isPressed = false;

/** Asks again because somebody pressed Retry: what failed makes room for what is coming. */
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
 * Lets a failure stand while its read is asked again by itself, every half minute or when the window is looked at: the
 * screen would else change to its skeleton and back for as long as the server is away. Whoever comes anew sees no failure
 * of before.
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
