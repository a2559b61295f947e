import type { Page } from 'playwright-core';
import { wedgeScan } from '#tests/support/till-page.ts';
import { lockSome } from './shop.ts';
import { closeDialog, dismissToasts, letGo, type PictureSet, type Studio } from './studio.ts';

export const SEARCH = 'Search or scan a barcode, serial or IMEI';

async function pictureLoading({ open, take }: Studio): Promise<Page> {
  const page = await open('/dashboard');
  const gate = Promise.withResolvers<undefined>();
  await page.route('**/api/v1/pos/products*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Open Point of Sale' }).click();
  await page.getByText('Scan an item to start').waitFor();
  await take(page, 'till-loading');
  gate.resolve(undefined);
  await page
    .getByText(/\d left/)
    .first()
    .waitFor();
  await page.unroute('**/api/v1/pos/products*');
  return page;
}

async function picturePicker(page: Page, product: string, { take }: Studio): Promise<void> {
  const card = page.getByRole('group', { name: 'Products' }).getByRole('button').filter({ hasText: product });
  await page.getByPlaceholder(SEARCH).fill(product);
  await card.first().click();
  await page.getByRole('dialog', { name: 'Select Product Variation' }).waitFor();
  await take(page, 'picker');
  await closeDialog(page);
  await page.getByPlaceholder(SEARCH).fill('');
}

export const tillEmpty: PictureSet = {
  name: 'till-empty',
  takePictures: async (studio) => {
    const { take } = studio;
    const { partly } = await lockSome(studio.seller);
    const page = await pictureLoading(studio);
    await letGo(page);
    await take(page, 'till-empty');
    await page.keyboard.press('F1');
    await take(page, 'till-help');
    await dismissToasts(page);
    await wedgeScan(page, '4806512345678');
    await page.getByText('Item not found 4806512345678').first().waitFor();
    await take(page, 'till-not-found');
    await dismissToasts(page);
    for (const tab of ['Frequently Sold', 'Recently Added']) {
      await page.getByRole('tab', { name: tab }).click();
      await take(page, `till-${tab.toLowerCase().replace(' ', '-')}`);
    }
    await page.getByRole('tab', { name: 'All Products' }).click();
    await page.getByPlaceholder(SEARCH).fill('zeppelin');
    await page.getByText(/No product for/).waitFor();
    await take(page, 'till-no-result');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await picturePicker(page, partly, studio);
  },
};
