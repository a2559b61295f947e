import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { customers } from '#contract/customers.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { TIN_REFUSAL } from '#domain/tin.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  completeSale,
  isRefused,
  openPayment,
  pressComplete,
  saleOf,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, unitsOnSale } from '#tests/support/selling.ts';

type Customer = z.input<typeof customers.create.response>;

const pesos = (value: number) => formatMoney(pesosToCentavos(value), 'payment');

describe('the order summary of payment', () => {
  let seller: Caller;
  let manager: Caller;
  beforeAll(async () => {
    [seller, manager] = await Promise.all([callerAs(SELLER), callerAs('store_manager@demo.test')]);
  });
  const summary = () => page.getByRole('complementary', { name: 'Order summary' });
  const email = () => page.getByLabelText('Receipt email');
  /** Opens two units, one of them discounted, for a customer with an email address, with a discount on the cart. */
  const openDiscounted = async () => {
    const [first = 0, second = 0] = await unitsOnSale(manager, 2, { least: 1000 });
    const form = { name: 'Perla Salonga', phone: '+63 917 555 0141', email: 'perla@salonga.example' };
    const customer = expectDone(await manager.post<Customer>('/customers', form));
    const openBox = { type: 'percentage', value: 2, reason: 'Open box' };
    const draft = await openDraft(manager, [], {
      customer_id: customer.id,
      items: [{ inventory_item_id: first, discounts: [openBox] }, { inventory_item_id: second }],
      discounts: [{ type: 'fixed', value: 100, reason: 'Loyal customer' }],
    });
    await openPayment(draft.id, { takesOver: true });
    return { draft, customer };
  };

  it('shows every price, discount and total, the points earned, and mails the receipt to the customer', async () => {
    const { draft, customer } = await openDiscounted();
    const lines = summary().getByRole('listitem').elements();
    expect(lines).toHaveLength(2);
    for (const [index, item] of draft.transaction_items.entries()) {
      expect(lines[index]?.textContent).toContain(pesos(item.price));
    }
    const [first] = draft.transaction_items;
    expect(lines[0]?.textContent).toContain('Open box −2%');
    expect(lines[0]?.textContent).toContain(pesos(-(first?.discount_amount ?? 0)));
    const all = summary()
      .element()
      .textContent.replace(/ (?=[−₱])/g, '');
    expect(all).toContain(`Subtotal${pesos(draft.subtotal)}`);
    expect(all).toContain(`Discount${pesos(-draft.discount_amount)}`);
    expect(all).toContain(`Loyal customer${pesos(-100)}`);
    expect(all).toContain(`Incl. tax 12%${pesos(draft.tax_amount)}`);
    expect(all).toContain(`Total${pesos(draft.total_amount)}`);
    const points = Math.trunc(draft.subtotal - draft.discount_amount).toLocaleString('en-US');
    expect(all).toContain(`Earns ${points} points`);
    await expect.element(email()).toHaveValue(customer.email);
    await completeSale();
    expect((await saleOf(seller, draft.id)).receipt_email).toBe(customer.email);
  });

  it('asks for the buyer on the receipt, with the customer as the first value, and keeps them with the sale', async () => {
    const { draft, customer } = await openDiscounted();
    await page.getByRole('button', { name: 'Name buyer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Buyer on the receipt' });
    const tin = dialog.getByLabelText('TIN');
    await expect.element(dialog.getByLabelText('Name')).toHaveValue(customer.name);
    await tin.fill('123-45');
    await userEvent.keyboard('{Enter}');
    await isRefused(TIN_REFUSAL);
    expect(await axeViolations()).toEqual([]);
    await tin.fill('123 456 789 00001');
    await userEvent.keyboard('{Enter}');
    await isGone(dialog);
    await isShown(summary().getByText(`${customer.name}, TIN 123-456-789-00001`));
    await completeSale();
    expect(await saleOf(seller, draft.id)).toMatchObject({
      buyer_name: customer.name,
      buyer_tin: '123-456-789-00001',
      buyer_address: null,
    });
  });

  it('completes nothing while the address is none, and leads to the field', async () => {
    const { saleId } = await startPayment(seller);
    await expect.element(email()).toHaveValue('');
    for (const text of ['nonsense', 'a@b', '@example.ph']) {
      await email().fill(text);
      await amount().click();
      await pressComplete();
      await isRefused('Invalid email format');
      await expect.element(email()).toHaveFocus();
      await expect.element(email()).toHaveAttribute('aria-invalid', 'true');
    }
    expect((await saleOf(seller, saleId)).payments).toEqual([]);
    await email().fill(' liza@example.ph ');
    await expect.element(email()).not.toHaveAttribute('aria-invalid');
    await completeSale();
    expect(await saleOf(seller, saleId)).toMatchObject({
      status: 'completed',
      receipt_email: 'liza@example.ph',
    });
  });
});
