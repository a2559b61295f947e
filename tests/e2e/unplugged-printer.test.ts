import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { watchTroubles } from '#tests/support/browser.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import {
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
} from '#tests/support/till-page.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#tests/support/virtual-printer.ts';

describe('a printer that goes off in the middle of a sale', () => {
  let server: DemoServer;
  let printer: VirtualPrinter;
  let till: LaunchedTill;
  let folder: string;
  let troubles: string[];

  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startVirtualPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: folder,
      },
    });
    troubles = watchTroubles(till.page);
    await signInAs(till.page, 'salesperson@demo.test');
    await openTill(till.page);
  });
  afterEach(() => expect(troubles).toEqual([]));
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const panel = () => till.page.getByRole('complementary', { name: 'Completed sale' });
  const shows = (text: string | RegExp) => panel().getByText(text).waitFor();
  /** Scans a phone and goes to the payment; returns the text of its receipt. */
  const startSale = async () => {
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    if (!phone) throw new Error('The demo shop has no phone');
    await scanToLine(till.page, phone.imei);
    await draftSaved(till.page);
    await goToPayment(till.page);
    return phone.imei;
  };
  /** Returns the printer's decoded jobs after the first `count`. */
  const printoutsSince = (count: number) => printer.jobs.slice(count).map(decodeEscPos);
  const text = (printout: ReturnType<typeof decodeEscPos> | undefined) =>
    printout?.rows.map((row) => row.text).join('\n') ?? '';

  it('completes the sale, waits for the printer, and prints by itself once it is back', async () => {
    const imei = await startSale();
    await printer.close();
    await completeSale(till.page);
    await shows('Receipt waits for the printer');
    await shows('The printer at 127.0.0.1 does not answer');

    printer = await startVirtualPrinter({ port: printer.port });
    await printer.nextJob();
    await shows('Receipt printed');
    await shows('Drawer opened');
    const [printout] = printoutsSince(0);
    expect(text(printout)).toContain(imei);
    expect(text(printout)).not.toContain('REPRINT');
    expect(printer.kicks).toBe(1);
  });

  it('says what is wrong with a printer that answers, and prints when it was mended', async () => {
    const before = { jobs: printer.jobs.length, kicks: printer.kicks };
    printer.fault = 'out_of_paper';
    await startSale();
    await completeSale(till.page);
    await shows('Receipt waits for the printer');
    await shows('The printer is out of paper');
    printer.recover();
    await shows('Receipt printed');
    expect(printoutsSince(before.jobs)).toHaveLength(1);
    expect(printer.kicks).toBe(before.kicks + 1);
  });

  it('asks the cashier when the printer failed while bytes were leaving, and a reprint kicks no drawer', async () => {
    const before = { jobs: printer.jobs.length, kicks: printer.kicks };
    const imei = await startSale();
    printer.plan({ fault: 'out_of_paper', at: 300 });
    await completeSale(till.page);
    await shows('Check the receipt');
    await shows('The printer is out of paper');
    // Paper is put in and the printer switched off and on: the rest of the receipt is lost.
    printer.restart();
    await shows('Is it whole on the paper?');
    expect(printer.kicks).toBe(before.kicks + 1);

    await panel().getByRole('button', { name: 'Print again' }).click();
    await shows('Receipt printed');
    const printout = printoutsSince(before.jobs).at(-1);
    expect(text(printout)).toContain(imei);
    expect(text(printout)).toContain('*** REPRINT 1 ***');
    expect(printout?.pulses).toEqual([]);
    expect(printer.kicks).toBe(before.kicks + 1);
    expect(await till.page.evaluate(() => window.till?.printer.queue())).toEqual([]);
  });

  it('takes the cashier’s word when the printer broke off, and no longer lists the receipt', async () => {
    const before = printer.jobs.length;
    await startSale();
    printer.plan({ fault: 'reset', at: 300 });
    await completeSale(till.page);
    await shows('Check the receipt');
    await panel().getByRole('button', { name: 'It is printed' }).click();
    await shows('Receipt printed');
    expect(await till.page.evaluate(() => window.till?.printer.queue())).toEqual([]);
    expect(printer.jobs.length).toBe(before + 1);
  });
});
