import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, holdCall, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  expectDone,
  pay,
  refundSale,
  sell,
  sellOnTrust,
  unitsOnSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('an impatient manager', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = (path: string) => openScreen(path, { email: MANAGER });
  const sellOne = async () => (await sell(manager, await unitsOnSale(manager, 1))).transaction;
  const expectMoney = async () => sellOnTrust(manager, await unitsOnSale(manager, 1));
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const button = (name: RegExp) => page.getByRole('button', { name });
  const question = () => page.getByRole('alertdialog');
  const reason = () => page.getByLabelText('Reason');
  const failPayment = async (paymentId: number) =>
    expectDone(await manager.post<object>(`/payments/${paymentId}/mark-failed`, { reason: 'Elsewhere' }));

  it('who clicks twice voids once', async () => {
    const sale = await sellOne();
    const screen = await open(`/transactions/${sale.id}?dialog=void`);
    const held = holdCall({ path: /\/void$/, method: 'POST' });
    await reason().fill('Twice');
    await button(/^Void ₱/).dblClick();
    await expect.poll(held.sent).toBe(1);
    // While the call is pending the dialog neither closes nor sends again.
    await userEvent.keyboard('{Escape}');
    expect(screen.address().search).toBe('?dialog=void');
    await isShown(question());
    held.release();
    await isTold('Transaction voided');
    await isGone(question());
    expect([held.sent(), notices().getByRole('button', { name: 'Dismiss' }).elements().length]).toEqual([
      1, 1,
    ]);
    expect((await read(sale.id)).status).toBe('void');
  });

  it('on a stale page sees a payment as it is, once told that it cannot be verified', async () => {
    const { sale, payment } = await expectMoney();
    await open(`/transactions/${sale.id}`);
    await isShown(button(/^Verify the/));
    await failPayment(payment.id);
    await button(/^Verify the/).click();
    await page
      .getByRole('dialog', { name: 'Verify payment' })
      .getByRole('button', { name: /^Verify ₱/ })
      .dblClick();
    await isTold(/ marked this payment failed already$/);
    await isShown(page.getByRole('region', { name: 'Payments' }).getByText('Failed', { exact: true }));
    expect((await read(sale.id)).balance_due).toBe(sale.total_amount);
  });

  it('who pays a balance that somebody else just paid is told so, and nothing is taken twice', async () => {
    const { sale, payment } = await expectMoney();
    await failPayment(payment.id);
    await open(`/transactions/${sale.id}?dialog=payment`);
    await isShown(page.getByRole('dialog'));
    await pay(manager, sale.id, { method: 'cash', amount: sale.total_amount });
    await button(/^Record ₱/).dblClick();
    await isTold('This sale is paid in full');
    const after = await read(sale.id);
    expect([after.balance_due, after.payments.length]).toEqual([0, 2]);
    await isGone(page.getByRole('dialog'));
  });

  it('sees in the list what changed meanwhile, on coming back to it', async () => {
    const sale = await sellOne();
    const number = sale.invoice_number ?? '-';
    const screen = await open(`/transactions?search=${number}`);
    const row = page.getByRole('row').filter({ hasText: number });
    await isShown(row.getByText('Completed'));
    await page.getByRole('link', { name: number }).click();
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    expectDone<object>(await refundSale(manager, sale.id, { reason: 'Elsewhere' }));
    await reason().fill('Here');
    await button(/^Void ₱/).click();
    await isTold('Void failed');
    await isGone(reason());
    await screen.go(-1);
    await isShown(row.getByText('Refunded', { exact: true }));
  });
});
