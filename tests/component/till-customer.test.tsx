import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { pos } from '#contract/pos.ts';
import { drawn, later, typeAtOnce } from '#tests/support/component/clock.ts';
import { callerAs, failCalls, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import {
  cart,
  cartIsEmpty,
  cartLines,
  chooseCustomer,
  customerSearch,
  draftSaved,
  inCart,
  openCart,
  openTill,
  pressTillKey,
  soldIn,
} from '#tests/support/component/till.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, unitsOnSale, type WireTransaction } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = /\/api\/v1\/customers\?/;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

type Products = z.input<typeof pos.products.response>;

describe('the customer of a sale', () => {
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    seller = await callerAs(SELLER);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const saved = async ({ id }: WireTransaction) =>
    expectDone(await seller.get<WireTransaction>(`/transactions/${id}`));
  const customersNamed = async (name: string) =>
    expectDone(await manager.get<{ data: WireCustomer[] }>(`/customers?search=${encodeURIComponent(name)}`))
      .data;
  const onCard = (text: string) => isShown(cart().getByText(text, { exact: true }));
  const option = (name: string) => page.getByRole('option', { name });
  const dialog = () => page.getByRole('dialog');
  const field = (name: string) => dialog().getByRole('textbox', { name });
  /** Searches anew: the previous result stays until the answer arrives. */
  const find = async (text: string) => {
    await customerSearch().fill('');
    await isGone(page.getByRole('option'));
    await customerSearch().fill(text);
    await isShown(page.getByRole('option'));
  };
  const press = (name: string) => page.getByRole('button', { name }).click();

  it('is found by their number however it is spelled, and by a name without its accents', async () => {
    const { name, phone } = await addCustomer(manager, 'Señora Núñez');
    await openTill(SELLER);
    await pressTillKey('F3');
    for (const text of [phone.replace(/^0(\d+) /, '+63 (0)$1-'), 'senora nunez', 'NUÑEZ, S']) {
      await find(text);
      await isShown(option(name));
    }
    await userEvent.keyboard('{Escape}');
    await isGone(dialog());
  });

  it('is looked for from two letters on, 300 ms after the last one, ten at a time, once in two minutes', async () => {
    await openTill(SELLER);
    await pressTillKey('F3');
    await isShown(customerSearch());
    const asked = watchCalls({ path: LIST });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    typeAtOnce(customerSearch(), '0');
    await vi.advanceTimersByTimeAsync(SECOND);
    await isShown(page.getByText('Type at least 2 characters of a name, phone or email.'));
    typeAtOnce(customerSearch(), '09');
    await vi.advanceTimersByTimeAsync(299);
    await drawn();
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => asked.map(({ url }) => url.search)).toEqual(['?search=09&per_page=10']);
    vi.useFakeTimers({ toFake: ['Date'] });
    await expect.poll(() => page.getByRole('option').elements().length).toBe(10);
    later(MINUTE + 50 * SECOND);
    await find('09');
    expect(asked).toHaveLength(1);
    later(15 * SECOND);
    await find('09');
    await expect.poll(() => asked.length).toBe(2);
  });

  it('could not be looked for: says so and that the sale can go on, and looks with Retry', async () => {
    const { name } = await addCustomer(manager, 'Unanswered Person');
    await openTill(SELLER);
    await pressTillKey('F3');
    // Without any answer the till looks again by itself as soon as the server is back.
    const { mend } = failCalls({
      path: LIST,
      status: 500,
      body: { message: 'Something broke', code: 'server_error' },
    });
    await customerSearch().fill('Unanswered');
    await isShown(page.getByText('Customers could not be loaded'));
    await isShown(page.getByText('The sale can go on as a walk-in’s.'));
    mend();
    await press('Retry');
    await isShown(option(name));
  });

  it('half typed in Quick Create is kept in the other tab, and asked about before the dialog or the till is left', async () => {
    const { address, go, goTo } = await openScreen('/customers', { email: SELLER });
    await goTo('/pos');
    await cartIsEmpty();
    await pressTillKey('F3');
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await field('Name').fill('Half Typed');
    await page.getByRole('tab', { name: 'Search Customer' }).click();
    await isShown(customerSearch());
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await expect.element(field('Name')).toHaveValue('Half Typed');
    const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
    const stay = async () => {
      await isShown(question);
      await question.getByRole('button', { name: 'Stay' }).click();
      await isGone(question);
      await expect.element(field('Name')).toHaveValue('Half Typed');
    };
    await userEvent.keyboard('{Escape}');
    await stay();
    for (const name of ['Close', 'Cancel']) {
      await dialog().getByRole('button', { name, exact: true }).click();
      await stay();
    }
    await go(-1);
    await stay();
    expect(address().pathname).toBe('/pos');
    const unsaved = async () => {
      const { held = [] } = await navigator.locks.query();
      return held.filter(({ name }) => name?.startsWith('tindahan.unsaved '));
    };
    expect(await unsaved()).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await isGone(dialog());
    await expect.poll(unsaved).toEqual([]);
  });

  it('is made by Quick Create with the text that was not found, each message on its field', async () => {
    const draft = await openCart(SELLER, seller);
    await pressTillKey('F3');
    await customerSearch().fill('Bagong Suki');
    await isShown(page.getByText('No customer for “Bagong Suki”'));
    await userEvent.keyboard('{Enter}');
    await expect.element(field('Name')).toHaveValue('Bagong Suki');
    await expect.element(field('Name')).toBeRequired();
    await expect.element(field('Phone')).toBeRequired();
    await expect.element(field('Email')).not.toBeRequired();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('Phone'))).toBe('Phone number is required');
    await field('Phone').fill('not a number');
    await field('Email').fill('nobody');
    await field('Name').fill('');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('Name'))).toBe('Name is required');
    await expect.poll(() => errorOf(field('Phone'))).toBe('Invalid phone number format');
    await expect.poll(() => errorOf(field('Email'))).toBe('Invalid email format');
    await field('Phone').fill('0917 555 000000000000');
    await expect.poll(() => errorOf(field('Phone'))).toBe('Phone number must be less than 20 characters');
    await field('Name').fill('Bagong Suki');
    await field('Phone').fill('0928 555 7788');
    await field('Email').fill('');
    await userEvent.keyboard('{Enter}');
    await onCard('Bagong Suki');
    const [made] = await customersNamed('Bagong Suki');
    expect(made).toMatchObject({ phone: '0928 555 7788', email: null });
    await expect.poll(async () => (await saved(draft)).customer?.id).toBe(made?.id);
  });

  it('is made in a low window with all fields in sight', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await openCart(SELLER, seller);
    await pressTillKey('F3');
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await expect.element(field('Name')).toHaveFocus();
    await expect.element(field('Email')).toBeInViewport({ ratio: 0.99 });
  });

  it('is not given the next cart when a colleague takes this one over, and what was typed about them stays', async () => {
    const takeOver = async ({ id }: WireTransaction) => {
      expectDone<object>(await manager.post(`/transactions/${id}/refresh-locks`, { resume: true }));
      await isTold('Cart taken over');
    };
    const looking = await openCart(SELLER, seller);
    await pressTillKey('F3');
    await isShown(customerSearch());
    await takeOver(looking);
    await isGone(dialog());
    const typing = await openCart(SELLER, seller);
    await pressTillKey('F3');
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await field('Name').fill('Given No Sale');
    await field('Phone').fill('0928 555 3311');
    await takeOver(typing);
    await isShown(dialog().getByText('The sale that this was for is no longer at this till.'));
    await userEvent.keyboard('{Enter}');
    await isTold('Given No Sale was given no sale');
    await isGone(dialog());
    expect(await customersNamed('Given No Sale')).toHaveLength(1);
    await onCard('Walk-in Customer');
  });

  it('is never merged with somebody of the same name and phone', async () => {
    await openTill(SELLER);
    for (const times of [1, 2]) {
      await pressTillKey('F3');
      await page.getByRole('tab', { name: 'Quick Create' }).click();
      await field('Name').fill('Two Of Them');
      await field('Phone').fill('0928 555 9900');
      await userEvent.keyboard('{Enter}');
      await isGone(dialog());
      expect(await customersNamed('Two Of Them')).toHaveLength(times);
    }
  });

  it('says on the field what the server refuses, and tells other failures', async () => {
    await openTill(SELLER);
    await pressTillKey('F3');
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await field('Name').fill('Blocked Number');
    await field('Phone').fill('0928 555 1212');
    const creation = { path: /\/customers$/, method: 'POST' };
    failCalls({
      ...creation,
      status: 422,
      body: { message: 'x', errors: { phone: ['This phone is blocked'] } },
    });
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('Phone'))).toBe('This phone is blocked');
    failCalls({ ...creation, status: 409, body: { message: 'Not now' } });
    await userEvent.keyboard('{Enter}');
    await isTold('Failed to create customer');
    expect(await customersNamed('Blocked Number')).toEqual([]);
  });

  it('is not edited by a salesperson, who may go back to a walk-in with Remove customer, and retail prices with it', async () => {
    const { id: customer_id } = await addCustomer(manager, 'Gone Again', 'vip');
    const draft = await openCart(SELLER, seller, { customer_id });
    const { retail_price } = soldIn(draft);
    expect(draft.subtotal).toBeLessThan(retail_price);
    await onCard('VIP');
    // The card has the group's label; the cart says what the prices really save.
    await onCard('10% off · 0 points');
    const percent = Number((((retail_price - draft.subtotal) / retail_price) * 100).toFixed(1));
    await isShown(cart().getByText(`Saved with VIP prices (${percent}%)`));
    await isShown(cart().getByText(inCart(retail_price - draft.subtotal), { exact: true }));
    expect(page.getByRole('button', { name: 'Edit Gone Again' }).elements()).toEqual([]);
    await pressTillKey('F3');
    await press('Remove customer');
    await isTold('Prices changed for Walk-in Customer');
    await onCard('Retail prices, no points');
    await expect.poll(async () => (await saved(draft)).subtotal).toBe(retail_price);
    expect((await saved(draft)).customer).toBeNull();
  });

  it('stays who it was when the other one has a draft already: nothing is merged', async () => {
    const busy = await addCustomer(manager, 'Busy Elsewhere', 'member');
    const before = await addCustomer(manager, 'Here Before', 'wholesale');
    const held = await openDraft(seller, await unitsOnSale(seller, 1), { customer_id: busy.id });
    const here = await openCart(SELLER, seller, { customer_id: before.id });
    await chooseCustomer('Busy Elsewhere');
    await isTold('Draft already exists');
    await isTold(`Existing draft found: ${held.draft_number}`);
    await onCard('Here Before');
    await draftSaved();
    expect(page.getByText(/^Prices changed/).elements()).toEqual([]);
    expect(await saved(here)).toMatchObject({
      customer: { id: before.id },
      subtotal: soldIn(here).wholesale_price,
    });
    await press(`Open ${held.draft_number}`);
    await onCard('Busy Elsewhere');
    await expect.poll(() => cartLines().elements().length).toBe(1);
    await isShown(cartLines().getByText(inCart(held.subtotal)));
  });

  it('is edited in a drawer beside the cart by those who may; name, group and prices follow', async () => {
    const ned = await addCustomer(manager, 'Ned Plain');
    const draft = await openCart(MANAGER, manager, { customer_id: ned.id });
    const { member_price, product } = soldIn(draft);
    await press('Edit Ned Plain');
    const drawer = page.getByRole('dialog', { name: 'Edit Customer' });
    await field('Name').fill('');
    await drawer.getByLabelText('Birthday').fill('2999-01-01');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('Name'))).toBe('Name is required');
    await isShown(drawer.getByText('Birthday cannot be in the future'));
    await field('Name').fill('Ned Member');
    await drawer.getByLabelText('Birthday').fill('1990-03-05');
    await drawer.getByLabelText('Address').fill('12 Mabini St');
    await drawer.getByLabelText('Customer group').selectOptions('Member');
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await isGone(drawer);
    await onCard('Ned Member');
    await isShown(cartLines().getByText(inCart(member_price ?? 0)));
    await expect.poll(async () => (await saved(draft)).subtotal).toBe(member_price);
    const now = expectDone(await manager.get<WireCustomer>(`/customers/${ned.id}`));
    expect(now).toMatchObject({ address: '12 Mabini St', birthday: '1990-03-05', email: null });
    await expect.element(page.getByRole('button', { name: 'Edit Ned Member' })).toHaveFocus();
    // The cards show this customer's price, too.
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(product.sku);
    const found = expectDone(await manager.get<Products>(`/pos/products?search=${product.sku}`)).data;
    const variations = found.find(({ sku }) => sku === product.sku)?.variations ?? [];
    const lowest = Math.min(...variations.map((each) => each.member_price ?? each.retail_price));
    await isShown(page.getByRole('group', { name: 'Products' }).getByText(inCart(lowest)));
  });

  it('may be given somebody’s number in the drawer after a warning that names them', async () => {
    const owner = await addCustomer(manager, 'Owner Before');
    const changed = await addCustomer(manager, 'Given Their Number');
    await openCart(MANAGER, manager, { customer_id: changed.id });
    await press('Edit Given Their Number');
    const drawer = page.getByRole('dialog', { name: 'Edit Customer' });
    await field('Phone').fill(owner.phone);
    await isShown(drawer.getByText('Owner Before has this number'));
    expect(drawer.getByRole('link').elements()).toEqual([]);
    const phoneNow = async () =>
      expectDone(await manager.get<WireCustomer>(`/customers/${changed.id}`)).phone;
    const question = page.getByRole('alertdialog', { name: 'Give this number to a second customer?' });
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await isGone(question);
    expect(await phoneNow()).toBe(changed.phone);
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await question.getByRole('button', { name: 'Update Customer' }).click();
    await isGone(drawer);
    expect(await phoneNow()).toBe(owner.phone);
  });
});
