import type { Page } from 'playwright-core';
import { letGo, whileFailing, type PictureSet } from './studio.ts';

const ADMIN = 'admin@demo.test';
const LIST = '/supplier-returns';

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Scan an IMEI, serial number or QR code').fill(code);
  await page.keyboard.press('Enter');
}

/** The list of returns, one that is packed, and one of which part came back. */
export const supplierReturns: PictureSet = {
  name: 'supplier-returns',
  takePictures: async ({ server, open, take }) => {
    const { reader } = server.database;
    const home = reader.selectFrom('stores').select('id').where('code', '=', 'MNL-01');
    const inStock = await reader
      .selectFrom('inventory_items')
      .select(['id', 'imei', 'serial_number', 'supplier_id'])
      .where('store_id', '=', home)
      .where('status', 'in', ['defective', 'available'])
      .where('serial_number', 'is not', null)
      .where('supplier_id', 'is not', null)
      .orderBy('supplier_id')
      .orderBy('id')
      .limit(3)
      .execute();
    const page = await open(LIST, ADMIN);
    // A person who sees all stores starts in the first one by name.
    await page.getByRole('combobox', { name: 'Store' }).selectOption({ label: 'Makati – Ayala' });
    await page.getByRole('link', { name: 'RS-MNL-01-000002' }).waitFor();
    await letGo(page);
    await take(page, 'supplier-returns');
    await page.goto(`${LIST}?search=nothing-like-it`);
    await page.getByText('No supplier returns for these filters').waitFor();
    await take(page, 'supplier-returns-none');
    await whileFailing(page, /api\/v1\/supplier-returns/, async () => {
      await page.goto(LIST);
      await page.getByText('Supplier returns could not be loaded').waitFor();
      await take(page, 'supplier-returns-error');
    });

    await page.goto(`${LIST}/new`);
    await page.getByText('Scan the first unit').waitFor();
    await take(page, 'supplier-return-empty');
    for (const { imei, serial_number } of inStock) await enter(page, imei ?? serial_number ?? '');
    await enter(page, 'NO-SUCH-CODE');
    await page.getByRole('button', { name: /^Return 3 units/ }).waitFor();
    await letGo(page);
    await take(page, 'supplier-return-packed');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Reason required').waitFor();
    await take(page, 'supplier-return-missing');
    await page.getByLabel('Reference').fill('RMA-20261123');
    await page.getByLabel('Reason').fill('Dead on arrival, replaced by the maker');
    await page.getByRole('button', { name: /^Return 3 units/ }).click();
    await page.getByText('With the supplier', { exact: true }).first().waitFor();
    await letGo(page);
    await take(page, 'supplier-return');
    await enter(page, inStock[0]?.imei ?? inStock[0]?.serial_number ?? '');
    await page.getByRole('button', { name: /^Receive 1 unit/ }).click();
    await page.getByText('Partly back').waitFor();
    await letGo(page);
    await take(page, 'supplier-return-partly-back');
  },
};
