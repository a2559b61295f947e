import { beforeAll, describe, expect, it } from 'vitest';
import { isFocused } from '#tests/support/by-keyboard.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { atDevice, makeTill } from '#tests/support/shifts.ts';
import { wedgeScan } from '#tests/support/till-page.ts';
import { offlineTill, type OfflineTill } from '#tests/support/sold-offline.ts';

const MANAGER = 'store_manager@demo.test';

describe('sales to settle', () => {
  const shop = demoShop();
  let seller: Caller;
  let sellerId = 0;
  let device: OfflineTill;
  beforeAll(async () => {
    const { url } = shop.server;
    const person = await signIn(url, 'salesperson@demo.test');
    sellerId = person.staff.id;
    seller = atDevice(url, person);
    await makeTill(seller, 'Entrance');
    device = await offlineTill(url, seller, 'MNL-01');
  });

  /** Sells a phone without the server that another sale has by then; returns it with the phones that stand there still. */
  const soldTwice = async () => {
    const units = await shop.server.database.reader
      .selectFrom('inventory_items as unit')
      .innerJoin('stores as store', 'store.id', 'unit.store_id')
      .select(['unit.id', 'unit.imei', 'unit.product_variation_id'])
      .where('store.code', '=', 'MNL-01')
      .where('unit.status', '=', 'available')
      .where('unit.category', '=', 'new')
      .where('unit.imei', 'is not', null)
      .orderBy('unit.id')
      .execute();
    const byVariation = [...Map.groupBy(units, (unit) => unit.product_variation_id).values()];
    const [phone, alike] = byVariation.find((those) => those.length > 1) ?? [];
    const other = units.find((unit) => unit.product_variation_id !== phone?.product_variation_id);
    if (!phone || !alike) throw new Error('The demo shop has no two phones that are alike');
    const { transaction } = await sell(seller, [phone.id]);
    const sale = device.make(
      {
        store_id: transaction.store.id,
        staff_id: transaction.staff.id,
        units: [{ id: phone.id, product_variation_id: phone.product_variation_id, imei: phone.imei }],
      },
      { at: Date.now() - 60_000 },
    );
    const recorded = expectDone(await device.send(sale));
    return {
      sale,
      recorded,
      before: transaction.invoice_number,
      right: alike.imei ?? '',
      other: other?.imei ?? '',
    };
  };

  it('are told on the dashboard, and settled by scanning the right phone', async () => {
    const { sale, recorded, before, right, other } = await soldTwice();
    expect(recorded.to_settle).toBe(true);
    const page = await shop.open({ email: MANAGER, path: '/dashboard' });
    await page.getByRole('link', { name: 'Settle it' }).click();
    const row = page.getByRole('row').filter({ hasText: sale.number });
    await row.getByText('Unit is not clear').waitFor();
    await row.getByRole('link', { name: recorded.invoice_number ?? '' }).waitFor();
    await page.getByRole('button', { name: `Actions for ${sale.number}` }).click();
    await page.getByRole('menuitem', { name: 'Settle' }).click();

    const dialog = page.getByRole('dialog', { name: `Settle ${sale.number}` });
    const code = dialog.getByLabel(/^Which .* was sold\?/);
    const note = dialog.getByLabel('How it was settled');
    await dialog.getByText(`which is in ${before}`).waitFor();
    await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
    await dialog.getByText('Scan the item that was sold, or say below that it is not known').waitFor();
    await wedgeScan(page, other);
    await expect.poll(() => code.inputValue()).toBe(other);
    await note.fill('Looked at the box');
    await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
    await dialog.getByText('This item is of another product or variation').waitFor();
    await isFocused(code);
    expect(await note.inputValue()).toBe('Looked at the box');
    await code.fill(right);
    await dialog.getByRole('button', { name: 'Settle', exact: true }).click();
    await toast(page, `${sale.number} is settled`).waitFor();
    await page.getByText('Nothing to settle').waitFor();

    await page.getByRole('combobox', { name: 'State' }).selectOption('settled');
    await page.getByText('Looked at the box').waitFor();
    await page.getByRole('link', { name: recorded.invoice_number ?? '' }).click();
    await page.getByText(right).first().waitFor();
    await page.getByText(sale.number).first().waitFor();
  });

  it('are settled without an item, which the sale tells, and a refund of it gives nothing to stock', async () => {
    const { sale, recorded, before } = await soldTwice();
    const page = await shop.open({ email: MANAGER, path: `/transactions/${recorded.transaction_id}` });
    const card = page.getByRole('region', { name: 'Sold without the server' });
    await card.getByText(sale.number).waitFor();
    await card.getByRole('link', { name: before ?? '' }).waitFor();
    await card.getByText('It cannot be returned before it is settled.').waitFor();
    await page.getByRole('region', { name: 'Items' }).getByText('Unit is not clear').waitFor();
    await card.getByRole('link', { name: 'Settle it under Sales to Settle' }).click();

    await page.getByRole('row').filter({ hasText: sale.number }).click();
    const settling = page.getByRole('dialog', { name: `Settle ${sale.number}` });
    await settling.getByRole('link', { name: 'void it' }).waitFor();
    await settling.getByLabel('It is not known which item was sold: settle without it').check();
    await settling.getByLabel('How it was settled').fill('Nobody knows');
    await page.keyboard.press('Control+Enter');
    await toast(page, `${sale.number} is settled`).waitFor();
    await dismissToasts(page);
    await page.getByRole('combobox', { name: 'State' }).selectOption('settled');
    await page.getByRole('row').filter({ hasText: sale.number }).getByText('Nobody knows').click();

    await card.getByText('Settled without its item.').waitFor();
    await card.getByText(/^Ana Reyes/).waitFor();
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const refund = page.getByRole('dialog', { name: /^Refund/ });
    await refund.getByText('1 item was sold without a known unit, so stock does not change').waitFor();
    await refund.getByText('No stock', { exact: true }).waitFor();
    expect(await refund.getByRole('combobox', { name: /goes to/ }).count()).toBe(0);
  });

  it('are not settled by who sold them', async () => {
    const { sale } = await soldTwice();
    const manager = await signIn(shop.server.url, MANAGER);
    await shop.server.database.write((writer) =>
      writer
        .updateTable('offline_sales')
        .set({ staff_id: manager.staff.id })
        .where('number', '=', sale.number)
        .execute(),
    );
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle' });
    await page.getByRole('row').filter({ hasText: sale.number }).click();
    const dialog = page.getByRole('dialog', { name: `Settle ${sale.number}` });
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Settle', exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
  });

  it('come from a till’s file that a manager sends, once however often', async () => {
    const phones = await phonesAt(shop.server.database, 'MNL-01', 2);
    const [first] = await shop.server.database.reader
      .selectFrom('inventory_items')
      .select(['product_variation_id', 'store_id'])
      .where('id', '=', phones[0]?.id ?? 0)
      .execute();
    const sales = phones.map(({ id, imei }) =>
      device.make(
        {
          store_id: first?.store_id ?? 0,
          staff_id: sellerId,
          units: [{ id, product_variation_id: first?.product_variation_id ?? 0, imei }],
        },
        { at: Date.now() - 60_000 },
      ),
    );
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle' });
    await page.getByRole('button', { name: 'Send a till’s file' }).waitFor();
    const choose = (text: string) =>
      page
        .getByLabel('File of a till')
        .setInputFiles({ name: 'till.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('[]');
    await toast(page, 'This is no file of a till').waitFor();
    for (let time = 0; time < 2; time += 1) {
      await choose(JSON.stringify({ sales }));
      await toast(page, '2 sales of the file are recorded').waitFor();
      await dismissToasts(page);
    }
    for (const { number } of sales) {
      const row = page.getByRole('row').filter({ hasText: number });
      await row.getByText('Sent by a manager').waitFor();
      expect(await row.count()).toBe(1);
    }
  });
});
