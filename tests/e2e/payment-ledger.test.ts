import { describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { storeDate } from '#domain/store-time.ts';
import { signIn } from '#tests/support/http.ts';
import { dismissToasts, dropFirstAnswer, toast } from '#tests/support/open-till.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { pay } from '#tests/support/selling.ts';
import { completeSale } from '#tests/support/till-page.ts';

describe('the payments that a draft has', () => {
  const payment = usePaymentPage();
  const confirm = (name: string) =>
    payment.page.locator('[role=dialog], [role=alertdialog]').getByRole('button', { name }).click();
  const dialogField = (label: string) =>
    payment.page.locator('[role=dialog], [role=alertdialog]').getByLabel(label, { exact: true });
  const noDialog = () =>
    payment.page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' });
  const taken = async (saleId: number) => {
    const [found] = await payment.paymentsOf(saleId);
    if (!found) throw new Error('no payment was taken');
    return found;
  };
  /** A sale with a pending GCash payment of ₱250.50. */
  const startWithPending = async (notes = '') => {
    const started = await payment.start();
    await payment.method('GCash');
    await payment.amount().fill('250.50');
    await payment.page.getByLabel('Reference number').fill(`g-${started.saleId}`);
    await payment.page.getByLabel('Notes').fill(notes);
    await payment.save();
    await payment.row('GCash').waitFor();
    return started;
  };

  it('says that there are none, until one is saved', async () => {
    await payment.start();
    await payment.page.getByText('No payments yet. Save Payment lists them here.').waitFor();
    await payment.amount().fill('100');
    await payment.save();
    await payment.row('₱100.00').getByText('Completed').waitFor();
    expect(await payment.page.getByText('No payments yet').count()).toBe(0);
  });

  it('marks a pending payment completed, with notes', async () => {
    const { saleId } = await startWithPending();
    await payment
      .row('Pending')
      .getByRole('button', { name: /^Mark completed/ })
      .click();
    await dialogField('Notes').fill('seen in the app');
    await confirm('Mark ₱250.50 completed');
    await payment.row('Completed').getByText('Confirmed by Joel Cruz').waitFor();
    await noDialog();
    const verified = await taken(saleId);
    expect(verified).toMatchObject({ status: 'completed', verification_notes: 'seen in the app' });
    expect(verified.verified_at).not.toBeNull();
    expect(await payment.page.getByRole('button', { name: /^Mark completed/ }).count()).toBe(0);
    await payment
      .row('GCash')
      .getByRole('button', { name: /^More for/ })
      .click();
    await expect
      .poll(() => payment.page.getByRole('menuitem').allTextContents())
      .toEqual(['Edit payment', 'Delete payment']);
    await payment.page.keyboard.press('Escape');
  });

  it('marks a pending payment failed for a reason, and proposes again what then remains', async () => {
    const { saleId, total } = await startWithPending();
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total - 25_050));
    await payment.choose('GCash', 'Mark failed');
    await expect.poll(() => dialogField('Reason').inputValue()).toBe('Payment not received');
    await dialogField('Reason').fill('  ');
    await confirm('Mark ₱250.50 failed');
    await payment.error('Reason required');
    expect((await taken(saleId)).status).toBe('pending');
    await dialogField('Reason').fill('never came');
    await confirm('Mark ₱250.50 failed');
    await payment.row('Failed').getByText('Failed: never came · by Joel Cruz').waitFor();
    expect(await taken(saleId)).toMatchObject({ status: 'failed', failure_reason: 'never came' });
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total));
    expect(await payment.row('Failed').getByRole('button').count()).toBe(0);
    await completeSale(payment.page);
    expect((await payment.saleOf(saleId)).balance_due).toBe(0);
  });

  it('takes the note of a payment as the reason why it failed, and keeps what is being typed', async () => {
    await startWithPending('wrong number given');
    await payment.amount().fill('321');
    await payment.choose('GCash', 'Mark failed');
    await expect.poll(() => dialogField('Reason').inputValue()).toBe('wrong number given');
    await confirm('Mark ₱250.50 failed');
    await payment.row('Failed').waitFor();
    await expect.poll(() => payment.amount().inputValue()).toBe('321');
  });

  it('edits notes, expected date and reference number', async () => {
    const { saleId } = await startWithPending();
    const today = storeDate(Date.now(), 'Asia/Manila');
    await payment.choose('GCash', 'Edit payment');
    await dialogField('Reference number').fill('  ');
    await confirm('Save Changes');
    await payment.error('Reference required');
    await dialogField('Reference number').fill('g-new');
    await dialogField('Expected date').fill('2020-01-01');
    await confirm('Save Changes');
    await payment.error('Expected date cannot be in the past');
    await dialogField('Expected date').fill(today);
    await dialogField('Notes').fill('pays tonight');
    await confirm('Save Changes');
    await toast(payment.page, 'Payment updated').waitFor();
    await noDialog();
    await payment.row('Ref. g-new').getByText('pays tonight').waitFor();
    expect(await taken(saleId)).toMatchObject({
      reference_number: 'g-new',
      expected_date: today,
      notes: 'pays tonight',
      amount: 25_050,
      method: 'gcash',
      status: 'pending',
    });
  });

  it('asks before another amount or method, and says what changes', async () => {
    const { saleId, total } = await startWithPending();
    await payment.choose('GCash', 'Edit payment');
    for (const text of ['0', 'abc', '1.234']) {
      await dialogField('Amount').fill(text);
      await confirm('Save Changes');
      await payment.error('Please enter a valid payment amount');
    }
    await dialogField('Amount').fill(formatAmount(total + 1));
    await confirm('Save Changes');
    await payment.error(`Only ₱${formatAmount(total)} remains to be paid`);
    await dialogField('Amount').fill('300');
    await dialogField('Method').selectOption('Maya');
    await confirm('Save Changes');
    await payment.page.getByText('The method changes from GCash to Maya.').waitFor();
    await payment.page
      .getByText('The amount changes from ₱250.50 to ₱300.00, and what remains to be paid with it.')
      .waitFor();
    await payment.page.keyboard.press('Escape');
    await payment.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(() => dialogField('Amount').inputValue()).toBe('300');
    expect((await taken(saleId)).amount).toBe(25_050);
    await confirm('Save Changes');
    await payment.page.getByRole('alertdialog').getByRole('button', { name: 'Change to ₱300.00' }).click();
    await payment.row('Maya').getByText('₱300.00').waitFor();
    await noDialog();
    expect(await taken(saleId)).toMatchObject({ method: 'maya', amount: 30_000, status: 'pending' });
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total - 30_000));
  });

  it('marks a payment failed, or completed, by choosing so while it is edited', async () => {
    const { saleId } = await startWithPending();
    await payment.choose('GCash', 'Edit payment');
    await payment.page.getByRole('dialog').getByRole('radio', { name: 'Completed' }).click();
    await dialogField('Notes').fill('came at last');
    await confirm('Save Changes');
    await toast(payment.page, 'Payment completed').waitFor();
    await noDialog();
    expect(await taken(saleId)).toMatchObject({ status: 'completed', notes: 'came at last' });

    const salesperson = await signIn(payment.server.url, 'salesperson@demo.test');
    await pay(salesperson, saleId, { method: 'maya', amount: 75, reference_number: `m-${saleId}` });
    await payment.page.reload();
    await payment.choose('Maya', 'Edit payment');
    await payment.page.getByRole('dialog').getByRole('radio', { name: 'Failed' }).click();
    await dialogField('Reason').fill('');
    await confirm('Mark ₱75.00 failed');
    await payment.error('Reason required');
    await dialogField('Reason').fill('bounced');
    await confirm('Mark ₱75.00 failed');
    await payment.row('Failed').getByText('Failed: bounced · by Joel Cruz').waitFor();
    const [, maya] = await payment.paymentsOf(saleId);
    expect(maya).toMatchObject({ status: 'failed', failure_reason: 'bounced' });
  });

  it('keeps a deleted payment dimmed, with its badge, its reason and who deleted it', async () => {
    const { saleId } = await startWithPending();
    await payment.choose('GCash', 'Delete payment');
    await dialogField('Reason').fill(' ');
    await confirm('Delete ₱250.50');
    await payment.error('Please provide a reason for deleting this payment');
    await dialogField('Reason').fill('typed twice');
    await confirm('Delete ₱250.50');
    const row = payment.row('DELETED');
    await row.getByText('Deleted by Joel Cruz · typed twice').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect((await taken(saleId)).deleted_at).not.toBeNull();
    await completeSale(payment.page);
  });

  it('says what went wrong, and shows what the payment has become meanwhile', async () => {
    const { saleId } = await startWithPending();
    const { id } = await taken(saleId);
    const salesperson = await signIn(payment.server.url, 'salesperson@demo.test');
    await payment.choose('GCash', 'Mark failed');
    await salesperson.post(`/payments/${id}/verify`, {});
    await confirm('Mark ₱250.50 failed');
    await toast(payment.page, 'Update failed').waitFor();
    await toast(payment.page, 'Only a pending payment can be marked failed').waitFor();
    await payment.row('Completed').waitFor();
    await noDialog();

    await dismissToasts(payment.page);
    await payment.choose('GCash', 'Delete payment');
    await salesperson.delete(`/payments/${id}`, { reason: 'by another till' });
    await dialogField('Reason').fill('mine');
    await confirm('Delete ₱250.50');
    await toast(payment.page, 'Failed to delete payment').waitFor();
    await payment.row('DELETED').getByText('by another till').waitFor();
  });

  it('says so when verifying or editing is refused', async () => {
    const { saleId } = await startWithPending();
    const { id } = await taken(saleId);
    const salesperson = await signIn(payment.server.url, 'salesperson@demo.test');
    await payment
      .row('GCash')
      .getByRole('button', { name: /^Mark completed/ })
      .click();
    await salesperson.post(`/payments/${id}/mark-failed`, { reason: 'elsewhere' });
    await confirm('Mark ₱250.50 completed');
    await toast(payment.page, 'Verification failed').waitFor();
    await payment
      .row('Failed')
      .getByText(/elsewhere/)
      .waitFor();

    const other = await pay(salesperson, saleId, {
      method: 'maya',
      amount: 50,
      reference_number: `m-${saleId}`,
    });
    await payment.page.reload();
    await payment.choose('Maya', 'Edit payment');
    await salesperson.delete(`/payments/${other.id}`, { reason: 'gone' });
    await dialogField('Notes').fill('late');
    await confirm('Save Changes');
    await toast(payment.page, 'Failed to update payment').waitFor();
    await payment.row('DELETED').getByText(/gone/).waitFor();
  });

  it('verifies once when the answer was lost and it is pressed again', async () => {
    const { saleId } = await startWithPending();
    const sent = await dropFirstAnswer(payment.page, { method: 'POST', path: /\/verify$/ });
    await payment
      .row('GCash')
      .getByRole('button', { name: /^Mark completed/ })
      .click();
    await confirm('Mark ₱250.50 completed');
    await payment.page.getByText('The server cannot be reached').first().waitFor();
    await confirm('Mark ₱250.50 completed');
    await payment.row('Completed').waitFor();
    await noDialog();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect((await taken(saleId)).status).toBe('completed');
  });
});
