import { useSyncExternalStore } from 'react';

// Whether the server answers, as the last call saw it. While it does not, a light look at /health every two seconds
// finds out when it is back, whatever the screen is doing.

const LOOK_AGAIN = 2000;

type Connection = { isReachable: boolean; since: number };

let connection: Connection = { isReachable: true, since: Date.now() };
let lookingAgain: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<() => void>();

function change(isReachable: boolean): void {
  if (connection.isReachable === isReachable) return;
  connection = { isReachable, since: Date.now() };
  for (const listener of listeners) listener();
}

async function look(): Promise<void> {
  lookingAgain = null;
  try {
    const response = await fetch('/api/v1/health', { signal: AbortSignal.timeout(LOOK_AGAIN) });
    if (response.ok) return reportReached();
  } catch {
    // Still gone; the next look follows.
  }
  lookAgain();
}

function lookAgain(): void {
  lookingAgain ??= setTimeout(() => void look(), LOOK_AGAIN);
}

/** An answer came, whatever it said. */
export function reportReached(): void {
  if (lookingAgain) clearTimeout(lookingAgain);
  lookingAgain = null;
  change(true);
}

/** No answer came. */
export function reportUnreachable(): void {
  change(false);
  lookAgain();
}

/** Calls `listener` when the server goes or comes back; answers how to stop. */
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readConnection(): Connection {
  return connection;
}

/** Whether the server answers, and since when (epoch milliseconds) it does or does not. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, readConnection);
}
