import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addCustomer } from '#tests/support/customers.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
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

const MANAGER = 'store_manager@demo.test';
const dollars = (centavos: number) =>
  `$${(centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe('discounts at the till', () => {
  const shop = demoShop();
  const phone = async () => {
    const [found] = await phonesAt(shop.server.database, 'MNL-01', 1);
    if (!found) throw new Error('no phone left');
    return found;
  };
  const pricesOf = (itemId: number) =>
    shop.server.database.reader
      .selectFrom('inventory_items as item')
      .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
      .select(['variation.id', 'retail_price', 'minimum_price', 'wholesale_price'])
      .where('item.id', '=', itemId)
      .executeTakeFirstOrThrow();
  const openDiscounts = async (page: Page) => {
    await pressTillKey(page, 'F4');
    await page.getByRole('dialog', { name: 'Discounts' }).waitFor();
    await expect
      .poll(() => page.getByLabel('Percent off').evaluate((field) => field === document.activeElement))
      .toBe(true);
  };
  const close = async (page: Page) => {
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const rowOf = async (page: Page) => {
    const number = (await draftNumberShown(page).textContent()) ?? '';
    return shop.server.database.reader
      .selectFrom('transactions')
      .selectAll()
      .where('draft_number', '=', number)
      .executeTakeFirstOrThrow();
  };

  it('are given to the highlighted line by the keyboard alone, and paid so', async () => {
    const page = await shop.openTill();
    const { id, imei } = await phone();
    const { retail_price } = await pricesOf(id);
    await scanToLine(page, imei);
    await openDiscounts(page);
    await typeByHand(page, '2.5');
    const off = Math.round(retail_price * 0.025);
    await page
      .getByRole('status', { name: 'Preview' })
      .getByText(dollars(retail_price - off))
      .waitFor();
    await page.keyboard.press('Tab');
    await typeByHand(page, 'Open box');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Discounts given' }).getByText('Open box −2.5%').waitFor();
    await close(page);
    const line = cartLine(page, imei);
    await line.getByText('Open box −2.5%').waitFor();
    await line.getByText(`−${dollars(off)}`).waitFor();
    await draftSaved(page);
    await expect.poll(async () => (await rowOf(page)).discount_amount).toBe(off);
    await goToPayment(page);
    await completeSale(page);
  });

  it('are given to the whole cart, listed, and taken away again', async () => {
    const page = await shop.openTill();
    await scanToLine(page, (await phone()).imei);
    await openDiscounts(page);
    await page.getByLabel('Applies to').selectOption('cart');
    await page.getByRole('radio', { name: 'Fixed amount' }).click();
    await typeDiscount(page, '150.25', 'Price match');
    await page.getByRole('list', { name: 'Discounts given' }).getByText('Price match').waitFor();
    await close(page);
    await cart(page).getByText('Price match').waitFor();
    await expect.poll(async () => (await rowOf(page)).discount_amount).toBe(15_025);
    await openDiscounts(page);
    await page.getByLabel('Applies to').selectOption('cart');
    await page.getByRole('button', { name: 'Remove Price match' }).click();
    await page.getByText('No discount yet.').waitFor();
    await close(page);
    await expect.poll(async () => (await rowOf(page)).discount_amount).toBe(0);
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('button', { name: /^Cancel MNL/ }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
  });

  it('are refused on their field: nothing, zero, more than everything, no reason, a sixth', async () => {
    const page = await shop.openTill();
    await scanToLine(page, (await phone()).imei);
    await openDiscounts(page);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a percentage').waitFor();
    await page.getByLabel('Percent off').fill('0');
    await page.getByText('Discount must be greater than 0').waitFor();
    await page.getByLabel('Percent off').fill('100.01');
    await page.getByText('Discount cannot be more than 100%').waitFor();
    await page.getByRole('radio', { name: 'Fixed amount' }).click();
    await page.getByLabel('Amount off').fill('99999999');
    await page.getByText('Discount cannot be more than the price').waitFor();
    await page.getByLabel('Amount off').fill('1');
    await page.keyboard.press('Enter');
    await page.getByText('Reason required').waitFor();
    for (let given = 1; given <= 5; given += 1) {
      await typeDiscount(page, '1', `Reason ${given}`);
      await page.getByRole('list', { name: 'Discounts given' }).getByText(`Reason ${given}`).waitFor();
    }
    await page.getByLabel('Amount off').fill('1');
    await page.getByText('At most 5 discounts').waitFor();
    await close(page);
    await draftSaved(page);
  });

  it('stop at the lowest price for a salesperson, naming it; a manager is warned and may go on', async () => {
    const { id, imei, product } = await phone();
    const { id: variationId, retail_price } = await pricesOf(id);
    const floor = Math.round((retail_price * 0.9) / 100) * 100;
    await shop.server.database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ minimum_price: floor })
        .where('id', '=', variationId)
        .execute(),
    );
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await openDiscounts(page);
    await typeDiscount(page, '11', 'Too much');
    await page.getByText(`The lowest price of ${product} is ${dollars(floor)}`).waitFor();
    expect(await page.getByRole('list', { name: 'Discounts given' }).count()).toBe(0);
    await close(page);
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('button', { name: /^Cancel MNL/ }).click();
    await cart(page).getByText('Scan an item to start').waitFor();

    const manager = await shop.openTill(MANAGER);
    await scanToLine(manager, imei);
    await openDiscounts(manager);
    await typeByHand(manager, '11');
    await manager.getByText(`Below the lowest price of ${product}, ${dollars(floor)}.`).waitFor();
    await typeDiscount(manager, '11', 'Last one');
    await close(manager);
    await draftSaved(manager);
    await expect
      .poll(async () => (await rowOf(manager)).discount_amount)
      .toBe(Math.round(retail_price * 0.11));
  });

  it('are taken back, and told, where a new customer’s price would fall below the lowest one', async () => {
    const { id, imei } = await phone();
    const { id: variationId, retail_price } = await pricesOf(id);
    const floor = Math.round((retail_price * 0.9) / 100) * 100;
    await shop.server.database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ minimum_price: floor, wholesale_price: floor })
        .where('id', '=', variationId)
        .execute(),
    );
    await addCustomer(await signIn(shop.server.url, MANAGER), 'Bulk Buyer', 'wholesale');
    const page = await shop.openTill();
    await scanToLine(page, imei);
    await openDiscounts(page);
    await typeDiscount(page, '5', 'Open box');
    await close(page);
    await draftSaved(page);
    await chooseCustomer(page, 'Bulk Buyer');
    await toast(page, 'Discount taken back').waitFor();
    await expect.poll(() => cartLine(page, imei).getByText('Open box').count()).toBe(0);
    await draftSaved(page);
    const row = await rowOf(page);
    expect([row.subtotal, row.discount_amount]).toEqual([floor, 0]);
  });

  it('come back with a cart that was cut off', async () => {
    const page = await shop.openTill();
    const { imei } = await phone();
    await addCustomer(await signIn(shop.server.url, MANAGER), 'Cut Off', 'member');
    await scanToLine(page, imei);
    await chooseCustomer(page, 'Cut Off');
    await openDiscounts(page);
    await typeDiscount(page, '1', 'Open box');
    await close(page);
    await draftSaved(page);
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
    const lines = await shop.server.database.reader
      .selectFrom('transaction_items')
      .select('discounts_json')
      .where('transaction_id', '=', (await rowOf(page)).id)
      .execute();
    expect(JSON.stringify(lines)).toContain('Price match');
  });

  it('say that there is nothing to discount in an empty cart', async () => {
    const page = await shop.openTill();
    await pressTillKey(page, 'F4');
    await toast(page, 'No items in cart').waitFor();
  });
});
