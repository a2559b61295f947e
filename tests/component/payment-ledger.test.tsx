import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import { storeDate } from '#domain/store-time.ts';
import { callerAs, loseAnswer, openScreen } from '#tests/support/component/open-screen.tsx';
import type { Caller } from '#tests/support/http.ts';
import {
  expectDone,
  openDraft,
  pay,
  phonesOnSale,
  type WirePayment,
  type WireTransaction,
} from '#tests/support/selling.ts';

const SELLER = 'salesperson@demo.test';

const words = (pesos: number) => formatAmount(pesosToCentavos(pesos));

describe('the payments that a draft has', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  const open = async (saleId: number) => {
    await openScreen(`/pos/${saleId}/payment`, { email: SELLER });
    await shown(page.getByRole('heading', { name: 'Complete Payment' }));
  };
  const newDraft = async () => openDraft(seller, await phonesOnSale(seller, 1));
  const pending = (saleId: number, extra: object = {}) =>
    pay(seller, saleId, { method: 'gcash', amount: 250.5, reference_number: `g-${saleId}`, ...extra });
  /** A draft with a pending GCash payment of ₱250.50, on the screen. */
  const openWithPending = async (extra: object = {}) => {
    const { id: saleId, total_amount: total } = await newDraft();
    const payment = await pending(saleId, extra);
    await open(saleId);
    return { saleId, total, payment };
  };
  const shown = (locator: ReturnType<typeof page.getByText>) => expect.element(locator).toBeVisible();
  const notice = (text: string) =>
    shown(page.getByRole('region', { name: 'Notifications' }).getByText(text).first());
  const row = (text: string) =>
    page.getByRole('list', { name: 'Existing payments' }).getByRole('listitem').filter({ hasText: text });
  const amount = () => page.getByRole('region', { name: 'New payment' }).getByLabelText('Amount');
  const markCompleted = (text: string) =>
    row(text)
      .getByRole('button', { name: /^Mark completed/ })
      .click();
  const more = (text: string) =>
    row(text)
      .getByRole('button', { name: /^More for/ })
      .click();
  const choose = async (text: string, entry: string) => {
    await more(text);
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const question = () => page.getByRole('alertdialog');
  const dialog = () => page.getByRole('dialog').or(question());
  const field = (label: string) => dialog().getByLabelText(label, { exact: true });
  const confirm = (name: string) => dialog().getByRole('button', { name }).click();
  const error = (text: string) => shown(page.getByText(text, { exact: true }).first());
  const noDialog = () => expect.element(dialog()).not.toBeInTheDocument();
  const saleOf = async (saleId: number) =>
    expectDone(await seller.get<WireTransaction>(`/transactions/${saleId}`));
  const stored = async ({ id, transaction_id: saleId }: WirePayment) =>
    (await saleOf(saleId)).payments.find((one) => one.id === id);
  const completeSale = async () => {
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await shown(page.getByRole('heading', { name: 'Sale complete' }));
  };

  it('says that there are none, until one is saved', async () => {
    await open((await newDraft()).id);
    await shown(page.getByText('No payments yet. Save Payment lists them here.'));
    await amount().fill('100');
    await page.getByRole('button', { name: 'Save Payment' }).click();
    await shown(row('₱100.00').getByText('Completed'));
    expect(page.getByText('No payments yet').elements()).toEqual([]);
  });

  it('marks a pending payment completed, with notes', async () => {
    const { payment } = await openWithPending();
    await markCompleted('Pending');
    await field('Notes').fill('seen in the app');
    await confirm('Mark ₱250.50 completed');
    await shown(row('Completed').getByText('Confirmed by Joel Cruz'));
    await noDialog();
    const verified = await stored(payment);
    expect(verified).toMatchObject({ status: 'completed', verification_notes: 'seen in the app' });
    expect(verified?.verified_at).not.toBeNull();
    expect(page.getByRole('button', { name: /^Mark completed/ }).elements()).toEqual([]);
    await more('GCash');
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
    await expect.element(amount()).toHaveValue(words(total - 250.5));
    await choose('GCash', 'Mark failed');
    await expect.element(field('Reason')).toHaveValue('Payment not received');
    await field('Reason').fill('  ');
    await confirm('Mark ₱250.50 failed');
    await error('Reason required');
    expect((await stored(payment))?.status).toBe('pending');
    await field('Reason').fill('never came');
    await confirm('Mark ₱250.50 failed');
    await shown(row('Failed').getByText('Failed: never came · by Joel Cruz'));
    expect(await stored(payment)).toMatchObject({ status: 'failed', failure_reason: 'never came' });
    await expect.element(amount()).toHaveValue(words(total));
    expect(row('Failed').getByRole('button').elements()).toEqual([]);
    await noDialog();
    await completeSale();
    expect((await saleOf(saleId)).balance_due).toBe(0);
  });

  it('takes the note of a payment as the reason why it failed, and keeps what is being typed', async () => {
    await openWithPending({ notes: 'wrong number given' });
    await amount().fill('321');
    await choose('GCash', 'Mark failed');
    await expect.element(field('Reason')).toHaveValue('wrong number given');
    await confirm('Mark ₱250.50 failed');
    await shown(row('Failed'));
    await expect.element(amount()).toHaveValue('321');
  });

  it('edits notes, expected date and reference number', async () => {
    const { payment } = await openWithPending();
    const today = storeDate(Date.now(), 'Asia/Manila');
    await choose('GCash', 'Edit payment');
    await field('Reference number').fill('  ');
    await confirm('Save Changes');
    await error('Reference required');
    await field('Reference number').fill('g-new');
    await field('Expected date').fill('2020-01-01');
    await confirm('Save Changes');
    await error('Expected date cannot be in the past');
    await field('Expected date').fill(today);
    await field('Notes').fill('pays tonight');
    await confirm('Save Changes');
    await notice('Payment updated');
    await noDialog();
    await shown(row('Ref. g-new').getByText('pays tonight'));
    expect(await stored(payment)).toMatchObject({
      reference_number: 'g-new',
      expected_date: today,
      notes: 'pays tonight',
      amount: 250.5,
      method: 'gcash',
      status: 'pending',
    });
  });

  it('asks before another amount or method, and says what changes', async () => {
    const { total, payment } = await openWithPending();
    await choose('GCash', 'Edit payment');
    for (const text of ['0', 'abc', '1.234']) {
      await field('Amount').fill(text);
      await confirm('Save Changes');
      await error('Please enter a valid payment amount');
    }
    await field('Amount').fill(words(total + 0.01));
    await confirm('Save Changes');
    await error(`Only ₱${words(total)} remains to be paid`);
    await field('Amount').fill('300');
    await field('Method').selectOptions('Maya');
    await confirm('Save Changes');
    await shown(page.getByText('The method changes from GCash to Maya.'));
    await shown(
      page.getByText('The amount changes from ₱250.50 to ₱300.00, and what remains to be paid with it.'),
    );
    await userEvent.keyboard('{Escape}');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(field('Amount')).toHaveValue('300');
    expect((await stored(payment))?.amount).toBe(250.5);
    await confirm('Save Changes');
    await question().getByRole('button', { name: 'Change to ₱300.00' }).click();
    await shown(row('Maya').getByText('₱300.00'));
    await noDialog();
    expect(await stored(payment)).toMatchObject({ method: 'maya', amount: 300, status: 'pending' });
    await expect.element(amount()).toHaveValue(words(total - 300));
  });

  it('marks a payment failed, or completed, by choosing so while it is edited', async () => {
    const { id: saleId } = await newDraft();
    const gcash = await pending(saleId);
    const maya = await pending(saleId, { method: 'maya', amount: 75, reference_number: `m-${saleId}` });
    await open(saleId);
    await choose('GCash', 'Edit payment');
    await dialog().getByRole('radio', { name: 'Completed' }).click();
    await field('Notes').fill('came at last');
    await confirm('Save Changes');
    await notice('Payment completed');
    await noDialog();
    expect(await stored(gcash)).toMatchObject({ status: 'completed', notes: 'came at last' });

    await choose('Maya', 'Edit payment');
    await dialog().getByRole('radio', { name: 'Failed' }).click();
    await field('Reason').fill('');
    await confirm('Mark ₱75.00 failed');
    await error('Reason required');
    await field('Reason').fill('bounced');
    await confirm('Mark ₱75.00 failed');
    await shown(row('Failed').getByText('Failed: bounced · by Joel Cruz'));
    expect(await stored(maya)).toMatchObject({ status: 'failed', failure_reason: 'bounced' });
  });

  it('keeps a deleted payment dimmed, with its badge, its reason and who deleted it', async () => {
    const { payment } = await openWithPending();
    await choose('GCash', 'Delete payment');
    await field('Reason').fill(' ');
    await confirm('Delete ₱250.50');
    await error('Please provide a reason for deleting this payment');
    await field('Reason').fill('typed twice');
    await confirm('Delete ₱250.50');
    await shown(row('DELETED').getByText('Deleted by Joel Cruz · typed twice'));
    expect(row('DELETED').getByRole('button').elements()).toEqual([]);
    expect((await stored(payment))?.deleted_at).not.toBeNull();
    await noDialog();
    await completeSale();
  });

  it('says what went wrong, and shows what the payment has become meanwhile', async () => {
    const { payment } = await openWithPending();
    await choose('GCash', 'Mark failed');
    expectDone(await seller.post(`/payments/${payment.id}/verify`, {}));
    await confirm('Mark ₱250.50 failed');
    await notice('Update failed');
    await notice('Only a pending payment can be marked failed');
    await shown(row('Completed'));
    await noDialog();

    await choose('GCash', 'Delete payment');
    expectDone(await seller.delete(`/payments/${payment.id}`, { reason: 'by another till' }));
    await field('Reason').fill('mine');
    await confirm('Delete ₱250.50');
    await notice('Failed to delete payment');
    await shown(row('DELETED').getByText('by another till'));
  });

  it('says so when verifying or editing is refused', async () => {
    const { id: saleId } = await newDraft();
    const gcash = await pending(saleId);
    const maya = await pending(saleId, { method: 'maya', amount: 50, reference_number: `m-${saleId}` });
    await open(saleId);
    await markCompleted('GCash');
    expectDone(await seller.post(`/payments/${gcash.id}/mark-failed`, { reason: 'elsewhere' }));
    await confirm('Mark ₱250.50 completed');
    await notice('Verification failed');
    await shown(row('Failed').getByText(/elsewhere/));
    await noDialog();

    await choose('Maya', 'Edit payment');
    expectDone(await seller.delete(`/payments/${maya.id}`, { reason: 'gone' }));
    await field('Notes').fill('late');
    await confirm('Save Changes');
    await notice('Failed to update payment');
    await shown(row('DELETED').getByText(/gone/));
  });

  it('verifies once when the answer was lost and it is pressed again', async () => {
    const { payment } = await openWithPending();
    await markCompleted('GCash');
    const { keys } = loseAnswer({ path: /\/verify$/, method: 'POST' });
    await confirm('Mark ₱250.50 completed');
    await notice('The server cannot be reached');
    await confirm('Mark ₱250.50 completed');
    await shown(row('Completed'));
    await noDialog();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect((await stored(payment))?.status).toBe('completed');
  });
});
