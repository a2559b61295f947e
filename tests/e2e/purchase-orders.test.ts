import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { Keyboard, pressesOf } from '#tests/support/keys.ts';
import { ordered } from '#tests/support/purchase-orders.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei, makeStaff, makeSupplier } from '#tests/support/shop.ts';

const ADMIN = 'admin@demo.test';
/** Milliseconds between a scanner's keys. */
const GAP = 8;
/** Milliseconds between the keys of a fast one. */
const FAST_GAP = 2;

describe('a purchase order', () => {
  const shop = demoShop();

  it('of ten at ₱18,500 comes to ₱185,000, is written by scanner and keyboard, and goes to its supplier', async () => {
    const phone = await shop.server.database.reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .select(['variation.barcode', 'variation.name', 'product.name as product_name'])
      .where('variation.barcode', 'is not', null)
      .where('product.requires_serial', '=', 1)
      .orderBy('variation.id')
      .executeTakeFirstOrThrow();
    const page = await shop.open({ email: 'store_manager@demo.test', path: '/purchase-orders' });
    await page.locator('tbody a').first().waitFor();
    await page.getByRole('button', { name: 'Create Purchase Order' }).click();
    // The list has a field of that name, too.
    await page.getByRole('heading', { level: 1, name: 'New Purchase Order' }).waitFor();
    await page.getByRole('combobox', { name: 'Supplier' }).fill('luzon');
    await page.getByRole('option', { name: /Luzon Mobile/ }).click();
    const keyboard = await Keyboard.of(page);
    await keyboard.press(pressesOf([...`]C0${phone.barcode}`, 'Enter'], 400, () => GAP));
    await page.getByRole('status', { name: 'Last scan' }).getByText('Quantity 1').waitFor();
    await page.getByLabel('Quantity of row 1').fill('10');
    await page.getByLabel('Unit cost of row 1').fill('18500');
    await page.getByRole('status', { name: 'Total of the order' }).getByText('₱185,000.00').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { level: 1, name: /^PO-MNL-01-\d{6}$/ }).waitFor();
    await page.getByRole('cell', { name: '₱185,000.00' }).waitFor();

    await page.getByRole('button', { name: 'Email', exact: true }).click();
    await page.getByRole('button', { name: 'Send with costs' }).click();
    await page.getByText('Sent by email').waitFor();
    const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    const mails = await shop.server.database.reader
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', 'orders@luzonmobile.test')
      .execute();
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(number)]);
    expect(mails[0]?.html).toContain('₱185,000.00');

    // The printed page is the same; the print dialog itself is the browser's.
    await page.evaluate(() => {
      const { documentElement } = document;
      new MutationObserver(() => {
        const frame = document.querySelector('iframe');
        if (frame) documentElement.dataset.printed = frame.srcdoc;
      }).observe(document.body, { childList: true });
    });
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Print with costs' }).click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.printed ?? ''))
      .toContain('₱185,000.00');
    await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
    await page.getByRole('link', { name: number }).waitFor();
  });

  it('is received by two people who scan at the same time, each phone once, one of them with a reload', async () => {
    const { database, url } = shop.server;
    const admin = await signIn(url, ADMIN);
    const { id: supplier_id } = await makeSupplier(database);
    const { id: store_id } = await database.reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    const phones = await database.reader
      .selectFrom('product_variations as variation')
      .innerJoin('products as product', 'product.id', 'variation.product_id')
      .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
      .select(['variation.id', 'variation.barcode', 'variation.product_id'])
      .where('variation.barcode', 'is not', null)
      .where('type.slug', '=', 'phone')
      .orderBy('variation.id')
      .limit(2)
      .execute();
    // Of each phone its IMEI alone is scanned.
    for (const product_id of new Set(phones.map((phone) => phone.product_id)))
      expectDone(await admin.put(`/products/${product_id}`, { scanned_numbers: 'imei' }));
    const order = await ordered(admin, {
      supplier_id,
      store_id,
      items: phones.map(({ id }) => ({ product_variation_id: id, quantity_ordered: 3, unit_cost: 18_500 })),
    });
    const [ofOne = '', ofOther = ''] = phones.map(({ barcode }) => barcode ?? '');
    const imeis = Array.from({ length: 6 }, (_, place) => makeImei(640_000_000 + place));
    const colleague = await makeStaff(database, { store_id, role: 'admin', name: 'Ben Reyes' });
    const openAs = async (email: string) => {
      const page = await shop.open({ email, path: `/purchase-orders/${order.id}/receive` });
      await page.getByText('of 6 that remain').waitFor();
      const keyboard = await Keyboard.of(page);
      let at = 0;
      const scan = async (codes: readonly string[]) => {
        for (const code of codes) {
          const presses = pressesOf([...code, 'Enter'], at + 300, () => FAST_GAP);
          at = presses.at(-1)?.at ?? at;
          await keyboard.press(presses);
        }
      };
      const rows = page.getByRole('table', { name: 'Scanned units' }).locator('tbody tr');
      return { page, scan, rows, has: (count: number) => expect.poll(() => rows.count()).toBe(count) };
    };
    const [ana, ben] = await Promise.all([openAs(ADMIN), openAs(colleague.email)]);
    await Promise.all([
      // The fourth is scanned by both.
      ana.scan([ofOne, ...imeis.slice(0, 3), imeis[2] ?? '', ofOther, imeis[3] ?? '']),
      ben.scan([ofOther, ...imeis.slice(3, 5)]),
    ]);
    await Promise.all([ana.has(4), ben.has(2)]);
    await ben.page.reload();
    await ben.has(2);
    // He goes on with the item that he was scanning.
    await ben.scan(imeis.slice(5));
    await ben.has(3);
    await ben.page.keyboard.press('Control+Enter');
    await ben.page.getByText(/^GR-.* received$/).waitFor();

    await ana.page.keyboard.press('Control+Enter');
    const twice = ana.rows.filter({ hasText: imeis[3] });
    await twice.getByText('Cannot be received').waitFor();
    await ana.page.getByText('Ben Reyes received some of this order meanwhile').waitFor();
    await ana.page.getByRole('button', { name: 'Receive the other 3 units' }).click();
    await ana.page.getByText('The order is complete').waitFor();
    await ana.page.getByText('1 unit was left out, and stands here still').waitFor();

    const units = await database.reader
      .selectFrom('inventory_items')
      .select(['imei', 'product_variation_id'])
      .where('imei', 'in', imeis)
      .orderBy('imei')
      .execute();
    const variationOf = (place: number) => phones[place < 3 ? 0 : 1]?.id;
    expect(units).toEqual(imeis.map((imei, place) => ({ imei, product_variation_id: variationOf(place) })));
    const now = await admin.get(`/supplier-transactions/${order.id}`);
    expect(now.body).toMatchObject({ status: 'complete', total_quantity_received: 6 });
  });
});
