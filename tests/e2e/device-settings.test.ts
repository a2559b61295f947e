import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, shortLived, watchTroubles } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import {
  addSerialScanner,
  describePrinter,
  deviceCard,
  openDevicePage,
  saveDevices,
} from '#tests/support/device-page.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { dismissToasts, openSignedIn } from '#tests/support/open-till.ts';
import { openCable, type Cable } from '#tests/support/pseudo-terminals.ts';
import { signInAs, wedgeScan } from '#tests/support/till-page.ts';
import { startVirtualPrinter, type VirtualPrinter } from '#tests/support/virtual-printer.ts';

const IMEI = '356938035643809';

describe('the settings of a till', () => {
  let server: DemoServer;
  let printer: VirtualPrinter;
  let cable: Cable | null = null;
  let till: LaunchedTill;
  let folder: string;
  /** A print service that does not answer. */
  let programs: string;
  let troubles: string[];

  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startVirtualPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    programs = await mkdtemp(path.join(os.tmpdir(), 'tindahan-programs-'));
    await writeFile(path.join(programs, 'lpstat'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
    till = await launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_TILL_DATA: folder,
        PATH: `${programs}:${process.env.PATH}`,
      },
    });
    troubles = watchTroubles(till.page);
  });
  afterAll(async () => {
    await till.close();
    await cable?.close();
    await printer.close();
    await server.close();
    for (const made of [folder, programs]) await rm(made, { recursive: true, force: true });
  });
  afterEach(() => expect(troubles).toEqual([]));

  const card = (title: string) => deviceCard(till.page, title);
  const kept = () => till.page.evaluate(() => window.till?.settings.read());
  const printerState = () => card('Receipt printer').getByRole('status', { name: 'Printer' });

  it('are open before anybody signs in, without what needs a manager', async () => {
    const { page } = till;
    await page.getByRole('link', { name: 'This Till' }).click();
    await card('Server').getByText('Connected').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await expect.poll(() => page.getByRole('switch', { name: /whole screen/ }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Print set-up sheet' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInAs(page, 'store_manager@demo.test');
    await openDevicePage(page);
    await card('Server').getByText('Connected').waitFor();
  });

  it('say at each field what is wrong, and keep nothing until it is right', async () => {
    const { page } = till;
    await card('This Till').getByLabel('Till name').fill('x'.repeat(101));
    await card('Receipt printer').getByLabel('Connection').selectOption('network');
    await card('Receipt printer').getByLabel('Port').fill('70000');
    await page.keyboard.press('Control+s');
    await card('This Till').getByText('Till name must be at most 100 characters').waitFor();
    await card('Receipt printer').getByText('Printer address is required').waitFor();
    await card('Receipt printer').getByText('Port must be at most 65535').waitFor();
    await page.getByText('Check 3 fields').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await expect.poll(() => kept()).toMatchObject({ till_name: '', printer: null });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No changes').waitFor();
    await expect.poll(() => card('Receipt printer').getByLabel('Connection').inputValue()).toBe('none');
  });

  it('say of a print service that does not answer that nothing was listed, and what to choose for its ports', async () => {
    const { page } = till;
    await card('Receipt printer').getByLabel('Connection').selectOption('queue');
    await card('Receipt printer').getByText('This computer did not list them in time').waitFor();
    await card('Receipt printer').getByLabel('Connection').selectOption('device');
    await card('Receipt printer').getByText('No such device was found here').waitFor();
    await card('Receipt printer').getByLabel('Device').fill('USB001');
    await page.keyboard.press('Control+s');
    await card('Receipt printer').getByText('Choose “Printer of this computer”').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('No changes').waitFor();
  });

  it('try a printer before it is saved, then print with it, and never kick the drawer by that', async () => {
    const { page } = till;
    await card('This Till').getByLabel('Till name').fill('Counter 1');
    await describePrinter(page, { port: printer.port });
    await page.getByRole('button', { name: 'Check printer' }).click();
    await printerState().getByText('Ready').waitFor();
    printer.fault = 'cover_open';
    await page.getByRole('button', { name: 'Check printer' }).click();
    await printerState().getByText('Cover is open').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    printer.recover();
    await page.getByRole('button', { name: 'Print test page' }).click();
    await printerState().getByText('The test page was printed.').waitFor();
    const [first] = printer.jobs.filter((job) => job.length > 0);
    const { rows, pulses } = decodeEscPos(first ?? new Uint8Array());
    expect(rows.map((row) => row.text).join('\n')).toMatch(/test page/i);
    expect(pulses).toEqual([]);
    await expect.poll(() => kept()).toMatchObject({ printer: null });

    await card('Receipt printer').getByLabel('Paper', { exact: true }).selectOption('32');
    await card('Receipt printer').getByLabel('Cash drawer').selectOption('5');
    await saveDevices(page);
    await expect
      .poll(() => kept())
      .toMatchObject({
        till_name: 'Counter 1',
        printer: {
          connection: { kind: 'network', host: '127.0.0.1', port: printer.port },
          columns: 32,
          drawer_pin: 5,
          cutter: true,
        },
      });
    await dismissToasts(page);
  });

  it('ask before changes are lost', async () => {
    const { page } = till;
    await card('Receipt printer').getByLabel('Cash drawer').selectOption('');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => card('Receipt printer').getByLabel('Cash drawer').inputValue()).toBe('5');
  });

  it('try a label printer before it is saved; then labels go to it, and say how that went', async () => {
    const { page } = till;
    const labels = await startVirtualPrinter();
    onTestFinished(() => labels.close());
    const label = card('Label printer');
    await label.getByText(/^Labels of units are printed on the receipt printer until/).waitFor();
    await label.getByLabel('Connection').selectOption('network');
    await page.keyboard.press('Control+s');
    await label.getByText('Printer address is required').waitFor();
    await describePrinter(page, { port: labels.port, title: 'Label printer' });
    await label.getByLabel('Labels', { exact: true }).selectOption('50x25');
    await label.getByRole('button', { name: 'Check label printer' }).click();
    await label.getByText('Ready').waitFor();
    await label.getByRole('button', { name: 'Print test label' }).click();
    await label.getByText('The test label was printed.').waitFor();
    expect(decodeEscPos(labels.printed)).toMatchObject({ qr: [IMEI], cuts: [], formFeeds: [3] });
    expect(await axeViolations(page)).toEqual([]);
    await saveDevices(page);
    await expect.poll(() => kept()).toMatchObject({ label_printer: { size: '50x25', code_page: 'cp858' } });
    await dismissToasts(page);

    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    const printOf = async () => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Print label' }).click();
    };
    await printOf();
    await page.getByText('Label printed').first().waitFor();
    expect(decodeEscPos(labels.printed).qr).toHaveLength(2);
    await dismissToasts(page);
    labels.fault = 'out_of_paper';
    await printOf();
    await page.getByText('Label waits for the printer').first().waitFor();
    await page.getByText('The printer is out of paper').first().waitFor();
    await dismissToasts(page);
    await openDevicePage(page);
    await page
      .getByRole('list', { name: 'Waiting prints' })
      .getByText(/^Label (IMEI|SN) /)
      .waitFor();
    labels.recover();
    await page.getByText('No waiting prints').waitFor();
    expect(decodeEscPos(labels.printed).qr).toHaveLength(3);
    expect(printer.jobs.flatMap((job) => decodeEscPos(job).formFeeds)).toEqual([]);
  });

  it('add a serial scanner that works at once, and say when it is unplugged and when it is back', async () => {
    const { page } = till;
    const scans = page.getByRole('log', { name: 'Scans' });
    cable = await openCable();
    await addSerialScanner(page, cable.path);
    const list = page.getByRole('list', { name: 'Scanners' });
    const row = list.getByRole('listitem').filter({ hasText: cable.path });
    await row.getByText('Ready').waitFor();
    await cable.send(`${IMEI}\r`);
    await scans.getByText(IMEI).waitFor();
    await scans.getByText(`IMEI · ${cable.path}`).waitFor();
    await wedgeScan(page, 'SN-2026-77');
    await scans.getByText('SN-2026-77').waitFor();
    await scans.getByText(/Keyboard scanner/).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await cable.unplug();
    await row.getByText('Not plugged in').waitFor();
    await cable.plugIn();
    await row.getByText('Ready').waitFor();
    await dismissToasts(page);
  });

  it('refuse the same scanner twice at its field, and remove it after a question', async () => {
    const { page } = till;
    const where = cable?.path ?? '';
    await page.getByRole('button', { name: 'Add scanner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add scanner' });
    await dialog.getByRole('radio', { name: 'Serial port' }).click();
    await dialog.getByLabel('Port', { exact: true }).fill(where);
    await dialog.getByRole('button', { name: 'Add scanner' }).click();
    await dialog.getByText(`${where} is set up already`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: `Remove ${where}` }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Remove ${where}` })
      .click();
    await page.getByText('No scanner is set up').waitFor();
    await expect.poll(() => kept()).toMatchObject({ scanners: [], till_name: 'Counter 1' });
    await dismissToasts(page);
  });

  it('print the set-up sheet; without the printer it waits in the list, from which it can be removed', async () => {
    const { page } = till;
    await page.getByText('No waiting prints').waitFor();
    await printer.close();
    await page.getByRole('button', { name: 'Print set-up sheet' }).click();
    const waiting = page.getByRole('list', { name: 'Waiting prints' }).getByRole('listitem');
    await waiting.getByText('Scanner set-up').waitFor();
    await waiting.getByText('Waits').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await waiting.getByRole('button', { name: 'Remove Scanner set-up' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Scanner set-up' }).click();
    await page.getByText('No waiting prints').waitFor();
    expect(await page.evaluate(() => window.till?.printer.queue())).toEqual([]);
    await dismissToasts(page);
  });

  it('fill the screen by a manager only', async () => {
    const { page } = till;
    const fullScreen = page.getByRole('switch', { name: /whole screen/ });
    await fullScreen.click();
    await saveDevices(page);
    await expect.poll(() => kept()).toMatchObject({ kiosk: true });
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await page.getByText('Full screen left').first().waitFor();
    await fullScreen.click();
    await dismissToasts(page);
    await saveDevices(page);
    await expect.poll(() => kept()).toMatchObject({ kiosk: false });
  });

  it('are set up in the till program, says a browser, and its menu has no entry for them', async () => {
    let browser: Browser | null = null;
    try {
      browser = await launchBrowser(shortLived);
      const { page } = await openSignedIn(browser, server, { path: '/device' });
      await page.getByText('Devices are set up in the till program').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
      expect(await page.getByRole('menuitem', { name: 'This Till' }).count()).toBe(0);
    } finally {
      await browser?.close();
    }
  });
});
