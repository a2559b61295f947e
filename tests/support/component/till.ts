import { page, userEvent } from 'vitest/browser';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import type { Caller } from '#tests/support/http.ts';
import { openDraft, unitsOnSale, type WireTransaction } from '#tests/support/selling.ts';
import { openScreen } from './open-screen.tsx';
import { isGone, isShown } from './shown.ts';

// The till's screen, and a cashier's actions there.

/** An amount in pesos as the cart shows it. */
export const inCart = (pesos: number) => formatMoney(pesosToCentavos(pesos), 'cart');

export const cart = () => page.getByRole('complementary', { name: 'Cart' });

export const cartLines = () => page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');

export const cartLine = (text: string) => cartLines().filter({ hasText: text });

export const cartIsEmpty = () => isShown(cart().getByText('Scan an item to start'));

/** Returns the number of the till's present draft. */
export const draftNumber = () => page.getByText(/^MNL-01-D\d+$/).first();

/** Types a code into the search, as without a scanner. */
export async function enterCode(code: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search products' }).fill(code);
  await userEvent.keyboard('{Enter}');
}

export const draftSaved = () => isShown(page.getByText(/^· Saved \d/));

/** Opens an empty till. */
export async function openTill(email: string): Promise<void> {
  await openScreen('/pos', { email });
  await cartIsEmpty();
}

/** Returns the one unit of a draft. */
export function soldIn({ transaction_items: [line] }: WireTransaction) {
  if (!line) throw new Error('The draft has no items');
  return line.inventory_item.product_variation;
}

/** Opens the draft of one unit at the till; `extra` holds further fields, such as a customer. */
export async function openCart(email: string, seller: Caller, extra: object = {}): Promise<WireTransaction> {
  const draft = await openDraft(seller, await unitsOnSale(seller, 1), extra);
  await openScreen(`/pos/${draft.id}`, { email });
  await isShown(cartLines());
  return draft;
}

/** Presses a function key of the till, from wherever the focus is. */
export async function pressTillKey(key: `F${number}`): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await userEvent.keyboard(`{${key}}`);
}

export const customerSearch = () => page.getByPlaceholder('Name, phone or email');

/** Finds a customer with F3 and takes the first one with Enter. */
export async function chooseCustomer(search: string): Promise<void> {
  await pressTillKey('F3');
  await customerSearch().fill(search);
  await isShown(page.getByRole('option', { name: search }));
  await userEvent.keyboard('{Enter}');
  await isGone(page.getByRole('dialog'));
}
