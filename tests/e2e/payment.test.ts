import { describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { toast } from '#tests/support/open-till.ts';
import { usePaymentPage, withTax } from '#tests/support/payment-page.ts';
import { cart, completeSale, draftSaved, goToPayment, scanToLine } from '#tests/support/till-page.ts';

describe('payment', () => {
  const payment = usePaymentPage();
  const isOpen = () => payment.page.getByRole('heading', { name: 'Complete Payment' }).waitFor();

  it('is not completed by the second click of a double click on Checkout, follows the cart and outlives a reload', async () => {
    const { page } = payment;
    const [first, second] = await payment.phones(2);
    if (!first || !second) throw new Error('no phones left');
    await scanToLine(page, first.imei);
    await draftSaved(page);
    const checkout = page.getByRole('button', { name: /^Checkout/ });
    const box = await checkout.boundingBox();
    if (!box) throw new Error('Checkout is nowhere');
    await checkout.click();
    await isOpen();
    // However long the screen took for the first click, the system counts this one as the second of a double click.
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    const saleId = Number(/pos\/(\d+)/.exec(page.url())?.[1]);
    expect(await axeViolations(page)).toEqual([]);
    await isOpen();
    expect(await payment.paymentsOf(saleId)).toEqual([]);

    await payment.amount().fill('100');
    await payment.save();
    await toast(page, 'Payment saved').waitFor();
    await page.getByRole('button', { name: 'Back to the till' }).click();
    await cart(page).waitFor();
    await scanToLine(page, second.imei);
    await goToPayment(page);
    const both = withTax(first.retail_price + second.retail_price);
    const proposed = formatAmount(both - 10_000);
    await expect.poll(() => payment.figure('Total due').textContent()).toBe(`₱${formatAmount(both)}`);
    await expect.poll(() => payment.amount().inputValue()).toBe(proposed);
    await page.reload();
    await isOpen();
    await expect.poll(() => payment.amount().inputValue()).toBe(proposed);
    await completeSale(page);
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(2);
    expect((await payment.saleOf(saleId)).status).toBe('completed');
  });
});
