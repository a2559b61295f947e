import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { toast } from '#tests/support/open-till.ts';
import { hasSmallDisks, mountSmallDisk, type SmallDisk } from '#tests/support/small-disk.ts';
import {
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
} from '#tests/support/till-page.ts';

describe.skipIf(!hasSmallDisks)('a till whose disk is full', () => {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let disk: SmallDisk | null;
  let till: LaunchedTill;

  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startNetworkPrinter();
    disk = mountSmallDisk();
    till = await launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: disk?.folder ?? '',
      },
    });
    await signInAs(till.page, 'salesperson@demo.test');
    await openTill(till.page);
  });
  afterAll(async () => {
    await till.close();
    disk?.remove();
    await printer.close();
    await server.close();
  });

  it('says so, sells, says that the receipt was not printed, and prints it as the first one when there is room', async () => {
    const { page } = till;
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    disk?.fill();
    await scanToLine(page, phone?.imei ?? '');
    await toast(page, 'This till does not keep its carts').waitFor();
    await toast(page, /This computer’s disk is full\. .* Free some space on it\./).waitFor();
    await draftSaved(page);
    await goToPayment(page);
    await completeSale(page);

    const panel = page.getByRole('complementary', { name: 'Completed sale' });
    await panel.getByText('Receipt not printed').waitFor();
    await panel.getByText('This computer’s disk is full').waitFor();
    const button = panel.getByRole('button', { name: 'Print Receipt' });
    /** Presses until it takes effect: a press just after the one before counts as its double click. */
    const pressUntil = (isDone: () => Promise<boolean> | boolean) =>
      expect
        .poll(async () => {
          if (await button.isVisible()) await button.click();
          return isDone();
        })
        .toBe(true);
    await pressUntil(() => [...till.output().matchAll(/^print queue:/gm)].length > 1);
    await panel.getByText('Receipt not printed').waitFor();
    expect(printer.jobs).toEqual([]);

    disk?.makeRoom();
    const copies: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/print-receipt')) copies.push(request.url());
    });
    // The second click of a double click may come when the button already prints copies.
    const secondClick = button.evaluate(
      (element: HTMLButtonElement) =>
        new Promise<void>((resolve) => {
          const changes = new MutationObserver(() => {
            const isReady = element.ariaDisabled !== 'true' && element.textContent.includes('Print again');
            if (!isReady) return;
            changes.disconnect();
            element.click();
            resolve();
          });
          changes.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
        }),
    );
    await pressUntil(() => panel.getByText('Receipt printed').isVisible());
    await secondClick;
    expect(copies).toEqual([]);
    const printout = decodeEscPos(printer.jobs[0] ?? new Uint8Array());
    const text = printout.rows.map((row) => row.text).join('\n');
    expect(text).toContain(phone?.imei ?? '-');
    expect(text).not.toContain('REPRINT');
    // Nobody waits at the drawer any more.
    expect(printout.pulses).toEqual([]);
    expect(printer.jobs).toHaveLength(1);
  });
});
