import type { Page } from 'playwright-core';
import { closeDialog, letGo, whileFailing, type PictureSet } from './studio.ts';

const MANAGER = 'store_manager@demo.test';
const LIST = '/inventory/counts';

/** Types a code, as without a scanner. */
async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Scan an IMEI, serial number or QR code').fill(code);
  await page.keyboard.press('Enter');
}

/** The list of counts, one that is started and counted by scanner, and its closing. */
export const counts: PictureSet = {
  name: 'counts',
  takePictures: async ({ server, open, take }) => {
    const { reader } = server.database;
    const phones = (status: 'available' | 'sold', here: boolean) =>
      reader
        .selectFrom('inventory_items as item')
        .innerJoin('stores', 'stores.id', 'item.store_id')
        .select('item.imei')
        .where('stores.code', here ? '=' : '<>', 'MNL-01')
        .where('item.status', '=', status)
        .where('item.imei', 'is not', null)
        .orderBy('item.id')
        .limit(3)
        .execute();
    // In the warehouse, which nobody has counted.
    const none = await open(LIST, 'inventory_checker@demo.test');
    await none.getByText('No stock counts yet').waitFor();
    await letGo(none);
    await take(none, 'counts-none');
    const page = await open(LIST, MANAGER);
    await page.getByRole('link', { name: 'CT-MNL-01-000002' }).waitFor();
    await letGo(page);
    await take(page, 'counts');
    await whileFailing(page, /api\/v1\/inventory\/counts/, async () => {
      await page.goto(LIST);
      await page.getByText('Stock Counts could not be loaded').waitFor();
      await take(page, 'counts-error');
    });
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Start count' }).first().click();
    await page.getByRole('dialog').waitFor();
    await take(page, 'count-new');
    await page.getByRole('dialog').getByRole('button', { name: 'Start count' }).click();
    await page.getByLabel('Scan an IMEI, serial number or QR code').waitFor();
    await letGo(page);
    await take(page, 'count-empty');
    const verdict = page.getByRole('status', { name: 'Last scan' });
    const here = await phones('available', true);
    const [away] = await phones('available', false);
    const [sold] = await phones('sold', true);
    for (const { imei } of here) {
      await enter(page, imei ?? '');
      await verdict.getByText(imei ?? '').waitFor();
    }
    await take(page, 'count-found');
    await enter(page, here[0]?.imei ?? '');
    await verdict.getByText('Already counted').waitFor();
    await take(page, 'count-again');
    for (const unit of [sold, away]) {
      await enter(page, unit?.imei ?? '');
      await verdict.getByText(unit?.imei ?? '').waitFor();
    }
    await page.getByRole('tab', { name: 'Not expected' }).click();
    await take(page, 'count-unexpected');
    await enter(page, 'NOBODY-HAS-IT');
    await verdict.getByText('No unit has this code').waitFor();
    await page.getByRole('tab', { name: 'Not yet counted' }).click();
    await take(page, 'count-missing');
    const cable = await reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .select('variation.barcode')
      .where('variation.barcode', 'is not', null)
      .where('product.requires_serial', '=', 0)
      .orderBy('variation.id')
      .executeTakeFirstOrThrow();
    await enter(page, cable.barcode ?? '');
    const dialog = page.getByRole('dialog', { name: 'Enter a number' });
    await dialog.getByLabel('Units counted').fill('3');
    await take(page, 'count-number');
    await dialog.getByRole('button', { name: 'Save number' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Numbers' }).click();
    await page.getByRole('button', { name: /^Actions for/ }).waitFor();
    await letGo(page);
    await take(page, 'count-numbers');
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Cancel count' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'count-cancelling');
    await closeDialog(page);
    await page.getByRole('button', { name: 'Close count' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'count-closing');
    await page.getByLabel('Reason').fill('Yearly stock count');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Close,/ })
      .click();
    await page.getByText('Marked as lost').first().waitFor();
    await page.getByRole('tab', { name: 'Missing' }).click();
    await page.getByRole('row').nth(5).waitFor();
    await letGo(page);
    await take(page, 'count-closed');
  },
};
