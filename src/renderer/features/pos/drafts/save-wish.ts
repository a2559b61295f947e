import type { RouteInput } from '#contract/define-route.ts';
import type { transactions, Transaction } from '#contract/transactions.ts';
import { cartTotals, soundLines, type Cart } from '#domain/cart.ts';
import type { Discount, TaxRule } from '#domain/totals.ts';
import { api } from '#renderer/lib/api-client.ts';
import { till } from '#renderer/lib/till.ts';

type Content = RouteInput<typeof transactions.create>['body'];

/** One save on its way: sent again, word for word and under its key, until the server has answered it. */
export type SaveWish = {
  key: string;
  /** Null makes a new draft. */
  draftId: number | null;
  version: number | undefined;
  content: Content;
};

/** What an older caller gave without a reason gets one: none is saved without. */
const formOf = ({ type, value, reason }: Discount) => ({ type, value, reason: reason ?? 'Discount' });

function contentOf(cart: Cart, tax: TaxRule, trustServer: boolean): Content {
  const { subtotal, discount_amount, tax_amount, total_amount } = cartTotals(cart, tax);
  const figures = trustServer ? {} : { subtotal, discount_amount, tax_amount, total_amount };
  return {
    status: 'draft',
    items: soundLines(cart).map((line) => ({
      inventory_item_id: line.inventory_item_id,
      ...(trustServer ? {} : { price: line.price }),
      discounts: line.discounts.map(formOf),
    })),
    customer_id: cart.customer?.id ?? null,
    discounts: cart.discounts.map(formOf),
    ...figures,
  };
}

/** A new wish to save a cart; `trustServer` leaves prices and totals to the server. */
export const saveWish = (cart: Cart, tax: TaxRule, trustServer: boolean): SaveWish => ({
  key: crypto.randomUUID(),
  draftId: cart.draft?.id ?? null,
  version: cart.draft?.version,
  content: contentOf(cart, tax, trustServer),
});

export function sendSave({ key, draftId, version, content }: SaveWish): Promise<Transaction> {
  return draftId === null
    ? api.transactions.create({ body: content }, { key })
    : api.transactions.update({ params: { transactionId: draftId }, body: { ...content, version } }, { key });
}

/**
 * Writes a save down before it is sent, so that a till that dies before the answer asks again under the same key. Without
 * a disk that takes it the sale goes on all the same.
 */
export async function writeDown({ key, ...said }: SaveWish, cartKey: string): Promise<void> {
  const body = JSON.stringify(said);
  await till.journal.write({ key, about: cartKey, body, made_at: Date.now() }).catch(() => undefined);
}

/** It was answered. */
export function forgetWish(key: string): void {
  void till.journal.forget(key).catch(() => undefined);
}

/** The saves of a cart that were sent and not answered, in their order. */
export async function unansweredSaves(cartKey: string): Promise<SaveWish[]> {
  const wishes = await till.journal.list(cartKey);
  return wishes.map(({ key, body }) => ({ key, ...(JSON.parse(body) as Omit<SaveWish, 'key'>) }));
}
