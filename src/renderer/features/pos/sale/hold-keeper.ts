import { ApiError } from '#contract/errors.ts';
import { applyHolds } from '#domain/cart.ts';
import { nextLockRefresh } from '#domain/locks.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { Store, TillState } from './till-state.ts';
import { lostText, readHolds } from './holds.ts';

/** Milliseconds between two looks while the server refuses. */
const SHORTEST_WAIT = 5000;

export type HoldKeeperDeps = {
  services: Services;
  store: Store<TillState>;
  timeZone: string;
  onLost: (messages: string[]) => void;
  /** The draft is gone or done: saving it finds out what to do. */
  onRefused: () => void;
};

/** Keeps the cart's units held: wakes before the soonest hold ends, and as soon as the server is back. */
export function keepHolds({ services, store, timeZone, onLost, onRefused }: HoldKeeperDeps): () => void {
  const { api, connection, clock } = services;
  let callOff: () => void = () => undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    const { draft, lines } = store.read().cart;
    // What is not held yet is held by the save that confirms it.
    const isHeld = lines.some((line) => line.lock_expires_at !== null);
    if (!draft || !isHeld || isBusy || !connection.read().isReachable) return;
    isBusy = true;
    try {
      const sentAt = clock.now();
      const report = await api.transactions.refreshLocks({ params: { transactionId: draft.id }, body: {} });
      const { cart } = store.read();
      if (cart.draft?.id !== draft.id) return;
      const { held, lost } = readHolds(report, sentAt, timeZone);
      store.change({ cart: applyHolds(cart, held, lost) });
      const messages = lostText(cart, lost);
      if (messages.length) onLost(messages);
    } catch (error) {
      // Where the till was switched off nothing is held any more, nor asked for.
      if (error instanceof ApiError && error.code === 'pos_disabled') return letGo();
      // Without a server the next look is when it is back.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onRefused();
    } finally {
      isBusy = false;
      plan();
    }
  }

  function letGo(): void {
    const { cart } = store.read();
    store.change({
      cart: { ...cart, lines: cart.lines.map((line) => ({ ...line, lock_expires_at: null })) },
    });
  }

  function plan(): void {
    callOff();
    const expiries = store.read().cart.lines.flatMap((line) => line.lock_expires_at ?? []);
    if (expiries.length === 0 || isBusy) return;
    const wait = nextLockRefresh(clock.now(), expiries) - clock.now();
    callOff = clock.after(Math.max(wait, SHORTEST_WAIT), () => void refresh());
  }

  const stopWatching = store.watch(plan);
  const stopListening = connection.onChange(() => void refresh());
  return () => {
    callOff();
    stopWatching();
    stopListening();
  };
}
