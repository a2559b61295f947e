import { ADMIN, closeDialog, letGo, type PictureSet } from './studio.ts';

/** The settings that new stores begin with, and those copied between stores. */
export const storeDefaults: PictureSet = {
  name: 'store-defaults',
  takePictures: async ({ open, take }) => {
    const page = await open('/settings', ADMIN);
    await page
      .getByText(/new stores/i)
      .first()
      .waitFor();
    await page
      .getByText(/new stores/i)
      .first()
      .scrollIntoViewIfNeeded();
    await letGo(page);
    await take(page, 'defaults-card');
    await page.goto('/settings/store-defaults');
    await page.getByLabel('Tax rate').waitFor();
    await letGo(page);
    await take(page, 'defaults');
    await page.getByRole('button', { name: 'Copy from' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'defaults-copy');
    await page.getByRole('alertdialog').getByLabel('Copy from').selectOption({ index: 2 });
    await take(page, 'defaults-copy-chosen');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await take(page, 'defaults-copied');
    const store = await open('/stores/1/settings', ADMIN);
    await store.getByLabel('Tax rate').waitFor();
    await letGo(store);
    await take(store, 'store-settings-head');
    await store.getByRole('button', { name: 'Apply to other stores' }).click();
    await store.getByRole('alertdialog').waitFor();
    await take(store, 'apply-others');
    await store.getByRole('checkbox', { name: 'Payment methods' }).check();
    await store.getByRole('alertdialog').getByRole('checkbox').last().check();
    await take(store, 'apply-others-chosen');
    await closeDialog(store);
    const fresh = await open('/stores/new', ADMIN);
    await fresh.getByRole('textbox', { name: 'Code' }).waitFor();
    await letGo(fresh);
    await take(fresh, 'store-new');
  },
};
