import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { makeCertificate } from '#tests/support/certificates.ts';
import { startDemoServer } from '#tests/support/demo-server.ts';
import {
  addSerialScanner,
  describePrinter,
  deviceCard,
  openDevicePage,
  saveDevices,
} from '#tests/support/device-page.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { openTill, pressTillKey, signInAs, wedgeScan } from '#tests/support/till-page.ts';
import { startVirtualPrinter } from '#tests/support/virtual-printer.ts';
import { dismissToasts, letGo, MANAGER, type WindowSize } from './studio.ts';

const SETTLE = 350;
const TIMEOUT = 30_000;

type Take = (name: string) => Promise<void>;

const cancel = async (page: Page) => {
  await page
    .locator('[role=dialog], [role=alertdialog]')
    .getByRole('button', { name: /^(Cancel|Close|Stay)$/ })
    .first()
    .click();
  await page.locator('[role=dialog], [role=alertdialog]').first().waitFor({ state: 'detached' });
};

const scroll = (page: Page, to: number) =>
  page.getByRole('heading', { name: 'This Till', level: 1 }).evaluate((heading, top) => {
    for (let box = heading.parentElement; box; box = box.parentElement) box.scrollTo(0, top);
  }, to);
/** Scrolls to the lower end of the page, with the cards below the fold. */
const scrollDown = (page: Page) => scroll(page, 100_000);

async function pictureServer(page: Page, take: Take): Promise<void> {
  const own = await makeCertificate();
  const secure = await startDemoServer(undefined, { ...own, isOwn: true });
  const found = deviceCard(page, 'Server').getByRole('status', { name: 'Server found' });
  const check = async (url: string) => {
    await deviceCard(page, 'Server').getByLabel('Another server').fill(url);
    await page.keyboard.press('Enter');
  };
  await check('http://10.0.0.5');
  await found.getByText('Cannot be used').waitFor();
  await take('device-server-refused');
  await check(secure.url);
  await found.getByText('Not trusted yet').waitFor();
  await take('device-server-untrusted');
  await found.getByRole('button', { name: 'Trust this server' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take('device-server-trust');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Trust this server' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInAs(page, MANAGER);
  await openDevicePage(page);
  await deviceCard(page, 'Server').getByText('Connected').waitFor();
  await dismissToasts(page);
  await take('device-server-own-certificate');
  await secure.stop();
  await secure.start({ ...(await makeCertificate()), isOwn: true });
  await deviceCard(page, 'Server').getByText('Another certificate').waitFor();
  await take('device-server-changed');
  await page.getByRole('button', { name: /^Trust the new certificate/ }).click();
  await page.getByRole('alertdialog').waitFor();
  await take('device-server-changed-question');
  await cancel(page);
  await secure.stop();
  await deviceCard(page, 'Server').getByText('Does not answer').waitFor();
  await take('device-server-gone');
  await secure.close();
}

async function pictureNoSale(page: Page, take: Take): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await openTill(page);
  await letGo(page);
  await take('no-sale-keys');
  await pressTillKey(page, 'F9');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Reason required').waitFor();
  await take('no-sale');
  await cancel(page);
}

/** Opens a serial port of this computer, with a scanner at its other end. */
async function openPort(folder: string) {
  const [port, scanner] = ['ttyScanner1', 'scanner'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  const socat = spawn('socat', [`pty,raw,echo=0,link=${port}`, `pty,raw,echo=0,link=${scanner}`]);
  while (!existsSync(port) || !existsSync(scanner)) await new Promise((resolve) => setTimeout(resolve, 20));
  return { path: port, send: (text: string) => writeFile(scanner, text), close: () => socat.kill() };
}

/** The till's settings and No sale in the till's window, with real devices at the other end. */
export async function pictureDevice(folder: string, size: WindowSize): Promise<void> {
  const server = await startDemoServer();
  const home = await mkdtemp(path.join(os.tmpdir(), 'tindahan-pictures-'));
  const printer = await startVirtualPrinter();
  const cable = await openPort(home);
  const till = await launchTill({ env: { TINDAHAN_SERVER: server.url, TINDAHAN_TILL_DATA: home } });
  const { page } = till;
  const take: Take = async (name) => {
    await page.waitForTimeout(SETTLE);
    await page.screenshot({ path: path.join(folder, `${name}-${size.width}.png`) });
  };
  try {
    page.setDefaultTimeout(TIMEOUT);
    await page.setViewportSize(size);
    await page.getByRole('link', { name: 'This Till' }).waitFor();
    await take('device-sign-in');
    await page.getByRole('link', { name: 'This Till' }).click();
    await page.getByText('Connected').waitFor();
    await take('device-open');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInAs(page, MANAGER);
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'This Till' }).waitFor();
    await take('device-menu');
    await page.keyboard.press('Escape');
    await openDevicePage(page);
    await page.getByText('Connected').waitFor();
    await take('device-empty');
    await scrollDown(page);
    await take('device-empty-below');
    await deviceCard(page, 'Receipt printer').getByLabel('Connection').selectOption('serial');
    await deviceCard(page, 'Receipt printer')
      .getByText(/was found here|^Found on/)
      .waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Port is required').waitFor();
    await take('device-errors');
    await deviceCard(page, 'This Till').getByLabel('Till name').fill('Counter 1');
    await describePrinter(page, { port: printer.port });
    await page.getByRole('button', { name: 'Check printer' }).click();
    await page.getByRole('status', { name: 'Printer', exact: true }).getByText('Ready').waitFor();
    await take('device-printer');
    await describePrinter(page, { port: printer.port, title: 'Label printer' });
    await page.getByRole('button', { name: 'Check label printer' }).click();
    await page.getByRole('status', { name: 'Label printer' }).getByText('Ready').waitFor();
    await deviceCard(page, 'Label printer').scrollIntoViewIfNeeded();
    await take('device-label-printer');
    await deviceCard(page, 'Label printer').getByLabel('Connection').selectOption('none');
    await scroll(page, 0);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take('device-leave');
    await cancel(page);
    await saveDevices(page);
    await printer.close();
    await page.getByRole('button', { name: 'Check printer' }).click();
    await page
      .getByRole('status', { name: 'Printer' })
      .getByText('Does not answer', { exact: true })
      .waitFor();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Add scanner' }).click();
    await page.getByRole('dialog').waitFor();
    await take('device-scanner-usb');
    await page.getByRole('radio', { name: 'Serial port' }).click();
    await take('device-scanner-serial');
    await cancel(page);
    await addSerialScanner(page, cable.path);
    await page.getByRole('list', { name: 'Scanners' }).getByText('Ready').waitFor();
    await dismissToasts(page);
    await cable.send('356938035643809\r');
    await page.getByRole('log').getByText('356938035643809').waitFor();
    await wedgeScan(page, 'SN-2026-77');
    await page.getByRole('log').getByText('SN-2026-77').waitFor();
    await page.getByRole('button', { name: 'Print set-up sheet' }).click();
    await page.getByRole('list', { name: 'Waiting prints' }).getByText('Waits').waitFor();
    await dismissToasts(page);
    await letGo(page);
    await scroll(page, 0);
    await take('device-full');
    await scrollDown(page);
    await take('device-full-below');
    await page.getByRole('button', { name: 'Remove Scanner set-up' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take('device-print-remove');
    await cancel(page);
    await pictureNoSale(page, take);
    await openDevicePage(page);
    await pictureServer(page, take);
  } finally {
    await till.close();
    cable.close();
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
}
