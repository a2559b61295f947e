import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { holdBackFirst, toast, toasts } from '#tests/support/open-till.ts';
import {
  expectDone,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('an impatient manager', () => {
  const shop = demoShop();
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  const open = (path: string) => shop.open({ email: MANAGER, path });
  const phones = async (count: number) =>
    (await phonesAt(shop.server.database, 'MNL-01', count)).map(({ id }) => id);
  const sellOne = async () => (await sell(manager, await phones(1))).transaction;
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const reason = (page: Page) => page.getByLabel('Reason');
  const confirm = (page: Page, verb: string) => page.getByRole('button', { name: new RegExp(`^${verb} ₱`) });

  it('who clicks twice voids once', async () => {
    const sale = await sellOne();
    const page = await open(`/transactions/${sale.id}?dialog=void`);
    const held = await holdBackFirst(page, { method: 'POST', path: /\/void$/ });
    await reason(page).fill('Twice');
    await confirm(page, 'Void').dblclick();
    await expect.poll(() => held.sent.length).toBe(1);
    // While it is under way the dialog neither leaves nor sends again.
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(1);
    held.release();
    await toast(page, 'Transaction voided').waitFor();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect([held.sent.length, await toasts(page).count()]).toEqual([1, 1]);
    expect((await read(sale.id)).status).toBe('void');
  });

  it('who goes back and forth, and reloads in a dialog, finds it again, and it is gone once it is done', async () => {
    const sale = await sellOne();
    const page = await open('/transactions');
    await page.getByRole('link', { name: sale.invoice_number ?? '' }).click();
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: /^Refund/ });
    await dialog.waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await dialog.waitFor();
    await page.reload();
    await dialog.waitFor();
    await reason(page).fill('After a reload');
    await confirm(page, 'Refund').click();
    await toast(page, 'refunded').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Refunds' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await read(sale.id)).refunds).toHaveLength(1);
  });

  it('whose server goes away in the middle keeps the words, and refunds once when it is back', async () => {
    const sale = await sellOne();
    const page = await open(`/transactions/${sale.id}?dialog=refund`);
    await reason(page).fill('Does not charge');
    await shop.server.stop();
    try {
      await confirm(page, 'Refund').click();
      await toast(page, 'The server cannot be reached').waitFor();
    } finally {
      await shop.server.start();
    }
    await expect.poll(() => reason(page).inputValue()).toBe('Does not charge');
    await confirm(page, 'Refund').click();
    await toast(page, / refunded$/).waitFor();
    expect((await read(sale.id)).refunds).toMatchObject([{ reason: 'Does not charge' }]);
  });

  it('with a second tab is told there what happened in the first', async () => {
    const sale = await sellOne();
    const page = await open(`/transactions/${sale.id}?dialog=refund`);
    await reason(page).waitFor();
    expectDone<object>(await voidSale(manager, sale.id, 'In the other tab'));
    await reason(page).fill('Too late');
    await confirm(page, 'Refund').click();
    await toast(page, 'This transaction has already been voided').waitFor();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await read(sale.id)).refunds).toEqual([]);
  });

  it('on a stale page sees a payment as it is, once told that it cannot be verified', async () => {
    const { sale, payment } = await sellOnTrust(manager, await phones(1));
    const page = await open(`/transactions/${sale.id}`);
    const verify = page.getByRole('button', { name: /^Mark completed/ });
    await verify.waitFor();
    expectDone<object>(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Elsewhere' }));
    await verify.click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Mark ₱/ })
      .dblclick();
    await toast(page, 'Only a pending payment can be verified').waitFor();
    await page.getByRole('region', { name: 'Payments' }).getByText('Failed', { exact: true }).waitFor();
    expect((await read(sale.id)).balance_due).toBe(sale.total_amount);
  });

  it('who pays a balance that somebody else just paid is told so, and nothing is taken twice', async () => {
    const { sale, payment } = await sellOnTrust(manager, await phones(1));
    expectDone<object>(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Never came' }));
    const page = await open(`/transactions/${sale.id}?dialog=payment`);
    await page.getByRole('dialog').waitFor();
    await pay(manager, sale.id, { method: 'cash', amount: sale.total_amount });
    await page.getByRole('button', { name: /^Record ₱/ }).dblclick();
    await toast(page, 'This sale is paid in full').waitFor();
    const after = await read(sale.id);
    expect([after.balance_due, after.payments.length]).toEqual([0, 2]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('sees in the list what changed meanwhile, on coming back to it', async () => {
    const sale = await sellOne();
    const page = await open('/transactions');
    const row = page.getByRole('row').filter({ hasText: sale.invoice_number ?? '-' });
    await row.getByText('Completed').waitFor();
    await page.getByRole('link', { name: sale.invoice_number ?? '' }).click();
    await page.getByRole('button', { name: /^More actions/ }).waitFor();
    expectDone<object>(await refundSale(manager, sale.id, { reason: 'Elsewhere' }));
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    await reason(page).fill('Here');
    await confirm(page, 'Void').click();
    await toast(page, 'Void failed').waitFor();
    await page.goBack();
    await row.getByText('Refunded', { exact: true }).waitFor();
  });
});
