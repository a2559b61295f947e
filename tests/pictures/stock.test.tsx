import { beforeAll, describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { callerAs } from '#tests/support/component/open-screen.tsx';
import { listLoaded } from '#tests/support/component/list-rows.ts';
import { isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  ADMIN,
  DESK,
  firstOf,
  looksAsBefore,
  MANAGER,
  openPage,
  PHONE,
  press,
} from '#tests/support/pictures/compare.ts';

describe('the stock', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });

  it.each([
    ['inventory', '/inventory', MANAGER, [DESK, PHONE]],
    ['low-stock', '/inventory/low-stock', MANAGER, [DESK]],
    ['products', '/products', ADMIN, [DESK]],
    ['transfers', '/inventory/transfers', MANAGER, [DESK]],
    ['counts', '/inventory/counts', MANAGER, [DESK]],
    ['qr-codes', '/qr-codes', MANAGER, [DESK, PHONE]],
  ] as const)('%s', async (name, path, email, sizes) => {
    await openPage(path, email);
    await listLoaded();
    await looksAsBefore(name, { sizes });
  });

  it('a unit', async () => {
    await openPage(`/inventory/${await firstOf(manager, '/inventory?status=defective')}`);
    await isShown(page.getByRole('heading', { name: 'History' }));
    await looksAsBefore('unit');
  });

  it('where a unit is', async () => {
    await openPage('/inventory/where-is?code=350000000000000');
    await isShown(page.getByText('Not sold by us'));
    await looksAsBefore('where-is', { sizes: [PHONE] });
  });

  it('a product', async () => {
    await openPage(`/products/${await firstOf(manager, '/products?search=iphone&sort=-sku')}`);
    await looksAsBefore('product');
  });

  it('the form of a product', async () => {
    await openPage('/products/new', ADMIN);
    await press('Create Product');
    await isShown(page.getByText('SKU is required'));
    await looksAsBefore('product-form', { sizes: [DESK] });
  });

  it('a count', async () => {
    await openPage(`/inventory/counts/${await firstOf(manager, '/inventory/counts?status=open')}`);
    await isShown(page.getByLabelText('Scan an IMEI, serial number or QR code'));
    await looksAsBefore('count');
  });

  it('a transfer that arrives', async () => {
    await openPage(
      `/inventory/transfers/${await firstOf(manager, '/inventory/transfers?direction=incoming')}`,
    );
    await isShown(page.getByLabelText('Scan an IMEI, serial number or QR code'));
    await looksAsBefore('transfer');
  });
});
