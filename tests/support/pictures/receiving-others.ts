import { signIn } from '#tests/support/http.ts';
import { ordered } from '#tests/support/purchase-orders.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei, makeStaff } from '#tests/support/shop.ts';
import { ADMIN, letGo, type PictureSet } from './studio.ts';

/** An order that others receive, too: their unfinished receipt, what they took, another window, a long list. */
export const receivingOthers: PictureSet = {
  name: 'receiving-others',
  takePictures: async ({ server, now, open, take }) => {
    const admin = await signIn(server.url, ADMIN);
    const { reader } = server.database;
    const { id: storeId } = await reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    const colleague = await makeStaff(server.database, {
      store_id: storeId,
      role: 'admin',
      name: 'Josefina Macaraeg-Dimaculangan',
    });
    const other = await signIn(server.url, colleague.email);
    const supplier = await reader.selectFrom('suppliers').select('id').limit(1).executeTakeFirstOrThrow();
    const kinds = await reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
      .select(['variation.id', 'variation.barcode', 'type.slug', 'product.requires_serial'])
      .where('variation.barcode', 'is not', null)
      .orderBy('variation.id')
      .execute();
    const phone = kinds.find(({ slug }) => slug === 'phone');
    const plain = kinds.find(({ requires_serial }) => requires_serial === 0);
    const order = await ordered(admin, {
      supplier_id: supplier.id,
      store_id: storeId,
      items: [phone, plain].map((kind, at) => ({
        product_variation_id: kind?.id ?? 0,
        quantity_ordered: [8, 20][at] ?? 1,
        unit_cost: 18_500,
      })),
    });
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
    const enter = async (code: string) => {
      await page.getByLabel(/^Scan the/).fill(code);
      await page.keyboard.press('Enter');
    };
    await enter(phone?.barcode ?? '');
    for (let at = 0; at < 4; at += 1) {
      await enter(`F2LXK8Q1${String.fromCharCode(65 + at)}${at}`);
      await enter(makeImei(619_911_600 + at));
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
    await enter(plain?.barcode ?? '');
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
