import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { storeDate } from '#domain/store-time.ts';
import { callerAs, loseAnswer } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  choosePaymentEntry,
  completeSale,
  asText,
  isRefused,
  newDraft,
  openPayment,
  openPaymentMenu,
  paymentDialog,
  paymentRow,
  saleOf,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, pay, type WirePayment } from '#tests/support/selling.ts';

describe('the payments that a draft has', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  const pending = (saleId: number, extra: object = {}) =>
    pay(seller, saleId, { method: 'gcash', amount: 250.5, reference_number: `g-${saleId}`, ...extra });
  /** Opens a draft with a pending GCash payment of ₱250.50 on the screen. */
  const openWithPending = async (extra: object = {}) => {
    const { id: saleId, total_amount: total } = await newDraft(seller);
    const payment = await pending(saleId, extra);
    await openPayment(saleId);
    return { saleId, total, payment };
  };
  const markCompleted = (text: string) =>
    paymentRow(text)
      .getByRole('button', { name: /^Verify the/ })
      .click();
  const question = () => page.getByRole('alertdialog');
  const field = (label: string) => paymentDialog().getByLabelText(label, { exact: true });
  const confirm = (name: string) => paymentDialog().getByRole('button', { name }).click();
  const stored = async ({ id, transaction_id: saleId }: WirePayment) =>
    (await saleOf(seller, saleId)).payments.find((one) => one.id === id);

  it('says that there are none, until one is saved', async () => {
    await startPayment(seller);
    await isShown(page.getByText('No payments yet. Save Payment lists them here.'));
    await amount().fill('100');
    await savePayment();
    await isShown(paymentRow('₱100.00').getByText('Completed'));
    expect(page.getByText('No payments yet').elements()).toEqual([]);
  });

  it('keep their text wide on a phone: what is done with a pending one stands below it', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1366, 768));
    await openWithPending();
    const row = paymentRow('Pending');
    const verify = row.getByRole('button', { name: /^Verify the/ });
    await expect.element(verify).toHaveTextContent('Verify');
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
    expect(verify.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
      bottomOf(row.getByText('₱250.50').element()),
    );
  });

  it('have the verifying of a pending one as a button, and the rest in the menu', async () => {
    await openWithPending();
    await openPaymentMenu('GCash');
    await isShown(page.getByRole('menuitem', { name: 'Mark failed' }));
    const entries = page.getByRole('menuitem').elements();
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Mark failed',
      'Edit payment',
      'Delete payment',
    ]);
  });

  it('marks a pending payment completed, with notes', async () => {
    const { payment } = await openWithPending();
    await markCompleted('Pending');
    await field('Notes').fill('seen in the app');
    await confirm('Verify ₱250.50');
    await isShown(paymentRow('Completed').getByText('Verified by Joel Cruz'));
    await isGone(paymentDialog());
    const verified = await stored(payment);
    expect(verified).toMatchObject({ status: 'completed', verification_notes: 'seen in the app' });
    expect(verified?.verified_at).not.toBeNull();
    expect(page.getByRole('button', { name: /^Verify the/ }).elements()).toEqual([]);
    await openPaymentMenu('GCash');
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(['Edit payment', 'Delete payment']);
  });

  it('marks a pending payment failed for a reason, and proposes again what then remains', async () => {
    const { saleId, total, payment } = await openWithPending();
    await expect.element(amount()).toHaveValue(asText(total - 250.5));
    await choosePaymentEntry('GCash', 'Mark failed');
    await expect.element(field('Reason')).toHaveValue('Payment not received');
    await field('Reason').fill('  ');
    await confirm('Mark ₱250.50 failed');
    await isRefused('Reason required');
    expect((await stored(payment))?.status).toBe('pending');
    await field('Reason').fill('never came');
    await confirm('Mark ₱250.50 failed');
    await isShown(paymentRow('Failed').getByText('Failed: never came · by Joel Cruz'));
    expect(await stored(payment)).toMatchObject({ status: 'failed', failure_reason: 'never came' });
    await expect.element(amount()).toHaveValue(asText(total));
    expect(paymentRow('Failed').getByRole('button').elements()).toEqual([]);
    await isGone(paymentDialog());
    await completeSale();
    expect((await saleOf(seller, saleId)).balance_due).toBe(0);
  });

  it('takes the note of a payment as the reason why it failed, and keeps what is being typed', async () => {
    await openWithPending({ notes: 'wrong number given' });
    await amount().fill('321');
    await choosePaymentEntry('GCash', 'Mark failed');
    await expect.element(field('Reason')).toHaveValue('wrong number given');
    await confirm('Mark ₱250.50 failed');
    await isShown(paymentRow('Failed'));
    await expect.element(amount()).toHaveValue('321');
  });

  it('edits notes, expected date and reference number', async () => {
    const { payment } = await openWithPending();
    const today = storeDate(Date.now(), 'Asia/Manila');
    await choosePaymentEntry('GCash', 'Edit payment');
    await field('Reference number').fill('  ');
    await confirm('Update Payment');
    await isRefused('Reference required');
    await field('Reference number').fill('g-new');
    await field('Expected date').fill('2020-01-01');
    await confirm('Update Payment');
    await isRefused('Expected date cannot be in the past');
    await field('Expected date').fill(today);
    await field('Notes').fill('pays tonight');
    await confirm('Update Payment');
    await isTold('Payment updated');
    await isGone(paymentDialog());
    await isShown(paymentRow('Ref. g-new').getByText('pays tonight'));
    expect(await stored(payment)).toMatchObject({
      reference_number: 'g-new',
      expected_date: today,
      notes: 'pays tonight',
      amount: 250.5,
      method: 'gcash',
      status: 'pending',
    });
  });

  it('edits a payment by its keys, and leaves the dialog by Esc with nothing changed', async () => {
    const { id: saleId } = await newDraft(seller);
    const payment = await pay(seller, saleId, { method: 'cash', amount: 150 });
    await openPayment(saleId);
    const menu = paymentRow('Cash').getByRole('button', { name: /^More for/ });
    const openByKeys = async () => {
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('menuitem', { name: 'Edit payment' })).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.element(field('Method')).toHaveFocus();
    };
    menu.element().focus();
    await openByKeys();
    await field('Notes').fill('two hundreds');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await isGone(paymentDialog());
    await expect.element(menu).toHaveFocus();
    expect((await stored(payment))?.notes).toBeNull();
    await openByKeys();
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(field('Notes')).toHaveFocus();
    await field('Notes').fill('two hundreds');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('Payment updated');
    expect((await stored(payment))?.notes).toBe('two hundreds');
  });

  it('asks before another amount or method, and says what changes', async () => {
    const { total, payment } = await openWithPending();
    await choosePaymentEntry('GCash', 'Edit payment');
    for (const text of ['0', 'abc', '1.234']) {
      await field('Amount').fill(text);
      await confirm('Update Payment');
      await isRefused('Please enter a valid payment amount');
    }
    await field('Amount').fill(asText(total + 0.01));
    await confirm('Update Payment');
    await isRefused(`Only ₱${asText(total)} remains to be paid`);
    await field('Amount').fill('300');
    await field('Method').selectOptions('Maya');
    await confirm('Update Payment');
    await isShown(page.getByText('The method changes from GCash to Maya.'));
    await isShown(
      page.getByText('The amount changes from ₱250.50 to ₱300.00, and what remains to be paid with it.'),
    );
    await userEvent.keyboard('{Escape}');
    await isGone(question());
    await expect.element(field('Amount')).toHaveValue('300');
    expect((await stored(payment))?.amount).toBe(250.5);
    await confirm('Update Payment');
    await question().getByRole('button', { name: 'Change to ₱300.00' }).click();
    await isShown(paymentRow('Maya').getByText('₱300.00'));
    await isGone(paymentDialog());
    expect(await stored(payment)).toMatchObject({ method: 'maya', amount: 300, status: 'pending' });
    await expect.element(amount()).toHaveValue(asText(total - 300));
  });

  it('marks a payment failed, or completed, by choosing so while it is edited', async () => {
    const { id: saleId } = await newDraft(seller);
    const gcash = await pending(saleId);
    const maya = await pending(saleId, { method: 'maya', amount: 75, reference_number: `m-${saleId}` });
    await openPayment(saleId);
    await choosePaymentEntry('GCash', 'Edit payment');
    await paymentDialog().getByRole('radio', { name: 'Completed' }).click();
    await field('Notes').fill('came at last');
    await confirm('Update Payment');
    await isTold('Payment completed');
    await isGone(paymentDialog());
    expect(await stored(gcash)).toMatchObject({ status: 'completed', notes: 'came at last' });

    await choosePaymentEntry('Maya', 'Edit payment');
    await paymentDialog().getByRole('radio', { name: 'Failed' }).click();
    await field('Reason').fill('');
    await confirm('Mark ₱75.00 failed');
    await isRefused('Reason required');
    await field('Reason').fill('bounced');
    await confirm('Mark ₱75.00 failed');
    await isShown(paymentRow('Failed').getByText('Failed: bounced · by Joel Cruz'));
    expect(await stored(maya)).toMatchObject({ status: 'failed', failure_reason: 'bounced' });
  });

  it('keeps a deleted payment dimmed, with its badge, its reason and who deleted it', async () => {
    const { payment } = await openWithPending();
    await choosePaymentEntry('GCash', 'Delete payment');
    await field('Reason').fill(' ');
    await confirm('Delete ₱250.50');
    await isRefused('Please provide a reason for deleting this payment');
    await isTold('Reason required');
    await field('Reason').fill('typed twice');
    await confirm('Delete ₱250.50');
    await isShown(paymentRow('DELETED').getByText('Deleted by Joel Cruz · typed twice'));
    expect(paymentRow('DELETED').getByRole('button').elements()).toEqual([]);
    expect((await stored(payment))?.deleted_at).not.toBeNull();
    await isGone(paymentDialog());
    await completeSale();
  });

  it('says what went wrong, and shows what the payment has become meanwhile', async () => {
    const { payment } = await openWithPending();
    await choosePaymentEntry('GCash', 'Mark failed');
    expectDone(await seller.post(`/payments/${payment.id}/verify`, {}));
    await confirm('Mark ₱250.50 failed');
    await isTold('Update failed');
    await isTold(/ verified this payment already$/);
    await isShown(paymentRow('Completed'));
    await isGone(paymentDialog());

    await choosePaymentEntry('GCash', 'Delete payment');
    expectDone(await seller.delete(`/payments/${payment.id}`, { reason: 'by another till' }));
    await field('Reason').fill('mine');
    await confirm('Delete ₱250.50');
    await isTold('Failed to delete payment');
    await isShown(paymentRow('DELETED').getByText('by another till'));
  });

  it('says so when verifying or editing is refused', async () => {
    const { id: saleId } = await newDraft(seller);
    const gcash = await pending(saleId);
    const maya = await pending(saleId, { method: 'maya', amount: 50, reference_number: `m-${saleId}` });
    await openPayment(saleId);
    await markCompleted('GCash');
    expectDone(await seller.post(`/payments/${gcash.id}/mark-failed`, { reason: 'elsewhere' }));
    await confirm('Verify ₱250.50');
    await isTold('Verification failed');
    await isShown(paymentRow('Failed').getByText(/elsewhere/));
    await isGone(paymentDialog());

    await choosePaymentEntry('Maya', 'Edit payment');
    expectDone(await seller.delete(`/payments/${maya.id}`, { reason: 'gone' }));
    await field('Notes').fill('late');
    await confirm('Update Payment');
    await isTold('Failed to update payment');
    await isShown(paymentRow('DELETED').getByText(/gone/));
  });

  it.each([
    ['Notes', 'Verify ₱250.50', /marked this payment failed already$/],
    ['Reason', 'Mark ₱250.50 failed', /verified this payment already$/],
  ])('keeps what was typed as “%s” when somebody was faster', async (name, button, why) => {
    const { payment } = await openWithPending();
    if (name === 'Notes') await markCompleted('GCash');
    else await choosePaymentEntry('GCash', 'Mark failed');
    const [act, body] = name === 'Notes' ? ['mark-failed', { reason: 'elsewhere' }] : ['verify', {}];
    expectDone(await seller.post(`/payments/${payment.id}/${act}`, body));
    await field(name).fill('Called the bank');
    await confirm(button);
    await isShown(paymentDialog().getByText(why));
    await expect.element(field(name)).toHaveValue('Called the bank');
    await expect.element(paymentDialog().getByRole('button', { name: button })).toBeDisabled();
  });

  it('verifies once when the answer was lost and it is pressed again', async () => {
    const { payment } = await openWithPending();
    await markCompleted('GCash');
    const { keys } = loseAnswer({ path: /\/verify$/, method: 'POST', isCutUntilAgain: true });
    await confirm('Verify ₱250.50');
    await isTold('The server cannot be reached');
    await confirm('Verify ₱250.50');
    await isShown(paymentRow('Completed'));
    await isGone(paymentDialog());
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect((await stored(payment))?.status).toBe('completed');
  });
});
