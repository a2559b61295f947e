import { useSyncExternalStore } from 'react';

// Whether the server answers, as the last call saw it. While it does not, a light look at /health every two seconds
// finds out when it is back, whatever the screen is doing.

const LOOK_AGAIN = 2000;

type Connection = {
  isReachable: boolean;
  since: number;
  /** Why a server that may well be there is not worked with, in words for the cashier; null where it is simply gone. */
  reason: string | null;
};

/** What the server, or the till's main process in its place, says when the till must not go on as it is. */
const tellingCodes = ['certificate_changed', 'certificate_refused', 'client_too_old'];

let connection: Connection = { isReachable: true, since: Date.now(), reason: null };
let lookingAgain: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<() => void>();

function change(isReachable: boolean, reason: string | null = null): void {
  if (connection.isReachable === isReachable && connection.reason === reason) return;
  const since = connection.isReachable === isReachable ? connection.since : Date.now();
  connection = { isReachable, since, reason };
  for (const listener of listeners) listener();
}

async function look(): Promise<void> {
  lookingAgain = null;
  try {
    const response = await fetch('/api/v1/health', { signal: AbortSignal.timeout(LOOK_AGAIN) });
    if (response.ok) return reportReached();
    reportUnreachable(reasonOf(await response.json()));
  } catch {
    reportUnreachable();
  }
}

function lookAgain(): void {
  lookingAgain ??= setTimeout(() => void look(), LOOK_AGAIN);
}

/** Why the till must not go on with the server, in words, when an answer says that; else null. */
export function reasonOf(answer: unknown): string | null {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  return typeof message === 'string' && tellingCodes.includes(String(code)) ? message : null;
}

/** An answer came, whatever it said. */
export function reportReached(): void {
  if (lookingAgain) clearTimeout(lookingAgain);
  lookingAgain = null;
  change(true);
}

/** No answer came, or one after which nothing can be asked: then with the reason. */
export function reportUnreachable(reason: string | null = null): void {
  change(false, reason);
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

/** Whether the server answers, since when (epoch milliseconds) it does or does not, and why it is not worked with. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, readConnection);
}
