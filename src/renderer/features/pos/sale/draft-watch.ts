import { ApiError } from '#contract/errors.ts';
import type { Cart } from '#domain/cart.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { Store, TillState } from './till-state.ts';

/** Milliseconds between two looks: a cashier whose cart was taken over is told before the next scan. */
const INTERVAL = 5000;

type DraftWatchDeps = {
  services: Services;
  store: Store<TillState>;
  /** True while this till itself leaves or deletes the draft. */
  isEnding: () => boolean;
  /** Called if the cart's draft is another one now: saving it finds out what to do. */
  onChanged: () => void;
  /** Called if the draft was completed by a completion of this till that was not answered. */
  onSold: (draftId: number) => void;
};

/** Looks for changes that others made to the cart's draft; returns how to stop. */
export function watchDraft({ services, store, isEnding, onChanged, onSold }: DraftWatchDeps): () => void {
  const { api, clock, connection } = services;
  let isStopped = false;
  let callOff: () => void = () => undefined;

  /** The draft that the last look found completed: the answer of its completion may be a moment away. */
  let seenOver: number | null = null;

  async function find({ id, version }: NonNullable<Cart['draft']>): Promise<'same' | 'changed' | 'over'> {
    try {
      const found = await api.transactions.version({ params: { transactionId: id } });
      if (found.status !== 'draft') return 'over';
      return found.version === version ? 'same' : 'changed';
    } catch (error) {
      return error instanceof ApiError && error.code === 'transaction_not_found' ? 'changed' : 'same';
    }
  }

  async function look(): Promise<void> {
    const { cart, saving } = store.read();
    if (!cart.draft || saving !== 'saved' || isEnding() || !connection.read().isReachable) return;
    const { id, version } = cart.draft;
    const found = await find(cart.draft);
    const wasOver = seenOver === id;
    seenOver = found === 'over' ? id : null;
    if (found === 'same' || isStopped || isEnding()) return;
    const now = store.read();
    // This till saved it meanwhile, or has another cart.
    if (now.saving !== 'saved' || now.cart.draft?.id !== id) return;
    if (found === 'changed' && now.cart.draft.version === version) onChanged();
    // Any other end of a sale is told where it is paid, or by the next save.
    if (wasOver && found === 'over' && now.cart.draft.sent !== undefined) onSold(id);
  }

  function plan(): void {
    callOff = clock.after(INTERVAL, () => void look().finally(() => !isStopped && plan()));
  }

  plan();
  return () => {
    isStopped = true;
    callOff();
  };
}
