import { ApiError } from '#contract/errors.ts';
import { applyHolds } from '#domain/cart.ts';
import { LOCK_LIFETIME, nextLockRefresh } from '#domain/locks.ts';
import { api } from '#renderer/lib/api-client.ts';
import { onConnectionChange, readConnection } from '#renderer/lib/connection.ts';
import type { Store, TillState } from './till-state.ts';

/** Keeps the cart's units held: wakes before the soonest hold ends, and as soon as the server is back. */
export function keepHolds(store: Store<TillState>, onLost: (messages: string[]) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;

  async function refresh(): Promise<void> {
    const { draft } = store.read().cart;
    if (!draft || isBusy || !readConnection().isReachable) return;
    isBusy = true;
    try {
      const sentAt = Date.now();
      const report = await api.transactions.refreshLocks({ params: { transactionId: draft.id }, body: {} });
      const { cart } = store.read();
      if (cart.draft?.id !== draft.id) return;
      const held = new Map(report.locked.map((hold) => [hold.inventory_item_id, sentAt + LOCK_LIFETIME]));
      const lost = new Map(report.lost.map((unit) => [unit.inventory_item_id, unit.message]));
      store.change({ cart: applyHolds(cart, held, lost) });
      if (lost.size) onLost([...lost.values()]);
    } catch (error) {
      // Without a server the next look is when it is back; a refused refresh shows at the next save.
      if (!(error instanceof ApiError)) return;
    } finally {
      isBusy = false;
      plan();
    }
  }

  function plan(): void {
    clearTimeout(timer);
    const expiries = store.read().cart.lines.flatMap((line) => line.lock_expires_at ?? []);
    if (expiries.length === 0 || isBusy) return;
    const wait = nextLockRefresh(Date.now(), expiries) - Date.now();
    timer = setTimeout(() => void refresh(), Math.max(wait, 1000));
  }

  const stopWatching = store.watch(plan);
  const stopListening = onConnectionChange(() => void refresh());
  return () => {
    clearTimeout(timer);
    stopWatching();
    stopListening();
  };
}
