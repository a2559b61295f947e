import type { Cart } from '#domain/cart.ts';
import { till } from '#renderer/lib/till.ts';
import type { Store, TillState } from './till-state.ts';

/** Keeps a copy of the working cart on this till, against a crash, a power cut or a dead network. */
export function keepSnapshot(store: Store<TillState>, owner: { staffId: number; storeId: number }) {
  let kept: Cart | null = null;

  const keep = () => {
    const { cart, recovery } = store.read();
    if (cart === kept || recovery) return;
    const wasEmpty = kept === null || kept.lines.length === 0;
    kept = cart;
    if (cart.lines.length === 0) {
      if (!wasEmpty) void till.drafts.clear();
      return;
    }
    const { staffId: staff_id, storeId: store_id } = owner;
    void till.drafts.save({ staff_id, store_id, saved_at: Date.now(), cart: JSON.stringify(cart) });
  };

  return {
    listen: () => store.watch(keep),
    /** A cart of this person at this store that was cut off, or null. */
    async find(): Promise<TillState['recovery']> {
      const snapshot = await till.drafts.load();
      if (!snapshot || snapshot.staff_id !== owner.staffId || snapshot.store_id !== owner.storeId)
        return null;
      try {
        const cart = JSON.parse(snapshot.cart) as Cart;
        return cart.lines.length > 0 ? { snapshot, cart } : null;
      } catch {
        return null;
      }
    },
  };
}
