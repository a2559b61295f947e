import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { priceForGroup } from '#domain/pricing.ts';
import { addCustomer, answerTo } from '#tests/support/customers.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { localSpellings } from '#tests/support/phones.ts';
import { expectDone, type WireTransaction } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  chooseCustomer,
  completeSale,
  draftNumberShown,
  draftSaved,
  goToPayment,
  pressTillKey,
  scanToLine,
  typeByHand,
} from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const dollars = (centavos: number) =>
  `$${(centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const nunez = { name: 'Señora Núñez', phone: '0917-482-3371' };

describe('the customer of a sale', () => {
  const shop = demoShop();
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
    expectDone(await manager.post('/customers', nunez));
  });
  const phones = (count: number) => phonesAt(shop.server.database, 'MNL-01', count);
  const phone = async () => {
    const [found] = await phones(1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const pricesOf = (itemId: number) =>
    shop.server.database.reader
      .selectFrom('inventory_items as item')
      .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
      .select(['retail_price', 'member_price', 'wholesale_price', 'minimum_price'])
      .where('item.id', '=', itemId)
      .executeTakeFirstOrThrow();
  const rowOf = async (page: Page) => {
    const number = (await draftNumberShown(page).textContent()) ?? '';
    return shop.server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('draft_number', '=', number)
      .executeTakeFirstOrThrow();
  };
  const card = (page: Page, text: string) => cart(page).getByText(text, { exact: true });
  const customersNamed = (name: string) =>
    shop.server.database.reader.selectFrom('customers').selectAll().where('name', '=', name).execute();

  it('is found with F3 and the keyboard; the prices follow and are told', async () => {
    const { id, imei } = await phone();
    const prices = await pricesOf(id);
    const member = priceForGroup(prices, 'member');
    const first = await addCustomer(manager, 'Zyra Aaa', 'wholesale');
    const second = await addCustomer(manager, 'Zyra Abb', 'member');
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await draftSaved(page);
    await pressTillKey(page, 'F3');
    const search = page.getByPlaceholder('Name, phone or email');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await typeByHand(page, 'z');
    await page.getByText('Type at least 2 characters of a name, phone or email.').waitFor();
    // Enter takes nobody before the list is that of the whole text.
    const answered = answerTo(page, 'zyra a');
    await typeByHand(page, 'yra a');
    await answered;
    await page.getByRole('option', { name: second.name }).getByText(second.phone).waitFor();
    await page
      .getByRole('option', { name: first.name })
      .getByText(first.customer_group?.name ?? '')
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: second.name, selected: true }).waitFor();
    await page.keyboard.press('Enter');

    await toast(page, 'Prices changed for Zyra Abb (Member)').waitFor();
    await toast(page, `1 item, ${dollars(prices.retail_price - member)} less`).waitFor();
    await card(page, 'Zyra Abb').waitFor();
    await card(page, 'Member').waitFor();
    const line = cartLine(page, imei);
    await line.getByText(dollars(member)).waitFor();
    await line.getByText(dollars(prices.retail_price)).waitFor();
    await cart(page)
      .getByText(`Earns ${Math.trunc(member / 100).toLocaleString('en-US')} points`)
      .waitFor();
    await expect.poll(async () => (await rowOf(page)).customer_id).toBe(second.id);
    expect((await rowOf(page)).subtotal).toBe(member);
    // The cards show this customer's price too.
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill((await phone()).product);
    await page.getByRole('group', { name: 'Products' }).getByText(dollars(member)).first().waitFor();
    await goToPayment(page);
    await completeSale(page);
  });

  it('is found by their number in every local spelling, and by a name without its accents', async () => {
    const page = await shop.openTill();
    await pressTillKey(page, 'F3');
    const search = page.getByPlaceholder('Name, phone or email');
    for (const text of [...localSpellings('0917', '482', '3371'), 'senora nunez', 'NUÑEZ, S']) {
      const answered = answerTo(page, text);
      await search.fill(text);
      expect([text, await answered]).toEqual([text, [nunez.name]]);
      await page.getByRole('option', { name: nunez.name }).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is looked for from two letters on, 300 ms after the last one, ten at a time, once in two minutes', async () => {
    for (let no = 1; no <= 11; no += 1) await addCustomer(manager, `Manifold ${no}`);
    const page = await shop.openTill();
    await pressTillKey(page, 'F3');
    await page.clock.install();
    const asked: URLSearchParams[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/customers')) asked.push(searchParams);
    });
    const search = page.getByPlaceholder('Name, phone or email');
    await page.clock.pauseAt(Date.now() + SECOND);
    await search.fill('m');
    await page.clock.runFor(SECOND);
    await page.getByText('Type at least 2 characters of a name, phone or email.').waitFor();
    await search.fill('manifold');
    await page.clock.runFor(299);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked.map(String)).toEqual(['search=manifold&per_page=10']);
    await page.clock.resume();
    await expect.poll(() => page.getByRole('option').count()).toBe(10);
    const again = async () => {
      await search.fill('');
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      await search.fill('manifold');
      await page.getByRole('option').first().waitFor();
    };
    await page.clock.fastForward(MINUTE + 50 * SECOND);
    await again();
    expect(asked).toHaveLength(1);
    await page.clock.fastForward(15 * SECOND);
    await again();
    await expect.poll(() => asked.length).toBe(2);
  });

  it('could not be looked for: says so and that the sale can go on, and looks with Retry', async () => {
    await addCustomer(manager, 'Unanswered Person');
    const page = await shop.openTill();
    await pressTillKey(page, 'F3');
    const list = /\/api\/v1\/customers\?/;
    await page.route(list, (route) => route.abort());
    await page.getByPlaceholder('Name, phone or email').fill('Unanswered');
    await page.getByText('Customers could not be loaded').waitFor();
    await page.getByText('The sale can go on as a walk-in’s.').waitFor();
    await page.unroute(list);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('option', { name: 'Unanswered Person' }).waitFor();
  });

  it('is made by Quick Create with the text that was not found, each message on its field', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    await scanToLine(page, imei);
    await pressTillKey(page, 'F3');
    await page.getByPlaceholder('Name, phone or email').fill('Bagong Suki');
    await page.getByText('No customer for “Bagong Suki”').waitFor();
    await page.keyboard.press('Enter');
    const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name });
    await expect.poll(() => field('Name').inputValue()).toBe('Bagong Suki');
    const isRequired = (name: string) => field(name).evaluate((input: HTMLInputElement) => input.required);
    expect([await isRequired('Name'), await isRequired('Phone'), await isRequired('Email')]).toEqual([
      true,
      true,
      false,
    ]);
    await page.keyboard.press('Enter');
    await page.getByText('Phone number is required').waitFor();
    await field('Phone').fill('not a number');
    await field('Email').fill('nobody');
    await field('Name').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('Name is required').waitFor();
    await page.getByText('Invalid phone number format').waitFor();
    await page.getByText('Invalid email format').waitFor();
    await field('Phone').fill('0917 555 000000000000');
    await page.getByText('Phone number must be less than 20 characters').waitFor();
    await field('Name').fill('Bagong Suki');
    await field('Phone').fill('0917 555 7788');
    await field('Email').fill('');
    await page.keyboard.press('Enter');
    await card(page, 'Bagong Suki').waitFor();
    const [made] = await customersNamed('Bagong Suki');
    expect(made).toMatchObject({ phone: '0917 555 7788', email: null });
    await expect.poll(async () => (await rowOf(page)).customer_id).toBe(made?.id);
  });

  it('is never merged with somebody of the same name and phone', async () => {
    const page = await shop.openTill();
    for (const times of [1, 2]) {
      await pressTillKey(page, 'F3');
      await page.getByRole('tab', { name: 'Quick Create' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Two Of Them');
      await dialog.getByRole('textbox', { name: 'Phone' }).fill('0917 555 9900');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => customersNamed('Two Of Them')).toHaveLength(times);
    }
  });

  it('says on the field what the server refuses, and tells other failures', async () => {
    const page = await shop.openTill();
    await pressTillKey(page, 'F3');
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Refused');
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('0917 555 1212');
    const refusals = [
      { status: 422, body: '{"message":"x","errors":{"phone":["This phone is blocked"]}}' },
      { status: 409, body: '{"message":"Not now"}' },
    ];
    await page.route(/\/customers$/, (route) => route.fulfill(refusals.shift()));
    await page.keyboard.press('Enter');
    await dialog.getByText('This phone is blocked').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Failed to create customer').first().waitFor();
    expect(await customersNamed('Refused')).toEqual([]);
  });

  it('goes back to a walk-in with Remove customer, and retail prices with it', async () => {
    const { id, imei } = await phone();
    const { retail_price } = await pricesOf(id);
    await addCustomer(manager, 'Gone Again', 'member');
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await chooseCustomer(page, 'Gone Again');
    await draftSaved(page);
    await pressTillKey(page, 'F3');
    await page.getByRole('button', { name: 'Remove customer' }).click();
    await toast(page, 'Prices changed for Walk-in Customer').waitFor();
    await card(page, 'Retail prices, no points').waitFor();
    await expect.poll(async () => (await rowOf(page)).subtotal).toBe(retail_price);
    expect((await rowOf(page)).customer_id).toBeNull();
  });

  it('stays who it was when the other one has a draft already: nothing is merged', async () => {
    const busy = await addCustomer(manager, 'Busy Elsewhere', 'member');
    const before = await addCustomer(manager, 'Here Before', 'wholesale');
    const [held, here] = await phones(2);
    if (!held || !here) throw new Error('no phones left');
    const joel = await signIn(shop.server.url, SELLER);
    const draft = expectDone(
      await joel.post<WireTransaction>('/transactions', {
        items: [{ inventory_item_id: held.id }],
        customer_id: busy.id,
      }),
    );
    const page = await shop.openTill();
    await scanToLine(page, here.imei);
    await chooseCustomer(page, 'Here Before');
    await draftSaved(page);
    await chooseCustomer(page, 'Busy Elsewhere');
    await toast(page, 'Draft already exists').waitFor();
    await toast(page, `Existing draft found: ${draft.draft_number}`).waitFor();
    await card(page, 'Here Before').waitFor();
    await draftSaved(page);
    const row = await rowOf(page);
    expect(row.customer_id).toBe(before.id);
    expect(row.subtotal).toBe(priceForGroup(await pricesOf(here.id), 'wholesale'));
    await page.getByRole('button', { name: `Open ${draft.draft_number}` }).click();
    await cartLine(page, held.imei).waitFor();
    expect(await cartLine(page, here.imei).count()).toBe(0);
  });

  it('is edited in a drawer beside the cart by those who may; name, group and prices follow', async () => {
    const { id, imei } = await phone();
    const prices = await pricesOf(id);
    const ned = await addCustomer(manager, 'Ned Plain');
    const page = await shop.openTill(MANAGER);
    await scanToLine(page, imei);
    await chooseCustomer(page, 'Ned Plain');
    await page.getByRole('button', { name: 'Edit Ned Plain' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Customer' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('');
    await drawer.getByLabel('Birthday').fill('2999-01-01');
    await page.keyboard.press('Enter');
    await drawer.getByText('Name is required').waitFor();
    await drawer.getByText('Birthday cannot be in the future').waitFor();
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Ned Member');
    await drawer.getByLabel('Birthday').fill('1990-03-05');
    await drawer.getByLabel('Address').fill('12 Mabini St');
    await drawer.getByLabel('Customer group').selectOption({ label: 'Member' });
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await drawer.waitFor({ state: 'detached' });
    await card(page, 'Ned Member').waitFor();
    await cartLine(page, imei)
      .getByText(dollars(priceForGroup(prices, 'member')))
      .waitFor();
    await draftSaved(page);
    await expect.poll(async () => (await rowOf(page)).subtotal).toBe(priceForGroup(prices, 'member'));
    const [saved] = await customersNamed('Ned Member');
    expect(saved).toMatchObject({ id: ned.id, address: '12 Mabini St', birthday: '1990-03-05', email: null });
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe('Edit Ned Member');
  });

  it('may be given somebody’s number in the drawer after a warning that names them', async () => {
    const owner = await addCustomer(manager, 'Owner Before');
    const changed = await addCustomer(manager, 'Given Their Number');
    const page = await shop.openTill(MANAGER);
    await chooseCustomer(page, 'Given Their Number');
    await page.getByRole('button', { name: 'Edit Given Their Number' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Customer' });
    await drawer.getByRole('textbox', { name: 'Phone' }).fill(owner.phone);
    await drawer.getByText('Owner Before has this number').waitFor();
    expect(await drawer.getByRole('link').count()).toBe(0);
    const phoneNow = async () => (await customersNamed('Given Their Number'))[0]?.phone;
    const question = page.getByRole('alertdialog', { name: 'Give this number to a second customer?' });
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => phoneNow()).toBe(changed.phone);
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await question.getByRole('button', { name: 'Update Customer' }).click();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => phoneNow()).toBe(owner.phone);
  });

  it('is not offered for editing to a salesperson', async () => {
    await addCustomer(manager, 'Only Looked At', 'vip');
    const page = await shop.openTill();
    await chooseCustomer(page, 'Only Looked At');
    await card(page, 'VIP').waitFor();
    expect(await page.getByRole('button', { name: 'Edit Only Looked At' }).count()).toBe(0);
  });

  it('comes back with a cart that was cut off', async () => {
    await addCustomer(manager, 'Cut Short', 'member');
    const page = await shop.openTill(MANAGER);
    const { imei } = await phone();
    await scanToLine(page, imei);
    await chooseCustomer(page, 'Cut Short');
    await draftSaved(page);
    const number = (await draftNumberShown(page).textContent()) ?? '';
    const row = await rowOf(page);
    expect(row.customer_id).not.toBeNull();
    await page.reload();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await card(page, 'Cut Short').waitFor();
    await expect.poll(() => draftNumberShown(page).textContent()).toBe(number);
  });
});
