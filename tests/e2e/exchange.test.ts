import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tabTo } from '#tests/support/by-keyboard.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn } from '#tests/support/http.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { expectDone, sell, type WireTransaction } from '#tests/support/selling.ts';
import { makeUnits, makeVariation } from '#tests/support/shop.ts';
import {
  draftSaved,
  openTill,
  scanToLine,
  signInAs,
  typeByHand,
  wedgeScan,
} from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';

describe('an exchange in the till app, by keyboard and scanner alone', () => {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let folder: string;
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
    await signInAs(till.page, MANAGER);
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has one paper of both halves, and opens the drawer for what goes back', async () => {
    const { page } = till;
    const manager = await signIn(server.url, MANAGER);
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    const { transaction: sale } = await sell(manager, [phone?.id ?? 0]);
    const { id: store_id } = sale.store;
    const { id } = await makeVariation(server.database, { retail_price: 100_000, minimum_price: null });
    const [out] = await makeUnits(server.database, { count: 1, store_id, product_variation_id: id });

    await openTill(page);
    await wedgeScan(page, sale.transaction_items[0]?.inventory_item.imei ?? '');
    await page.getByRole('dialog', { name: /^Refund/ }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Exchange instead' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Exchange items of/ });
    await tabTo(page, dialog.getByLabel('Reason'));
    await typeByHand(page, 'Changed their mind');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Coming back' }).waitFor();
    await scanToLine(page, out?.imei ?? '');
    await draftSaved(page);
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Complete exchange', disabled: false }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Exchange complete' }).waitFor();

    await expect.poll(() => printer.jobs.length).toBe(1);
    const { rows, pulses } = decodeEscPos(printer.jobs[0] ?? new Uint8Array());
    const text = rows
      .map((row) => row.text)
      .join('\n')
      .replace(/,/g, '');
    expect(text).toContain(`CAME BACK of ${sale.invoice_number}`);
    expect(text).toContain(sale.transaction_items[0]?.inventory_item.imei);
    expect(text).toMatch(/Exchange +1120\.00/);
    expect(text).toMatch(new RegExp(`GIVEN BACK +PHP ${(sale.total_amount - 1120).toFixed(2)}`));
    expect(pulses).toHaveLength(1);
    const after = expectDone(await manager.get<WireTransaction>(`/transactions/${sale.id}`));
    expect(after).toMatchObject({ status: 'refunded', refunds: [{ reason: 'Changed their mind' }] });
  });
});
