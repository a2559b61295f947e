import type { Cart } from '#domain/cart.ts';
import type { Exchange } from '#domain/exchanges.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { Store, TillState } from '../sale/till-state.ts';

const noteOf = (draftId: number) => `exchange:${draftId}`;

/** Keeps the exchanges that were begun for drafts on this till: the server knows of none before it is done. */
export function keepExchanges({ till }: Pick<Services, 'till'>, store: Store<TillState>) {
  let last: Pick<Cart, 'draft' | 'exchange'> = { draft: null, exchange: null };

  const forget = (draftId: number): void => void till.notes.remove(noteOf(draftId)).catch(() => undefined);

  function keep(): void {
    const { draft, exchange } = store.read().cart;
    const isSameDraft = draft !== null && draft.id === last.draft?.id;
    const before = isSameDraft ? last.exchange : null;
    if (isSameDraft && exchange === before) return;
    last = { draft, exchange };
    if (!draft) return;
    if (exchange) {
      const text = JSON.stringify(exchange);
      void till.notes.write({ name: noteOf(draft.id), text }).catch(() => undefined);
    } else if (before) forget(draft.id);
  }

  return {
    listen: () => store.watch(keep),
    /** Returns a draft's cart with the exchange that was begun for it here. */
    withExchange: async (cart: Cart): Promise<Cart> => {
      const text = cart.draft && (await till.notes.read(noteOf(cart.draft.id)).catch(() => null));
      return text ? { ...cart, exchange: JSON.parse(text) as Exchange } : cart;
    },
    /** Drops the exchange of a draft that is over. */
    forget,
  };
}
export type KeptExchanges = ReturnType<typeof keepExchanges>;
