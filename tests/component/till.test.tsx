import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { pos } from '#contract/pos.ts';
import { EMPTY_CART, type CartLine } from '#domain/cart.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { RecoveryOffer } from '#renderer/features/pos/recovery/recovery-offer.tsx';
import { palette } from '#renderer/ui/theme.ts';
import { callerAs, holdCall, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import {
  cart,
  cartIsEmpty,
  cartLine,
  cartLines,
  draftSaved,
  enterCode,
  openTill,
  pressTillKey,
} from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, sell, serialsOnSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

type Products = z.input<typeof pos.products.response>;
type Coded = { id: number; code: string };

describe('the till', () => {
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    [manager, seller] = await Promise.all([callerAs(MANAGER), callerAs(SELLER)]);
  });
  const twoUnits = async () => (await serialsOnSale(seller, 2)) as [Coded, Coded];
  const stateOf = async (unitId: number) => {
    const { data } = expectDone(await manager.get<Products>('/pos/products?limit=100'));
    const units = data.flatMap(({ variations }) =>
      variations.flatMap(({ availableItems }) => availableItems),
    );
    return units.find(({ id }) => id === unitId)?.status;
  };
  const productOf = async (unitId: number) => {
    const { data } = expectDone(await manager.get<Products>('/pos/products?limit=100'));
    const product = data.find(({ variations }) =>
      variations.some(({ availableItems }) => availableItems.some(({ id }) => id === unitId)),
    );
    if (!product) throw new Error('The unit is on no card');
    return product;
  };
  const cards = () => page.getByRole('group', { name: 'Products' }).getByRole('button').elements();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();

  it('goes to the payment with what was scanned just before', async () => {
    const [first, last] = await twoUnits();
    await openTill(SELLER);
    await enterCode(first.code);
    await isShown(cartLines());
    const scan = holdCall({ path: /\/pos\/scan$/, method: 'POST', isAnswered: true });
    await enterCode(last.code);
    await expect.poll(scan.sent).toBe(1);
    await pressTillKey('F8');
    await expect.element(page.getByRole('button', { name: /^Checkout/ })).toBeDisabled();
    scan.release();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    const order = page.getByRole('complementary', { name: 'Order summary' });
    for (const { code } of [first, last]) await isShown(order.getByText(code));
  });

  it('says what it could not find, and who holds what is locked at another till, and leaves the cart alone', async () => {
    const [theirs, own] = await twoUnits();
    await openTill(SELLER);
    await enterCode('4806512345678');
    await isTold('Item not found 4806512345678');
    expectDone(await manager.post<object>(`/pos/inventory/${theirs.id}/lock`));
    await enterCode(theirs.code);
    await isShown(page.getByText(/^.+, .+: Locked by Ana Reyes until \d+:\d\d [AP]M$/));
    // The same person at a second till.
    expectDone(await seller.post<object>(`/pos/inventory/${own.id}/lock`));
    await enterCode(own.code);
    await isShown(page.getByText(/: Locked by Joel Cruz until/));
    await cartIsEmpty();
    expectDone(await manager.post<object>(`/pos/inventory/${theirs.id}/unlock`));
    expectDone(await seller.post<object>(`/pos/inventory/${own.id}/unlock`));
  });

  it('gives the focus up and empties the search once something was added from it', async () => {
    const [one, two] = await twoUnits();
    const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    await openTill(SELLER);
    await enterCode(one.code);
    await isShown(cartLine(one.code));
    await expect.element(search).toHaveValue('');
    await userEvent.keyboard('{F4}');
    await isShown(page.getByRole('dialog', { name: 'Discounts' }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));

    // By its name, with the very unit chosen in the picker.
    const { name } = await productOf(two.id);
    await search.fill('qz');
    await isShown(page.getByText('Type 4 characters or more of a serial number or IMEI.'));
    await search.fill(name);
    const isFound = () =>
      expect.poll(() => cards().map(({ textContent }) => textContent.includes(name))).toEqual([true]);
    await isFound();
    // Esc is drawn before the many cards of the tab are.
    const field = search.element() as HTMLInputElement;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await Promise.resolve();
    expect([field.value, cards().length]).toEqual(['', 1]);
    await expect.poll(() => cards().length).toBeGreaterThan(1);
    await search.fill(name);
    await isFound();
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('dialog', { name: 'Select Product Variation' }));
    await userEvent.keyboard('{Enter}');
    await isGone(page.getByRole('dialog'));
    await expect.poll(() => cartLines().elements().length).toBe(2);
    await expect.element(search).toHaveValue('');
    await userEvent.keyboard('{F3}');
    await isShown(page.getByRole('dialog', { name: 'Customer Search' }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
  });

  it('shows in the open picker what another till has taken meanwhile, and takes the next one', async () => {
    const product = expectDone(await manager.get<Products>('/pos/products?limit=100')).data.find(
      ({ variations: [only, ...others] }) =>
        others.length === 0 &&
        (only?.availableItems.filter((unit) => unit.status === 'available' && unit.serial_number).length ??
          0) > 1,
    );
    const [first] = product?.variations[0]?.availableItems ?? [];
    if (!product || !first) throw new Error('No such product');
    await openTill(SELLER);
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(product.name);
    const card = page.getByRole('group', { name: 'Products' }).getByRole('button', { name: product.name });
    await card.first().click();
    const picker = page.getByRole('dialog', { name: 'Select Product Variation' });
    await isShown(picker);
    expectDone<object>(await manager.post(`/pos/inventory/${first.id}/lock`));
    await userEvent.keyboard('{Enter}');
    await isTold('Failed to add item');
    await isShown(picker.getByText(/^Locked by Ana Reyes until/));
    await picker.getByRole('button', { name: 'Add to cart' }).click();
    await isGone(picker);
    await expect.poll(() => cartLines().elements().length).toBe(1);
    expectDone<object>(await manager.post(`/pos/inventory/${first.id}/unlock`));
  });

  it('keeps a code that was not found in the search, to be corrected', async () => {
    await openTill(SELLER);
    await enterCode('4806512345679');
    await isTold('Item not found 4806512345679');
    const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    await expect.element(search).toHaveValue('4806512345679');
    await expect.element(search).toHaveFocus();
  });

  it('asks once for what it shows first', async () => {
    const screen = await openScreen('/dashboard', { email: SELLER });
    const asked = watchCalls({ path: /\/(pos\/products|transactions\/drafts|shifts\/current)/ });
    await screen.goTo('/pos');
    await expect.poll(() => cards().length).toBeGreaterThan(1);
    const paths = asked.map(({ url }) => url.pathname + url.search);
    expect(paths.filter((path) => path.includes('items=none'))).toHaveLength(2);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('opens on what is frequently sold, and shows what can be sold first', async () => {
    await sell(seller, [(await twoUnits())[0].id]);
    await openTill(SELLER);
    const tab = (name: string) => page.getByRole('tab', { name });
    await expect.element(tab('Frequently Sold')).toHaveAttribute('aria-selected', 'true');
    await tab('All Products').click();
    await expect.poll(() => cards().length).toBeGreaterThan(10);
    const isOut = cards().map(({ textContent }) => /Out of stock|LOCKED/.test(textContent));
    expect(isOut).toContain(true);
    expect(isOut).toEqual(isOut.toSorted((a, b) => Number(a) - Number(b)));
  });

  it('says on the empty till that there is nothing to clear, save or cancel', async () => {
    await openTill(SELLER);
    await press('Save Transaction');
    await isTold('No items in cart');
    await isTold('Add items to the cart before saving as draft');
    await press('Clear Items');
    await isTold('No items to clear');
    await isTold('The cart is already empty');
    await expect
      .element(page.getByRole('button', { name: 'Cancel Transaction' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('empties the cart and unlocks its units on Clear Items and Cancel Transaction, after asking', async () => {
    const [{ id, code }] = await twoUnits();
    const question = 'Are you sure you want to clear the current transaction? This action cannot be undone.';
    await openTill(SELLER);
    await enterCode(code);
    await isShown(cartLine(code));
    await draftSaved();
    await press('Clear Items');
    await isShown(page.getByText(question));
    await press('Clear 1 item');
    await isTold('Transaction cleared');
    await expect.poll(() => stateOf(id)).toBe('available');
    await enterCode(code);
    await isShown(cartLine(code));
    await draftSaved();
    await press('Cancel Transaction');
    await press(/^Cancel MNL-01-D/);
    await isTold('Transaction cancelled');
    await expect.poll(() => stateOf(id)).toBe('available');
    await isShown(page.getByText('No draft yet. The first item starts one.'));
  });

  it('goes to the sale of a unit that comes back, and leaves the cart as it is', async () => {
    const [sold, other] = await twoUnits();
    const { transaction } = await sell(seller, [sold.id]);
    const { id } = await openDraft(seller, [other.id]);
    const screen = await openScreen(`/pos/${id}`, { email: SELLER, withMenu: true });
    await isShown(cartLine(other.code));
    await enterCode(sold.code);
    await expect
      .poll(() => screen.address().pathname + screen.address().search)
      .toBe(`/transactions/${transaction.id}?refundItem=${sold.id}`);
    // A manager may let them refund it.
    await isShown(page.getByRole('dialog', { name: /^Refund/ }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await isShown(cartLine(other.code));
  });

  it('tells every key with F1, and does with a tap what the key does', async () => {
    await openTill(SELLER);
    const keys = page.getByRole('list', { name: 'Keyboard shortcuts' });
    // The till has it once it knows who approves what.
    await isShown(keys.getByRole('button', { name: 'F5 Trade in' }));
    await pressTillKey('F1');
    await isTold(
      'F1 Help · F2 Search · F3 Customer · F4 Discounts · F5 Trade in · F8 Payment · Ctrl+Enter Complete sale, on payment',
    );
    await keys.getByRole('button', { name: 'F3 Customer' }).click();
    await isShown(page.getByRole('dialog', { name: 'Customer Search' }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    const cap = keys.getByText('F8', { exact: true });
    await expect.element(cap).toHaveStyle({ color: palette.text2 });
    await keys.getByRole('button', { name: 'F2 Search' }).click();
    await expect.element(page.getByPlaceholder('Search or scan a barcode, serial or IMEI')).toHaveFocus();
    // The search takes the keys.
    await expect.element(cap).toHaveStyle({ color: palette.placeholder });
    await userEvent.keyboard('{Escape}');
    await expect.element(cap).toHaveStyle({ color: palette.text2 });
  });

  it('offers two of several carts that were cut off, and says how many more there are', async () => {
    const line = { inventory_item_id: 1, product_name: 'Galaxy A55 5G' } as CartLine;
    const offers = ['a', 'b', 'c', 'd'].map((key) => ({
      key,
      savedAt: Date.now(),
      cart: { ...EMPTY_CART, lines: [line] },
    }));
    const nothing = () => undefined;
    const banner: Screen = {
      path: '/banner',
      title: 'Banner',
      permission: 'signed_in',
      load: () =>
        Promise.resolve(() => (
          <RecoveryOffer offers={offers} timeZone={[]} busy={false} onRecover={nothing} onDiscard={nothing} />
        )),
    };
    await openScreen('/banner', { email: SELLER, more: [banner] });
    await isShown(page.getByText('and 2 more carts'));
    expect(page.getByRole('button', { name: 'Recover cart' }).elements().length).toBe(2);
  });

  it('sells for exact cash with two key presses after the item', async () => {
    const [{ id, code }] = await twoUnits();
    await openTill(SELLER);
    await enterCode(code);
    await isShown(cartLine(code));
    await pressTillKey('F8');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
    await isShown(page.getByRole('complementary', { name: 'Completed sale' }).getByText('₱0.00'));
    expect(await stateOf(id)).toBeUndefined();
    expect(cart().elements()).toEqual([]);
    expect(cartLines().elements()).toEqual([]);
  });
});
