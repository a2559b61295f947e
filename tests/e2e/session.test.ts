import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { DEMO_PASSWORD } from '#tests/support/http.ts';
import { openSignedIn, toast, toasts } from '#tests/support/open-till.ts';
import { cart, cartLine, draftSaved, scanToLine, signInAs, wedgeScan } from '#tests/support/till-page.ts';
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
  const changeSettings = (code: string, change: (settings: { features: object }) => object) =>
    server.database.write(async (writer) => {
      const { settings_json } = await writer
        .selectFrom('stores')
        .select('settings_json')
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      const settings = JSON.parse(settings_json ?? '{}') as { features: object };
      const update = { settings_json: JSON.stringify(change(settings)) };
      await writer.updateTable('stores').set(update).where('code', '=', code).execute();
    });

  it('refuses what cannot be a sign-in on its field, and a wrong password above the fields', async () => {
    const page = await openLogin();
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await signIn.click();
    await page.getByText('Email is required', { exact: true }).waitFor();
    await page.getByText('Password is required', { exact: true }).waitFor();
    await page.getByLabel('Email').fill('joel');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await page.getByText('Invalid email', { exact: true }).waitFor();
    await page.getByText('Password must be at least 6 characters', { exact: true }).waitFor();
    await page.getByLabel('Email').fill('salesperson@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('not-the-one');
    await signIn.click();
    await page.getByText('Invalid email or password', { exact: true }).waitFor();
    expect(page.url()).toMatch(/\/login$/);
    expect(await toasts(page).count()).toBe(0);
  });

  it('refuses a new password on its field, and takes a good one', async () => {
    const page = await openAs('auditor@demo.test');
    await page
      .getByRole('button', { name: /Auditor/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog');
    const submit = dialog.getByRole('button', { name: 'Change Password' });
    const fill = async (current: string, next: string, again: string) => {
      await dialog.getByLabel('Current password', { exact: true }).fill(current);
      await dialog.getByLabel('New password', { exact: true }).fill(next);
      await dialog.getByLabel('Confirm new password', { exact: true }).fill(again);
      await submit.click();
    };
    const shown = (words: string) => dialog.getByText(words, { exact: true }).waitFor();
    await submit.click();
    await shown('Current password is required');
    await shown('New password is required');
    await shown('Please confirm your new password');
    await fill('x', 'short', 'other');
    await shown('Password must be at least 8 characters');
    await fill('x', 'long-enough', 'other');
    await shown('Passwords do not match');
    await fill('wrong-one', 'long-enough', 'long-enough');
    await shown('Current password is incorrect');
    await fill(DEMO_PASSWORD, 'long-enough', 'long-enough');
    await dialog.waitFor({ state: 'detached' });
    await toast(page, 'Password updated').waitFor();
  });

  it('leads / and /login to the dashboard when signed in, and everything to /login when not', async () => {
    const page = await openAs('salesperson@demo.test', '/');
    await at(page, '/dashboard');
    await page.goto('/login');
    await at(page, '/dashboard');
    await page.goto('/no-such-page');
    await at(page, '/dashboard');
    await page.context().clearCookies();
    for (const path of ['/', '/dashboard', '/pos', '/pos/payment']) {
      await page.goto(path);
      await at(page, '/login');
    }
    expect(await toasts(page).count()).toBe(0);
  });

  it('sends whose sign-in has ended to /login with one message, and offers the cart again', async () => {
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
    await signInAs(page, 'salesperson@demo.test');
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await page.getByRole('button', { name: 'Recover cart' }).click();
    await cartLine(page, first?.imei ?? '').waitFor();
  });

  it('keeps the sign-in while the server cannot be reached at the start', async () => {
    const page = await openAs('salesperson@demo.test');
    await greeting(page);
    const asked = /\/staff\/me$/;
    await page.route(asked, (route) => route.abort('connectionrefused'));
    await page.reload();
    await greeting(page);
    await page.unroute(asked);
  });

  it('says that the server cannot be reached where it never said who is signed in', async () => {
    const page = await openAs('salesperson@demo.test');
    await greeting(page);
    await page.evaluate(() => localStorage.clear());
    const asked = /\/staff\/me$/;
    await page.route(asked, (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByText('The server cannot be reached').waitFor();
    await page.unroute(asked);
    await page.getByRole('button', { name: 'Retry' }).click();
    await greeting(page);
  });

  it('sends whoever may not sell from the till to the dashboard', async () => {
    for (const email of ['inventory_checker@demo.test', 'regional_manager@demo.test', 'finance@demo.test']) {
      const page = await openAs(email, '/pos');
      await at(page, '/dashboard');
      await greeting(page);
      expect(await page.getByRole('link', { name: 'Point of Sale' }).count()).toBe(0);
    }
  });

  it('switches the store at once without a cart, and remembers it with the menu over a reload', async () => {
    const page = await openAs('admin@demo.test');
    await greeting(page);
    await store(page).selectOption(await idOf('CEB-01'));
    await page
      .getByText(/Cebu.* · /)
      .first()
      .waitFor();
    const chosen = await chosenStore(page);
    await page.getByRole('button', { name: /collapse/i }).click();
    await page.reload();
    await greeting(page);
    await expect.poll(() => chosenStore(page)).toBe(chosen);
    await page.getByRole('button', { name: /expand/i }).waitFor();
  });

  it('asks before it switches the store with a cart, keeps the draft, and starts empty at the other store', async () => {
    const page = await openAs('admin@demo.test', '/dashboard');
    await greeting(page);
    const [manila, cebu] = [await idOf('MNL-01'), await idOf('CEB-01')];
    await store(page).selectOption(manila);
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await page.getByText('Scan an item to start').waitFor();
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    await scanToLine(page, phone?.imei ?? '');
    await draftSaved(page);
    const number = await page.getByText(/^MNL-01-D\d+$/).textContent();
    const draft = await server.database.reader
      .selectFrom('transactions')
      .select(['id', 'status', 'deleted_at'])
      .where('draft_number', '=', number ?? '')
      .executeTakeFirstOrThrow();
    await page.goto(`/pos/${draft.id}`);
    await cartLine(page, phone?.imei ?? '').waitFor();
    await toast(page, 'Transaction loaded').waitFor();

    await store(page).selectOption(cebu);
    const question = page.getByRole('alertdialog', { name: 'Switch the store?' });
    await question.getByText(number ?? '-').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => store(page).inputValue()).toBe(manila);
    await store(page).selectOption(cebu);
    await question.getByRole('button', { name: 'Switch store' }).click();
    await cart(page).getByText('Scan an item to start').waitFor();
    await at(page, '/pos');
    await expect.poll(() => store(page).inputValue()).toBe(cebu);
    await expect.poll(() => toasts(page).allTextContents()).toEqual([]);
    const { transaction_items } = await server.database.reader
      .selectFrom('transaction_items')
      .select((eb) => eb.fn.countAll<number>().as('transaction_items'))
      .where('transaction_id', '=', draft.id)
      .executeTakeFirstOrThrow();
    expect([draft.status, draft.deleted_at, transaction_items]).toEqual(['draft', null, 1]);
  });

  it('says why a store without a till does not sell', async () => {
    await changeSettings('CEB-01', (settings) => ({
      ...settings,
      features: { ...settings.features, pos_enabled: false },
    }));
    const page = await openAs('admin@demo.test', '/pos');
    await store(page).selectOption(await idOf('CEB-01'));
    await page.getByText(/Cebu.* does not sell at a till/).waitFor();
    await page.getByText(/Point of sale is off for this store/).waitFor();
    await changeSettings('CEB-01', (settings) => ({
      ...settings,
      features: { ...settings.features, pos_enabled: true },
    }));
  });

  it('shows the crash screen with the error, and reloads at the root', async () => {
    const page = await openAs('salesperson@demo.test');
    await greeting(page);
    await page.route(/\/assets\/pos-[^/]+\.js$/, (route) => route.abort());
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByText(/dynamically imported module/).waitFor();
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
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password', { exact: true }).fill(DEMO_PASSWORD);
    await dialog.getByLabel('New password', { exact: true }).fill('long-enough');
    await dialog.getByLabel('Confirm new password', { exact: true }).fill('long-enough');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});
