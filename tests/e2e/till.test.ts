import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { sell } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  scanToLine,
  wedgeScan,
} from '#tests/support/till-page.ts';

describe('the till', () => {
  const shop = demoShop();
  let page: Page;
  beforeEach(async () => {
    page = await shop.openTill();
  });
  const phone = async () => {
    const [found] = await phonesAt(shop.server.database, 'MNL-01', 1);
    if (!found) throw new Error('no phone left');
    return found;
  };

  it('keeps a scan out of the field that has the focus', async () => {
    const { imei } = await phone();
    const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    await search.fill('cable');
    await scanToLine(page, imei);
    await expect.poll(() => search.inputValue()).toBe('cable');
  });

  it('says what it could not find, and leaves the cart alone', async () => {
    await wedgeScan(page, '4806512345678');
    await page.getByText('Item not found: 4806512345678').first().waitFor();
    await cart(page).getByText('Scan an item to start').waitFor();
  });

  it('names who holds a unit that is locked at another till', async () => {
    const { id, imei } = await phone();
    const manager = await signIn(shop.server.url, 'store_manager@demo.test');
    await manager.post(`/pos/inventory/${id}/lock`);
    await wedgeScan(page, imei);
    await page
      .getByText(/^Locked by Ana Reyes until \d\d:\d\d$/)
      .first()
      .waitFor();
    await manager.post(`/pos/inventory/${id}/unlock`);
  });

  it('tells the same person at a second till that the unit is held', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    const other = await shop.openTill();
    await wedgeScan(other, imei);
    await other
      .getByText(/^Locked by Joel Cruz until/)
      .first()
      .waitFor();
  });

  it('empties the cart and unlocks its units on Clear Items and Cancel Transaction, after asking', async () => {
    const { id, imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await page.getByRole('button', { name: 'Clear Items' }).click();
    await page
      .getByText('Are you sure you want to clear the current transaction? This action cannot be undone.')
      .waitFor();
    await page.getByRole('button', { name: 'Clear 1 item' }).click();
    await page.getByText('Transaction cleared').first().waitFor();
    await expect.poll(() => statusOf(id)).toBe('available');
    await scanToLine(page, imei);
    await draftSaved(page);
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByRole('button', { name: /^Cancel MNL-01-D/ }).click();
    await page.getByText('Transaction cancelled').first().waitFor();
    await expect.poll(() => statusOf(id)).toBe('available');
    await page.getByText('No draft yet. The first item starts one.').waitFor();
  });

  const statusOf = async (itemId: number) => {
    const row = await shop.server.database.reader
      .selectFrom('inventory_items')
      .select('status')
      .where('id', '=', itemId)
      .executeTakeFirst();
    return row?.status;
  };

  it('keeps the cart while the server is gone, and goes on when it is back', async () => {
    const [first, second] = await phonesAt(shop.server.database, 'MNL-01', 2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill(second.product);
    await page
      .getByRole('group', { name: 'Products' })
      .getByText(second.product, { exact: true })
      .first()
      .waitFor();
    await shop.server.stop();

    await scanToLine(page, second.imei);
    await page.getByText('The server cannot be reached.').first().waitFor();
    await page.getByText('Checkout returns when the server is back').first().waitFor();
    await cart(page).getByText('Not confirmed by the server').waitFor();

    await shop.server.start();
    await draftSaved(page);
    await cart(page).getByText('Held for this sale').waitFor();
    await goToPayment(page);
    await completeSale(page);
    await expect.poll(() => statusOf(first.id)).toBe('sold');
    await expect.poll(() => statusOf(second.id)).toBe('sold');
  });

  it('marks a line whose unit was sold meanwhile, and blocks checkout until it is removed', async () => {
    const { id, imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await goToPayment(page);
    // The hold lapses, as after a long break, and another till sells the unit.
    await shop.server.database.write((writer) =>
      writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', id).execute(),
    );
    await sell(await signIn(shop.server.url, 'store_manager@demo.test'), [id]);
    await page.keyboard.press('Control+Enter');
    await cartLine(page, imei)
      .getByText(/Remove it to go on/)
      .waitFor();
    await page.getByText('Remove the lost items first').first().waitFor();
    await cartLine(page, imei)
      .getByRole('button', { name: /^Remove / })
      .click();
    await cart(page).getByText('Scan an item to start').waitFor();
  });

  it('goes to the sale of a unit that is scanned again, and leaves the cart as it is', async () => {
    const [sold, other] = await phonesAt(shop.server.database, 'MNL-01', 2);
    if (!sold || !other) throw new Error('no phones left');
    const { transaction } = await sell(await signIn(shop.server.url, 'salesperson@demo.test'), [sold.id]);
    await scanToLine(page, other.imei);
    await draftSaved(page);
    await wedgeScan(page, sold.imei);
    await page.waitForURL(`**/transactions/${transaction.id}?refundItem=${sold.id}`);
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await cartLine(page, other.imei).waitFor();
  });

  it('tells every key with F1, and does with a tap what the key does', async () => {
    await page.keyboard.press('F1');
    await page
      .getByText(
        'F1 Help · F2 Search · F3 Customer · F4 Discounts · F8 Payment · Ctrl+Enter Complete Sale, on payment',
      )
      .first()
      .waitFor();
    const keys = page.getByRole('list', { name: 'Keyboard shortcuts' });
    await keys.getByRole('button', { name: 'F3 Customer' }).click();
    await page.getByRole('dialog', { name: 'Customer Search' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keys.getByRole('button', { name: 'F2 Search' }).click();
    const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('offers a cart that was cut off, and loads it only when asked', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await page.reload();
    await page.getByRole('region', { name: 'Carts that were cut off' }).waitFor();
    await cart(page).getByText('Scan an item to start').waitFor();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, imei).waitFor();
    await cart(page).getByText('Held for this sale').waitFor();
  });

  it('stands at the payment screen again after a reload there', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    await draftSaved(page);
    await goToPayment(page);
    await page.reload();
    await page.getByText(`IMEI ${imei}`).waitFor();
    await completeSale(page);
  });

  it('sells for exact cash with two key presses after the scan', async () => {
    const { imei } = await phone();
    await scanToLine(page, imei);
    await page.keyboard.press('F8');
    await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    await completeSale(page);
    await page.getByRole('complementary', { name: 'Completed sale' }).getByText('₱0.00').first().waitFor();
  });

  it('shows each payment rule on its field', async () => {
    await scanToLine(page, (await phone()).imei);
    await goToPayment(page);
    await page.getByRole('radio', { name: 'Credit/Debit Card' }).click();
    await page.getByRole('button', { name: 'Save Payment' }).click();
    await page.getByText('Reference required').waitFor();
    await page.getByLabel('Amount').fill('1');
    await page.getByLabel('Reference number').fill('slip 8841');
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/Please add ₱[\d,.]+ more in payments/)
      .first()
      .waitFor();
  });
});
