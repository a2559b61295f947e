import { describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { signIn } from '#tests/support/http.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { pay } from '#tests/support/selling.ts';

describe('axe finds nothing on payment', () => {
  const payment = usePaymentPage();
  const violations = () => axeViolations(payment.page);
  const close = async () => {
    await payment.page.keyboard.press('Escape');
    await payment.page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' });
  };

  it('with payments in every state, with errors, and in every dialog', async () => {
    const { saleId } = await payment.start();
    expect(await violations()).toEqual([]);
    const salesperson = await signIn(payment.server.url, 'salesperson@demo.test');
    const take = (method: string) =>
      pay(salesperson, saleId, { method, amount: 50, reference_number: `${method}-${saleId}` });
    await take('gcash');
    const failed = await take('maya');
    await salesperson.post(`/payments/${failed.id}/mark-failed`, { reason: 'Payment not received' });
    const deleted = await take('card');
    await salesperson.delete(`/payments/${deleted.id}`, { reason: 'wrong slip' });
    await payment.page.reload();
    await payment.row('DELETED').waitFor();
    // Where least room is; every other state is looked at in the usual size.
    await payment.page.setViewportSize({ width: 1024, height: 700 });
    expect(await violations()).toEqual([]);
    await payment.page.setViewportSize({ width: 1366, height: 768 });
    await payment.method('GCash');
    await payment.page.getByLabel('Screenshot file').setInputFiles({
      name: 'receipt.png',
      mimeType: 'image/png',
      buffer: Buffer.from('this is no picture'),
    });
    await payment.page.getByText(/^Screenshot could not be uploaded/).waitFor();
    await payment.save();
    await payment.error('Reference required');
    expect(await violations()).toEqual([]);
    for (const entry of ['Mark completed', 'Mark failed', 'Edit payment', 'Delete payment']) {
      await payment.choose('Pending', entry);
      expect(await violations()).toEqual([]);
      await close();
    }
  });
});
