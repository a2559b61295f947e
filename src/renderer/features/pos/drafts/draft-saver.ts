import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { applyHolds, EMPTY_CART, giveTo, soundLines, takeBackDiscounts, type Cart } from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import type { TaxRule } from '#domain/totals.ts';
import { onConnectionChange, readConnection } from '#renderer/lib/connection.ts';
import { cartCustomer, draftOf } from '../cart/cart-lines.ts';
import { forgetWish, saveWish, sendSave, writeDown, type SaveWish } from './save-wish.ts';
import type { Store, TillState } from '../sale/till-state.ts';
import { whoHolds } from '../sale/who-holds.ts';

type Pending = { wish: SaveWish; cart: Cart; trustServer: boolean };

/** A cart that was cut off, as it goes on: what the till has of it now, and what of that the server has. */
export type Taken = { cart: Cart; saved: Cart };

export type SaverDeps = {
  store: Store<TillState>;
  tax: TaxRule;
  timeZone: string;
  /** What went wrong, in words for the cashier. */
  report: (error: unknown, title: string) => void;
  /** The customer has a draft already: the cart went back to whom it was for. */
  onDraftExists: (draft: ErrorDetails['draft']) => void;
  /** The name under which this till keeps the cart. */
  cartKey: () => string;
  /** When this till last kept the cart (epoch milliseconds). */
  keptAt: () => number | null;
  /** A cart that was cut off cannot go on. */
  onTakingRefused: (error: ApiError) => void;
};

/**
 * The cart with what the server said of it: its draft, five more minutes for every unit it holds, and its customer and
 * prices, unless the sale was given to somebody else meanwhile.
 */
function adopt(cart: Cart, sent: Cart, saved: Transaction, sentAt: number): Cart {
  const isSameCustomer = cart.customer === sent.customer;
  const prices = new Map(saved.transaction_items.map((item) => [item.inventory_item_id, item.price]));
  const held = new Map(
    saved.transaction_items.map((item) => [item.inventory_item_id, sentAt + LOCK_LIFETIME]),
  );
  const lines = cart.lines.map((line) => ({
    ...line,
    price: (isSameCustomer ? prices.get(line.inventory_item_id) : undefined) ?? line.price,
  }));
  const customer = isSameCustomer ? saved.customer && cartCustomer(saved.customer) : cart.customer;
  return { ...applyHolds({ ...cart, customer, lines }, held, new Map()), draft: draftOf(saved) };
}

/** Why each unit that a refusal names is lost; it names the holder of the first one only. */
function lostUnits(error: ApiError, timeZone: string): Map<number, string> {
  const [first, ...others] = error.details.inventory_item_ids ?? [];
  const lost = new Map(others.map((id) => [id, error.message]));
  return first === undefined ? lost : lost.set(first, whoHolds(error.details, timeZone) ?? error.message);
}

const isWorthSaving = (cart: Cart) => cart.draft !== null || soundLines(cart).length > 0;

/**
 * Saves every change of the cart to its draft, one after the other, and only the newest. Without a server the cart
 * waits here. A unit that another till took is marked lost and the rest is saved. A draft that another till took over is
 * let go: what was never saved to it starts a new one.
 */
export function createDraftSaver(deps: SaverDeps) {
  const { store, tax, timeZone, report, onDraftExists } = deps;
  let isDirty = false;
  let pending: Pending | null = null;
  /** What has to be done before a cart that was cut off is saved. */
  let take: (() => Promise<Taken>) | null = null;
  let trustServer = false;
  let running: Promise<void> | null = null;
  let generation = 0;
  /** The cart that the server has. */
  let savedCart = EMPTY_CART;

  async function takeFirst(work: () => Promise<Taken>): Promise<void> {
    const mine = generation;
    const taken = await work();
    if (mine !== generation) return;
    take = null;
    savedCart = taken.saved;
    isDirty = true;
    store.change({ cart: taken.cart });
  }

  async function saveOnce(): Promise<void> {
    const { cart } = store.read();
    if (!pending) {
      isDirty = false;
      if (!isWorthSaving(cart)) return;
      pending = { wish: saveWish(cart, tax, trustServer), cart, trustServer };
    } else if (pending.cart !== cart) isDirty = true;
    const sent = pending;
    const mine = generation;
    const cartKey = deps.cartKey();
    await writeDown(sent.wish, cartKey);
    const sentAt = Date.now();
    const saved = await sendSave(sent.wish);
    if (mine !== generation) return forgetWish(sent.wish.key);
    pending = null;
    if (sent.trustServer) trustServer = false;
    savedCart = { ...sent.cart, lines: soundLines(sent.cart) };
    store.change({ cart: adopt(store.read().cart, sent.cart, saved, sentAt) });
    // Last: the copy on this till has to know the draft before the journal forgets that it may exist.
    forgetWish(sent.wish.key);
  }

  /** Stands with a cart as the server has it; what was on its way is of no interest any more. */
  function reset(cart: Cart): void {
    generation += 1;
    isDirty = false;
    pending = null;
    take = null;
    running = null;
    trustServer = false;
    savedCart = cart;
    store.change({ cart, saving: cart.draft ? 'saved' : 'none', highlighted: null, repriced: [] });
  }

  /** Leaves the draft to the till that has it now. */
  function letGo(cart: Cart): void {
    const savedIds = new Set(savedCart.lines.map((line) => line.inventory_item_id));
    const own = soundLines(cart).filter((line) => !savedIds.has(line.inventory_item_id));
    reset(EMPTY_CART);
    if (own.length === 0) return;
    // Its customer stays with the draft.
    store.change({ cart: giveTo({ ...EMPTY_CART, lines: own }, null).cart });
    request();
  }

  /** The sale goes back to whom the server has it for, or to a walk-in; answers whether that changes anything. */
  function takeBackCustomer(cart: Cart): boolean {
    const { customer } = cart;
    if (customer === null) return false;
    const before = savedCart.customer?.id === customer.id ? null : savedCart.customer;
    store.change({ cart: giveTo(cart, before).cart, repriced: [] });
    return true;
  }

  function takeBack(cart: Cart, itemIds: readonly number[]): boolean {
    const changed = takeBackDiscounts(cart, itemIds, savedCart);
    if (changed) store.change({ cart: changed });
    return changed !== null;
  }

  /** Answers whether saving goes on after a refusal. */
  function handle(error: ApiError): boolean {
    if (pending) forgetWish(pending.wish.key);
    pending = null;
    isDirty = true;
    const { cart } = store.read();
    switch (error.code) {
      case 'item_unavailable': {
        const lost = lostUnits(error, timeZone);
        store.change({ cart: applyHolds(cart, new Map(), lost) });
        report(error, 'Failed to add item');
        return lost.size > 0;
      }
      case 'total_changed':
        report(error, 'Prices have changed');
        if (trustServer) return false;
        trustServer = true;
        return true;
      case 'price_floor':
        report(error, 'Discount taken back');
        return takeBack(cart, error.details.inventory_item_ids ?? []);
      case 'draft_exists':
        onDraftExists(error.details.draft);
        return takeBackCustomer(cart);
      case 'customer_not_found':
        report(error, 'Failed to save draft');
        return takeBackCustomer(cart);
      case 'transaction_not_found':
        store.change({ cart: { ...cart, draft: null } });
        return true;
      case 'draft_changed':
      case 'illegal_state':
        report(error, 'Failed to save draft');
        letGo(cart);
        return false;
      default:
        report(error, 'Failed to save draft');
        return false;
    }
  }

  async function run(): Promise<void> {
    const mine = generation;
    store.change({ saving: 'saving' });
    while (isDirty || pending) {
      try {
        if (take) await takeFirst(take);
        else await saveOnce();
      } catch (error) {
        if (mine !== generation) return;
        if (error instanceof ApiError && take) return deps.onTakingRefused(error);
        if (error instanceof ApiError && handle(error)) continue;
        if (mine === generation) store.change({ saving: 'on-till', keptAt: deps.keptAt() });
        throw error;
      }
      if (mine !== generation) return;
    }
    store.change({ saving: store.read().cart.draft ? 'saved' : 'none' });
  }

  function start(): Promise<void> {
    if (running) return running;
    const mine = run().finally(() => {
      if (running === mine) running = null;
    });
    running = mine;
    return mine;
  }

  function request(): void {
    isDirty = true;
    void start().catch(() => undefined);
  }

  return {
    /** The cart changed: its draft follows. */
    request,
    /** Waits until the server has the newest cart; throws what stands in the way. */
    async flush(): Promise<void> {
      while (isDirty || pending || running) await start();
    },
    reset,
    /** Goes on with a cart that was cut off: it is taken before anything of it is saved, now or when the server is back. */
    resume: (cart: Cart, work: () => Promise<Taken>): void => {
      reset(cart);
      savedCart = EMPTY_CART;
      take = work;
      request();
    },
    /** Forgets the cart that was being saved: the till starts empty. */
    forget: () => reset(EMPTY_CART),
    /** Whether a new draft is on its way of which no answer has come: it may exist or not. */
    mayHaveCreated: () => pending !== null && pending.wish.draftId === null,
    /** Saves what waits as soon as the server is back; answers how to stop. */
    listen: () =>
      onConnectionChange(() => {
        if (readConnection().isReachable && (isDirty || pending)) void start().catch(() => undefined);
      }),
  };
}
