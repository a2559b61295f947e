import type { DraftPlace, DraftSnapshot } from '#bridge/drafts.ts';
import { EMPTY_CART, type Cart, type CartLine } from '#domain/cart.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { SavedCart, Store, TillState } from '../sale/till-state.ts';

/** Parses a kept cart; one of an older till lacks the customer and other groups' prices. */
function readCart(json: string): Cart {
  const saved = JSON.parse(json) as Cart;
  const lines = saved.lines.map((line: Partial<CartLine> & CartLine) => ({
    ...line,
    discounts: line.discounts ?? [],
    prices: line.prices ?? {
      retail_price: line.price,
      member_price: null,
      wholesale_price: null,
      minimum_price: null,
    },
  }));
  return { ...EMPTY_CART, ...saved, lines };
}

/** True if a cart holds what somebody would have to enter again, or was sent to be completed and not answered. */
const isWorthKeeping = ({ lines, exchange, draft }: Cart): boolean =>
  lines.length > 0 || Boolean(exchange) || draft?.sent !== undefined;

function readSaved({ cart_key, saved_at, cart: json }: DraftSnapshot): SavedCart[] {
  try {
    const cart = readCart(json);
    return isWorthKeeping(cart) ? [{ key: cart_key, savedAt: saved_at, cart }] : [];
  } catch {
    return [];
  }
}

/**
 * Keeps a copy of the working cart on this till, against a crash, a power cut or a dead network. Each cart has its own
 * key from its first item until it is sold, saved or left, so that no cart overwrites another.
 */
export function keepSnapshot({ till, clock }: Services, store: Store<TillState>, place: DraftPlace) {
  let key: string = crypto.randomUUID();
  let saved = EMPTY_CART;
  let snapshotAt: number | null = null;

  const startNext = (next: string = crypto.randomUUID()) => {
    key = next;
    saved = EMPTY_CART;
    snapshotAt = null;
  };

  async function save(cart: Cart): Promise<void> {
    const saved_at = clock.now();
    const mine = key;
    await till.drafts.save({ cart_key: key, ...place, saved_at, cart: JSON.stringify(cart) });
    if (mine !== key) return;
    snapshotAt = saved_at;
    if (store.read().saving === 'on-till') store.change({ snapshotAt });
  }

  function keep(): void {
    const { cart } = store.read();
    if (cart === saved) return;
    if (isWorthKeeping(cart)) {
      saved = cart;
      // Storage may be full or forbidden; the till sells without the copy.
      save(cart).catch(() => undefined);
    } else if (isWorthKeeping(saved)) {
      void till.drafts.remove(key).catch(() => undefined);
      startNext();
    }
  }

  return {
    listen: () => store.watch(keep),
    key: () => key,
    snapshotAt: () => snapshotAt,
    /** Returns this person's carts at this store that this till keeps, except the one it works on. */
    find: async (): Promise<SavedCart[]> =>
      (await till.drafts.list(place)).flatMap(readSaved).filter((cart) => cart.key !== key),
    /** Continues a kept cart under its key; the cart worked on before stays kept. */
    takeUp: startNext,
    /** Keeps the cart; the next one gets its own key. */
    park: () => startNext(),
    remove: (cartKey: string) => till.drafts.remove(cartKey),
  };
}
export type Snapshot = ReturnType<typeof keepSnapshot>;
