import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { cartLine, wedgeScan } from '#tests/support/till-page.ts';
import { makeUnits } from '#tests/support/shop.ts';

const MANAGER = 'store_manager@demo.test';
const BARCODE = '4801234567894';

describe('the products, on the whole page', () => {
  const shop = demoShop();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const choose = async (page: Page, label: string, name: string) => {
    await page.getByRole('combobox', { name: label }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };

  it('are made by scan, priced, shown at the till, and taken off it while their units still sell', async () => {
    const page = await shop.open({ email: MANAGER, path: '/dashboard' });
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Walkaround Phone');
    await page.getByLabel('SKU').fill('walk-1');
    await choose(page, 'Manufacturer', 'Samsung');
    await choose(page, 'Product type', 'Phone');
    await page.getByLabel('Variation name').fill('128 GB');
    await page.getByLabel('Cost').fill('8000');
    await page.getByLabel('Retail price').fill('10000');
    await wedgeScan(page, BARCODE);
    await expect.poll(() => page.getByLabel('Barcode').inputValue()).toBe(BARCODE);
    await page.keyboard.press('Control+s');
    await heading(page, 'Walkaround Phone').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Actions for 128 GB' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Retail price').fill('11000');
    await page.getByRole('dialog').getByRole('button', { name: 'Update Variation' }).click();
    await toast(page, '128 GB updated').waitFor();
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('row').filter({ hasText: 'Retail price' }).getByText('₱11,000.00').waitFor();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Retail price' }).getByText('₱10,000.00').waitFor();

    const { reader } = shop.server.database;
    const variation = await reader
      .selectFrom('product_variations')
      .select('id')
      .where('barcode', '=', BARCODE)
      .executeTakeFirstOrThrow();
    const store = await reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    const [unit] = await makeUnits(shop.server.database, {
      count: 1,
      store_id: store.id,
      product_variation_id: variation.id,
    });

    await page.getByRole('button', { name: 'More actions for Walkaround Phone' }).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Deactivate Walkaround Phone' }).click();
    await toast(page, 'Walkaround Phone deactivated').waitFor();
    await dismissToasts(page);
    await page.getByRole('link', { name: 'Point of Sale', exact: true }).click();
    const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    await search.fill('walkaround');
    await page
      .getByText(/No products? /)
      .first()
      .waitFor();
    await search.fill('');
    await wedgeScan(page, unit?.imei ?? '');
    await cartLine(page, 'Walkaround Phone')
      .getByText(/11,000\.00/)
      .first()
      .waitFor();
  });
});
