import type { Page } from 'playwright-core';
import { csvOf } from '#tests/support/imports.ts';
import { makeImei } from '#tests/support/shop.ts';
import { letGo, whileFailing, type PictureSet } from './studio.ts';

const MANAGER = 'store_manager@demo.test';
const LIST = '/imports';

async function choose(page: Page, kind: string, name: string, text: string): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('button', { name: 'Import a file' }).first().click();
  await page.getByRole('dialog').getByLabel('What is in it').selectOption(kind);
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('CSV file').setInputFiles(file);
}

/** The list of imports, a file with problems from its upload to its end, columns to match, and new prices. */
export const imports: PictureSet = {
  name: 'imports',
  takePictures: async ({ server, open, take }) => {
    const { reader } = server.database;
    const variations = await reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .select(['product.sku', 'variation.name', 'variation.retail_price'])
      .where('product.requires_serial', '=', 1)
      .orderBy('variation.id')
      .limit(6)
      .execute();
    const plain = await reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .select(['product.sku', 'variation.name'])
      .where('product.requires_serial', '=', 0)
      .orderBy('variation.id')
      .executeTakeFirstOrThrow();
    const { imei: taken } = await reader
      .selectFrom('inventory_items')
      .select('imei')
      .where('imei', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const page = await open(LIST, MANAGER);
    await page.getByText('No imports yet').waitFor();
    await letGo(page);
    await take(page, 'imports-none');
    await whileFailing(page, /api\/v1\/imports/, async () => {
      await page.goto(LIST);
      await page.getByText('Imports could not be loaded').waitFor();
      await take(page, 'imports-error');
    });
    const units = Array.from({ length: 600 }, (_, at) => {
      const { sku = '', name = '' } = variations[at % variations.length] ?? {};
      const imei =
        at === 3 ? (taken ?? '') : at === 7 ? '' : at === 9 ? '3.56789E+14' : makeImei(500_000 + at);
      return [at === 5 ? 'IPH-99' : sku, name, imei, at % 4 ? 'new' : 'used', at % 4 ? '' : '4', '38500.00'];
    });
    const HEAD = ['SKU', 'Variation', 'IMEI', 'Category', 'Condition rating', 'Purchase cost'];
    await page.goto(LIST);
    await page.getByRole('button', { name: 'Import a file' }).first().click();
    await page.getByRole('dialog').waitFor();
    await letGo(page);
    await take(page, 'import-choose');
    await choose(page, 'inventory', 'november-phones.csv', csvOf([HEAD, ...units]));
    await take(page, 'import-chosen');
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('tab', { name: /^Problems/ }).waitFor();
    await page.getByText('No product has this SKU').waitFor();
    await letGo(page);
    await take(page, 'import-problems');
    await page.getByRole('tab', { name: /^To be imported/ }).click();
    await page.getByRole('row').nth(3).waitFor();
    await take(page, 'import-good');
    await page.getByRole('button', { name: 'Match columns' }).click();
    await page.getByText('Which column of the file is what').waitFor();
    await take(page, 'import-columns');
    await page.getByRole('button', { name: 'Keep as they are' }).click();
    await page.getByRole('button', { name: /^Import the/ }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'import-ask');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Import the/ })
      .click();
    await page.getByRole('progressbar').waitFor();
    await take(page, 'import-progress');
    await page.getByRole('button', { name: 'Open Inventory' }).waitFor();
    await page.getByRole('tab', { name: /^Imported/ }).waitFor();
    await letGo(page);
    await take(page, 'import-done');
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Take back' }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/taken back/)
      .waitFor();
    await take(page, 'import-undo-ask');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Take back/ })
      .click();
    await page.getByRole('tab', { name: 'Taken back' }).waitFor();
    await letGo(page);
    await take(page, 'import-undone');
    const PRODUCT = ['SKU', 'Product name', 'Product type', 'Manufacturer', 'Variation', 'Retail price'];
    const products = ['White', 'Black'].map((colour) => [
      'FAN-1',
      'Pocket fan',
      'Small fans',
      'Breezy',
      colour,
      '350',
      '220',
      'Shelf 3',
    ]);
    await choose(page, 'products', 'fans.csv', csvOf([[...PRODUCT, 'Buying', 'Box'], ...products]));
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByText(/^Left out/).waitFor();
    await letGo(page);
    await take(page, 'import-left-out');
    await page.getByLabel('Cost', { exact: true }).selectOption('Buying');
    await page.getByRole('button', { name: 'Check with these columns' }).click();
    await page.getByRole('button', { name: 'Create them' }).waitFor();
    await letGo(page);
    await take(page, 'import-new-names');
    const cables = csvOf([
      ['SKU', 'Variation', 'Quantity', 'Category', 'Purchase cost'],
      [plain.sku, plain.name, '25', 'new', '120.00'],
    ]);
    await choose(page, 'inventory', 'cables.csv', cables);
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('button', { name: /^Import 1 row/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Import 1 row/ })
      .click();
    await page.getByRole('button', { name: 'Open Inventory' }).waitFor();
    await choose(page, 'inventory', 'cables again.csv', cables);
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('button', { name: 'Take them all the same' }).waitFor();
    await letGo(page);
    await take(page, 'import-again');
    await page.getByRole('button', { name: 'Take them all the same' }).click();
    await page.getByText('What has no numbers is imported once more.').waitFor();
    await letGo(page);
    await take(page, 'import-again-taken');
    const prices = variations.map(({ sku, name, retail_price }, at) => [
      sku,
      name,
      at === 2 ? (retail_price / 100).toFixed(2) : (retail_price / 100 + 500).toFixed(2),
    ]);
    await choose(page, 'prices', 'new-prices.csv', csvOf([['SKU', 'Variation', 'Price'], ...prices]));
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('tab', { name: /^To be imported/ }).waitFor();
    await page.getByRole('row').nth(2).waitFor();
    await letGo(page);
    await take(page, 'import-prices');
    await choose(
      page,
      'customers',
      'members.csv',
      csvOf([
        ['Wer', 'Nummer', 'Wo'],
        ['Ana', '0917', 'Makati'],
      ]),
    );
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByText(/^Still to be matched/).waitFor();
    await letGo(page);
    await take(page, 'import-match');
    await choose(page, 'customers', 'members.xlsx', 'PK\u0003\u0004workbook');
    await page.getByRole('button', { name: 'Upload and check' }).click();
    await page.getByRole('alert').waitFor();
    await take(page, 'import-refused');
    await page.goto(LIST);
    await page.getByRole('row').nth(2).waitFor();
    await letGo(page);
    await take(page, 'imports');
  },
};
