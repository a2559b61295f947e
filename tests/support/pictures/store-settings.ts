import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';
import { goToPayment } from '#tests/support/till-page.ts';
import { fillCart } from './carts.ts';
import { unitsOf } from './shop.ts';
import { ADMIN, dismissToasts, letGo, type PictureSet, type Studio } from './studio.ts';

/** Takes an open cart and payment while the store's settings change. */
async function pictureOpenTill(studio: Studio): Promise<void> {
  const { take, manager } = studio;
  const page = await studio.openTill();
  await fillCart(page, await unitsOf(studio.server, ['phone']));
  const change = (settings: Partial<WireSettings>) => saveSettings(manager, 1, settings);
  const search = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
  await change({ tax_rate: 5 });
  await search.fill('phone');
  await page.getByText('Tax is now 5%', { exact: true }).waitFor();
  await take(page, 'store-settings-till-tax');
  await change({ tax_rate: 5, features: { pos_enabled: false, online_orders: false, repairs: false } });
  await search.fill('laptop');
  await page
    .getByText(/^Point of sale is off/)
    .first()
    .waitFor();
  await take(page, 'store-settings-till-off');
  await change({ tax_rate: 5, payment_methods: ['cash', 'gcash'] });
  await search.fill('tablet');
  await page
    .getByText(/^Point of sale is off/)
    .first()
    .waitFor({ state: 'detached' });
  await dismissToasts(page);
  await goToPayment(page);
  await page.getByRole('radio', { name: 'GCash', exact: true }).click();
  await page.getByLabel('Amount').fill('250');
  await change({ tax_rate: 5, payment_methods: ['cash', 'maya'] });
  await page.getByLabel('Reference number').fill('R-20261122');
  await page.getByText('GCash is not taken here any more: choose another method').first().waitFor();
  await take(page, 'store-settings-payment');
}

export const storeSettings: PictureSet = {
  name: 'store-settings',
  takePictures: async (studio) => {
    const { open, take } = studio;
    await pictureOpenTill(studio);
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
