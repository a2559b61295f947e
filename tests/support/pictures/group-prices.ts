import { addCustomer } from '#tests/support/customers.ts';
import { signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { cart, chooseCustomer, typeDiscount } from '#tests/support/till-page.ts';
import { fillCart, openDiscounts } from './carts.ts';
import { unitsOf } from './shop.ts';
import { ADMIN, closeDialog, dismissToasts, letGo, SELLER, type PictureSet } from './studio.ts';

/** A customer group's price below the lowest one: the notice in the cart, its approval, and afterwards; the group in forms. */
export const groupPrices: PictureSet = {
  name: 'group-prices',
  takePictures: async ({ server, manager, open, openTill, take }) => {
    const admin = await signIn(server.url, ADMIN);
    const units = await unitsOf(server, ['phone', 'laptop', 'tablet']);
    for (const { product_id, product_variation_id } of units.slice(0, 2)) {
      const { minimum_price: least, retail_price: retail } = await server.database.reader
        .selectFrom('product_variations')
        .select(['minimum_price', 'retail_price'])
        .where('id', '=', product_variation_id)
        .executeTakeFirstOrThrow();
      const form = {
        minimum_price: retail / 100,
        known: { minimum_price: least === null ? null : least / 100 },
      };
      expectDone(await admin.put(`/products/${product_id}/variations/${product_variation_id}`, form));
    }
    const buyer = await addCustomer(manager, 'Maria Concepcion Villanueva-Buenaventura', 'wholesale');
    const page = await openTill(SELLER);
    await fillCart(page, units);
    await chooseCustomer(page, buyer.name);
    await cart(page)
      .getByText(/less than/)
      .first()
      .waitFor();
    await take(page, 'group-price-told');
    await dismissToasts(page);
    await letGo(page);
    await take(page, 'group-price');
    await cart(page).getByRole('button', { name: 'Ask a manager' }).click();
    const asking = page.getByRole('dialog', { name: 'Ask a manager' });
    await asking.waitFor();
    await take(page, 'group-price-approval');
    await asking.getByLabel('PIN', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await asking.getByText('This PIN is wrong').waitFor();
    await take(page, 'group-price-wrong-pin');
    await closeDialog(page);
    await openDiscounts(page);
    await typeDiscount(page, '10', 'Bulk');
    await take(page, 'group-price-discounts');

    const made = await open('/customers/new', SELLER);
    await made.getByLabel('Customer group').waitFor();
    await take(made, 'group-price-seller-new');
  },
};
