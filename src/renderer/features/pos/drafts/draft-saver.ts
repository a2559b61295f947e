import { ApiError } from '#contract/errors.ts';
import { EMPTY_CART, giveTo, soundLines, type Cart } from '#domain/cart.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { forgetAnswered } from '#renderer/lib/pending-requests.ts';
import type { Services } from '#renderer/lib/services.ts';
import { adoptSaved } from './adopt-saved.ts';
import { settleRefusal, type RefusalDeps } from './save-refusal.ts';
import { sendSave, writeSaveDown } from './save-request.ts';
import { isWaiting, nextSave, unsavedLines, workOn, type Taken, type Work } from './save-work.ts';

export type SaverDeps = RefusalDeps & {
  services: Services;
  /** What the store charges now. */
  tax: () => TaxRule;
  /** The name under which this till keeps the cart. */
  cartKey: () => string;
  /** When this till last kept the cart (epoch milliseconds). */
  snapshotAt: () => number | null;
  /** A draft that was saved elsewhere, as it is now, while its units are held by this sign-in; null when another has it. */
  rejoin: (draftId: number) => Promise<Cart | null>;
  /** The cart goes on over what was saved in another window. */
  onRejoined: () => void;
  /** The draft is a completed sale, or void: this till may have asked for that, and not have heard of it. */
  onOver: (transactionId: number) => void;
  /** A cart that was interrupted cannot go on. */
  onTakingRefused: (error: ApiError) => void;
};

/**
 * Saves every change of the cart to its draft, one after the other, and only the newest. Without a server the cart
 * waits here. A unit that another till took is marked lost and the rest is saved. A draft that another till took over is
 * let go: what was never saved to it starts a new one. One that was saved in another window of this sign-in is joined.
 */
export function createDraftSaver(deps: SaverDeps) {
  const { services, store } = deps;
  let work = workOn(EMPTY_CART);

  /** Stands with a cart as the server has it; what was on its way is of no interest any more. */
  function reset(cart: Cart): void {
    work = workOn(cart);
    store.change({
      cart,
      saving: cart.draft ? 'saved' : 'none',
      highlighted: null,
      repriced: [],
      removed: [],
    });
  }

  async function saveOnce(mine: Work): Promise<void> {
    const sent = nextSave(mine, store.read().cart, deps.tax());
    if (!sent) return;
    await writeSaveDown(services, sent.request, deps.cartKey());
    const sentAt = services.clock.now();
    const saved = await sendSave(services, sent.request);
    if (mine === work) {
      mine.pending = null;
      if (sent.trustServer) mine.trustServer = false;
      mine.saved = { ...sent.cart, lines: soundLines(sent.cart) };
      store.change({ cart: adoptSaved(store.read().cart, sent.cart, saved, sentAt) });
    }
    // Last: the copy on this till has to know the draft before the journal forgets that it may exist.
    void forgetAnswered(services, [sent.request.key]);
  }

  async function takeFirst(mine: Work, take: NonNullable<Work['take']>): Promise<void> {
    const taken = await take();
    if (mine !== work) return;
    mine.take = null;
    if (!taken) return letGo(mine);
    const { cart, saved } = taken;
    mine.saved = saved;
    mine.isDirty = true;
    store.change({ cart });
  }

  /** Leaves the draft to the till that has it now. */
  function letGo({ saved }: Work): void {
    const own = unsavedLines(store.read().cart, saved);
    reset(EMPTY_CART);
    if (own.length === 0) return;
    // Its customer stays with the draft.
    store.change({ cart: giveTo({ ...EMPTY_CART, lines: own }, null).cart });
    follow();
  }

  /** Goes on over the draft as another window saved it, with what this one added; `refusal` is told when another till has it. */
  async function rejoin(mine: Work, refusal: ApiError): Promise<Taken | null> {
    const { draft } = store.read().cart;
    const saved = draft && (await deps.rejoin(draft.id));
    if (!saved) {
      deps.report(refusal, 'Failed to save draft');
      return null;
    }
    const { cart } = store.read();
    const added = unsavedLines({ ...cart, lines: unsavedLines(cart, mine.saved) }, saved);
    deps.onRejoined();
    return { cart: { ...saved, lines: [...saved.lines, ...added] }, saved };
  }

  /** Returns whether saving goes on after a refusal. */
  function handle(error: ApiError, mine: Work): boolean {
    if (mine.pending) void forgetAnswered(services, [mine.pending.request.key]);
    mine.pending = null;
    mine.isDirty = true;
    const { draft } = store.read().cart;
    // Without it the server says which discounts are too deep.
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
        if (draft) deps.onOver(draft.id);
        return false;
      case 'wait':
        return false;
    }
  }

  async function run(mine: Work): Promise<void> {
    store.change({ saving: 'saving' });
    while (isWaiting(mine)) {
      try {
        if (mine.take) await takeFirst(mine, mine.take);
        else await saveOnce(mine);
      } catch (error) {
        if (mine !== work) return;
        if (error instanceof ApiError && mine.take) return deps.onTakingRefused(error);
        if (error instanceof ApiError && handle(error, mine)) continue;
        if (mine === work) store.change({ saving: 'on-till', snapshotAt: deps.snapshotAt() });
        throw error;
      }
      if (mine !== work) return;
    }
    store.change({ saving: store.read().cart.draft ? 'saved' : 'none' });
  }

  function start(): Promise<void> {
    const mine = work;
    mine.running ??= run(mine).finally(() => {
      mine.running = null;
    });
    return mine.running;
  }

  /** The cart changed: its draft follows. */
  function follow(approved: Approved = {}): void {
    work.isDirty = true;
    work.approved = { ...work.approved, ...approved };
    void start().catch(() => undefined);
  }

  return {
    follow,
    /** Saves the cart with the prices that the server finds for it now. */
    reprice: (): void => {
      work.trustServer = true;
      follow();
    },
    /** Waits until the server has the newest cart; throws what stands in the way. */
    async flush(): Promise<void> {
      while (isWaiting(work) || work.running) await start();
    },
    reset,
    /** Goes on with a cart that was interrupted: it is taken before anything of it is saved, now or when the server is back. */
    resume: (cart: Cart, take: () => Promise<Taken>): void => {
      reset(cart);
      work.saved = EMPTY_CART;
      work.take = take;
      follow();
    },
    /** Forgets the cart that was being saved: the till starts empty. */
    forget: () => reset(EMPTY_CART),
    /** Whether a new draft is on its way of which no answer has come: it may exist or not. */
    mayHaveCreated: () => work.pending?.request.draftId === null,
    /** Saves what waits as soon as the server is back; returns how to stop. */
    listen: () =>
      services.connection.onChange(() => {
        if (services.connection.read().isReachable && isWaiting(work)) void start().catch(() => undefined);
      }),
  };
}
export type DraftSaver = ReturnType<typeof createDraftSaver>;
