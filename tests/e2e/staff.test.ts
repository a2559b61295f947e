import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { toast } from '#tests/support/open-till.ts';
import {
  cartLine,
  completeSale,
  draftNumberShown,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
} from '#tests/support/till-page.ts';
import { openPage } from '#tests/support/browser.ts';

const MANAGER = 'store_manager@demo.test';
const LUZ = 'luz@shop.test';
const FIRST = 'mango-ferry-lantern';
const OWN = 'copper-violin-tide';

describe('staff, on the whole page', () => {
  const shop = demoShop();
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const logIn = async (page: Page, email: string, password: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign in').click();
  };
  const changePassword = async (page: Page, from: string, to: string) => {
    const title = page.getByRole('heading', { name: 'Change Password' });
    await page.getByLabel('Current password', { exact: true }).fill(from);
    await page.getByLabel('New password', { exact: true }).fill(to);
    await page.getByLabel('Confirm new password', { exact: true }).fill(to);
    await button(page, 'Change Password').click();
    await title.waitFor({ state: 'detached' });
  };
  const sellCash = async (page: Page, imei: string) => {
    await scanToLine(page, imei);
    await draftSaved(page);
    await goToPayment(page);
    await completeSale(page);
  };

  it('a manager makes a salesperson, who sells, and whose cart a colleague sells on once they are deactivated', async () => {
    const phones = await phonesAt(shop.server.database, 'MNL-01', 2);
    const [sold = '', handedOn = ''] = phones.map(({ imei }) => imei ?? '');
    const manager = await shop.open({ email: MANAGER, path: '/dashboard' });
    await manager.getByRole('link', { name: 'Staff', exact: true }).click();
    await button(manager, 'Add Staff Member').click();
    await manager.getByRole('heading', { name: 'New Staff Member' }).waitFor();
    await manager.getByLabel('Name').fill('Luz Dela Peña');
    await manager.getByLabel('Email').fill(LUZ);
    await manager.getByLabel('First password').fill(FIRST);
    await manager.keyboard.press('Control+s');
    await manager.getByRole('heading', { name: 'Luz Dela Peña', level: 1 }).waitFor();

    const { page: luz } = shop.watch(await openPage(shop.browser, shop.server.url));
    await luz.goto('/login');
    await logIn(luz, LUZ, FIRST);
    await changePassword(luz, FIRST, OWN);
    await openTill(luz);
    await sellCash(luz, sold);
    await scanToLine(luz, handedOn);
    await draftSaved(luz);
    const number = (await draftNumberShown(luz).textContent()) ?? '';

    await manager.getByRole('link', { name: 'Staff', exact: true }).first().click();
    await manager.getByRole('searchbox', { name: 'Name or email' }).fill('luz');
    await button(manager, 'Actions for Luz Dela Peña').click();
    await manager.getByRole('menuitem', { name: 'Deactivate' }).click();
    await button(manager, 'Deactivate Luz Dela Peña').click();
    await toast(manager, 'Luz Dela Peña deactivated').waitFor();

    await luz.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await luz.keyboard.press('F8');
    await luz.waitForURL(/\/login/);
    await logIn(luz, LUZ, OWN);
    await luz.getByText('Invalid email or password').waitFor();

    const colleague = await shop.openTill('salesperson@demo.test');
    await colleague.getByRole('button', { name: /^View Transactions/ }).click();
    await button(colleague, `Resume ${number}`).click();
    await cartLine(colleague, handedOn).waitFor();
    await goToPayment(colleague);
    await completeSale(colleague);
    const { reader } = shop.server.database;
    const sale = await reader
      .selectFrom('transactions')
      .innerJoin('staff', 'staff.id', 'transactions.staff_id')
      .select(['transactions.status', 'staff.email'])
      .where('draft_number', '=', number)
      .executeTakeFirstOrThrow();
    expect(sale).toEqual({ status: 'completed', email: 'salesperson@demo.test' });
  });
});
