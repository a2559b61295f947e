import { ADMIN, letGo, whileFailing, type PictureSet, type Studio } from './studio.ts';

async function takePictures({ open, take }: Studio): Promise<void> {
  const page = await open('/inventory/low-stock', ADMIN);
  const field = page.getByRole('textbox', { name: /^Reorder point of/ }).first();
  await field.waitFor();
  await letGo(page);
  await take(page, 'low-stock');
  await field.fill('12000');
  await page.getByText('At most 10000').waitFor();
  await take(page, 'low-stock-refused');
  await field.fill('9');
  await field.press('Enter');
  await page
    .getByText(/^Reorder point of .* set to 9$/)
    .last()
    .waitFor();
  await take(page, 'low-stock-set');
  await page.goto('/inventory/low-stock?level=out&sort=name');
  await field.waitFor();
  await take(page, 'low-stock-out');
  await page.goto('/inventory/low-stock?search=nothing-like-it');
  await page.getByRole('button', { name: 'Clear filters' }).first().waitFor();
  await take(page, 'low-stock-none');
  await whileFailing(page, /\/api\/v1\/inventory\/low-stock/, async () => {
    await page.goto('/inventory/low-stock');
    await page.getByText('Low Stock could not be loaded').waitFor();
    await take(page, 'low-stock-error');
  });
  await page.goto('/inventory/low-stock');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('table', { name: 'Reorder points' }).getByRole('textbox').first().waitFor();
  await letGo(page);
  await page.getByRole('table', { name: 'Reorder points' }).scrollIntoViewIfNeeded();
  await take(page, 'low-stock-product');
  await page.getByRole('tab', { name: 'Units' }).click();
  await page
    .getByRole('table', { name: 'Units' })
    .or(page.getByText(/^No units at/))
    .waitFor();
  await take(page, 'low-stock-product-units');
  await page.goto('/product-types');
  await page.getByRole('button', { name: 'Add Product Type' }).click();
  await page.getByLabel('Reorder point').waitFor();
  await take(page, 'low-stock-type');
  await page.goto('/dashboard');
  await page.getByText('low on stock').waitFor();
  await take(page, 'low-stock-dashboard');
}

/** Low stock, the reorder points that define it, and the links to it. */
export const lowStock: PictureSet = { name: 'low-stock', takePictures };
