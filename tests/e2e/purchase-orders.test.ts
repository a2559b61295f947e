import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { Keyboard, pressesOf } from '#tests/support/keys.ts';

/** Milliseconds between a scanner's keys. */
const GAP = 8;

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
    await page.getByRole('heading', { level: 1, name: 'Create Purchase Order' }).waitFor();
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

    await page.getByRole('button', { name: 'E-mail' }).click();
    await page.getByRole('button', { name: 'Send with costs' }).click();
    await page.getByText('Sent by e-mail').waitFor();
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
    await page.getByRole('button', { name: 'Print with costs' }).click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.printed ?? ''))
      .toContain('₱185,000.00');
    await page.getByRole('link', { name: 'Purchase Orders' }).first().click();
    await page.getByRole('link', { name: number }).waitFor();
  });
});
