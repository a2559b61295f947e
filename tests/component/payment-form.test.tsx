import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { stores } from '#contract/stores.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  chooseMethod,
  choosePaymentEntry,
  completeSale,
  expectedDate,
  asText,
  isRefused,
  paymentDialog,
  paymentFigure,
  paymentRow,
  pressComplete,
  reference,
  saleOf,
  saveButton,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller, Refusal } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type Stores = z.input<typeof stores.list.response>;

describe('a new payment', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  const proposes = (text: string) => expect.element(amount()).toHaveValue(text);
  const shows = (label: string, text: string) => expect.poll(() => paymentFigure(label)).toBe(text);

  it('shows every rule on its field', async () => {
    const { saleId, total } = await startPayment(seller);
    for (const text of ['', '0', '-5', 'abc']) {
      await amount().fill(text);
      await expect.element(saveButton()).toHaveAttribute('aria-disabled', 'true');
    }
    for (const text of ['1.234', 'abc']) {
      await amount().fill(text);
      await pressComplete();
      await isRefused('Please enter a valid payment amount');
      await isTold('Invalid amount');
    }
    for (const name of ['Credit/Debit Card', 'GCash', 'Maya', 'Bank Transfer']) {
      await chooseMethod(name);
      await amount().fill('1');
      await reference().fill('  ');
      await isGone(page.getByText('Reference required'));
      await savePayment();
      await isRefused('Reference required');
    }
    await reference().fill('slip 1');
    await expectedDate().fill('2020-01-01');
    await savePayment();
    await isRefused('Expected date cannot be in the past');
    await chooseMethod('Credit/Debit Card');
    await isGone(expectedDate());
    await reference().fill('4111 1111 1111 1111');
    await savePayment();
    await isRefused('Never enter a full card number. Use the slip’s reference');
    await reference().fill('slip 2');
    await amount().fill(asText(total + 0.01));
    await savePayment();
    await isRefused(`Only ₱${asText(total)} remains to be paid`);
    expect((await saleOf(seller, saleId)).payments).toEqual([]);
  });

  it('has the status that its method starts with, which can be changed, and the fields that it needs', async () => {
    await startPayment(seller);
    const addScreenshot = page.getByRole('button', { name: 'Add screenshot' });
    const expected = {
      'Credit/Debit Card': 'Completed',
      GCash: 'Pending',
      Maya: 'Pending',
      'Bank Transfer': 'Pending',
      Cash: 'Completed',
    };
    for (const [name, status] of Object.entries(expected)) {
      await chooseMethod(name);
      await expect.element(page.getByRole('radio', { name: status })).toBeChecked();
      const shown = [expectedDate(), reference(), addScreenshot].map((field) => field.elements().length);
      const isCash = name === 'Cash';
      expect(shown).toEqual([status === 'Pending' ? 1 : 0, isCash ? 0 : 1, isCash ? 0 : 1]);
    }
    await chooseMethod('GCash');
    await chooseMethod('Completed');
    await isGone(expectedDate());
  });

  it('offers quick cash and reckons the change of cash above the total', async () => {
    const { total, saleId } = await startPayment(seller);
    const quick = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
    for (const pesos of ['₱500', '₱1,000', '₱5,000']) {
      await quick(pesos);
      await proposes(`${pesos.slice(1)}.00`);
    }
    await quick(/^Round up/);
    await proposes(asText(Math.ceil(total / 100) * 100));
    await quick(/^Exact/);
    await proposes(asText(total));
    await amount().fill(asText(total + 123.45));
    await shows('Change', '₱123.45');
    await shows('Remaining', '₱0.00');
    await completeSale();
    await isShown(page.getByRole('complementary', { name: 'Completed sale' }).getByText('₱123.45'));
    expect((await saleOf(seller, saleId)).change_due).toBe(123.45);
  });

  it('shows its keys by F1, outside of a text field', async () => {
    await startPayment(seller);
    await amount().click();
    await userEvent.keyboard('{F1}');
    expect(page.getByText('Keyboard shortcuts').elements()).toEqual([]);
    page.getByRole('radio', { name: 'Cash', exact: true }).element().focus();
    await userEvent.keyboard('{F1}');
    await isTold('Keyboard shortcuts');
    await isShown(page.getByText(/Ctrl\+Enter completes the sale/));
    expect(await axeViolations()).toEqual([]);
  });

  it('blocks completion until several payments cover the total, and proposes what remains without a deleted one', async () => {
    const { total, saleId } = await startPayment(seller);
    await amount().fill('100');
    await savePayment();
    await isTold('Payment saved');
    await proposes(asText(total - 100));
    await shows('Covered', '₱100.00');
    await amount().fill('');
    await pressComplete();
    await isTold(`Please add ₱${asText(total - 100)} more in payments`);
    await choosePaymentEntry('Cash', 'Delete payment');
    await pressComplete();
    await paymentDialog().getByLabelText('Reason').fill('wrong note');
    await page.getByRole('button', { name: 'Delete ₱100.00' }).click();
    await isShown(page.getByText('Deleted by Joel Cruz · wrong note'));
    await isGone(paymentDialog());
    await proposes(asText(total));
    await chooseMethod('GCash');
    await reference().fill('g-1');
    await amount().fill('250.50');
    await savePayment();
    await isShown(paymentRow('Ref. g-1'));
    await completeSale();
    const counted = (await saleOf(seller, saleId)).payments.filter((each) => each.deleted_at === null);
    expect(counted.map(({ method, amount: pesos, status }) => [method, pesos, status])).toEqual([
      ['gcash', 250.5, 'pending'],
      ['cash', Number((total - 250.5).toFixed(2)), 'completed'],
    ]);
  });

  it('offers the methods that the store takes, and says so when the server takes one of them no more', async () => {
    const known = expectDone(await seller.get<Stores>('/stores'));
    const settings = {
      hours: {},
      features: { pos_enabled: true, online_orders: false, repairs: false },
      payment_methods: ['cash', 'card'],
      tax_rate: 12,
      prices_include_tax: false,
      receipt_footer: null,
      default_customer_group: 'regular',
    } satisfies Stores[number]['settings'];
    const body: Stores = known.map((store) => ({ ...store, settings }));
    failCalls({ path: /\/stores$/, status: 200, body });
    await startPayment(seller);
    const methods = page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio');
    expect(methods.elements().map((each) => each.textContent.replace(/Alt.\d$/, ''))).toEqual([
      'Cash',
      'Credit/Debit Card',
    ]);
    const message = 'Makati – Ayala does not take Credit/Debit Card';
    const refusal: Refusal = { message: message, code: 'validation_failed', errors: { method: [message] } };
    failCalls({ path: /\/payments$/, method: 'POST', status: 422, body: refusal });
    await chooseMethod('Credit/Debit Card');
    await reference().fill('slip 3');
    await savePayment();
    await isTold(message);
  });
});
