import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import type { WireCustomer } from '#tests/support/customers.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import { typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const WINDOWS = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1024, height: 700 },
];

describe('the customers, on the whole page', () => {
  const shop = demoShop();
  let page: Page;
  let manager: Caller;
  let busiest: { id: number; name: string; phone: string };
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
    busiest = await shop.server.database.reader
      .selectFrom('customers')
      .select(['id', 'name', 'phone'])
      .orderBy('loyalty_points', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  });
  const open = async (path = '/customers', email = MANAGER) => {
    page = await shop.open({ email, path });
  };
  const rows = () => page.locator('tbody tr').filter({ has: page.getByRole('link') });
  const links = () => rows().getByRole('link');
  const loaded = () => rows().first().waitFor();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const search = () => page.getByLabel('Name, phone or email');
  const address = () => {
    const { pathname, search: query } = new URL(page.url());
    return pathname + query;
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const entry = (name: string) => page.getByRole('menuitem', { name });
  const dialog = () => page.getByRole('dialog');
  const expectFocus = (on: Locator) =>
    expect.poll(() => on.evaluate((element) => element === document.activeElement)).toBe(true);
  const tabTo = async (wanted: RegExp) => {
    const focusedName = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      if (wanted.test((await focusedName()) ?? '')) return;
    }
    throw new Error(`Tab never came to ${wanted}, but to ${await focusedName()}`);
  };

  it('are reached from the menu, stand there for axe, and come back with the browser’s own buttons', async () => {
    await open('/dashboard', ADMIN);
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await heading('Customers').waitFor();
    await loaded();
    expect(address()).toBe('/customers');
    await search().fill(busiest.phone);
    await expect.poll(() => links().allTextContents()).toEqual([busiest.name]);
    await page.getByRole('button', { name: /Maria Teresa Santos/ }).click();
    await entry('Logout').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const filtered = address();
    await links().first().click();
    await heading(busiest.name).waitFor();
    await page.getByRole('tab', { name: 'Loyalty' }).click();
    await page.reload();
    await expect
      .poll(() => page.getByRole('tab', { name: 'Loyalty' }).getAttribute('aria-selected'))
      .toBe('true');
    await page.goBack();
    await expect.poll(() => links().allTextContents()).toEqual([busiest.name]);
    expect(address()).toBe(filtered);
  });

  it('work from the keyboard alone: make one, give points, search, open, back, menu, edit', async () => {
    await open();
    await loaded();
    await page.getByRole('main').focus();
    await tabTo(/^Add Customer$/);
    await page.keyboard.press('Enter');
    await heading('New Customer').waitFor();
    await expectFocus(page.getByLabel('Name', { exact: true }));
    await typeByHand(page, 'Keys Only');
    await page.keyboard.press('Tab');
    await typeByHand(page, '09175557400');
    await page.keyboard.press('Tab');
    await typeByHand(page, 'k@e.ph');
    await page.keyboard.press('Enter');
    await heading('Keys Only').waitFor();
    const made = expectDone(await manager.get<WireCustomer>(address()));
    expect(made).toMatchObject({ phone: '09175557400', email: 'k@e.ph' });

    await page.getByRole('main').focus();
    await tabTo(/^Adjust loyalty points$/);
    await page.keyboard.press('Enter');
    await entry('Add Points').waitFor();
    await page.keyboard.press('Enter');
    await expectFocus(dialog().getByLabel('Points'));
    await page.keyboard.type('75');
    await page.keyboard.press('Tab');
    await typeByHand(page, 'Gift');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await page.locator('dd').filter({ hasText: '75' }).first().waitFor();
    await expectFocus(button('Adjust loyalty points'));

    await page.getByRole('main').focus();
    await tabTo(/^Customers$/);
    await page.keyboard.press('Enter');
    await loaded();
    await page.getByRole('main').focus();
    await tabTo(/^$/);
    await expectFocus(search());
    await typeByHand(page, 'keys o');
    await page.keyboard.press('Enter');
    await expect.poll(() => links().allTextContents()).toEqual(['Keys Only']);
    await tabTo(/^Keys Only$/);
    await page.keyboard.press('Enter');
    await heading('Keys Only').waitFor();
    await page.getByRole('main').focus();
    await tabTo(/^Customers$/);
    await page.keyboard.press('Enter');
    await expect.poll(address).toBe('/customers?search=keys+o');
    await loaded();
    await page.getByRole('main').focus();
    await tabTo(/^Actions for/);
    await page.keyboard.press('Enter');
    await entry('Edit').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await heading('Edit Customer').waitFor();
  });

  it('never scroll sideways at any width, and a toast leaves the points’ menu free', async () => {
    const expectUpright = async () => {
      for (const viewport of WINDOWS) {
        await page.setViewportSize(viewport);
        await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
        const sideways = await page.evaluate(async () => {
          // Elements that measure their own width render again a frame after the window has changed.
          const nextFrame = () => new Promise(requestAnimationFrame);
          await nextFrame();
          await nextFrame();
          return [...document.querySelectorAll('main, main *, html')]
            .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 40)
            .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
            .map((element) => element.className);
        });
        expect([viewport.width, address(), sideways]).toEqual([viewport.width, address(), []]);
      }
      await page.setViewportSize({ width: 1366, height: 768 });
    };
    await open('/customers', ADMIN);
    await loaded();
    await expectUpright();
    await button('Add Customer').click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await expectUpright();
    await page.goBack();
    await search().fill(busiest.phone);
    await links().getByText(busiest.name).click();
    await heading(busiest.name).waitFor();
    await expectUpright();
    for (const tab of ['Transactions', 'Loyalty']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').locator('tbody td').first().waitFor();
      await expectUpright();
    }
    await button('Edit Customer').click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await expectUpright();
    await page.goBack();
    await heading(busiest.name).waitFor();
    await button('Adjust loyalty points').click();
    await entry('Add Points').click();
    await page.getByLabel('Points', { exact: true }).fill('5');
    await page.getByLabel('Reason').fill('To see the toast');
    await button('Add 5 points').click();
    await toast(page, '5 points added').waitFor();
    await button('Adjust loyalty points').click();
    await entry('Add Points').waitFor();
  });
});
