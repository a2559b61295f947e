import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openScreen } from '#tests/support/component/open-screen.tsx';
import { lookupPageSuite } from '#tests/support/component/lookup-page.suite.tsx';

lookupPageSuite({
  path: '/product-types',
  title: 'Product Types',
  addLabel: 'Add Product Type',
  more: () => ({ requires_serial: false }),
  editLabel: 'Edit',
  inUse: 'Phone',
  leadsTo: '/products?product_type_id=',
  offers: [
    ['admin@demo.test', true, true],
    ['store_manager@demo.test', true, true],
    ['salesperson@demo.test', false, false],
  ],
  stranger: 'finance@demo.test',
});

it('proposes the numbers to scan that the name suggests, until one chooses', async () => {
  await openScreen('/product-types', { email: 'admin@demo.test' });
  await page.getByRole('button', { name: 'Add Product Type' }).click();
  const dialog = page.getByRole('dialog');
  const [name, numbers] = [dialog.getByLabelText('Name'), dialog.getByLabelText('Scanned when received')];
  await name.fill('Used phones');
  await expect.element(numbers).toHaveDisplayValue('Serial number and IMEI');
  await expect.element(dialog.getByRole('checkbox')).toBeChecked();
  (numbers.element() as HTMLElement).focus();
  await numbers.selectOptions('IMEI');
  await name.fill('Laptops');
  await dialog.getByRole('button', { name: 'Add Product Type' }).click();
  await expect
    .element(page.getByRole('row', { name: /^Laptops/ }).getByText('IMEI', { exact: true }))
    .toBeVisible();
});
