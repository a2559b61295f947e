import { describe, expect, it } from 'vitest';
import { formatAmount } from '#domain/money.ts';
import { toast } from '#tests/support/open-till.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { completeSale } from '#tests/support/till-page.ts';

describe('payment', () => {
  const payment = usePaymentPage();

  it('shows every rule on its field', async () => {
    const { saleId, total } = await payment.start();
    for (const text of ['', '0', '-5', 'abc']) {
      await payment.amount().fill(text);
      expect(
        await payment.page.getByRole('button', { name: 'Save Payment' }).getAttribute('aria-disabled'),
      ).toBe('true');
    }
    for (const text of ['1.234', 'abc']) {
      await payment.amount().fill(text);
      await payment.page.keyboard.press('Control+Enter');
      await payment.error('Please enter a valid payment amount');
    }
    for (const name of ['Credit/Debit Card', 'GCash', 'Maya', 'Bank Transfer']) {
      await payment.method(name);
      await payment.amount().fill('1');
      await payment.page.getByLabel('Reference number').fill('  ');
      await payment.save();
      await payment.error('Reference required');
    }
    await payment.page.getByLabel('Reference number').fill('slip 1');
    await payment.page.getByLabel('Expected date').fill('2020-01-01');
    await payment.save();
    await payment.error('Expected date cannot be in the past');
    await payment.method('Credit/Debit Card');
    expect(await payment.page.getByLabel('Expected date').count()).toBe(0);
    await payment.page.getByLabel('Reference number').fill('4111 1111 1111 1111');
    await payment.save();
    await payment.error('Never enter a full card number. Use the slip’s reference');
    await payment.page.getByLabel('Reference number').fill('slip 2');
    await payment.amount().fill(formatAmount(total + 1));
    await payment.save();
    await payment.error(`Only ₱${formatAmount(total)} remains to be paid`);
    expect(await payment.paymentsOf(saleId)).toEqual([]);
  });

  it('sets the status that each method starts with, and lets it be changed', async () => {
    await payment.start();
    const expected = {
      Cash: 'Completed',
      'Credit/Debit Card': 'Completed',
      GCash: 'Pending',
      Maya: 'Pending',
      'Bank Transfer': 'Pending',
    };
    for (const [name, status] of Object.entries(expected)) {
      await payment.method(name);
      await expect.poll(() => payment.page.getByRole('radio', { name: status }).isChecked()).toBe(true);
      await expect
        .poll(() => payment.page.getByLabel('Expected date').count())
        .toBe(status === 'Pending' ? 1 : 0);
      await expect
        .poll(() => payment.page.getByLabel('Reference number').count())
        .toBe(name === 'Cash' ? 0 : 1);
    }
    await payment.method('GCash');
    await payment.page.getByRole('radio', { name: 'Completed' }).click();
    expect(await payment.page.getByLabel('Expected date').count()).toBe(0);
  });

  it('offers quick cash and reckons the change of cash above the total', async () => {
    const { total, saleId } = await payment.start();
    for (const pesos of ['₱500', '₱1,000', '₱5,000']) {
      await payment.page.getByRole('button', { name: pesos, exact: true }).click();
      await expect.poll(() => payment.amount().inputValue()).toBe(`${pesos.slice(1)}.00`);
    }
    await payment.page.getByRole('button', { name: /^Round up/ }).click();
    const rounded = Math.ceil(total / 10_000) * 10_000;
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(rounded));
    await payment.page.getByRole('button', { name: /^Exact/ }).click();
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total));
    await payment.amount().fill(formatAmount(total + 12_345));
    await expect.poll(() => payment.figure('Change').textContent()).toBe('₱123.45');
    await expect.poll(() => payment.figure('Remaining').textContent()).toBe('₱0.00');
    await completeSale(payment.page);
    await payment.page
      .getByRole('complementary', { name: 'Completed sale' })
      .getByText('₱123.45')
      .first()
      .waitFor();
    expect((await payment.saleOf(saleId)).change_due).toBe(12_345);
  });

  it('blocks completion until several payments cover the total, and deletes one with its reason', async () => {
    const { total, saleId } = await payment.start();
    await payment.amount().fill('100');
    await payment.save();
    await toast(payment.page, 'Payment saved').waitFor();
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total - 10_000));
    await expect.poll(() => payment.figure('Covered').textContent()).toBe(`₱${formatAmount(total)}`);
    await payment.amount().fill('');
    await payment.page.keyboard.press('Control+Enter');
    await toast(payment.page, `Please add ₱${formatAmount(total - 10_000)} more in payments`).waitFor();
    await payment.choose('Cash', 'Delete payment');
    await payment.page.keyboard.press('Control+Enter');
    await payment.page.getByLabel('Reason').fill('  ');
    await payment.page.getByRole('button', { name: 'Delete ₱100.00' }).click();
    await payment.error('Please provide a reason for deleting this payment');
    await payment.page.getByLabel('Reason').fill('wrong note');
    await payment.page.getByRole('button', { name: 'Delete ₱100.00' }).click();
    await payment.page.getByText('Deleted by Joel Cruz · wrong note').waitFor();
    await expect.poll(() => payment.amount().inputValue()).toBe(formatAmount(total));
    await payment.method('GCash');
    await payment.page.getByLabel('Reference number').fill('g-1');
    await payment.amount().fill('250.50');
    await payment.save();
    await payment.page.getByText('Ref. g-1').waitFor();
    await completeSale(payment.page);
    const counted = (await payment.paymentsOf(saleId)).filter((payment) => payment.deleted_at === null);
    expect(counted.map(({ method: by, amount: sum, status }) => [by, sum, status])).toEqual([
      ['gcash', 25_050, 'pending'],
      ['cash', total - 25_050, 'completed'],
    ]);
  });
});

describe('payment at a store that takes only cash and card', () => {
  const payment = usePaymentPage();
  const takeOnly = (methods: string[]) =>
    payment.server.database.write(async (writer) => {
      const { settings_json } = await writer
        .selectFrom('stores')
        .select('settings_json')
        .where('code', '=', 'MNL-01')
        .executeTakeFirstOrThrow();
      const settings = { ...(JSON.parse(settings_json ?? '{}') as object), payment_methods: methods };
      const update = { settings_json: JSON.stringify(settings) };
      await writer.updateTable('stores').set(update).where('code', '=', 'MNL-01').execute();
    });

  it('offers those two, and says so when the server takes one of them no more', async () => {
    await takeOnly(['cash', 'card']);
    const { page } = payment;
    await page.reload();
    await page.getByText('Scan an item to start').waitFor();
    await payment.start();
    const methods = page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio');
    await expect.poll(() => methods.allTextContents()).toEqual(['Cash', 'Credit/Debit Card']);
    await takeOnly(['cash']);
    await page.getByRole('radio', { name: 'Credit/Debit Card' }).click();
    await page.getByLabel('Reference number').fill('slip 3');
    await page.getByRole('button', { name: 'Save Payment' }).click();
    await toast(page, /does not take Credit\/Debit Card/).waitFor();
  });
});
