import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { watchTroubles } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { describePrinter, openDevicePage, saveDevices } from '#tests/support/device-page.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { pressTillKey, signInAs } from '#tests/support/till-page.ts';

describe('the drawer without a sale', () => {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let folder: string;
  let troubles: string[];
  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startNetworkPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({ env: { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: folder } });
    troubles = watchTroubles(till.page);
    await signInAs(till.page, 'salesperson@demo.test');
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const audited = async () => {
    const rows = await server.database.reader
      .selectFrom('audit_log')
      .innerJoin('staff', 'staff.id', 'audit_log.staff_id')
      .innerJoin('stores', 'stores.id', 'audit_log.store_id')
      .select(['staff.email', 'stores.code', 'audit_log.details_json'])
      .where('audit_log.action', '=', 'pos.noSale')
      .orderBy('audit_log.id')
      .execute();
    return rows.map(({ email, code, details_json }) => [
      email,
      code,
      JSON.parse(details_json ?? 'null') as unknown,
    ]);
  };
  const dialog = () => till.page.getByRole('dialog');
  const openTillPage = async () => {
    await till.page.getByRole('link', { name: 'Point of Sale' }).click();
    await till.page.getByText('Scan an item to start').waitFor();
  };
  const printouts = () => printer.jobs.filter((job) => job.length > 0).map((job) => decodeEscPos(job));

  it('stays shut at a till without a printer, and nothing is noted', async () => {
    await openTillPage();
    await pressTillKey(till.page, 'F9');
    await dialog().getByText('No receipt printer is set up at this till').waitFor();
    expect(await axeViolations(till.page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Close' }).first().click();
    expect(await audited()).toEqual([]);
    await openDevicePage(till.page);
    await describePrinter(till.page, { port: printer.port });
    await saveDevices(till.page);
    await dismissToasts(till.page);
    await openTillPage();
  });

  it('is on the key strip and in the help', async () => {
    await pressTillKey(till.page, 'F1');
    await toast(till.page, /F8 Payment · F9 No sale/).waitFor();
    await dismissToasts(till.page);
    const keys = till.page.getByRole('list', { name: 'Keyboard shortcuts' });
    await keys.getByRole('button', { name: 'F9 No sale' }).waitFor();
  });

  it('needs a reason; with one it is noted once and opens once, with a slip', async () => {
    await pressTillKey(till.page, 'F9');
    await dialog().getByLabel('Reason').press('Control+Enter');
    await dialog().getByText('Reason required').waitFor();
    expect(await axeViolations(till.page)).toEqual([]);
    expect([await audited(), printouts()]).toEqual([[], []]);

    await dialog().getByLabel('Reason').fill('Change for a customer');
    await till.page.keyboard.press('Control+Enter');
    await toast(till.page, 'Drawer opened').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await expect
      .poll(() => audited())
      .toEqual([['salesperson@demo.test', 'MNL-01', { reason: 'Change for a customer' }]]);
    const [printout, ...more] = printouts();
    expect(more).toEqual([]);
    expect(printout?.pulses).toHaveLength(1);
    const text = printout?.rows.map((row) => row.text).join('\n');
    expect(text).toContain('NO SALE');
    expect(text).toContain('Reason: Change for a customer');
    await dismissToasts(till.page);
  });

  it('is noted, and said to be shut, when the printer is off; it does not open by itself later', async () => {
    await printer.close();
    await pressTillKey(till.page, 'F9');
    await dialog().getByLabel('Reason').fill('Counting the drawer');
    await till.page.keyboard.press('Control+Enter');
    await toast(till.page, 'The drawer could not be opened').waitFor();
    await expect.poll(() => audited()).toHaveLength(2);
    expect(await till.page.evaluate(() => window.till?.printer.queue())).toEqual([]);

    printer = await startNetworkPrinter('on', printer.port);
    await dismissToasts(till.page);
    await pressTillKey(till.page, 'F9');
    await dialog().getByLabel('Reason').fill('Counting it again');
    await till.page.keyboard.press('Control+Enter');
    await toast(till.page, 'Drawer opened').waitFor();
    // If the first slip had waited, it would have been printed before this one.
    const text = printouts().map(({ rows }) => rows.map((row) => row.text).join('\n'));
    expect(text).toHaveLength(1);
    expect(text[0]).toContain('Counting it again');
    await expect.poll(() => audited()).toHaveLength(3);
    await dismissToasts(till.page);
  });

  it('stays shut while the server cannot be reached, because nothing can be noted', async () => {
    const before = printouts().length;
    await server.stop();
    await pressTillKey(till.page, 'F9');
    await dialog().getByLabel('Reason').fill('Change');
    await till.page.keyboard.press('Control+Enter');
    await toast(till.page, 'The server cannot be reached').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await server.start();
    expect(printouts()).toHaveLength(before);
    await expect.poll(() => audited()).toHaveLength(3);
    expect(troubles).toEqual([]);
  });
});
