import type { Page } from 'playwright-core';
import { ADMIN, closeDialog, letGo, SELLER, whileFailing, type PictureSet } from './studio.ts';

const noPicture = { name: 'invoice.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') };

async function openProduct(page: Page, name: string): Promise<void> {
  await page.goto(`/products?search=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByText('Loading stock by store').waitFor({ state: 'detached' });
}

/** Photos of a product and of a variation: present, uploading, refused, large, and none. */
export const photos: PictureSet = {
  name: 'photos',
  takePictures: async ({ open, openTill, take }) => {
    const page = await open('/products?search=iphone', ADMIN);
    await page.getByRole('row').nth(3).waitFor();
    await take(page, 'photos-list');
    await openProduct(page, 'iPhone 16');
    await letGo(page);
    await take(page, 'photos');
    await page.getByRole('button', { name: 'Photo 2 of 5' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Photo moved to place 3 of 5').waitFor({ state: 'attached' });
    await take(page, 'photos-moved');
    await page.getByLabel('Photo files').setInputFiles([noPicture]);
    await page.getByText('invoice.png: Choose a JPEG, PNG or WebP picture').waitFor();
    await take(page, 'photos-refused');
    await page.getByRole('button', { name: 'Take invoice.png off' }).click();
    await page.getByRole('button', { name: 'Delete photo 2' }).click();
    await take(page, 'photos-delete');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Photo 1 of 5' }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await take(page, 'photo-large');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Actions for 128 GB/ })
      .nth(1)
      .click();
    await page.getByRole('menuitem', { name: 'Photo' }).click();
    await take(page, 'photo-of-variation');
    await closeDialog(page);
    await openProduct(page, 'PlayStation 5 Pro');
    await take(page, 'photos-none');
    await whileFailing(page, /api\/v1\/media\/\d/, async () => {
      await page.goto('/products?search=galaxy');
      await page.getByRole('row').nth(3).waitFor();
      await take(page, 'photos-not-loaded');
    });
    const till = await openTill(SELLER);
    await letGo(till);
    await take(till, 'photos-till');
    await till.getByRole('tab', { name: 'All Products' }).click();
    await letGo(till);
    await take(till, 'photos-till-all');
    await till.getByRole('searchbox').fill('iPhone 17');
    await till
      .getByRole('button')
      .filter({ hasText: 'iPhone 17' })
      .filter({ hasText: 'left' })
      .first()
      .click();
    await till.getByRole('listbox', { name: 'Unit' }).waitFor();
    await take(till, 'photos-picker');
  },
};
