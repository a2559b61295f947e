import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs } from '#tests/support/component/open-screen.tsx';
import {
  chooseMethod,
  choosePaymentEntry,
  isRefused,
  newDraft,
  openPayment,
  paymentDialog,
  paymentRow,
  savePayment,
  SELLER,
} from '#tests/support/component/payment.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, pay } from '#tests/support/selling.ts';

describe('axe finds nothing on payment', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  afterEach(() => page.viewport(1366, 768));
  const take = (saleId: number, method: string) =>
    pay(seller, saleId, { method, amount: 50, reference_number: `${method}-${saleId}` });

  it('with payments in every state, with errors, and in every dialog', async () => {
    const { id: saleId } = await newDraft(seller);
    await openPayment(saleId);
    expect(await axeViolations()).toEqual([]);
    await take(saleId, 'gcash');
    const failed = await take(saleId, 'maya');
    expectDone<object>(
      await seller.post(`/payments/${failed.id}/mark-failed`, { reason: 'Payment not received' }),
    );
    const deleted = await take(saleId, 'card');
    expectDone<object>(await seller.delete(`/payments/${deleted.id}`, { reason: 'wrong slip' }));
    // The smallest window; every other state is checked in the usual size.
    await page.viewport(1024, 700);
    await openPayment(saleId);
    await isShown(paymentRow('DELETED'));
    expect(await axeViolations()).toEqual([]);
    await page.viewport(1366, 768);
    await chooseMethod('GCash');
    const noPicture = new File(['this is no picture'], 'receipt.png', { type: 'image/png' });
    await page.getByLabelText('Screenshot file').upload(noPicture);
    await isShown(page.getByText(/^Screenshot could not be uploaded/));
    await savePayment();
    await isRefused('Reference required');
    expect(await axeViolations()).toEqual([]);
    const openings = [
      () =>
        paymentRow('Pending')
          .getByRole('button', { name: /^Verify the/ })
          .click(),
      ...['Mark failed', 'Edit payment', 'Delete payment'].map(
        (entry) => () => choosePaymentEntry('Pending', entry),
      ),
    ];
    for (const open of openings) {
      await open();
      await isShown(paymentDialog());
      expect(await axeViolations()).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await isGone(paymentDialog());
    }
  });
});
