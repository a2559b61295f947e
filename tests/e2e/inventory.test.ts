import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei } from '#tests/support/shop.ts';
import { cartLine, completeSale, goToPayment, openTill, wedgeScan } from '#tests/support/till-page.ts';
import { SELLER } from '#tests/support/trade-ins.ts';

type List = z.input<typeof inventory.list.response>;

const MANAGER = 'store_manager@demo.test';

describe('units, by scanner', () => {
  const shop = demoShop();
  let page: Page;
  let product: string;
  let price: number;
  const [first, second, third] = [makeImei(880_001), makeImei(880_002), makeImei(880_003)];
  beforeAll(async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const found = await manager.get<List>('/inventory?status=available&category=new&per_page=200');
    const phone = expectDone(found).data.find(({ imei }) => imei !== null)?.product_variation;
    product = `${phone?.product.name}, ${phone?.name}`;
    price = phone?.retail_price ?? 0;
  });
  const field = (name: string) => page.getByLabel(name, { exact: true });

  it('come in, are sold by their second IMEI, found with their warranty, traded in and sold again', async () => {
    page = await shop.open({ email: MANAGER, path: '/dashboard' });
    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.getByRole('button', { name: 'Add Item' }).click();
    await page.getByRole('combobox', { name: 'Product variation' }).fill(product);
    await page.getByRole('listbox').getByRole('option', { name: product }).first().click();
    // A field with the cursor takes the scan; without a cursor it goes to its own field.
    await field('IMEI 2').focus();
    await wedgeScan(page, second);
    await expect.poll(() => field('IMEI 2').inputValue()).toBe(second);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await wedgeScan(page, first);
    await expect.poll(() => field('IMEI').inputValue()).toBe(first);
    await page.getByRole('button', { name: 'Create and next' }).click();
    await toast(page, `${product} created`).waitFor();
    await expect.poll(() => field('IMEI').inputValue()).toBe('');
    await wedgeScan(page, third);
    await expect.poll(() => field('IMEI').inputValue()).toBe(third);
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: product, level: 1 }).waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Received').waitFor();

    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await openTill(page);
    await wedgeScan(page, second);
    await cartLine(page, `IMEI ${first} / ${second}`).waitFor();
    await goToPayment(page);
    await page.getByLabel('Amount').fill(String(price * 2));
    await completeSale(page);
    await page.getByText('Warranty 12 months, to').first().waitFor();
    await page.getByText(`IMEI ${second}`).first().waitFor();

    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.getByRole('link', { name: 'Find a Unit', exact: true }).click();
    await page.getByRole('heading', { name: 'Find a Unit', level: 1 }).waitFor();
    await wedgeScan(page, first);
    await page.getByText('In warranty', { exact: true }).waitFor();
    await page.getByRole('link', { name: product }).click();
    await page.getByRole('region', { name: 'History' }).getByText('Sold', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Trade In' }).click();
    await page.getByLabel('Condition rating').selectOption('4');
    await page.getByLabel('Agreed amount').fill('0');
    await page.getByLabel('Name', { exact: true }).fill(SELLER.name);
    await page.getByLabel('Address', { exact: true }).fill(SELLER.address);
    await page.getByRole('combobox', { name: 'ID', exact: true }).selectOption(SELLER.id_type);
    await page.getByLabel('ID number').fill(SELLER.id_number);
    await page.keyboard.press('Control+s');
    await toast(page, `${product} is taken in`).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByLabel('Reference', { exact: true }).fill('PNP-1');
    await page.keyboard.press('Enter');
    await toast(page, `${product} is for sale`).waitFor();
    await page.getByText('Used, 4 of 5').waitFor();
    await page.getByRole('link', { name: 'Point of Sale', exact: true }).click();
    await page.getByPlaceholder('Search or scan a barcode, serial or IMEI').waitFor();
    await wedgeScan(page, first);
    await cartLine(page, `IMEI ${first} / ${second}`).waitFor();
    await goToPayment(page);
    await page.getByLabel('Amount').fill(String(price * 2));
    await completeSale(page);
    await page.getByText('Warranty 3 months, to').first().waitFor();
    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.getByRole('heading', { name: 'Inventory', level: 1 }).waitFor();
    await wedgeScan(page, third);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(third);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  });
});
