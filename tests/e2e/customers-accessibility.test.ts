import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { addCustomer } from '#tests/support/customers.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { signIn } from '#tests/support/http.ts';
import { dismissToasts, openSignedIn, toast } from '#tests/support/open-till.ts';
import { chooseCustomer, pressTillKey } from '#tests/support/till-page.ts';

const widths = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 700 },
];

describe('on the customers’ pages', () => {
  let server: DemoServer;
  let browser: Browser;
  let page: Page;
  let plain: { id: number; phone: string };
  let busiest: { id: number; name: string };
  beforeAll(async () => {
    server = await startDemoServer();
    browser = await launchBrowser();
    plain = await addCustomer(await signIn(server.url, 'store_manager@demo.test'), 'Plain Person');
    busiest = await server.database.reader
      .selectFrom('customers')
      .select(['id', 'name'])
      .orderBy('loyalty_points', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    ({ page } = await openSignedIn(browser, server, { email: 'admin@demo.test', path: '/customers' }));
    page.setDefaultTimeout(10_000);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  const row = () => page.locator('tbody a').first();

  it('axe finds nothing in the list: full, asking, empty, not loaded', async () => {
    await row().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /Maria Teresa Santos/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto('/customers?page=999');
    await page.getByText('The list ends before this page').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto('/customers?search=nobody-of-that-name');
    await page.getByText('No customers for these filters').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.route(/\/api\/v1\/customers\?/, (route) => route.abort());
    await page.reload();
    await page.getByText('Customers could not be loaded').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute(/\/api\/v1\/customers\?/);
  });

  it('axe finds nothing in a form: empty, with its errors, with a number that is somebody’s', async () => {
    await page.goto('/customers/new');
    await page.getByLabel('Name').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create Customer' }).click();
    await page.getByText('Name is required').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Name').fill('Another');
    await page.getByLabel('Birthday').fill('1990-03-05');
    await page.getByLabel('Phone').fill(plain.phone);
    await page.getByText('has this number').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create Customer' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).last().click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('link', { name: 'Customers' }).click();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await row().waitFor();
  });

  it('axe finds nothing in the form of somebody: as it is, with the number of another, not loaded', async () => {
    await page.goto(`/customers/${busiest.id}/edit`);
    await page.getByLabel('Phone').fill(plain.phone);
    await page.getByText('has this number').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Update Customer' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.route(/\/signup-channels$/, (route) => route.abort());
    await page.goto('/dashboard');
    await page.goto('/customers/new');
    await page.getByText('could not be loaded').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute(/\/signup-channels$/);
  });

  it('axe finds nothing on a customer: every tab full and empty, both dialogs, not found', async () => {
    for (const { id } of [plain, busiest]) {
      for (const tab of ['information', 'transactions', 'loyalty']) {
        await page.goto(`/customers/${id}?tab=${tab}`);
        await page.getByText('At all stores').waitFor();
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
        expect(await axeViolations(page)).toEqual([]);
      }
    }
    for (const entry of ['Add Points', 'Deduct Points']) {
      await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
      await page.getByRole('menuitem', { name: entry }).waitFor();
      // The menu is the same for both.
      if (entry === 'Add Points') expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('menuitem', { name: entry }).click();
      await page.getByRole('dialog').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByLabel('Reason').fill('A reason');
      await page.getByLabel('Points', { exact: true }).fill('1.5');
      await page.getByLabel('Points', { exact: true }).press('Enter');
      await page.getByText('Points must be at least 1').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // A moment after a dialog is gone, the page around it is heard again.
      await page.getByRole('banner').waitFor();
    }
    await page.goto('/customers/999999');
    await page.getByText('Customer not found').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('axe finds nothing where parts of a customer, or all of them, could not be loaded', async () => {
    const failing = /\/api\/v1\/customers\/\d+\/(stats|transactions|loyalty)/;
    await page.route(failing, (route) => route.abort());
    for (const tab of ['transactions', 'loyalty']) {
      await page.goto(`/customers/${plain.id}?tab=${tab}`);
      await page.getByRole('button', { name: 'Retry' }).waitFor();
      await page.getByText('Could not be loaded').first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.unroute(failing);
    await page.route(/\/api\/v1\/customers\/\d+$/, (route) => route.abort());
    await page.goto(`/customers/${plain.id}`);
    await page.getByText('The customer could not be loaded').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute(/\/api\/v1\/customers\/\d+$/);
  });

  it('axe finds nothing at the till’s customer: searched, found, not found, made, edited', async () => {
    await page.goto('/pos');
    await page.getByText('Scan an item to start').waitFor();
    await pressTillKey(page, 'F3');
    const search = page.getByPlaceholder('Name, phone or email');
    await search.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await search.fill('nobody-of-that-name');
    await page.getByText('No customer for').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await search.fill(busiest.name);
    await page.getByRole('option').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await page.getByRole('button', { name: 'Create Customer' }).click();
    await page.getByText('Name is required').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await chooseCustomer(page, busiest.name);
    await page.getByRole('button', { name: `Edit ${busiest.name}` }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Customer' });
    await drawer.getByLabel('Phone').fill(plain.phone);
    await drawer.getByText('has this number').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await drawer.getByRole('button', { name: 'Update Customer' }).click();
    await page.getByRole('alertdialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  it('nothing scrolls sideways at any width, and a toast leaves the points’ menu free', async () => {
    for (const viewport of widths) {
      await page.setViewportSize(viewport);
      for (const path of [
        '/customers',
        '/customers/new',
        `/customers/${busiest.id}`,
        `/customers/${busiest.id}?tab=transactions`,
        `/customers/${busiest.id}?tab=loyalty`,
        `/customers/${busiest.id}/edit`,
      ]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
        const sideways = await page.evaluate(() =>
          [...document.querySelectorAll('main, main *, html')]
            .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 40)
            .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
            .map((element) => element.className),
        );
        expect([viewport.width, path, sideways]).toEqual([viewport.width, path, []]);
      }
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`/customers/${plain.id}`);
    await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
    await page.getByRole('menuitem', { name: 'Add Points' }).click();
    await page.getByLabel('Points', { exact: true }).fill('5');
    await page.getByLabel('Reason').fill('To see the toast');
    await page.getByRole('button', { name: 'Add 5 points' }).click();
    await toast(page, '5 points added').waitFor();
    await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
    await page.getByRole('menuitem', { name: 'Add Points' }).waitFor();
    await page.keyboard.press('Escape');
    await dismissToasts(page);
  });
});
