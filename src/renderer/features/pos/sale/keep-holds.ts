import { ApiError } from '#contract/errors.ts';
import type { StoreChanges } from '#contract/pos.ts';
import { applyHolds, type CartLine, unheld } from '#domain/cart.ts';
import { nextLockRefresh } from '#domain/locks.ts';
import { unitOf } from '#domain/sale-line.ts';
import type { Zones } from '#domain/store-time.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { StoreFeed } from '../catalogue/store-feed.ts';
import { lostText, readHolds } from './holds.ts';
import type { Tell } from './till-events.ts';
import type { Store, TillState } from './till-state.ts';

/** The shortest time between two refreshes, in milliseconds, while the server refuses. */
const SHORTEST_WAIT = 5000;

type HoldKeeperDeps = {
  services: Services;
  store: Store<TillState>;
  feed: StoreFeed;
  zones: () => Zones;
  tell: Tell;
  /** Called if the draft is gone or done: saving it finds out what to do. */
  onRefused: () => void;
};

/** True for a held unit that the store has no more, as far as an answer of the feed tells. */
const isGone = ({ variations }: StoreChanges, { product_variation_id, ...line }: CartLine): boolean =>
  line.lock_expires_at !== null &&
  variations.some(
    ({ id, units }) => id === product_variation_id && !units.some((unit) => unit.id === unitOf(line)),
  );

/**
 * Refreshes the cart's holds before the first one ends, when the server is back, and when a unit was sold elsewhere; returns
 * how to stop.
 */
export function keepHolds({ services, store, feed, zones, tell, onRefused }: HoldKeeperDeps): () => void {
  const { api, connection, clock } = services;
  let callOff: () => void = () => undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    const { draft, lines } = store.read().cart;
    // Units that are not locked yet are locked by the save that confirms them.
    const isHeld = lines.some((line) => line.lock_expires_at !== null);
    if (!draft || !isHeld || isBusy || !connection.read().isReachable) return;
    isBusy = true;
    try {
      const sentAt = clock.now();
      const report = await api.transactions.refreshLocks({ params: { transactionId: draft.id }, body: {} });
      const { cart } = store.read();
      if (cart.draft?.id !== draft.id) return;
      const { held, lost } = readHolds(report, sentAt, zones());
      store.change({ cart: applyHolds(cart, held, lost) });
      const messages = lostText(cart, lost);
      if (messages.length) tell({ kind: 'lost', messages });
    } catch (error) {
      // A till that is switched off holds no units and asks for none.
      if (error instanceof ApiError && error.code === 'pos_disabled') return letGo();
      // Without a server the next refresh comes when it is back.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) onRefused();
    } finally {
      isBusy = false;
      plan();
    }
  }

  function letGo(): void {
    const { cart } = store.read();
    store.change({
      cart: { ...cart, lines: cart.lines.map(unheld) },
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
  const stopFollowing = feed.onChanges((changes) => {
    const { draft, lines } = store.read().cart;
    // The end of its own sale is told where it is paid.
    if (draft?.sent === undefined && lines.some((line) => isGone(changes, line))) void refresh();
  });
  return () => {
    callOff();
    stopWatching();
    stopListening();
    stopFollowing();
  };
}
