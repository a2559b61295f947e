import { describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { usePaymentPage, withTax } from '#tests/support/payment-page.ts';
import { openDraft, sell } from '#tests/support/selling.ts';
import { cart, completeSale, draftSaved, goToPayment, scanToLine } from '#tests/support/till-page.ts';

describe('opening payment', () => {
  const payment = usePaymentPage();

  it('follows the cart when the cashier goes back, adds a unit and returns', async () => {
    const { total, retail_price: first } = await payment.start();
    await payment.amount().fill('100');
    await payment.save();
    await toast(payment.page, 'Payment saved').waitFor();
    await payment.page.getByRole('button', { name: 'Back to the till' }).click();
    await cart(payment.page).waitFor();
    const second = await payment.phone();
    await scanToLine(payment.page, second.imei);
    await goToPayment(payment.page);
    const both = withTax(first + second.retail_price);
    expect(both).not.toBe(total);
    await expect.poll(() => payment.figure('Total due').textContent()).toBe(`₱${formatAmount(both)}`);
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(both - 10_000));
    await payment.page.reload();
    await payment.page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(both - 10_000));
    await completeSale(payment.page);
  });

  it('says why payment cannot be opened, and goes where one can go on', async () => {
    await payment.page.goto('/pos/payment');
    await toast(payment.page, 'Cart is empty').waitFor();
    await expect.poll(() => payment.page.url()).toMatch(/\/pos$/);
    for (const path of ['/pos/999999999/payment', '/pos/999999999', '/pos/nonsense']) {
      await payment.page.goto(path);
      await toast(payment.page, 'Transaction not found').waitFor();
      await toast(payment.page, 'The transaction you are looking for does not exist').waitFor();
      await expect.poll(() => payment.page.url()).toMatch(/\/pos$/);
    }
    const manager = await signIn(payment.server.url, 'store_manager@demo.test');
    const { transaction } = await sell(manager, [(await payment.phone()).id]);
    for (const path of [`/pos/${transaction.id}/payment`, `/pos/${transaction.id}`]) {
      await payment.page.goto(path);
      await toast(payment.page, 'Transaction already completed').waitFor();
      await toast(payment.page, 'This transaction has already been completed').waitFor();
      await expect.poll(() => payment.page.url()).toContain(`/transactions/${transaction.id}`);
    }
    await payment.page.goto('/pos');
    await payment.page.getByText('Scan an item to start').waitFor();
    await payment.page.keyboard.press('F8');
    await toast(payment.page, 'Add items to the cart before checkout').waitFor();
  });

  it('sells a draft that was opened by its payment address', async () => {
    const [mine, other] = await payment.phones(2);
    if (!mine || !other) throw new Error('no phones left');
    const salesperson = await signIn(payment.server.url, 'salesperson@demo.test');
    const draft = await openDraft(salesperson, [other.id]);
    await payment.page.goto(`/pos/${draft.id}/payment`);
    await payment.page.getByText(`IMEI ${other.imei}`).waitFor();
    await completeSale(payment.page);
    await cart(payment.page).waitFor({ state: 'detached' });
  });

  it('says so when the draft was deleted elsewhere, and stands at the till', async () => {
    const salesperson = await signIn(payment.server.url, 'salesperson@demo.test');
    for (const [deed, words] of [
      ['save', 'Cannot save payment without a transaction'],
      ['complete', 'Cannot complete transaction without a transaction ID'],
    ] as const) {
      const { saleId } = await payment.start();
      if (deed === 'complete') {
        await payment.method('GCash');
        await payment.page.getByLabel('Reference number').fill(`gone-${saleId}`);
        await payment.save();
        await payment.row('GCash').waitFor();
      }
      expect((await salesperson.delete(`/transactions/${saleId}`, {})).status).toBe(200);
      if (deed === 'save') await payment.save();
      else await payment.page.keyboard.press('Control+Enter');
      await toast(payment.page, 'No transaction found').waitFor();
      await toast(payment.page, words).waitFor();
      await expect.poll(() => payment.page.url()).toMatch(/\/pos$/);
      await payment.page.goto('/pos');
      await payment.page.getByText('Scan an item to start').waitFor();
    }
  });

  it('says so when loading failed', async () => {
    await payment.page.route(/\/transactions\/\d+$/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"broken"}' }),
    );
    await scanToLine(payment.page, (await payment.phone()).imei);
    await draftSaved(payment.page);
    await payment.page.keyboard.press('F8');
    await payment.page.getByText('No transaction data available. Please start a new transaction.').waitFor();
  });
});
