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
};

/** Looks for changes that others made to the cart's draft; returns how to stop. */
export function watchDraft({ services, store, isEnding, onChanged }: DraftWatchDeps): () => void {
  const { api, clock, connection } = services;
  let isStopped = false;
  let callOff: () => void = () => undefined;

  async function isChanged({ id, version }: NonNullable<Cart['draft']>): Promise<boolean> {
    try {
      const found = await api.transactions.version({ params: { transactionId: id } });
      // The end of a sale is told where it is paid, or by the next save.
      return found.status === 'draft' && found.version !== version;
    } catch (error) {
      return error instanceof ApiError && error.code === 'transaction_not_found';
    }
  }

  async function look(): Promise<void> {
    const { cart, saving } = store.read();
    if (!cart.draft || saving !== 'saved' || isEnding() || !connection.read().isReachable) return;
    if (!(await isChanged(cart.draft)) || isStopped || isEnding()) return;
    const now = store.read();
    // This till saved it meanwhile, or has another cart.
    if (now.saving !== 'saved' || now.cart.draft?.id !== cart.draft.id) return;
    if (now.cart.draft.version === cart.draft.version) onChanged();
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
