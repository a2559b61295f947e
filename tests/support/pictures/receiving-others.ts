import { signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei, makeStaff } from '#tests/support/shop.ts';
import { enter, orderToReceive } from './order-to-receive.ts';
import { ADMIN, letGo, type PictureSet } from './studio.ts';

/** An order that others receive, too: their unfinished receipt, what they took, another window, a long list. */
export const receivingOthers: PictureSet = {
  name: 'receiving-others',
  takePictures: async ({ server, now, open, take }) => {
    const { storeId, kinds, order } = await orderToReceive({ server }, { phone: 8, plain: 20 });
    const [phone, plain] = kinds;
    const colleague = await makeStaff(server.database, {
      store_id: storeId,
      role: 'admin',
      name: 'Josefina Macaraeg-Dimaculangan',
    });
    const other = await signIn(server.url, colleague.email);
    const [one, two] = order.items;
    expectDone(
      await other.put(`/supplier-transactions/${order.id}/open-receipt`, {
        items: [
          { supplier_transaction_item_id: one?.id, quantity: 5 },
          { supplier_transaction_item_id: two?.id, quantity: 12 },
        ],
      }),
    );
    const orderPage = await open(`/purchase-orders/${order.id}`, ADMIN);
    await orderPage
      .getByText(/not received yet/)
      .first()
      .waitFor();
    await letGo(orderPage);
    await take(orderPage, 'receive-others-order');
    const page = await open(`/purchase-orders/${order.id}/receive`, ADMIN);
    await page.getByText(/is receiving this order/).waitFor();
    await letGo(page);
    await take(page, 'receive-others');
    await enter(page, phone?.barcode ?? '');
    for (let at = 0; at < 4; at += 1) {
      await enter(page, `F2LXK8Q1${String.fromCharCode(65 + at)}${at}`);
      await enter(page, makeImei(619_911_600 + at));
    }
    await page.getByText(/4 of/).first().waitFor();
    await take(page, 'receive-others-scanned');
    expectDone(
      await other.post(`/supplier-transactions/${order.id}/receive`, {
        items: [
          {
            supplier_transaction_item_id: one?.id,
            quantity_received: 6,
            category: 'new',
            serials: Array.from({ length: 6 }, (_, at) => `REST-${at}`),
          },
          { supplier_transaction_item_id: two?.id, quantity_received: 12, category: 'new' },
        ],
      }),
    );
    await enter(page, plain?.barcode ?? '');
    await page
      .getByText(/meanwhile/)
      .first()
      .waitFor();
    await take(page, 'receive-others-took');
    await page
      .getByRole('button', { name: /^Receive/ })
      .last()
      .scrollIntoViewIfNeeded();
    await take(page, 'receive-others-took-below');
    const second = await page.context().newPage();
    await second.clock.install({ time: now() });
    await second.goto(`/purchase-orders/${order.id}/receive`);
    await second.getByText('This receipt is open in another window').waitFor();
    await take(second, 'receive-another-window');
    await second.getByRole('button', { name: 'Go on here' }).click();
    await second.getByLabel(/^Scan the/).waitFor();
    await take(second, 'receive-went-on');
    await take(page, 'receive-taken-over');
    await second.close();
  },
};
