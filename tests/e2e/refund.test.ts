import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { dropFirstAnswer, toast } from '#tests/support/open-till.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  refundSale,
  sell,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { signInAs, typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');
const cents = (amount: number) => Math.round(amount * 100) / 100;

describe('taking a sale back', () => {
  const shop = demoShop();
  let page: Page;
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  const open = async (path: string, email = MANAGER) => {
    page = await shop.open({ email, path });
  };
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const phones = async (count: number) =>
    (await phonesAt(shop.server.database, 'MNL-01', count)).map(({ id }) => id);
  const sellSome = async (count: number) => (await sell(manager, await phones(count))).transaction;
  const statusOf = async (itemId: number) => (await findUnitRow(shop.server.database, itemId)).status;
  const dialog = () => page.getByRole('dialog', { name: /^Refund/ });
  const box = (sale: WireTransaction, index: number) =>
    dialog().getByRole('checkbox', {
      name: new RegExp(sale.transaction_items[index]?.inventory_item.imei ?? '-'),
    });
  const goesTo = (sale: WireTransaction, index: number) =>
    dialog()
      .getByRole('row')
      .filter({ hasText: sale.transaction_items[index]?.inventory_item.imei ?? '-' })
      .getByRole('combobox');
  const confirm = () => dialog().getByRole('button', { name: /^Refund ₱/ });
  const openRefund = async (sale: WireTransaction) => {
    await open(`/transactions/${sale.id}`);
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await dialog().waitFor();
  };

  it('refunds one unit of two as defective by GCash, then the other the way it came', async () => {
    const sale = await sellSome(2);
    const [first, second] = sale.transaction_items;
    if (!first || !second) throw new Error('Two units were sold');
    await openRefund(sale);
    await expect.poll(() => confirm().textContent()).toBe(`Refund ${pesos(sale.total_amount)}`);
    await box(sale, 1).uncheck();
    const amount = cents(first.final_price * 1.12);
    await dialog()
      .getByRole('button', { name: `Refund ${pesos(amount)}` })
      .waitFor();
    await goesTo(sale, 0).selectOption({ label: 'Defective' });
    await dialog().getByText('1 item is set aside as defective.').waitFor();
    await dialog().getByLabel('Money goes back by').selectOption({ label: 'GCash' });
    await dialog().getByLabel('Reference number').fill('GR-1');
    await confirm().click();
    await dialog().getByText('Reason required').waitFor();
    expect((await read(sale.id)).refunds).toEqual([]);
    await dialog().getByLabel('Reason').fill(' Left speaker is silent ');
    await confirm().click();
    await toast(page, `${pesos(amount)} refunded`).waitFor();
    await dialog().waitFor({ state: 'detached' });
    const half = await read(sale.id);
    expect(half).toMatchObject({ status: 'completed', refunded_amount: amount });
    expect(half.refunds[0]).toMatchObject({
      amount,
      reason: 'Left speaker is silent',
      payouts: [{ method: 'gcash', amount, reference_number: 'GR-1' }],
      items: [{ transaction_item_id: first.id, disposition: 'defective' }],
    });
    expect([await statusOf(first.inventory_item_id), await statusOf(second.inventory_item_id)]).toEqual([
      'defective',
      'sold',
    ]);
    const items = page.getByRole('region', { name: 'Items' });
    await items.getByText('Refunded · Defective').waitFor();
    const refunds = page.getByRole('region', { name: 'Refunds' });
    await refunds.getByText('Left speaker is silent').waitFor();
    await refunds.getByText(`${pesos(amount)} by GCash (Ref. GR-1)`).waitFor();
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(`${pesos(amount)} refunded`)
      .waitFor();

    await page.getByRole('button', { name: /^More actions/ }).click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Refund']);
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await expect.poll(() => dialog().getByRole('checkbox').count()).toBe(1);
    const rest = cents(sale.total_amount - amount);
    await dialog().getByText('1 item returns to inventory. The money goes back by Cash.').waitFor();
    await dialog().getByLabel('Reason').fill('Came back too');
    await dialog()
      .getByRole('button', { name: `Refund ${pesos(rest)}` })
      .click();
    await toast(page, `${pesos(rest)} refunded`).waitFor();
    const whole = await read(sale.id);
    expect([whole.status, whole.refunded_amount]).toEqual(['refunded', sale.total_amount]);
    expect(whole.refunds.flatMap(({ payouts }) => payouts.map(({ method }) => method)).sort()).toEqual([
      'cash',
      'gcash',
    ]);
    await expect.poll(() => statusOf(second.inventory_item_id)).toBe('available');
    await page.getByRole('button', { name: /^More actions/ }).waitFor({ state: 'detached' });
  });

  it('asks for at least one item', async () => {
    const sale = await sellSome(1);
    await openRefund(sale);
    await box(sale, 0).uncheck();
    await dialog().getByLabel('Reason').fill('None');
    await confirm().click();
    await dialog().getByText('Choose the items to refund').waitFor();
    expect((await read(sale.id)).status).toBe('completed');
  });

  it('gives back through each method no more than came by it', async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, { method: 'card', amount: 1000, reference_number: 'slip 5' });
    await pay(manager, draft.id, { method: 'cash', amount: cents(draft.total_amount - 1000 + 55) });
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    await openRefund(sale);
    const cash = cents(sale.total_amount - 1000);
    await dialog()
      .getByText(`${pesos(cash)} by Cash and ${pesos(1000)} by Credit/Debit Card.`)
      .waitFor();
    await dialog().getByLabel('Reason').fill('Changed their mind');
    await confirm().click();
    await toast(page, 'refunded').waitFor();
    const [refund] = (await read(sale.id)).refunds;
    expect(refund?.payouts.map(({ method, amount }) => [method, amount])).toEqual([
      ['cash', cash],
      ['card', 1000],
    ]);
  });

  it('says that no money goes back where none was received', async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, {
      method: 'maya',
      amount: draft.total_amount,
      status: 'pending',
      reference_number: `M-${draft.id}`,
    });
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    await openRefund(sale);
    await dialog().getByText('No money goes back: none of it was received.').waitFor();
    await dialog().getByLabel('Reason').fill('Never paid');
    await dialog().getByRole('button', { name: 'Refund ₱0.00' }).click();
    await toast(page, '₱0.00 refunded').waitFor();
    const after = await read(sale.id);
    expect([after.status, after.payments[0]?.status]).toEqual(['refunded', 'failed']);
  });

  it('has the unit ready that was scanned at the till', async () => {
    const sale = await sellSome(2);
    const item = sale.transaction_items[1];
    await open(`/transactions/${sale.id}?refundItem=${item?.inventory_item_id}`);
    await dialog().waitFor();
    expect([await box(sale, 0).isChecked(), await box(sale, 1).isChecked()]).toEqual([false, true]);
    await dialog().getByLabel('Reason').fill('Wrong colour');
    await confirm().click();
    await toast(page, 'refunded').waitFor();
    expect((await read(sale.id)).transaction_items.map(({ refunded_at: at }) => at !== null)).toEqual([
      false,
      true,
    ]);
    await page.goto(`/transactions/${sale.id}?refundItem=${item?.inventory_item_id}`);
    await page.getByText('This item is not in this sale, or it was returned already.').waitFor();
    expect(await dialog().count()).toBe(0);
    await shop.leave(page);
    await open(
      `/transactions/${sale.id}?refundItem=${sale.transaction_items[0]?.inventory_item_id}`,
      'salesperson@demo.test',
    );
    await page.getByText('You may not take items back. Ask somebody who may refund.').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('refunds once when the answer was lost and it is pressed again', async () => {
    const sale = await sellSome(1);
    await openRefund(sale);
    const sent = await dropFirstAnswer(page, { method: 'POST', path: /\/refund$/ });
    await dialog().getByLabel('Reason').fill('Does not charge');
    await confirm().click();
    // The dialog stays open, and what lies outside it has no role for as long.
    await page.getByText('The server cannot be reached').first().waitFor();
    await confirm().click();
    await toast(page, `${pesos(sale.total_amount)} refunded`).waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect((await read(sale.id)).refunds).toHaveLength(1);
  });

  it('says so when somebody else was faster, and shows what they did', async () => {
    const sale = await sellSome(1);
    await openRefund(sale);
    expectDone(await refundSale(manager, sale.id, { reason: 'At the other counter' }));
    await dialog().getByLabel('Reason').fill('Here');
    await confirm().click();
    await toast(page, 'Failed to refund transaction').waitFor();
    await page.getByRole('region', { name: 'Refunds' }).getByText('At the other counter').waitFor();
    expect((await read(sale.id)).refunds).toHaveLength(1);
    expect(await dialog().count()).toBe(0);
  });

  it('refunds from the keyboard alone', async () => {
    const sale = await sellSome(2);
    await open(`/transactions/${sale.id}`);
    await page.getByRole('button', { name: /^More actions/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Refund' }).waitFor();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => box(sale, 0).evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Space');
    expect(await box(sale, 0).isChecked()).toBe(false);
    const reason = dialog().getByLabel('Reason');
    for (let step = 0; step < 6; step += 1) {
      if (await reason.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await typeByHand(page, 'Dead pixels');
    for (let step = 0; step < 6; step += 1) {
      if (await confirm().evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await toast(page, 'refunded').waitFor();
    expect((await read(sale.id)).transaction_items.map(({ refunded_at: at }) => at !== null)).toEqual([
      false,
      true,
    ]);
  });

  it('voids a sale with a reason: every unit is back, the points are gone, the number stays', async () => {
    const buyer = await shop.server.database.reader
      .selectFrom('customers')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const units = await phones(2);
    const { transaction: sale } = await sell(manager, units, { customer_id: buyer.id });
    await open(`/transactions/${sale.id}`);
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    const asked = page.getByRole('alertdialog', { name: `Void ${sale.invoice_number}?` });
    await asked.getByRole('button', { name: `Void ${pesos(sale.total_amount)}` }).click();
    await asked.getByText('Reason required').waitFor();
    await asked.getByLabel('Reason').fill('   ');
    await asked.getByRole('button', { name: /^Void ₱/ }).click();
    await asked.getByText('Reason required').waitFor();
    expect((await read(sale.id)).status).toBe('completed');
    await asked.getByLabel('Reason').fill('Wrong customer');
    await asked.getByRole('button', { name: /^Void ₱/ }).click();
    await toast(page, 'Transaction voided').waitFor();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/: Wrong customer$/)
      .waitFor();
    const after = await read(sale.id);
    expect([after.status, after.void_reason, after.invoice_number]).toEqual([
      'void',
      'Wrong customer',
      sale.invoice_number,
    ]);
    expect(after.customer?.loyalty_points).toBe(buyer.loyalty_points);
    expect(await Promise.all(units.map(statusOf))).toEqual(['available', 'available']);
    expect(await page.getByRole('button', { name: /^More actions/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Print Receipt' }).waitFor();
  });

  it('says why a sale was not voided', async () => {
    const sale = await sellSome(1);
    await open(`/transactions/${sale.id}?dialog=void`);
    await page.getByLabel('Reason').waitFor();
    expectDone(await refundSale(manager, sale.id, { reason: 'At the other counter' }));
    await page.getByLabel('Reason').fill('Mistake');
    await page.getByRole('button', { name: /^Void ₱/ }).click();
    await toast(page, 'Void failed').waitFor();
    expect((await read(sale.id)).status).toBe('refunded');
  });
});

describe('taking a sale back in the till app', () => {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let folder: string;
  let manager: Caller;
  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startNetworkPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: folder,
      },
    });
    manager = await signIn(server.url, MANAGER);
    await signInAs(till.page, MANAGER);
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const printed = async (index: number) => {
    await expect.poll(() => printer.jobs.length, { timeout: 20_000 }).toBeGreaterThan(index);
    const { rows, pulses } = decodeEscPos(printer.jobs[index] ?? new Uint8Array());
    return { words: rows.map((row) => row.text).join('\n'), pulses };
  };
  const sellOne = async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    return (await sell(manager, [phone?.id ?? 0])).transaction;
  };
  const openSale = async (sale: WireTransaction) => {
    await till.page.getByRole('link', { name: 'Transactions' }).first().click();
    await till.page.getByLabel('Transaction number').fill(sale.invoice_number ?? '');
    await till.page.waitForURL((url) => url.search.includes(sale.invoice_number ?? '-'));
    await till.page.getByRole('link', { name: sale.invoice_number ?? '' }).click();
    await till.page.getByRole('heading', { name: sale.invoice_number ?? '' }).waitFor();
  };
  const refund = async (reason: string, method?: string) => {
    await till.page.getByRole('button', { name: /^More actions/ }).click();
    await till.page.getByRole('menuitem', { name: 'Refund' }).click();
    const dialog = till.page.getByRole('dialog', { name: /^Refund/ });
    if (method) await dialog.getByLabel('Money goes back by').selectOption(method);
    await expect.poll(() => dialog.getByText('The cash drawer opens.').count()).toBe(method ? 0 : 1);
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: /^Refund ₱/ }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('prints a reprint, then a slip of a cash refund with the drawer opened once', async () => {
    const sale = await sellOne();
    const jobs = printer.jobs.length;
    await openSale(sale);
    await till.page.getByRole('button', { name: 'Print Receipt' }).click();
    const copy = await printed(jobs);
    expect(copy.words).toContain('*** REPRINT 1 ***');
    expect(copy.pulses).toHaveLength(0);
    await refund('Does not charge');
    const slip = await printed(jobs + 1);
    expect(slip.words).toContain('REFUND');
    expect(slip.words).toContain(sale.invoice_number);
    expect(slip.words).toContain(sale.transaction_items[0]?.inventory_item.imei);
    expect(slip.words).toContain('Reason: Does not charge');
    expect(slip.words.replace(/,/g, '')).toContain(`PHP ${sale.total_amount.toFixed(2)}`);
    expect(slip.pulses).toHaveLength(1);
  });

  it('leaves the drawer shut when the money goes back another way', async () => {
    const jobs = printer.jobs.length;
    await openSale(await sellOne());
    await refund('Dead pixels', 'card');
    const slip = await printed(jobs);
    expect(slip.words).toContain('Reason: Dead pixels');
    expect(slip.pulses).toHaveLength(0);
  });
});
