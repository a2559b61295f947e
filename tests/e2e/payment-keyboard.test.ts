import { describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { isRead } from '#tests/support/is-read.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { typeByHand } from '#tests/support/till-page.ts';

describe('payment without a mouse', () => {
  const payment = usePaymentPage();
  const press = async (...keys: string[]) => {
    for (const key of keys) await payment.page.keyboard.press(key);
  };
  /** Returns the name of the focused element. */
  const focused = () =>
    payment.page.evaluate(() => {
      const element = document.activeElement;
      const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
      const label = isField ? element.labels?.[0]?.textContent : null;
      return label ?? element?.getAttribute('aria-label') ?? element?.textContent;
    });

  it('takes two payments, fails and deletes, and completes', async () => {
    const { saleId, total } = await payment.start();
    await expect.poll(() => focused()).toBe('Amount');
    await typeByHand(payment.page, '150');
    await press('Enter');
    await payment.row('₱150.00').waitFor();
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total - 15_000));

    await payment.page.getByRole('radio', { name: 'Cash', exact: true }).focus();
    await press('ArrowRight', 'ArrowRight');
    await expect.poll(() => focused()).toMatch(/^GCash/);
    await press('Tab');
    await expect.poll(() => focused()).toBe('Amount');
    await typeByHand(payment.page, '99.50');
    await press('Tab');
    await expect.poll(() => focused()).toBe('Reference number');
    await press('Enter');
    await payment.error('Reference required');
    await expect.poll(() => focused()).toBe('Reference number');
    await typeByHand(payment.page, `key-${saleId}`);
    await press('Enter');
    await payment.row('GCash').waitFor();

    const menu = payment.row('GCash').getByRole('button', { name: /^More for/ });
    await menu.focus();
    await press('Enter', 'Enter');
    await payment.page.getByRole('alertdialog').waitFor();
    await expect.poll(focused).toBe('Reason');
    await press('Escape');
    await payment.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await press('Enter', 'Enter');
    await expect.poll(focused).toBe('Reason');
    await press('Control+Enter');
    await payment.row('Failed').waitFor();
    await payment.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Amount');

    await payment
      .row('Cash')
      .getByRole('button', { name: /^More for/ })
      .focus();
    await press('Enter', 'End', 'Enter');
    await expect.poll(focused).toBe('Reason');
    await press('Control+Enter');
    expect((await payment.saleOf(saleId)).status).toBe('draft');
    await typeByHand(payment.page, 'miscounted');
    await press('Control+Enter');
    await payment.row('DELETED').waitFor();
    await payment.page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Amount');
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total));
    await isRead();
    await press('Control+Enter');
    await payment.page.getByRole('heading', { name: 'Sale complete' }).waitFor();
    const counted = (await payment.paymentsOf(saleId)).filter((each) => each.deleted_at === null);
    expect(counted.map(({ method, amount, status }) => [method, amount, status])).toEqual([
      ['gcash', 9_950, 'failed'],
      ['cash', total, 'completed'],
    ]);
  });
});
