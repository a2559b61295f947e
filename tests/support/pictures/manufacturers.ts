import { ADMIN, closeDialog, letGo, whileFailing, type PictureSet } from './studio.ts';

/** A lookup list with a page of its own. */
export const manufacturers: PictureSet = {
  name: 'manufacturers',
  takePictures: async ({ open, take }) => {
    const page = await open('/manufacturers', ADMIN);
    await page.getByText('Acer').waitFor();
    await letGo(page);
    await take(page, 'manufacturers');
    await page.getByRole('button', { name: 'Add Manufacturer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('samsung');
    await dialog.getByRole('button', { name: 'Add Manufacturer' }).click();
    await dialog.getByText('This name is taken').waitFor();
    await take(page, 'manufacturers-add');
    await closeDialog(page);
    await page.getByRole('searchbox', { name: 'Name' }).fill('nothing like this');
    await page.getByText('No manufacturers for these filters').waitFor();
    await take(page, 'manufacturers-none');
    await whileFailing(page, /api\/v1\/manufacturers/, async () => {
      await page.goto('/manufacturers');
      await page.getByText('Manufacturers could not be loaded').waitFor();
      await take(page, 'manufacturers-error');
    });
  },
};
