import { expectDone } from '#tests/support/selling.ts';
import { ADMIN, letGo, whileFailing, type PictureSet } from './studio.ts';

/** The list, one product with its dialogs, and its form. */

export const products: PictureSet = {
  name: 'products',
  takePictures: async ({ open, take, manager }) => {
    const page = await open('/products', ADMIN);
    await page.getByRole('row').nth(3).waitFor();
    await letGo(page);
    await take(page, 'products');
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor();
    await take(page, 'products-actions');
    await page.keyboard.press('Escape');
    await page.getByLabel('Attribute').selectOption('Color');
    await page.getByLabel('Color').selectOption('Black');
    await page.getByRole('row').nth(3).waitFor();
    await take(page, 'products-attribute');
    await page.goto('/products?search=nothing+of+the+kind');
    await page.getByText('No products for these filters').waitFor();
    await take(page, 'products-none');
    await whileFailing(page, /api\/v1\/products\?/, async () => {
      await page.goto('/products');
      await page.getByText('Products could not be loaded').waitFor();
      await take(page, 'products-error');
    });

    await page.goto('/products?search=iphone&sort=-sku');
    await page
      .getByRole('link', { name: /iPhone 1/ })
      .last()
      .click();
    await page.getByRole('row').nth(3).waitFor();
    await page.getByText('Loading stock by store').waitFor({ state: 'detached' });
    await take(page, 'product');
    await page.getByRole('button', { name: 'Add Variation' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Variation name').fill('512 GB, Black');
    await dialog.getByLabel('Cost').fill('50000');
    await dialog.getByLabel('Retail price').fill('48000');
    await dialog.getByRole('button', { name: 'Add attribute' }).click();
    await dialog.getByRole('button', { name: 'Add Variation' }).click();
    await dialog.getByText('Retail price should be higher than cost').waitFor();
    await take(page, 'product-variation');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog', { name: 'Close without saving?' }).waitFor();
    await take(page, 'product-variation-leave');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await take(page, 'product-delete');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('tab', { name: 'Sales' }).click();
    await page.getByRole('tabpanel').getByRole('row').first().waitFor();
    await take(page, 'product-sales');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('No changes yet').waitFor();
    await take(page, 'product-history-none');
    const productId = new URL(page.url()).pathname.split('/').at(-1);
    const variations = expectDone(await manager.get<{ id: number }[]>(`/products/${productId}/variations`));
    expectDone(await manager.put(`/products/${productId}`, { status: 'inactive' }));
    const dearer = { retail_price: 3_490, cost: 2_800 };
    expectDone(await manager.put(`/products/${productId}/variations/${variations[0]?.id}`, dearer));
    await page.reload();
    await page.getByText('Retail price').waitFor();
    await take(page, 'product-history');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('heading', { name: 'Edit Product' }).waitFor();
    await take(page, 'product-edit');
    await page.goto('/products/new');
    await page.getByRole('heading', { name: 'First variation' }).waitFor();
    await take(page, 'product-new');
    await page.getByRole('button', { name: 'Create Product' }).click();
    await page.getByText('SKU is required').waitFor();
    await take(page, 'product-new-errors');
    await page.goto('/products/99999999');
    await page.getByText('Product not found').waitFor();
    await take(page, 'product-missing');
    await page.goto('/product-types');
    await page.getByRole('row').nth(3).waitFor();
    await take(page, 'product-types');
    await page.getByRole('button', { name: 'Add Product Type' }).click();
    await page.getByRole('dialog').waitFor();
    await take(page, 'product-types-add');
  },
};
