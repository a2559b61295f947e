import { useSyncExternalStore } from 'react';
import { clock, type Clock } from './clock.ts';
import { fetchFromShop, type Fetch } from './fetch-from-shop.ts';

// The state of the connection, as of the last call. While the server does not answer, a GET of /health/ready every two
// seconds finds out when it is back, on every screen.

const LOOK_AGAIN = 2000;

type ConnectionState = {
  isReachable: boolean;
  since: number;
  /** Why the server must not be used, in words for the cashier; null where it is simply gone. */
  reason: string | null;
};

export type Connection = {
  read: () => ConnectionState;
  /** Calls `listener` when the server goes or comes back; returns a function that stops it. */
  onChange: (listener: () => void) => () => void;
  /** Reports that any answer came. */
  reportReached: () => void;
  /** Reports that no answer came, or one that stops the till: then with the reason. */
  reportUnreachable: (reason?: string | null) => void;
};

/** Error codes of the server, or of the till's main process in its place, that stop the till. */
const tellingCodes = ['certificate_changed', 'certificate_refused', 'client_too_old', 'other_shop'];

/** Returns why the till must not continue with the server, in words; null for other answers. */
export function reasonOf(answer: unknown): string | null {
  const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown };
  return typeof message === 'string' && tellingCodes.includes(String(code)) ? message : null;
}

/** Watches the connection to one server. */
export function createConnection({ fetch, clock }: { fetch: Fetch; clock: Clock }): Connection {
  let state: ConnectionState = { isReachable: true, since: clock.now(), reason: null };
  let stopLooking: (() => void) | null = null;
  const listeners = new Set<() => void>();

  function change(isReachable: boolean, reason: string | null = null): void {
    if (state.isReachable === isReachable && state.reason === reason) return;
    const since = state.isReachable === isReachable ? state.since : clock.now();
    state = { isReachable, since, reason };
    for (const listener of listeners) listener();
  }

  async function look(): Promise<void> {
    stopLooking = null;
    try {
      const response = await fetch('/api/v1/health/ready', { signal: clock.limit(LOOK_AGAIN) });
      if (response.ok) return reportReached();
      reportUnreachable(reasonOf(await response.json()));
    } catch {
      reportUnreachable();
    }
  }

  function reportReached(): void {
    stopLooking?.();
    stopLooking = null;
    change(true);
  }

  function reportUnreachable(reason: string | null = null): void {
    change(false, reason);
    stopLooking ??= clock.after(LOOK_AGAIN, () => void look());
  }

  return {
    read: () => state,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportReached,
    reportUnreachable,
  };
}

/** The connection to the server of this page. */
export const connection = createConnection({ fetch: fetchFromShop, clock });
export const { read: readConnection, onChange: onConnectionChange } = connection;

/** Returns if the server answers, since when (epoch milliseconds), and why it is not used. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(onConnectionChange, readConnection);
}
