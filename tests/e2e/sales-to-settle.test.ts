import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { settleReasonFacts } from '#domain/settle-reasons.ts';
import { isFocused, isSeen } from '#tests/support/by-keyboard.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { makeTill, signInAt } from '#tests/support/shifts.ts';
import { wedgeScan } from '#tests/support/till-page.ts';
import { offlineTill, type FiledSale, type OfflineTill } from '#tests/support/sold-offline.ts';

const MANAGER = 'store_manager@demo.test';

describe('sales to settle', () => {
  const shop = demoShop();
  let seller: Caller;
  let sellerId = 0;
  let device: OfflineTill;
  beforeAll(async () => {
    const { url } = shop.server;
    seller = await signInAt(url, 'salesperson@demo.test');
    sellerId = expectDone(await seller.get<{ staff: { id: number } }>('/staff/me')).staff.id;
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

  const entryOf = (page: Page, sale: FiledSale) =>
    page.getByRole('region', { name: 'Sales to Settle' }).getByRole('link').filter({ hasText: sale.number });
  const paneOf = (page: Page) => page.getByRole('region', { name: 'Chosen entry' });

  it('are told on the dashboard, and settled by scanning the right phone', async () => {
    const { sale, recorded, before, right, other } = await soldTwice();
    expect(recorded.to_settle).toBe(true);
    const page = await shop.open({ email: MANAGER, path: '/dashboard' });
    await page.getByRole('link', { name: 'Settle it' }).click();
    await entryOf(page, sale).getByText('Disputed').waitFor();
    await page.getByText('1 open').waitFor();

    const pane = paneOf(page);
    await pane.getByRole('heading', { name: /^Same unit sold elsewhere at/ }).waitFor();
    const table = pane.getByRole('table');
    await table.getByRole('link', { name: before ?? '' }).waitFor();
    await table.getByRole('link', { name: recorded.invoice_number ?? '' }).waitFor();
    await table.getByRole('row', { name: /^Unit\s*, the same in both/ }).waitFor();
    const note = pane.getByLabel('Reason');
    await page.keyboard.press('Control+Enter');
    await pane.getByText('Choose the unit that left, or scan it').waitFor();
    await wedgeScan(page, other);
    const code = pane.getByLabel(/^Which .* left\?/);
    await expect.poll(() => code.inputValue()).toBe(other);
    await note.fill('Looked at the box');
    await page.keyboard.press('Control+Enter');
    await pane.getByText('This item is of another product or variation').waitFor();
    await isFocused(code);
    expect(await note.inputValue()).toBe('Looked at the box');
    await pane.getByRole('button', { name: 'Choose from a list' }).click();
    await code.selectOption(right);
    await pane.getByRole('button', { name: 'Settle with this unit' }).click();
    await toast(page, `${sale.number} is settled`).waitFor();
    await page.getByText('Nothing to settle').waitFor();
    await page.getByText('0 open').waitFor();

    await page.getByRole('button', { name: 'Settled sales' }).click();
    await paneOf(page).getByText('Looked at the box').waitFor();
    await paneOf(page)
      .getByRole('link', { name: recorded.invoice_number ?? '' })
      .click();
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

    const pane = paneOf(page);
    await entryOf(page, sale).click();
    await pane.getByRole('radio', { name: 'Void the sale' }).waitFor();
    await pane.getByRole('radio', { name: 'Accept without a unit' }).check();
    await pane.getByText('The sale stands with no unit and no cost. Stock does not change.').waitFor();
    await pane.getByLabel('Reason').fill('Nobody knows');
    await pane.getByRole('button', { name: 'Settle without a unit' }).click();
    await toast(page, `${sale.number} is settled`).waitFor();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Settled sales' }).click();
    await entryOf(page, sale).click();
    await pane.getByText('Settled without a unit').waitFor();
    await pane.getByRole('link', { name: recorded.invoice_number ?? '' }).click();

    await card.getByText('Settled without its item.').waitFor();
    await card.getByText(/^Ana Reyes/).waitFor();
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const refund = page.getByRole('dialog', { name: /^Refund/ });
    await refund.getByText('1 item was sold without a known unit, so stock does not change').waitFor();
    await refund.getByText('No stock', { exact: true }).waitFor();
    expect(await refund.getByRole('combobox', { name: /goes to/ }).count()).toBe(0);
  });

  it('are voided, which settles them, and the next one comes into sight', async () => {
    const first = await soldTwice();
    const second = await soldTwice();
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle' });
    const pane = paneOf(page);
    await entryOf(page, first.sale).click();
    await pane.getByRole('radio', { name: 'Void the sale' }).check();
    await pane.getByText(/in cash goes back to the customer\. Stock does not change\./).waitFor();
    await pane.getByLabel('Reason').fill('Brought back');
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Transaction voided').waitFor();
    await pane.getByText(second.sale.number).waitFor();
    await entryOf(page, first.sale).waitFor({ state: 'hidden' });
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Settled sales' }).click();
    await entryOf(page, first.sale).getByText('Voided: Brought back').waitFor();
  });

  it('are gone through by the arrow keys, and the chosen one stays after a reload and on the way back', async () => {
    const [first, second] = [await soldTwice(), await soldTwice()];
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle?reason=unit' });
    const pane = paneOf(page);
    await entryOf(page, first.sale).click();
    await pane.getByText(first.sale.number).waitFor();
    await page.keyboard.press('ArrowDown');
    await pane.getByText(second.sale.number).waitFor();
    await isFocused(entryOf(page, second.sale));
    await page.reload();
    await pane.getByText(second.sale.number).waitFor();
    await pane.getByRole('link', { name: second.recorded.invoice_number ?? '' }).click();
    await page.getByRole('region', { name: 'Items' }).waitFor();
    await page.goBack();
    await pane.getByText(second.sale.number).waitFor();
    // What was begun is there again.
    await pane.getByRole('radio', { name: 'Accept without a unit' }).check();
    await pane.getByLabel('Reason').fill('Asked Ana');
    await pane.getByRole('button', { name: 'Previous' }).click();
    await pane.getByText(first.sale.number).waitFor();
    await expect.poll(() => pane.getByLabel('Reason').inputValue()).toBe('');
    await pane.getByRole('button', { name: 'Next' }).click();
    await pane.getByText(second.sale.number).waitFor();
    await expect.poll(() => pane.getByLabel('Reason').inputValue()).toBe('Asked Ana');
    expect(await pane.getByRole('radio', { name: 'Accept without a unit' }).isChecked()).toBe(true);
    await pane.getByRole('button', { name: 'Previous' }).click();
    await pane.getByText(first.sale.number).waitFor();
    await pane.getByRole('button', { name: 'Close' }).click();
    await pane.waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('lost_till');
    await page.getByText('No sales to settle for these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await entryOf(page, first.sale).waitFor();
  });

  it('are gone through by the arrow keys wherever the focus is, but in a field', async () => {
    const [first, second] = [await soldTwice(), await soldTwice()];
    const page = await shop.open({ email: MANAGER, path: '/dashboard' });
    await page.getByRole('link', { name: /^Settle / }).click();
    const pane = paneOf(page);
    const list = page.getByRole('list', { name: 'Entries' });
    await pane.getByLabel('Reason').waitFor();
    await page.keyboard.press('End');
    await pane.getByText(second.sale.number).waitFor();
    await isFocused(entryOf(page, second.sale));
    await page.reload();
    await pane.getByText(second.sale.number).waitFor();
    await page.keyboard.press('ArrowUp');
    await pane.getByText(first.sale.number).waitFor();
    await isFocused(entryOf(page, first.sale));

    await pane.getByRole('radio', { name: 'Accept without a unit' }).check();
    await pane.getByLabel('Reason').fill('Nobody knows');
    await page.keyboard.press('Home');
    await isFocused(pane.getByLabel('Reason'));
    await page.keyboard.press('Control+Enter');
    await toast(page, `${first.sale.number} is settled`).waitFor();
    await entryOf(page, first.sale).waitFor({ state: 'hidden' });
    await pane.getByText(second.sale.number).waitFor();
    await page.keyboard.press('Home');
    await isFocused(list.getByRole('link').first());
  });

  it('are settled one by one, also by Ctrl+Enter that is pressed twice', async () => {
    const [first, second] = [await soldTwice(), await soldTwice()];
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle' });
    const pane = paneOf(page);
    for (const { sale } of [second, first]) {
      await entryOf(page, sale).click();
      await pane.getByText(sale.number).waitFor();
      await pane.getByRole('radio', { name: 'Accept without a unit' }).check();
      await pane.getByLabel('Reason').fill('Nobody knows');
    }
    const sent: string[] = [];
    page.on('request', (request) => request.url().endsWith('/settle') && sent.push(request.url()));
    // On a busy machine the two presses are too far apart for one act.
    await page.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    await page.keyboard.press('Control+Enter');
    await toast(page, `${first.sale.number} is settled`).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await pane.getByText(second.sale.number).waitFor();
    await expect.poll(() => pane.getByLabel('Reason').inputValue()).toBe('Nobody knows');
    expect(sent).toHaveLength(1);
  });

  it('stand one above the other on a phone, where the sale takes the place of the list', async () => {
    const { sale } = await soldTwice();
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle' });
    await page.setViewportSize({ width: 390, height: 844 });
    await entryOf(page, sale).click();
    await page.getByRole('heading', { level: 1, name: /^Same unit sold elsewhere/ }).waitFor();
    expect(await entryOf(page, sale).count()).toBe(0);
    await page.getByRole('link', { name: 'Sales to Settle' }).first().click();
    await entryOf(page, sale).click();
    await page.getByRole('radio', { name: 'Accept without a unit' }).check();
    await paneOf(page).getByLabel('Reason').fill('Nobody knows');
    await page.getByRole('button', { name: 'Settle without a unit' }).click();
    await toast(page, `${sale.number} is settled`).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sales to Settle' }).waitFor();
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
    await entryOf(page, sale).getByText('Your own sale, another manager settles it').waitFor();
    await entryOf(page, sale).click();
    await paneOf(page).getByText('Your own sale, another manager settles it.').waitFor();
    expect(await paneOf(page).getByRole('radio').count()).toBe(0);
    expect(
      await paneOf(page)
        .getByRole('button', { name: /^Settle/ })
        .count(),
    ).toBe(0);
  });

  it('say below each field what is missing, in windows of any width', async () => {
    const phones = await phonesAt(shop.server.database, 'MNL-01', 2);
    const units = await shop.server.database.reader
      .selectFrom('inventory_items')
      .select(['id', 'product_variation_id', 'imei', 'store_id'])
      .where(
        'id',
        'in',
        phones.map(({ id }) => id),
      )
      .execute();
    for (const { id } of units) await sell(seller, [id]);
    const sale = device.make(
      { store_id: units[0]?.store_id ?? 0, staff_id: sellerId, units },
      { at: Date.now() - 60_000 },
    );
    expectDone(await device.send(sale));
    const page = await shop.open({ email: MANAGER, path: '/transactions/to-settle' });
    await entryOf(page, sale).click();
    await paneOf(page)
      .getByRole('button', { name: /^Settle with these units/ })
      .waitFor();
    for (const [width, height] of [
      [1366, 768],
      [683, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await paneOf(page).getByLabel('Reason').waitFor();
      await page.keyboard.press('Control+Enter');
      const missing = paneOf(page).getByText('Choose the unit that left, or scan it', { exact: true });
      await expect.poll(() => missing.count()).toBe(2);
      for (const text of [...(await missing.all()), paneOf(page).getByText('Say how it was settled')]) {
        await text.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await isSeen(text);
      }
    }
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
      const entry = page.getByRole('link').filter({ hasText: number });
      await entry.getByText('Sent by you, another manager settles it').waitFor();
      expect(await entry.count()).toBe(1);
    }
    const [{ number = '' } = {}] = sales;
    await page.getByRole('link').filter({ hasText: number }).click();
    const why = paneOf(page).getByRole('list', { name: 'Why it waits' }).getByRole('listitem');
    const byHand = why.filter({ hasText: 'sent it from the till’s file' });
    await byHand.getByText(settleReasonFacts.by_hand.toDo, { exact: true }).waitFor();
  });
});
