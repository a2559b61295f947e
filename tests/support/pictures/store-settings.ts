import { ADMIN, letGo, type Area } from './studio.ts';

export const storeSettings: Area = {
  name: 'store-settings',
  takePictures: async ({ open, take }) => {
    const page = await open('/stores/1/settings', ADMIN);
    const tax = page.getByLabel('Tax rate');
    await tax.waitFor();
    await letGo(page);
    await take(page, 'store-settings');
    await page.getByLabel('Friday closes at').fill('08:00');
    await page.getByRole('switch', { name: 'Sunday' }).click();
    for (const method of ['Cash', 'Credit/Debit Card', 'GCash', 'Maya', 'Bank Transfer']) {
      await page.getByRole('checkbox', { name: method, exact: true }).uncheck();
    }
    await page.keyboard.press('Control+s');
    await page.getByText('At least one payment method is required').waitFor();
    await take(page, 'store-settings-errors');
    await tax.fill('101');
    await page.getByLabel('Receipt footer').fill('Thank you, come again!\n7-day replacement with receipt');
    await page.getByText('Tax rate must be between 0 and 100').waitFor();
    await take(page, 'store-settings-below');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'store-settings-leave');
    const unsaved = await open('/stores/3/settings', ADMIN);
    await unsaved.getByText(/^These are the defaults/).waitFor();
    await take(unsaved, 'store-settings-defaults');
    const missing = await open('/stores/999/settings', ADMIN);
    await missing.getByText('Store not found').waitFor();
    await take(missing, 'store-settings-missing');
  },
};
