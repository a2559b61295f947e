import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone, sell, type WireTransaction } from '#tests/support/selling.ts';
import { signInAs, typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';

describe('taking a sale back', () => {
  const shop = demoShop();

  it('refunds from the keyboard alone; back, forth and a reload find the dialog again, until it is done', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const phones = await phonesAt(shop.server.database, 'MNL-01', 2);
    const { transaction: sale } = await sell(
      manager,
      phones.map(({ id }) => id),
    );
    const page = await shop.open({ email: MANAGER, path: '/transactions' });
    await page.getByRole('link', { name: sale.invoice_number ?? '' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Refund/ });
    const imei = sale.transaction_items[0]?.inventory_item.imei ?? '-';
    const box = dialog.getByRole('checkbox', { name: new RegExp(imei) });
    const confirm = dialog.getByRole('button', { name: /^Refund ₱/ });
    const reason = dialog.getByLabel('Reason');
    await page.getByRole('button', { name: /^More actions/ }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Refund' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await dialog.waitFor();
    await page.reload();
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await box.isChecked()).toBe(false);
    await page.keyboard.press('Space');
    expect(await box.isChecked()).toBe(true);
    for (let step = 0; step < 6; step += 1) {
      if (await reason.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await typeByHand(page, 'Dead pixels');
    for (let step = 0; step < 6; step += 1) {
      if (await confirm.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await toast(page, 'refunded').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Refunds' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const after = expectDone(await manager.get<WireTransaction>(`/transactions/${sale.id}`));
    expect(after.transaction_items.map(({ refunded_at: at }) => at !== null)).toEqual([true, false]);
    expect(after.refunds).toHaveLength(1);
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
    await expect.poll(() => printer.jobs.length).toBeGreaterThan(index);
    const { rows, pulses } = decodeEscPos(printer.jobs[index] ?? new Uint8Array());
    return { text: rows.map((row) => row.text).join('\n'), pulses };
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

  const voidSale = async () => {
    await till.page.getByRole('button', { name: /^More actions/ }).click();
    await till.page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    const dialog = till.page.getByRole('alertdialog', { name: /^Void/ });
    await dialog.getByText(/^Hand back ₱.* in cash\. The cash drawer opens\.$/).waitFor();
    await dialog.getByLabel('Reason').fill('Wrong customer');
    await dialog.getByRole('button', { name: /^Void ₱/ }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('prints a reprint, then a slip of a cash refund with the drawer opened once', async () => {
    const sale = await sellOne();
    const jobs = printer.jobs.length;
    await openSale(sale);
    await till.page.getByRole('button', { name: 'Print Receipt' }).click();
    const copy = await printed(jobs);
    expect(copy.text).toContain('*** REPRINT 1 ***');
    expect(copy.pulses).toHaveLength(0);
    await refund('Does not charge');
    const slip = await printed(jobs + 1);
    expect(slip.text).toContain('REFUND');
    expect(slip.text).toContain(sale.invoice_number);
    expect(slip.text).toContain(sale.transaction_items[0]?.inventory_item.imei);
    expect(slip.text).toContain('Reason: Does not charge');
    expect(slip.text.replace(/,/g, '')).toContain(`PHP ${sale.total_amount.toFixed(2)}`);
    expect(slip.pulses).toHaveLength(1);
  });

  it('leaves the drawer shut when the money goes back another way', async () => {
    const jobs = printer.jobs.length;
    await openSale(await sellOne());
    await refund('Dead pixels', 'card');
    const slip = await printed(jobs);
    expect(slip.text).toContain('Reason: Dead pixels');
    expect(slip.pulses).toHaveLength(0);
  });

  it('prints the slip of a void and opens the drawer once; the receipt printed again is void', async () => {
    const sale = await sellOne();
    const jobs = printer.jobs.length;
    await openSale(sale);
    await voidSale();
    const slip = await printed(jobs);
    expect(slip.text).toContain('VOID');
    expect(slip.text.replace(/,/g, '')).toMatch(
      new RegExp(`HANDED BACK +PHP ${sale.total_amount.toFixed(2)}`),
    );
    expect(slip.text).toContain('Reason: Wrong customer');
    expect(slip.pulses).toHaveLength(1);
    await till.page.getByRole('button', { name: 'Print Receipt' }).click();
    const copy = await printed(jobs + 1);
    expect(copy.text.match(/\*\*\* VOID \*\*\*/g)).toHaveLength(2);
    expect(copy.pulses).toHaveLength(0);
  });

  it('prints no receipt of a void sale that still waited for the printer, only the slip', async () => {
    await openSale(await sellOne());
    await printer.close();
    await till.page.getByRole('button', { name: 'Print Receipt' }).click();
    await toast(till.page, 'Receipt sent to the printer').waitFor();
    await voidSale();
    await toast(till.page, 'Void waits for the printer').waitFor();
    printer = await startNetworkPrinter('on', printer.port);
    expect((await printed(0)).text).toContain('HANDED BACK');
    expect(printer.jobs).toHaveLength(1);
  });
});
