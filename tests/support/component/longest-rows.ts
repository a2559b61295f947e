import { call, callerWith, type Caller } from '#tests/support/http.ts';
import { fileForm } from '#tests/support/imports.ts';
import { pay, sell, complete, expectDone, openDraft, type WireSale } from '#tests/support/selling.ts';
import { close, count, deviceKey, makeTill, openShift } from '#tests/support/shifts.ts';

type Made = { id: number };

/** Returns the widest text of a field's maximum length without a space; another one each time. */
const widest = (length: number) =>
  crypto.randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase().padStart(length, 'W');

/** Pesos; what two of them come to with tax is still taken. */
const DEAR = 9_000_000;

/**
 * Adds a store with one row of everything, each with the longest texts and large amounts that its forms take, and
 * returns it with the things that its pages are about.
 */
export async function addLongestRows(admin: Caller) {
  const make = async (by: Caller, path: string, body: unknown) => expectDone(await by.post<Made>(path, body));
  const email = `${'w'.repeat(64)}@${widest(60)}.${'w'.repeat(60)}.test`;
  const home = expectDone(await admin.get<Made>('/stores/current'));
  const store = await make(admin, '/stores/create', {
    name: widest(100),
    code: `W-${widest(8)}`,
    address: widest(500),
    phone: '0'.repeat(20),
    email,
    timezone: 'Asia/Manila',
  });
  const key = `${deviceKey()}-${store.id}`;
  const there = callerWith('', admin.token, (url, method, path, sent, headers) =>
    call(url, method, path, sent, { ...headers, 'X-Store-Id': String(store.id), 'X-Till': key }),
  );

  const { id: customer_group_id } = await make(admin, '/customer-groups', {
    name: widest(100),
    slug: widest(50).toLowerCase(),
    discount_percentage: 99.99,
  });
  const customer = await make(admin, '/customers', {
    name: widest(255),
    phone: '0'.repeat(20),
    email,
    address: widest(1000),
    notes: widest(2000),
    customer_group_id,
  });
  const supplier = await make(admin, '/suppliers', {
    name: widest(255),
    code: widest(20),
    contact_person: widest(255),
    email,
    phone: widest(100),
    address: widest(1000),
    payment_terms: widest(100),
    notes: widest(2000),
  });
  const person = await make(admin, '/staff', {
    name: widest(100),
    email: `${widest(8)}.${email}`.slice(-250),
    password: 'longest-rows-1',
    role: 'regional_manager',
    primary_store_id: store.id,
  });

  const { id: manufacturer_id } = await make(admin, '/manufacturers', { name: widest(100) });
  const { id: product_type_id } = await make(admin, '/product-types', {
    name: widest(100),
    requires_serial: true,
    reorder_point: 10_000,
  });
  const product = expectDone(
    await admin.post<Made & { product_variations: Made[] }>('/products', {
      name: widest(255),
      sku: widest(64),
      description: widest(2000),
      product_type_id,
      manufacturer_id,
      variation: {
        name: widest(255),
        barcode: widest(64),
        cost: 1,
        retail_price: DEAR,
        attributes: [{ name: widest(50), value: widest(100) }],
      },
    }),
  );
  const product_variation_id = product.product_variations[0]?.id ?? 0;
  const unit = () =>
    make(there, '/inventory', {
      product_variation_id,
      category: 'used',
      own_price: DEAR,
      serial_number: widest(50),
      supplier_id: supplier.id,
      purchase_cost: DEAR,
      notes: widest(2000),
    });

  await makeTill(there, widest(40));
  const shift = await openShift(there, DEAR);
  await make(there, '/cash-movements', { kind: 'pay_in', amount: DEAR, reason: widest(500) });
  const { transaction } = await sell(there, [(await unit()).id], { customer_id: customer.id });
  const onTrust = await openDraft(there, [(await unit()).id], { customer_id: customer.id });
  await pay(there, onTrust.id, {
    method: 'bank_transfer',
    amount: onTrust.total_amount,
    reference_number: widest(100),
    status: 'pending',
  });
  expectDone(await complete<WireSale>(there, onTrust.id));
  expectDone(await count(there, shift.id, { bill_1000: 99_999 }));
  expectDone(await close(there, shift.id, { reason: widest(500) }));
  const readings = expectDone(await there.post<{ data: Made[] }>('/z-readings', {}));

  const kept = await unit();
  const transfer = await make(there, '/inventory/transfers', {
    to_store_id: home.id,
    item_ids: [(await unit()).id],
    reason: widest(500),
  });
  const back = await make(there, '/supplier-returns', {
    supplier_id: supplier.id,
    item_ids: [(await unit()).id],
    reason: widest(500),
    reference: widest(100),
    notes: widest(2000),
  });
  const stockCount = await make(there, '/inventory/counts', {});
  const items = [{ product_variation_id, quantity_ordered: 2, unit_cost: DEAR }];
  const order = expectDone(
    await there.post<Made & { items: Made[] }>('/supplier-transactions', {
      supplier_id: supplier.id,
      store_id: store.id,
      notes: widest(2000),
      items,
    }),
  );
  await make(there, '/qr-codes/generate-batch', {
    supplier_transaction_id: order.id,
    quantity: 1,
    notes: widest(500),
  });
  await make(there, `/supplier-transactions/${order.id}/receive`, {
    items: [
      {
        supplier_transaction_item_id: order.items[0]?.id,
        quantity_received: 1,
        category: 'new',
        units: [{ serial_number: widest(50) }],
      },
    ],
  });
  const receipts = expectDone(
    await there.get<{ data: Made[] }>(`/supplier-transactions/${order.id}/receipts`),
  );
  const file = fileForm(`${widest(64)},${widest(64)}\n${widest(64)},${widest(64)}\n`, `${widest(250)}.csv`);
  const stock = expectDone(await there.post<Made>('/imports/inventory', file));

  return {
    store,
    ids: {
      storeId: store.id,
      customerId: customer.id,
      supplierId: supplier.id,
      staffId: person.id,
      productId: product.id,
      inventoryId: kept.id,
      transactionId: transaction.id,
      shiftId: shift.id,
      transferId: transfer.id,
      returnId: back.id,
      countId: stockCount.id,
      readingId: readings.data[0]?.id,
      receiptId: receipts.data[0]?.id,
      orderId: order.id,
      importId: stock.id,
    },
  };
}
