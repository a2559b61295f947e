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
  press,
  pressKeys,
} from '#tests/support/pictures/compare.ts';
import { expectDone } from '#tests/support/selling.ts';

describe('purchasing', () => {
  let manager: Caller;
  /** Only an admin receives what the store's manager has ordered. */
  let storeId: number;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    storeId = expectDone(await manager.get<{ id: number }>('/stores/current')).id;
  });
  const order = (status: string) => firstOf(manager, `/supplier-transactions?status=${status}`);

  it('orders', async () => {
    await openPage('/purchase-orders');
    await listLoaded();
    await looksAsBefore('orders');
  });

  it('an order', async () => {
    await openPage(`/purchase-orders/${await order('partial')}`);
    await isShown(page.getByRole('heading', { name: 'History' }));
    await looksAsBefore('order');
  });

  it('the form of an order', async () => {
    await openPage('/purchase-orders/create', MANAGER);
    await press(/^Create Purchase Order/);
    await isShown(page.getByText('Please select a supplier'));
    await looksAsBefore('order-form', { sizes: [DESK] });
  });

  it('receiving', async () => {
    await openPage(`/purchase-orders/${await order('pending')}/receive`, ADMIN, storeId);
    const field = page.getByLabelText(/^Scan the/);
    await isShown(field);
    await looksAsBefore('receive');
    await page.viewport(DESK.width, DESK.height);
    await field.fill('NO-SUCH-CODE');
    await pressKeys('{Enter}');
    await isShown(page.getByRole('status', { name: 'Last scan' }).getByText('NO-SUCH-CODE'));
    await looksAsBefore('receive-refused', { sizes: [DESK] });
  });

  it('suppliers', async () => {
    await openPage('/suppliers');
    await listLoaded();
    await looksAsBefore('suppliers', { sizes: [DESK] });
    await openPage(`/suppliers/${await firstOf(manager, '/suppliers')}`);
    await isShown(page.getByRole('heading', { name: 'Orders', exact: true }));
    await looksAsBefore('supplier');
  });

  it('a return to a supplier', async () => {
    const admin = await callerAs(ADMIN);
    const id = await firstOf(admin, '/supplier-returns', { storeId });
    await openPage(`/supplier-returns/${id}`, ADMIN, storeId);
    await looksAsBefore('supplier-return', { sizes: [DESK] });
  });
});
