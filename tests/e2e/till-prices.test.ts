import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { priceForGroup } from '#domain/pricing.ts';
import { addCustomer, answerTo } from '#tests/support/customers.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
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
  typeDiscount,
} from '#tests/support/till-page.ts';

const dollars = (centavos: number) =>
  `$${(centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

// The search, the drawer and the dialog by themselves are in tests/component.
describe('a sale to a customer with a discount', () => {
  const shop = demoShop();
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, 'store_manager@demo.test');
  });
  const phone = async () => {
    const [found] = await phonesAt(shop.server.database, 'MNL-01', 1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const pricesOf = (unitId: number) =>
    shop.server.database.reader
      .selectFrom('inventory_items as item')
      .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
      .select(['retail_price', 'member_price', 'wholesale_price', 'minimum_price'])
      .where('item.id', '=', unitId)
      .executeTakeFirstOrThrow();
  const numberShown = async (page: Page) => (await draftNumberShown(page).textContent()) ?? '';
  const rowOf = async (page: Page) =>
    shop.server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('draft_number', '=', await numberShown(page))
      .executeTakeFirstOrThrow();
  const hasFocus = (field: Locator) =>
    expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  const openDiscounts = async (page: Page) => {
    await pressTillKey(page, 'F4');
    await page.getByRole('dialog', { name: 'Discounts' }).waitFor();
    await hasFocus(page.getByLabel('Percent off'));
  };
  const close = async (page: Page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('is made with the scanner and the keyboard alone: found with F3, the prices follow; discounted with F4, and paid so', async () => {
    const { id, imei } = await phone();
    const prices = await pricesOf(id);
    const member = priceForGroup(prices, 'member');
    const first = await addCustomer(manager, 'Zyra Aaa', 'wholesale');
    const second = await addCustomer(manager, 'Zyra Abb', 'member');
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await draftSaved(page);

    await pressTillKey(page, 'F3');
    await hasFocus(page.getByPlaceholder('Name, phone or email'));
    await typeByHand(page, 'z');
    await page.getByText('Type at least 2 characters of a name, phone or email.').waitFor();
    // Enter chooses no customer before the list is that of the whole text.
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
    await cart(page).getByText('Zyra Abb', { exact: true }).waitFor();
    await cart(page).getByText('Member', { exact: true }).waitFor();
    const line = cartLine(page, imei);
    await line.getByText(dollars(member)).waitFor();
    await line.getByText(dollars(prices.retail_price)).waitFor();
    await cart(page)
      .getByText(`Earns ${Math.trunc(member / 100).toLocaleString('en-US')} points`)
      .waitFor();
    await expect.poll(async () => (await rowOf(page)).customer_id).toBe(second.id);
    expect((await rowOf(page)).subtotal).toBe(member);

    // The last scanned line is chosen already.
    await openDiscounts(page);
    await typeByHand(page, '2.5');
    const off = Math.round(member * 0.025);
    await page
      .getByRole('status', { name: 'Preview' })
      .getByText(dollars(member - off))
      .first()
      .waitFor();
    await page.keyboard.press('Tab');
    await typeByHand(page, 'Open box');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Discounts given' }).getByText('Open box −2.5%').waitFor();
    await close(page);
    await line.getByText('Open box −2.5%').waitFor();
    await line.getByText(`−${dollars(off)}`).waitFor();
    await draftSaved(page);
    await expect.poll(async () => (await rowOf(page)).discount_amount).toBe(off);
    await goToPayment(page);
    await completeSale(page);
  });

  it('comes back with a cart that was interrupted', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    const { id } = await addCustomer(manager, 'Cut Off', 'member');
    await scanToLine(page, imei);
    await chooseCustomer(page, 'Cut Off');
    await openDiscounts(page);
    await typeDiscount(page, '1', 'Open box');
    await close(page);
    await draftSaved(page);
    const number = await numberShown(page);
    await expect.poll(async () => (await rowOf(page)).customer_id).toBe(id);
    await shop.server.stop();
    await openDiscounts(page);
    await typeDiscount(page, '1', 'Price match');
    await close(page);
    await page.getByText('· On this till').first().waitFor();
    await shop.server.start();
    await page.reload();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, imei).getByText('Price match −1%').waitFor();
    await cart(page).getByText('Cut Off').waitFor();
    await draftSaved(page);
    await expect.poll(() => numberShown(page)).toBe(number);
    const lines = await shop.server.database.reader
      .selectFrom('transaction_items')
      .select('discounts_json')
      .where('transaction_id', '=', (await rowOf(page)).id)
      .execute();
    expect(JSON.stringify(lines)).toContain('Price match');
  });
});
