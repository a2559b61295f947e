import { ApiError } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import {
  applyHolds,
  type Cart,
  cartTotals,
  cartOfRest,
  EMPTY_CART,
  giveTo,
  soundLines,
} from '#domain/cart.ts';
import { LOCK_LIFETIME } from '#domain/locks.ts';
import { mergeCarts } from '#domain/merge-carts.ts';
import { excessWithoutCash } from '#domain/payments.ts';
import type { TaxRule } from '#domain/totals.ts';
import { byKey, lineKey, unitOf } from '#domain/sale-line.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { forgetAnswered } from '#renderer/lib/pending-requests.ts';
import type { Services } from '#renderer/lib/services.ts';
import { cartCustomer, chosenCustomer, draftOf } from '../cart/cart-lines.ts';
import { isOver, settleRefusal, type RefusalDeps } from './save-refusals.ts';
import { sendSave, unansweredSaves, writeSaveDown } from './save-request.ts';
import { isWaiting, nextSave, type Take, type Taken, unsavedLines, type Work, workOn } from './save-work.ts';

/**
 * Returns the cart with the server's answer: its draft, five more minutes for every locked unit, and its customer and
 * prices, unless the customer changed since it was `sent`.
 */
function adoptSaved(cart: Cart, sent: Cart, saved: Transaction, sentAt: number): Cart {
  const isSameCustomer = cart.customer === sent.customer;
  const items = byKey(saved.transaction_items);
  // If the till is switched off, a save does not extend the holds.
  const locked = saved.transaction_items.filter(({ inventory_item: { status } }) =>
    ['locked', 'reserved'].includes(status),
  );
  const held = new Map(locked.map((item) => [unitOf(item), sentAt + LOCK_LIFETIME]));
  const lines = cart.lines.map((line) => ({
    ...line,
    price: (isSameCustomer ? items.get(lineKey(line))?.price : undefined) ?? line.price,
  }));
  const customer = isSameCustomer ? saved.customer && cartCustomer(saved.customer) : cart.customer;
  return { ...applyHolds({ ...cart, customer, lines }, held, new Map()), draft: draftOf(saved) };
}

type SaverDeps = RefusalDeps & {
  services: Services;
  /** The tax that the store charges now. */
  tax: () => TaxRule;
  /** The key under which this till keeps the cart. */
  cartKey: () => string;
  /** The time when this till last kept the cart (epoch milliseconds). */
  snapshotAt: () => number | null;
  /** Returns a draft saved elsewhere as it is now if this sign-in holds its units; null if another till has it. */
  rejoin: (draftId: number) => Promise<Cart | null>;
  /** Called if a recovered cart cannot be continued. */
  onTakingRefused: (error: ApiError) => void;
};

/** The cart's present work: another one for each cart. */
type Present = { work: Work };

/** Returns what replaces the cart by one that the server has, and drops pending saves. */
const createReset =
  ({ store, tell }: SaverDeps, present: Present) =>
  (cart: Cart): void => {
    if (present.work.excess > 0) tell({ kind: 'not_overpaid' });
    present.work = workOn(cart);
    store.change({
      cart,
      saving: cart.draft ? 'saved' : 'none',
      lowPrice: null,
      highlighted: null,
      repriced: [],
      removed: [],
    });
  };

type Changing = { reset: (cart: Cart) => void; follow: () => void };

/** Goes on with a cart that the server, another window or another till has otherwise. */
function createTaking(deps: SaverDeps, present: Present, { reset, follow }: Changing) {
  const { store, tell } = deps;

  /** Leaves the draft to the till that has it now; unsaved lines start a new one. */
  function letGo({ saved }: Work): void {
    const own = unsavedLines(store.read().cart, saved);
    reset(EMPTY_CART);
    if (own.length === 0) return;
    // The customer stays with the draft.
    store.change({ cart: cartOfRest(own) });
    follow();
  }

  return {
    letGo,
    takeFirst: async (mine: Work, take: Take): Promise<void> => {
      const taken = await take(() => mine === present.work);
      if (mine !== present.work) return;
      mine.take = null;
      if (!taken) return letGo(mine);
      const { cart, saved } = taken;
      mine.saved = saved;
      mine.isDirty = true;
      const { removed, repriced, cart: before } = store.read();
      const back = byKey(cart.lines);
      store.change({
        cart,
        removed: removed.filter(({ line }) => !back.has(lineKey(line))),
        repriced: cart.customer?.id === before.customer?.id ? repriced : [],
      });
    },
    /** Continues on the draft of another window with what was changed here; reports `refusal` if another till has it. */
    rejoin: async (mine: Work, refusal: ApiError): Promise<Taken | null> => {
      const { cart } = store.read();
      let saved: Cart | null;
      try {
        saved = cart.draft && (await deps.rejoin(cart.draft.id));
      } catch (error) {
        // It was completed or deleted just now: the next save finds that out, and keeps what only this till has.
        if (isOver(error)) return { cart: store.read().cart, saved: mine.saved };
        throw error;
      }
      if (!saved) {
        const total = cartTotals(mine.saved, deps.tax()).total_amount;
        const isSplit = unsavedLines(store.read().cart, mine.saved).length > 0;
        tell({ kind: 'taken_over', cart: { ...mine.saved, draft: cart.draft }, total, refusal, isSplit });
        return null;
      }
      const merged = mergeCarts({ base: mine.saved, mine: store.read().cart, theirs: saved });
      tell({ kind: 'rejoined', isConflict: merged.isConflict });
      return { cart: merged.cart, saved };
    },
  };
}

type Taking = ReturnType<typeof createTaking>;

/** Returns what handles a refused save: true if saving continues. */
function createHandling(deps: SaverDeps, present: Present, { letGo, rejoin, reset }: Taking & Changing) {
  const { services, store, tell } = deps;

  /** Prices the cart for the group that its customer has now, which somebody changed since the customer was chosen. */
  async function refreshGroup(mine: Work): Promise<void> {
    const { customer } = store.read().cart;
    if (!customer) return;
    const params = { customerId: customer.id };
    const fresh = chosenCustomer(await services.api.customers.get({ params }));
    const { cart } = store.read();
    if (mine !== present.work || cart.customer !== customer || fresh.group?.slug === customer.group?.slug)
      return;
    store.change(giveTo(cart, fresh));
  }

  return (error: ApiError, mine: Work): boolean => {
    if (mine.pending) void forgetAnswered(services, [mine.pending.request.key]);
    mine.pending = null;
    mine.isDirty = true;
    const { draft } = store.read().cart;
    // Without the approval the server names the discounts that are too deep.
    if (error.code === 'approval_invalid') return true;
    switch (settleRefusal(error, deps, mine.saved)) {
      case 'again':
        return true;
      case 'trust': {
        const isFirst = !mine.trustServer;
        mine.trustServer = true;
        return isFirst;
      }
      case 'rejoin':
        mine.take = () => rejoin(mine, error);
        return true;
      case 'over':
        letGo(mine);
        if (draft) tell({ kind: 'over', draftId: draft.id });
        return false;
      case 'cancelled':
        reset(EMPTY_CART);
        return false;
      case 'wait':
        // A manager is asked for the prices that hold, not for those of the group before.
        if (error.code === 'price_floor') void refreshGroup(mine).catch(() => undefined);
        return false;
    }
  };
}

/** Returns what sends the newest cart once. */
const createSaving =
  (deps: SaverDeps, present: Present) =>
  async (mine: Work): Promise<void> => {
    const { services, store, tell } = deps;
    const sent = nextSave(mine, store.read().cart, deps.tax());
    if (!sent) return;
    await writeSaveDown(services, sent.request, deps.cartKey());
    const sentAt = services.clock.now();
    const saved = await sendSave(services, sent.request);
    if (mine === present.work) {
      mine.pending = null;
      if (sent.trustServer) mine.trustServer = false;
      const adopted = adoptSaved(sent.cart, sent.cart, saved, sentAt);
      mine.saved = { ...adopted, lines: soundLines(adopted) };
      store.change({ cart: adoptSaved(store.read().cart, sent.cart, saved, sentAt), lowPrice: null });
      const before = mine.excess;
      mine.excess = excessWithoutCash(saved.total_amount, saved.payments);
      if (mine.excess > before) tell({ kind: 'overpaid', saved, excess: mine.excess });
      if (mine.excess < before) tell({ kind: 'not_overpaid' });
    }
    // Comes last: the copy on this till must know the draft before the journal entry that created it is gone.
    void forgetAnswered(services, [sent.request.key]);
  };

/**
 * Saves every change of the cart to its draft, one at a time, and only the newest. Without a server the cart waits
 * here. A unit that another till took is marked lost and the rest is saved. A draft that another till took over is let
 * go: lines never saved to it start a new one. A draft saved in another window of this sign-in is rejoined.
 */
export function createDraftSaver(deps: SaverDeps) {
  const { services, store } = deps;
  const present: Present = { work: workOn(EMPTY_CART) };
  const reset = createReset(deps, present);
  const changing: Changing = { reset, follow: () => follow() };
  const taking = createTaking(deps, present, changing);
  const handle = createHandling(deps, present, { ...taking, ...changing });
  const saveOnce = createSaving(deps, present);

  async function run(mine: Work): Promise<void> {
    store.change({ saving: 'saving' });
    while (isWaiting(mine)) {
      try {
        if (mine.take) await taking.takeFirst(mine, mine.take);
        else await saveOnce(mine);
      } catch (error) {
        if (mine !== present.work) return;
        if (error instanceof ApiError && mine.take) return deps.onTakingRefused(error);
        if (error instanceof ApiError && handle(error, mine)) continue;
        if (mine === present.work) store.change({ saving: 'on-till', snapshotAt: deps.snapshotAt() });
        throw error;
      }
      if (mine !== present.work) return;
    }
    store.change({ saving: store.read().cart.draft ? 'saved' : 'none' });
  }

  function start(): Promise<void> {
    const mine = present.work;
    mine.running ??= run(mine).finally(() => {
      mine.running = null;
    });
    return mine.running;
  }

  /** Saves the changed cart to its draft. */
  function follow(approved: Approved = {}): void {
    const { work } = present;
    work.isDirty = true;
    work.approved = { ...work.approved, ...approved };
    void start().catch(() => undefined);
  }

  return {
    follow,
    /** Saves the cart with the server's present prices. */
    reprice: (): void => {
      present.work.trustServer = true;
      follow();
    },
    /** Resolves once the server has the newest cart; throws what prevents that. */
    async flush(): Promise<void> {
      while (isWaiting(present.work) || present.work.running) await start();
    },
    reset,
    /** Returns a sign of the till's present cart, another one for each, however it is changed. */
    current: (): object => present.work,
    /** Continues a recovered cart: `take` runs before any save, now or when the server is back. */
    resume: (cart: Cart, take: Take): void => {
      reset(cart);
      present.work.saved = EMPTY_CART;
      present.work.take = take;
      follow();
    },
    /** Drops the cart: the till starts empty. */
    forget: () => reset(EMPTY_CART),
    /** True while a new draft was sent without an answer: it may exist or not. */
    mayHaveCreated: () => present.work.pending?.request.draftId === null,
    /** The key of a save that was sent without an answer, also before the till was cut off; null without one. */
    unansweredKey: async (): Promise<string | null> =>
      present.work.pending?.request.key ??
      (await unansweredSaves(services, deps.cartKey())).at(-1)?.key ??
      null,
    /** Saves pending changes as soon as the server is back; returns the function that stops this. */
    listen: () =>
      services.connection.onChange(() => {
        if (services.connection.read().isReachable && isWaiting(present.work))
          void start().catch(() => undefined);
      }),
  };
}
export type DraftSaver = ReturnType<typeof createDraftSaver>;
