// node tests/support/pictures/take.ts FOLDER [WIDTH,…]: pictures of every screen and state of the built app
// (`npm run build` first), in the window sizes that the design names.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from '#tests/support/browser.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { callerWith, signIn } from '#tests/support/http.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import { sell } from '#tests/support/selling.ts';
import {
  cart,
  cartLine,
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
  wedgeScan,
} from '#tests/support/till-page.ts';
import { codeOf, lockSome, sellToday, unitsOf, type Unit } from './shop.ts';

const windows = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 700 },
];
const MANAGER = 'store_manager@demo.test';
const SEARCH = 'Search or scan a barcode, serial or IMEI';
/** Dialogs and toasts come and go within this. */
const SETTLE = 350;

const folder = process.argv[2];
if (!folder) throw new Error('Which folder shall the pictures go to?');
const only = process.argv[3]?.split(',').map(Number);
await mkdir(folder, { recursive: true });

/** Takes one picture; answers nothing, but says what scrolls sideways. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLE);
  const width = page.viewportSize()?.width ?? 0;
  await page.screenshot({ path: path.join(String(folder), `${name}-${width}.png`) });
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 40)
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.className}`),
  );
  for (const element of wide) console.log(`${name}-${width}: scrolls sideways: ${element}`);
}

async function dismissToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Dismiss' });
  while ((await buttons.count()) > 0) {
    // One that is leaving cannot be clicked any more.
    await buttons
      .first()
      .click({ timeout: 500 })
      .catch(() => undefined);
    await page.waitForTimeout(SETTLE);
  }
}

async function newPage(browser: Browser, server: DemoServer, viewport: (typeof windows)[number]) {
  const { page, troubles } = await openPage(browser, server.url, viewport);
  await page.goto('/');
  return { page, troubles };
}

async function pictureSignIn(page: Page): Promise<void> {
  await page.getByLabel('Email').waitFor();
  await take(page, 'login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Email is required').waitFor();
  await take(page, 'login-errors');
  await page.getByLabel('Email').fill('salesperson@demo.test');
  await page.getByLabel('Password', { exact: true }).fill('not-this-one');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText(/\w/).waitFor();
  await take(page, 'login-refused');
}

async function pictureDashboard(page: Page): Promise<void> {
  await page.getByRole('img', { name: /Sales by hour/ }).waitFor();
  await take(page, 'dashboard');
  await page.getByRole('button', { name: /Ana Reyes/ }).click();
  await take(page, 'user-menu');
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('Current password is required').waitFor();
  await take(page, 'password');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.route('**/api/v1/dashboard*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  await page.getByRole('button', { name: 'Retry' }).waitFor();
  await take(page, 'dashboard-error');
  await page.unroute('**/api/v1/dashboard*');
  await page.reload();
}

async function pictureOthersDashboards(browser: Browser, server: DemoServer, viewport: (typeof windows)[0]) {
  const auditor = await newPage(browser, server, viewport);
  await signInAs(auditor.page, 'inventory_checker@demo.test');
  await take(auditor.page, 'dashboard-plain');
  await auditor.page.context().close();
  const quiet = await newPage(browser, server, viewport);
  await signInAs(quiet.page, 'salesperson.dvo@demo.test');
  await quiet.page.getByRole('img', { name: /Sales by hour/ }).waitFor();
  await take(quiet.page, 'dashboard-quiet');
  await quiet.page.addInitScript(() => {
    Number.prototype.toLocaleString = () => {
      throw new Error('A made-up fault, to see this screen');
    };
  });
  await quiet.page.reload();
  await quiet.page.getByRole('button', { name: 'Reload Application' }).waitFor();
  await take(quiet.page, 'crash');
  await quiet.page.context().close();
}

async function pictureEmptyTill(page: Page): Promise<void> {
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/v1/pos/products*', async (route) => {
    await gate;
    await route.continue();
  });
  await openTill(page);
  await take(page, 'till-loading');
  go();
  await page
    .getByText(/\d left/)
    .first()
    .waitFor();
  await page.unroute('**/api/v1/pos/products*');
  await wedgeScan(page, '4806512345678');
  await page.getByText('Item not found: 4806512345678').first().waitFor();
  await take(page, 'till-empty');
  await dismissToasts(page);
  await page.getByPlaceholder(SEARCH).fill('zeppelin');
  await page.getByText(/No product for/).waitFor();
  await take(page, 'till-no-result');
  await page.getByRole('button', { name: 'Clear search' }).click();
}

/** Scans two phones and a laptop, and picks a cable, which has no number of its own. */
async function fillCart(page: Page, units: readonly Unit[]): Promise<void> {
  for (const unit of units) {
    await wedgeScan(page, codeOf(unit));
    const dialog = page.getByRole('dialog', { name: 'Select Product Variation' });
    const line = cartLine(page, unit.product);
    await dialog.or(line).waitFor();
    if (await dialog.isVisible()) await page.keyboard.press('Enter');
    await line.waitFor();
  }
  await draftSaved(page);
}

async function picturePicker(page: Page, product: string): Promise<void> {
  const card = page.getByRole('group', { name: 'Products' }).getByRole('button').filter({ hasText: product });
  await page.getByPlaceholder(SEARCH).fill(product);
  await card.first().click();
  await page.getByRole('dialog', { name: 'Select Product Variation' }).waitFor();
  await take(page, 'picker');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByPlaceholder(SEARCH).fill('');
}

async function pictureCart(page: Page, server: DemoServer, units: readonly Unit[]): Promise<void> {
  await fillCart(page, units);
  await page.mouse.move(700, 20);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await take(page, 'till');
  await page.getByRole('button', { name: 'Clear Items' }).click();
  await take(page, 'till-clear');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('F1');
  await take(page, 'till-help');
  await dismissToasts(page);
  await server.stop();
  await page.getByPlaceholder(SEARCH).fill('a');
  await page.getByText('The server cannot be reached.').first().waitFor();
  await page.getByPlaceholder(SEARCH).fill('');
  await take(page, 'till-offline');
  await server.start();
  await page.getByText('The server cannot be reached.').first().waitFor({ state: 'detached' });
  await cart(page).getByText('Held for this sale').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Recover cart' }).waitFor();
  await page
    .getByText(/\d left/)
    .first()
    .waitFor();
  await take(page, 'till-recovery');
  await page.getByRole('button', { name: 'Recover cart' }).click();
  await cart(page).getByText('Held for this sale').waitFor();
}

async function savePayment(page: Page, method: string, amount: string, reference: string): Promise<void> {
  const choice = page.getByRole('radio', { name: method });
  if (!(await choice.isChecked())) await choice.click();
  await page.getByLabel('Reference number').fill(reference);
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Save Payment' }).click();
  await page.getByRole('button', { name: `Delete ${method} payment` }).waitFor();
  await dismissToasts(page);
}

async function picturePayment(page: Page): Promise<void> {
  await goToPayment(page);
  await take(page, 'payment-cash');
  await page.getByRole('radio', { name: 'Pending' }).click();
  await take(page, 'payment-cash-pending');
  await page.getByRole('radio', { name: 'GCash' }).click();
  await page.getByRole('button', { name: 'Save Payment' }).click();
  await page.getByText('Reference required').waitFor();
  await take(page, 'payment-errors');
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Manila' });
  await page.getByLabel('Expected date').fill(today);
  await savePayment(page, 'GCash', '40000', '9021 4471 830');
  await savePayment(page, 'Credit/Debit Card', '10000', 'slip 8841');
  await page.getByRole('button', { name: 'Delete Credit/Debit Card payment' }).click();
  await page.getByLabel('Reason').fill('Wrong card machine slip');
  await take(page, 'payment-delete');
  await page.getByRole('button', { name: /^Delete ₱/ }).click();
  await page.getByText('DELETED', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Cash', exact: true }).click();
  await page.getByRole('button', { name: /^Round up/ }).click();
  await dismissToasts(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.mouse.move(700, 20);
  await take(page, 'payment');
}

async function pictureLost(page: Page, server: DemoServer): Promise<void> {
  await dismissToasts(page);
  const [unit] = await unitsOf(server, ['phone']);
  if (!unit) return;
  await scanToLine(page, codeOf(unit));
  await draftSaved(page);
  await goToPayment(page);
  await server.database.write((writer) =>
    writer.updateTable('inventory_items').set({ lock_expires_at: 1 }).where('id', '=', unit.id).execute(),
  );
  const other = await signIn(server.url, 'admin@demo.test');
  const { store_id: storeId } = await server.database.reader
    .selectFrom('inventory_items')
    .select('store_id')
    .where('id', '=', unit.id)
    .executeTakeFirstOrThrow();
  await sell(callerAt(server.url, other.token, storeId), [unit.id]);
  await page.keyboard.press('Control+Enter');
  await cartLine(page, codeOf(unit))
    .getByText(/Remove it to go on/)
    .waitFor();
  await take(page, 'till-lost');
}

/** A caller who works at one store of several. */
function callerAt(url: string, token: string, storeId: number) {
  const caller = callerWith(url, token);
  return {
    ...caller,
    post: ((path: string, body?: unknown, options = {}) =>
      caller.post(path, body, { storeId, ...options })) as typeof caller.post,
  };
}

async function pictureWindow(browser: Browser, viewport: (typeof windows)[number]): Promise<void> {
  const server = await startDemoServer();
  try {
    const { page, troubles } = await newPage(browser, server, viewport);
    await pictureSignIn(page);
    const seller = await signIn(server.url, 'salesperson@demo.test');
    await sellToday(server, seller);
    await signInAs(page, MANAGER);
    const { locked, partly } = await lockSome(seller);
    await pictureDashboard(page);
    await pictureOthersDashboards(browser, server, viewport);
    await pictureEmptyTill(page);
    const units = await unitsOf(server, ['phone', 'audio', 'cable', 'laptop']);
    await pictureCart(page, server, units);
    await picturePicker(page, partly);
    await picturePayment(page);
    await completeSale(page);
    await page
      .getByText(/\d left/)
      .first()
      .waitFor();
    await take(page, 'after-sale');
    await pictureLost(page, server);
    console.log(`${viewport.width}: locked card ${locked}, picker ${partly}`, ...troubles);
    await page.context().close();
  } finally {
    await server.close();
  }
}

/** The print states, as the shell's page shows them, with a printer that is on and one that is off. */
async function pictureShell(): Promise<void> {
  const server = await startDemoServer();
  const home = await mkdtemp(path.join(os.tmpdir(), 'tindahan-pictures-'));
  let printer = await startNetworkPrinter();
  const till = await launchTill({
    env: {
      TINDAHAN_SERVER: server.url,
      TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
      TINDAHAN_TILL_DATA: home,
    },
  });
  try {
    const { page } = till;
    await page.setViewportSize({ width: 1366, height: 768 });
    await signInAs(page, MANAGER);
    await openTill(page);
    const [first, second] = await unitsOf(server, ['phone', 'laptop']);
    if (!first || !second) return;
    await scanToLine(page, codeOf(first));
    await draftSaved(page);
    await goToPayment(page);
    await completeSale(page);
    await page.getByText('Receipt printed').waitFor();
    await take(page, 'shell-printed');
    await printer.close();
    await scanToLine(page, codeOf(second));
    await draftSaved(page);
    await goToPayment(page);
    await completeSale(page);
    await page.getByText('Receipt waits').waitFor();
    await take(page, 'shell-waits');
    printer = await startNetworkPrinter('on', printer.port);
  } finally {
    await till.close();
    await printer.close();
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
}

const browser = await launchBrowser();
try {
  for (const viewport of windows) {
    if (!only || only.includes(viewport.width)) await pictureWindow(browser, viewport);
  }
} finally {
  await browser.close();
}
if (!only || only.includes(0)) await pictureShell();
