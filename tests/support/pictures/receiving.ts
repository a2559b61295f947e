import { expectDone } from '#tests/support/selling.ts';
import { makeImei } from '#tests/support/shop.ts';
import { enter, orderToReceive } from './order-to-receive.ts';
import { ADMIN, letGo, type PictureSet } from './studio.ts';

/** Receiving an order: nothing yet, in mid-scan, a number that is taken, a part of it, its receipt, and all of it. */
export const receiving: PictureSet = {
  name: 'receiving',
  takePictures: async ({ server, open, take }) => {
    const { reader } = server.database;
    const { admin, storeId, kinds, order } = await orderToReceive(
      { server },
      { phone: 8, numbered: 4, plain: 20 },
    );
    const serials = Array.from({ length: 9 }, (_, at) => `F2LXK8Q1${String.fromCharCode(65 + at)}${at}`);
    const imeis = serials.map((_, at) => makeImei(619_811_600 + at));
    const listed = serials.slice(0, 8).map((serial, at) => `${serial},${imeis[at]}`);
    await admin.put(`/supplier-transactions/${order.id}/expected-serials`, { text: listed.join('\n') });

    const page = await open(`/purchase-orders/${order.id}/receive`, ADMIN);
    await page.getByText('Scan the first unit').waitFor();
    await letGo(page);
    await take(page, 'receive-empty');
    await enter(page, kinds[0]?.barcode ?? '');
    for (const [at, serial] of serials.slice(0, 4).entries()) {
      await enter(page, serial);
      await enter(page, imeis[at] ?? '');
    }
    await enter(page, serials[8] ?? '');
    await enter(page, imeis[8] ?? '');
    await enter(page, serials[4] ?? '');
    await page.getByText(/Unit 6: now its IMEI/).waitFor();
    await take(page, 'receive-scanning');
    const taken = await reader
      .selectFrom('inventory_items')
      .select('imei')
      .where('store_id', '=', storeId)
      .where('imei', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    await enter(page, taken.imei ?? '');
    await page.getByText('Cannot be received').first().waitFor();
    await take(page, 'receive-taken');
    await page.getByRole('button', { name: 'Announced serial numbers (8)' }).click();
    await page.getByRole('dialog').waitFor();
    await take(page, 'receive-announced');
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^Undo IMEI/ })
      .first()
      .click();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^GR-.* received$/).waitFor();
    await take(page, 'received');
    const receipt = await reader.selectFrom('goods_receipts').select('id').executeTakeFirstOrThrow();
    await page.goto(`/goods-receipts/${receipt.id}`);
    await page.getByRole('button', { name: 'Print note' }).waitFor();
    await take(page, 'goods-receipt');

    // All that is left of the 32, but for one.
    const [phone, tablet, earphones] = order.items;
    const rest = await admin.post(`/supplier-transactions/${order.id}/receive`, {
      items: [
        { item: phone, quantity_received: 3 },
        { item: tablet, quantity_received: 4 },
        { item: earphones, quantity_received: 19 },
      ].map(({ item, quantity_received }) => ({
        supplier_transaction_item_id: item?.id,
        quantity_received,
        category: 'new',
        ...(item?.product_variation.product.requires_serial
          ? { serials: Array.from({ length: quantity_received }, (_, at) => `REST-${item.id}-${at}`) }
          : {}),
      })),
    });
    expectDone(rest);
    await page.goto(`/purchase-orders/${order.id}/receive`);
    await enter(page, kinds[2]?.barcode ?? '');
    await enter(page, 'F2LXK8Q1Z9');
    await page.getByText(/nothing remains\.$/).waitFor();
    await take(page, 'receive-last');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/The order is complete/).waitFor();
    await take(page, 'received-complete');
    await page.reload();
    await page.getByText('Nothing of this order is to come').waitFor();
    await take(page, 'receive-over');
    await page.goto(`/purchase-orders/${order.id}`);
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await take(page, 'purchase-order-received');
  },
};
