import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { DEMO_PASSWORD } from '#tests/support/http.ts';
import { openSignedIn, toast, toasts } from '#tests/support/open-till.ts';
import {
  cartLine,
  draftSaved,
  enterSignIn,
  scanToLine,
  typeByHand,
  wedgeScan,
} from '#tests/support/till-page.ts';
import { forgetAnswers, giveBack, lendPage, workersBrowser } from '#tests/support/warm-page.ts';

describe('the session', () => {
  let server: DemoServer;
  let browser: Browser;
  const pages: Page[] = [];
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await workersBrowser();
    await forgetAnswers();
  });
  afterAll(() => server.close());
  afterEach(async ({ task }) => {
    await server.start();
    for (const page of pages.splice(0)) await giveBack(page, { hasFailed: task.result?.state === 'fail' });
  });

  const keep = (page: Page) => {
    pages.push(page);
    return page;
  };
  const openLogin = async () => {
    const page = await lendPage(browser, server.url);
    await page.goto('/login');
    return keep(page);
  };
  const openAs = async (email: string, path = '/dashboard') =>
    keep((await openSignedIn(browser, server, { email, path })).page);
  const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
  const greeting = (page: Page) => page.getByRole('heading', { name: /^Good / }).waitFor();
  const store = (page: Page) => page.getByLabel('Store', { exact: true });
  const idOf = async (code: string) => {
    const rows = server.database.reader.selectFrom('stores').select('id').where('code', '=', code);
    return String((await rows.executeTakeFirstOrThrow()).id);
  };
  const chosenStore = (page: Page) =>
    store(page).evaluate((field: HTMLSelectElement) => field.selectedOptions[0]?.text);
  const stopSelling = (code: string) =>
    server.database.write(async (writer) => {
      const { settings_json } = await writer
        .selectFrom('stores')
        .select('settings_json')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      const { features, ...settings } = JSON.parse(settings_json ?? '{}') as { features: object };
      const update = JSON.stringify({ ...settings, features: { ...features, pos_enabled: false } });
      await writer.updateTable('stores').set({ settings_json: update }).where('code', '=', code).execute();
    });

  it('leads / and /login to the dashboard when signed in, says of no page that there is none, and leads everything to /login when not', async () => {
    const page = await openAs('salesperson@demo.test', '/');
    await at(page, '/dashboard');
    await page.goto('/login');
    await at(page, '/dashboard');
    await page.goto('/no-such-page');
    await page.getByText('There is no page at /no-such-page').waitFor();
    await page.getByRole('button', { name: 'Back to Dashboard' }).click();
    await at(page, '/dashboard');
    await page.context().clearCookies();
    for (const path of ['/', '/dashboard', '/pos', '/pos/payment']) {
      await page.goto(path);
      await at(page, '/login');
    }
    expect(await toasts(page).count()).toBe(0);
  });

  it('loads at most 270 KB of scripts for the sign-in, in at most 12 requests', async () => {
    const page = await openLogin();
    await page.getByLabel('Email').waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    // As they are sent to a browser without Brotli.
    const sizeOf = (file: string) => statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
    const screens = join(import.meta.dirname, '../../out/renderer');
    const scripts = loaded.filter((name) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, name) => sum + sizeOf(join(screens, name)), 0);
    expect(scripts.length).toBeGreaterThan(3);
    // Beside them: the document, its style and font, its icon, and what the server is asked.
    expect(loaded.length + 1).toBeLessThanOrEqual(12);
    expect(bytes / 1024).toBeLessThanOrEqual(270);
  });

  it('sends whose sign-in has ended to /login with one message, and back to where they were, with the cart', async () => {
    const page = await openAs('salesperson@demo.test', '/pos');
    await page.getByText('Scan an item to start').waitFor();
    const [first, second] = await phonesAt(server.database, 'MNL-01', 2);
    await scanToLine(page, first?.imei ?? '');
    await draftSaved(page);
    await server.database.write((writer) => writer.deleteFrom('sessions').execute());
    await wedgeScan(page, second?.imei ?? '');
    await toast(page, 'Unauthorized').waitFor();
    await toast(page, 'Please login to continue').waitFor();
    await at(page, '/login');
    await expect.poll(() => toasts(page).count()).toBe(1);
    await enterSignIn(page, 'salesperson@demo.test');
    await at(page, '/pos');
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, first?.imei ?? '').waitFor();
  });

  it('keeps the sign-in while the server cannot be reached at the start, or says so where it never said who it is', async () => {
    const page = await openAs('salesperson@demo.test');
    await greeting(page);
    const asked = /\/staff\/me$/;
    await page.route(asked, (route) => route.abort('connectionrefused'));
    await page.reload();
    await greeting(page);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await page.getByText('The server cannot be reached').waitFor();
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.click();
    await retry.waitFor();
    await page.unroute(asked);
    // The page looks again by itself, too: Retry may be gone at the click.
    await retry.click({ timeout: 2000 }).catch(() => undefined);
    await greeting(page);
  });

  it('switches the store at once without a cart, says why one does not sell, and remembers it with the menu over a reload', async () => {
    await stopSelling('CEB-01');
    const page = await openAs('admin@demo.test');
    await greeting(page);
    await store(page).selectOption(await idOf('CEB-01'));
    await page
      .getByText(/Cebu.* · /)
      .first()
      .waitFor();
    const chosen = await chosenStore(page);
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await page.getByText(/Point of sale is off for Cebu/).waitFor();
    await page.getByText(/^It was switched off in the settings of this store\. Nothing is locked/).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await greeting(page);
    await page.getByRole('button', { name: /collapse/i }).click();
    await page.reload();
    await greeting(page);
    await expect.poll(() => chosenStore(page)).toBe(chosen);
    await page.getByRole('button', { name: /expand/i }).waitFor();
  });

  it('finds what was typed at once after Ctrl+K, while the code of that is still loaded', async () => {
    const page = await openAs('salesperson@demo.test');
    await greeting(page);
    const asked = Promise.withResolvers<null>();
    const held = Promise.withResolvers<null>();
    await page.route(/\/assets\/go-to-dialog-[^/]+\.js$/, async (route) => {
      asked.resolve(null);
      await held.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await asked.promise;
    await typeByHand(page, 'tranz');
    await page.keyboard.press('Backspace');
    held.resolve(null);
    const field = page.getByRole('combobox', { name: 'Go to anything' });
    await field.waitFor();
    await typeByHand(page, 's');
    expect(await field.inputValue()).toBe('trans');
  });

  it('shows the crash screen with the error, and reloads at the root', async () => {
    const page = await openAs('salesperson@demo.test');
    await greeting(page);
    await page.route(/\/assets\/pos-[^/]+\.js$/, (route) => route.abort());
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText(/^This page could not be loaded: .*dynamically imported module/).waitFor();
    await page.unroute(/\/assets\/pos-[^/]+\.js$/);
    await page.getByRole('button', { name: 'Reload Application' }).click();
    await at(page, '/dashboard');
    await greeting(page);
  });

  it('lets somebody with a temporary password in, to change it and nothing else', async () => {
    await server.database.write((writer) =>
      writer
        .updateTable('staff')
        .set({ must_change_password: 1 })
        .where('email', '=', 'customer_service@demo.test')
        .execute(),
    );
    const page = await openLogin();
    await page.getByLabel('Email').fill('customer_service@demo.test');
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Change Password' }).waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill('long-enough');
    await page.getByLabel('Confirm new password', { exact: true }).fill('long-enough');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await greeting(page);
  });
});
