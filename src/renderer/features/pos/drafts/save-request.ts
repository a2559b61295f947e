import type { RouteInput } from '#contract/define-route.ts';
import type { transactions, Transaction } from '#contract/transactions.ts';
import { cartTotals, soundLines, type Cart } from '#domain/cart.ts';
import { soldOf } from '#domain/sale-line.ts';
import type { Discount, TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { unanswered, writeDown } from '#renderer/lib/pending-requests.ts';
import type { Services } from '#renderer/lib/services.ts';

type Content = RouteInput<typeof transactions.create>['body'];

/** One save: repeated unchanged under its key until the server has answered. */
export type SaveRequest = Approved & {
  key: string;
  /** Null creates a new draft. */
  draftId: number | null;
  version: number | undefined;
  content: Content;
};
/** Approvals are not kept: they expire before an interrupted till sends the save again. */
type Said = Omit<SaveRequest, 'key' | 'approval'>;

/** Every discount is saved with a reason; older callers may have left it out. */
const formOf = ({ type, value, reason }: Discount) => ({ type, value, reason: reason ?? 'Discount' });

/** What a save tells of a cart beside its sums, which follow from it. */
const goodsOf = (cart: Cart, trustServer: boolean) => ({
  items: soundLines(cart).map((line) => ({
    ...soldOf(line),
    ...(trustServer ? {} : { price: line.price }),
    discounts: line.discounts.map(formOf),
  })),
  customer_id: cart.customer?.id ?? null,
  discounts: cart.discounts.map(formOf),
});

/** `trustServer` leaves prices and totals to the server. */
type SaveTerms = { trustServer: boolean; approved: Approved };

function contentOf(cart: Cart, tax: TaxRule, { trustServer, approved }: SaveTerms): Content {
  const { subtotal, discount_amount, tax_amount, total_amount } = cartTotals(cart, tax);
  const shown = trustServer ? {} : { subtotal, tax_amount, total_amount };
  // An approval is for the discount that it names, whatever the server's prices are.
  const discount = trustServer && approved.approval === undefined ? {} : { discount_amount };
  return { status: 'draft', ...goodsOf(cart, trustServer), ...shown, ...discount };
}

/** Spells out what a cart sells, to whom and at which prices: two carts with the same text are the same sale. */
export const goodsText = (cart: Cart): string => JSON.stringify(goodsOf(cart, false));

/** Spells out what is cancelled with a cart. */
export const cancelText = (cart: Cart): string => JSON.stringify([goodsText(cart), cart.exchange ?? null]);

/** True if a cart is still as it was when its cancelling was sent and not answered. */
export const isAsCancelled = (cart: Cart): boolean => cart.draft?.cancelled === cancelText(cart);

/** True if a save of the cart would change the draft that is saved as the other one. */
export const wouldChange = (saved: Cart, cart: Cart): boolean => goodsText(saved) !== goodsText(cart);

/** Returns a new request to save a cart, with the approval that it has. */
export const saveRequest = (cart: Cart, tax: TaxRule, terms: SaveTerms): SaveRequest => ({
  ...terms.approved,
  key: crypto.randomUUID(),
  draftId: cart.draft?.id ?? null,
  version: cart.draft?.version,
  content: contentOf(cart, tax, terms),
});

export function sendSave(
  { api }: Pick<Services, 'api'>,
  { key, draftId, version, content, approval }: SaveRequest,
): Promise<Transaction> {
  return draftId === null
    ? api.transactions.create({ body: content, approval }, { key })
    : api.transactions.update(
        { params: { transactionId: draftId }, body: { ...content, version }, approval },
        { key },
      );
}

/** Writes a save to the journal; must be awaited before the save is sent. */
export const writeSaveDown = (
  services: Services,
  { key, approval: _, ...content }: SaveRequest,
  cartKey: string,
) => writeDown<Said>(services, cartKey, { key, content });

/** Returns the saves of a cart that were sent without an answer, in order. */
export async function unansweredSaves(services: Services, cartKey: string): Promise<SaveRequest[]> {
  const requests = await unanswered<Said>(services, cartKey);
  return requests.map(({ key, content }) => ({ key, ...content }));
}
