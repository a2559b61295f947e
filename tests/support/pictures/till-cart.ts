import { signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { completeSale, goToPayment, typeDiscount } from '#tests/support/till-page.ts';
import { fillCart, fillDiscountedCart, openDiscounts } from './carts.ts';
import { unitsOf } from './shop.ts';
import { ADMIN, closeDialog, dismissToasts, letGo, type PictureSet, type Studio } from './studio.ts';

async function pictureDiscounts(studio: Studio): Promise<void> {
  const { take } = studio;
  const page = await studio.openTill();
  await fillDiscountedCart(page, studio);
  await letGo(page);
  await take(page, 'till');
  await openDiscounts(page);
  await take(page, 'discounts');
  await page.getByLabel(/^(Percent|Amount) off$/).fill('45');
  await take(page, 'discounts-warning');
  await page.getByLabel(/^(Percent|Amount) off$/).fill('101');
  await page.keyboard.press('Enter');
  await take(page, 'discounts-errors');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Clear Items' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'till-clear');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Cancel Transaction' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'till-cancel');
  await closeDialog(page);
  await goToPayment(page);
  await take(page, 'payment-discounted');
  await completeSale(page);
  await page
    .getByText(/\d left/)
    .first()
    .waitFor();
  await take(page, 'after-sale-toast');
  await dismissToasts(page);
  await letGo(page);
  await take(page, 'after-sale');
}

/** Takes a cart longer than its pane, for a salesperson who may not go below the lowest price. */
async function pictureLongCart(studio: Studio): Promise<void> {
  const page = await studio.openTill('salesperson@demo.test');
  const kinds = ['laptop', 'phone', 'tablet', 'audio', 'cable', 'case', 'charger', 'phone'];
  await fillCart(page, await unitsOf(studio.server, kinds));
  await letGo(page);
  await studio.take(page, 'till-long');
  await openDiscounts(page);
  await typeDiscount(page, '60', 'Too much');
  await studio.take(page, 'discounts-refused');
}

/** Takes the till of a chain that shows pesos everywhere: the README's first picture. */
async function picturePesos(studio: Studio): Promise<void> {
  const admin = await signIn(studio.server.url, ADMIN);
  expectDone(await admin.put('/settings', { pesos_everywhere: true }));
  const page = await studio.openTill();
  await fillDiscountedCart(page, studio);
  await letGo(page);
  await studio.take(page, 'till-pesos');
}

export const tillCart: PictureSet = {
  name: 'till-cart',
  takePictures: async (studio) => {
    await pictureDiscounts(studio);
    await pictureLongCart(studio);
    await picturePesos(studio);
  },
};
