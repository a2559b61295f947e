import { describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { dropFirstAnswer, toast } from '#tests/support/open-till.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { completeSale, draftSaved, scanToLine } from '#tests/support/till-page.ts';

describe('what is pressed twice on payment', () => {
  const payment = usePaymentPage();

  it('takes one payment by a double click on Save Payment', async () => {
    const { saleId } = await payment.start();
    await payment.amount().fill('100');
    await payment.page.getByRole('button', { name: 'Save Payment' }).dblclick({ delay: 60 });
    await toast(payment.page, 'Payment saved').waitFor();
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(1);
    await payment.amount().fill('200');
    await payment.save();
    await expect.poll(async () => (await payment.paymentsOf(saleId)).length).toBe(2);
  });

  it('completes nothing by a double click on Checkout, and one sale by a double click on Complete Sale', async () => {
    const { imei } = await payment.phone();
    await scanToLine(payment.page, imei);
    await draftSaved(payment.page);
    const checkout = payment.page.getByRole('button', { name: /^Checkout/ });
    const box = await checkout.boundingBox();
    await checkout.click();
    await payment.page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    await payment.page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) / 2,
    );
    const saleId = Number(/pos\/(\d+)/.exec(payment.page.url())?.[1]);
    await expect
      .poll(() => payment.page.getByRole('heading', { name: 'Complete Payment' }).isVisible())
      .toBe(true);
    expect(await payment.paymentsOf(saleId)).toEqual([]);

    const completed = payment.page.getByRole('heading', { name: 'Sale complete' });
    await expect
      .poll(
        async () => {
          const button = payment.page.getByRole('button', { name: /^Complete Sale/ });
          if (await button.isVisible())
            await button.dblclick({ delay: 30, timeout: 1000 }).catch(() => undefined);
          return completed.isVisible();
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(1);
    expect((await payment.saleOf(saleId)).status).toBe('completed');
  });

  it('takes one payment when its answer was lost and it is saved again', async () => {
    const { saleId } = await payment.start();
    const sent = await dropFirstAnswer(payment.page, { method: 'POST', path: /\/payments$/ });
    await payment.amount().fill('100');
    await payment.save();
    await toast(payment.page, 'The server cannot be reached').waitFor();
    await payment.row('₱100.00').waitFor();
    await payment.page.getByText('Sales cannot be completed').waitFor({ state: 'detached' });
    await expect.poll(() => payment.amount().inputValue()).toBe('100');
    await payment.save();
    await toast(payment.page, 'Payment saved').waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(1);
  });

  it('completes one sale when the answer was lost and it is pressed again, and shows its change', async () => {
    const { saleId, total } = await payment.start();
    const sent = await dropFirstAnswer(payment.page, { method: 'POST', path: /\/complete$/ });
    await payment.amount().fill(formatAmount(total + 5_000));
    await payment.page.keyboard.press('Control+Enter');
    await toast(payment.page, 'The server cannot be reached').waitFor();
    await payment.page.getByText('Sales cannot be completed').waitFor({ state: 'detached' });
    await completeSale(payment.page);
    await payment.page
      .getByRole('complementary', { name: 'Completed sale' })
      .getByText('₱50.00')
      .first()
      .waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]?.key).toBe(sent[0]?.key);
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(1);
    expect((await payment.saleOf(saleId)).status).toBe('completed');
    await payment.page.getByText('No draft yet. The first item starts one.').waitFor();
  });
});
