import type { DraftPlace, DraftSnapshot } from '#bridge/drafts.ts';
import { EMPTY_CART, type Cart, type CartLine } from '#domain/cart.ts';
import type { Outside } from '#renderer/lib/outside.ts';
import type { KeptCart, Store, TillState } from '../sale/till-state.ts';

/** A kept cart as it is read back; an older till's has no customer, and no prices of other groups. */
function readCart(json: string): Cart {
  const kept = JSON.parse(json) as Cart;
  const lines = kept.lines.map((line: Partial<CartLine> & CartLine) => ({
    ...line,
    discounts: line.discounts ?? [],
    prices: line.prices ?? {
      retail_price: line.price,
      member_price: null,
      wholesale_price: null,
      minimum_price: null,
    },
  }));
  return { ...EMPTY_CART, ...kept, lines };
}

function readKept({ cart_key, saved_at, cart: json }: DraftSnapshot): KeptCart[] {
  try {
    const cart = readCart(json);
    return cart.lines.length > 0 ? [{ key: cart_key, savedAt: saved_at, cart }] : [];
  } catch {
    return [];
  }
}

/**
 * Keeps a copy of the working cart on this till, against a crash, a power cut or a dead network. Each cart has a name of
 * its own from its first item until it is sold, saved or left, so that none takes the place of another.
 */
export function keepSnapshot({ till, clock }: Outside, store: Store<TillState>, place: DraftPlace) {
  let key: string = crypto.randomUUID();
  let kept = EMPTY_CART;
  let keptAt: number | null = null;

  const startNext = (next: string = crypto.randomUUID()) => {
    key = next;
    kept = EMPTY_CART;
    keptAt = null;
  };

  async function save(cart: Cart): Promise<void> {
    const saved_at = clock.now();
    const mine = key;
    await till.drafts.save({ cart_key: key, ...place, saved_at, cart: JSON.stringify(cart) });
    if (mine !== key) return;
    keptAt = saved_at;
    if (store.read().saving === 'on-till') store.change({ keptAt });
  }

  function keep(): void {
    const { cart } = store.read();
    if (cart === kept) return;
    if (cart.lines.length > 0) {
      kept = cart;
      // Storage may be full or forbidden; the till sells without its copy.
      save(cart).catch(() => undefined);
    } else if (kept.lines.length > 0) {
      void till.drafts.remove(key).catch(() => undefined);
      startNext();
    }
  }

  return {
    listen: () => store.watch(keep),
    key: () => key,
    keptAt: () => keptAt,
    /** The carts of this person at this store that this till keeps and does not work on. */
    find: async (): Promise<KeptCart[]> =>
      (await till.drafts.list(place)).flatMap(readKept).filter((cart) => cart.key !== key),
    /** Goes on with a kept cart under its name; the one that was worked on stays kept. */
    takeUp: startNext,
    /** Stays kept; the next cart gets a name of its own. */
    putAside: () => startNext(),
    remove: (cartKey: string) => till.drafts.remove(cartKey),
  };
}
export type Snapshot = ReturnType<typeof keepSnapshot>;
