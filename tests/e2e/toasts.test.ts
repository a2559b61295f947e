import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOASTS_STAY } from '#tests/support/at-rest.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast, toasts } from '#tests/support/open-till.ts';
import { sell } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('toasts', () => {
  const shop = demoShop();
  let manager: Caller;
  let page: Page;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  beforeEach(async () => {
    const phones = await phonesAt(shop.server.database, 'MNL-01', 1);
    const { transaction } = await sell(
      manager,
      phones.map(({ id }) => id),
    );
    const path = `/transactions/${transaction.id}`;
    page = await shop.open({ email: MANAGER, path });
  });
  /** By keyboard: a toast may cover the button. */
  const openVoid = async () => {
    await page.getByRole('button', { name: /^More actions/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Void Transaction' }).press('Enter');
    await page.getByRole('alertdialog').waitFor();
  };
  const failToVoid = async () => {
    await page.route(/\/void$/, (route) => route.abort('connectionreset'));
    await page.getByLabel('Reason').fill('Mistake');
    await page.getByRole('button', { name: /^Void ₱/ }).click();
    await toast(page, 'The server cannot be reached').waitFor();
  };

  it('can be heard while a dialog is open, and the page behind it cannot', async () => {
    await openVoid();
    await failToVoid();
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(1);
    // By roles, as a screen reader sees the page: hidden elements have none.
    await expect.poll(() => toasts(page).count()).toBe(1);
    await expect.poll(() => page.getByRole('heading', { name: /^MNL-01/ }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  it('of what went well leave when a dialog opens, and those of what went wrong stay', async () => {
    await page.getByRole('button', { name: 'Email Receipt' }).click();
    await page.getByLabel('Email', { exact: true }).fill('buyer@shop.test');
    await page.keyboard.press('Enter');
    await toast(page, 'Receipt sent').waitFor();
    await page.addStyleTag({ content: TOASTS_STAY });
    await openVoid();
    await toasts(page).first().waitFor({ state: 'detached' });
    await failToVoid();
    await page.getByRole('button', { name: 'Keep Transaction' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await openVoid();
    await expect.poll(() => toast(page, 'The server cannot be reached').count()).toBe(1);
  });
});
