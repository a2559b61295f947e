import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { csvOf } from '#tests/support/imports.ts';
import { makeImei } from '#tests/support/shop.ts';

const ROWS = 5000;
const BAD = 7;

describe('an import by keyboard', () => {
  const shop = demoShop();
  const press = async (button: Locator) => {
    await button.focus();
    await button.press('Enter');
  };

  it('of 5,000 units with seven bad rows is looked at, watched and done, and its units are in the list', async () => {
    const { reader } = shop.server.database;
    const phone = await reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .select(['variation.id', 'variation.name', 'product.sku'])
      .where('product.requires_serial', '=', 1)
      .orderBy('variation.id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: ROWS }, (_, place) => {
      const isBad = place % 600 === 599 && place < BAD * 600;
      return [phone.sku, phone.name, isBad ? '' : makeImei(2_000_000 + place), 'new'];
    });
    const text = csvOf([['SKU', 'Variation', 'IMEI', 'Category'], ...rows]);
    const page = await shop.open({ email: 'store_manager@demo.test', path: '/imports' });
    await press(page.getByRole('button', { name: 'Import a file' }).first());
    await page.getByLabel('What is in it').selectOption('inventory');
    const chooser = page.waitForEvent('filechooser');
    await press(page.getByRole('button', { name: 'Choose file' }));
    await (await chooser).setFiles({ name: 'phones.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await press(page.getByRole('button', { name: 'Upload and check' }));

    await page.getByRole('tab', { name: `Problems (${BAD})` }).waitFor();
    expect(await page.getByText('This product needs a serial number or an IMEI').count()).toBe(BAD);
    await press(page.getByRole('button', { name: 'Import the 4,993 good rows' }));
    await press(page.getByRole('alertdialog').getByRole('button', { name: 'Import the 4,993 good rows' }));
    await page.getByRole('progressbar').waitFor();
    await page.getByRole('tab', { name: 'Imported (4,993)' }).waitFor({ timeout: 60_000 });
    await press(page.getByRole('button', { name: 'Open Inventory' }));
    await page.getByRole('heading', { name: 'Inventory' }).waitFor();
    await page.getByText(makeImei(2_000_000 + ROWS - 1)).waitFor();
  });
});
