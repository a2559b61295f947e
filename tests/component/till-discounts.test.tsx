import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, nobodyApproves, openScreen } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import {
  cart,
  cartLines,
  chooseCustomer,
  inCart,
  openCart,
  openTill,
  pressTillKey,
  soldIn,
} from '#tests/support/component/till.ts';
import { addCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, pay, serialsOnSale, type WireTransaction } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

describe('discounts at the till', () => {
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    seller = await callerAs(SELLER);
  });
  const saved = async ({ id }: WireTransaction) =>
    expectDone(await seller.get<WireTransaction>(`/transactions/${id}`));
  const isSavedWith = (draft: WireTransaction, figures: Partial<WireTransaction>) =>
    expect.poll(() => saved(draft)).toMatchObject(figures);
  const dialog = () => page.getByRole('dialog', { name: 'Discounts' });
  const value = () => dialog().getByLabelText(/^(Percent|Amount) off$/);
  const reason = () => dialog().getByRole('textbox', { name: 'Reason' });
  const given = () => dialog().getByRole('list', { name: 'Discounts given' });
  const choose = (kind: string) => dialog().getByRole('radio', { name: kind }).click();
  /** Opens the dialog on the cart's one line, or on the whole cart. */
  const open = async (target: 'line' | 'cart') => {
    await pressTillKey('F4');
    await expect.element(dialog().getByLabelText('Percent off')).toHaveFocus();
    const targets = dialog().getByLabelText('Applies to');
    const line = targets.getByRole('option').nth(1);
    await targets.selectOptions(target === 'cart' ? 'Whole cart' : line);
  };
  const add = async (amount: string, why: string) => {
    await value().fill(amount);
    await reason().fill(why);
    await userEvent.keyboard('{Enter}');
  };
  const close = async () => {
    await userEvent.keyboard('{Escape}');
    await isGone(dialog());
  };

  it('are given to the whole cart, listed, and taken away again', async () => {
    const draft = await openCart(SELLER, seller);
    await open('cart');
    await isShown(dialog().getByText('Cart, tax included'));
    await choose('Fixed amount');
    await add('10.25', 'Price match');
    await isShown(given().getByText('Price match'));
    await close();
    await isShown(cart().getByText('Price match'));
    await isSavedWith(draft, { discount_amount: 10.25 });
    await open('cart');
    await dialog().getByRole('button', { name: 'Remove Price match' }).click();
    await isShown(dialog().getByText('No discount yet.'));
    await close();
    await isSavedWith(draft, { discount_amount: 0 });
  });

  it('are given once by a double click, without a complaint about the empty form', async () => {
    const draft = await openCart(SELLER, seller);
    await open('cart');
    await choose('Fixed amount');
    await value().fill('12.5');
    await reason().fill('Loyal buyer');
    await dialog().getByRole('button', { name: 'Add Discount' }).dblClick({ delay: 30 });
    await isShown(given().getByText('Loyal buyer'));
    expect(errorOf(value())).toBeNull();
    await expect.element(value()).toHaveFocus();
    await close();
    await isSavedWith(draft, { discount_amount: 12.5 });
  });

  it('are not given to the next cart when a colleague takes this one over, and what was typed is told', async () => {
    const draft = await openCart(SELLER, seller);
    await open('cart');
    await value().fill('7');
    await reason().fill('Regular client');
    expectDone<object>(await manager.post(`/transactions/${draft.id}/refresh-locks`, { resume: true }));
    await isTold('Cart taken over');
    await isGone(dialog());
    await isTold('Discount was not added');
    await isTold('7% off · Regular client');
  });

  it('are refused on their field: nothing, zero, more than everything, no reason, a sixth', async () => {
    await openCart(SELLER, seller);
    await open('line');
    const isRefused = (text: string) => expect.poll(() => errorOf(value())).toBe(text);
    await value().click();
    await userEvent.keyboard('{Enter}');
    await isRefused('Enter a percentage');
    await value().fill('0');
    await isRefused('Discount must be greater than 0');
    await value().fill('100.01');
    await isRefused('Discount cannot be more than 100%');
    await choose('Fixed amount');
    await value().fill('99999999');
    await isRefused('Discount cannot be more than the price');
    await value().fill('1');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(reason())).toBe('Reason required');
    for (let count = 1; count <= 5; count += 1) {
      await add('1', `Reason ${count}`);
      await isShown(given().getByText(`Reason ${count}`));
    }
    await value().fill('1');
    await isRefused('At most 5 discounts');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    await dialog().getByRole('button', { name: 'Done' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(value()).toHaveValue('1');
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await isGone(dialog());
  });

  it('stop at the lowest price for a salesperson whom nobody can let go on; a manager is warned and may', async () => {
    nobodyApproves();
    const stopped = await openCart(SELLER, seller);
    const { product, minimum_price: lowest } = soldIn(stopped);
    await open('line');
    await add('11', 'Too much');
    await expect
      .poll(() => errorOf(value()))
      .toBe(`The lowest price of ${product.name} is ${inCart(lowest ?? 0)}`);
    expect(given().elements()).toEqual([]);

    const passed = await openCart(MANAGER, manager);
    const { product: sold, minimum_price: least, retail_price } = soldIn(passed);
    await open('line');
    await value().fill('11');
    await isShown(dialog().getByText(`Below the lowest price of ${sold.name}, ${inCart(least ?? 0)}.`));
    await add('11', 'Last one');
    await close();
    await isSavedWith(passed, { discount_amount: Math.round(retail_price * 11) / 100 });
  });

  it('warn of the lowest price within a low window, where the item goes by its code', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    const [unit] = await serialsOnSale(manager, 1);
    const sale = await openDraft(manager, [unit?.id ?? 0]);
    await openScreen(`/pos/${sale.id}`, { email: MANAGER });
    await isShown(cartLines());
    const { product, minimum_price: least } = soldIn(sale);
    await open('line');
    const option = dialog().getByRole('option', { name: `${product.name} · ${unit?.code}`, exact: true });
    await expect.element(option).toBeInTheDocument();
    await value().fill('11');
    const warning = dialog().getByText(`Below the lowest price of ${product.name}, ${inCart(least ?? 0)}.`);
    await expect.element(warning).toBeInViewport({ ratio: 0.99 });
    await expect.element(value()).toBeInViewport({ ratio: 0.99 });
    await value().fill('');
    await close();
  });

  it('that leave more paid by card than the total are told with a way to the payments, which say why Complete waits', async () => {
    const draft = await openCart(SELLER, seller);
    const form = { method: 'card', amount: draft.total_amount, reference_number: `D-${draft.id}` };
    const paid = await pay(seller, draft.id, form);
    await open('cart');
    await choose('Fixed amount');
    await add('10', 'Regular');
    await isTold(/^\$\d+\.\d\d more is paid than the total$/);
    await isTold(/^Saved on this draft: Credit\/Debit Card \$/);
    await close();
    await isShown(cart().getByText('Paid above the total'));
    await page.getByRole('button', { name: 'Show payments' }).click();
    await isShown(page.getByText(/^Payments other than cash exceed the total by ₱.+: change or delete one$/));
    expectDone(await seller.delete(`/payments/${paid.id}`, { reason: 'Taken again' }));
  });

  it('are taken back, and told, where a new customer’s price would fall below the lowest one', async () => {
    await addCustomer(manager, 'Bulk Buyer', 'wholesale');
    const draft = await openCart(SELLER, seller);
    await open('line');
    await add('5', 'Open box');
    await close();
    await isShown(cartLines().getByText('Open box'));
    await isSavedWith(draft, { discount_amount: Math.round(draft.subtotal * 5) / 100 });
    await chooseCustomer('Bulk Buyer');
    await isTold('Discount taken back');
    await isGone(cartLines().getByText('Open box'));
    await isSavedWith(draft, { subtotal: soldIn(draft).wholesale_price ?? 0, discount_amount: 0 });
  });

  it('say that there is nothing to discount in an empty cart', async () => {
    await openTill(SELLER);
    await pressTillKey('F4');
    await isTold('No items in cart');
  });
});
