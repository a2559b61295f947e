import { describe, expect, it } from 'vitest';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { signIn } from '#tests/support/http.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { expectDone, openDraft, saveDraft, type WireTransaction } from '#tests/support/selling.ts';
import { completeSale } from '#tests/support/till-page.ts';

const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'payment');

describe('the order summary of payment', () => {
  const payment = usePaymentPage();
  const summary = () => payment.page.getByRole('complementary', { name: 'Order summary' });
  const email = () => payment.page.getByLabel('Receipt email');
  /** A customer has one draft: every one that is opened is another's. */
  let opened = 0;
  /** Two phones, one of them discounted, for a customer with an e-mail address, with a discount on the cart. */
  const openDiscounted = async () => {
    const manager = await signIn(payment.server.url, 'store_manager@demo.test');
    const units = await payment.phones(2);
    const customer = await payment.server.database.reader
      .selectFrom('customers')
      .innerJoin('customer_groups', 'customer_groups.id', 'customers.customer_group_id')
      .select(['customers.id', 'customers.email', 'customers.name'])
      .where('customers.email', 'is not', null)
      .where('customer_groups.slug', '=', 'regular')
      .orderBy('customers.id')
      .offset(opened)
      .limit(1)
      .executeTakeFirstOrThrow();
    opened += 1;
    const draft = await openDraft(
      manager,
      units.map(({ id }) => id),
    );
    const changed = expectDone(
      await saveDraft<WireTransaction>(manager, draft.id, [], {
        customer_id: customer.id,
        items: units.map(({ id }, index) => ({
          inventory_item_id: id,
          ...(index === 0 ? { discounts: [{ type: 'percentage', value: 2, reason: 'Open box' }] } : {}),
        })),
        discounts: [{ type: 'fixed', value: 100, reason: 'Loyal customer' }],
      }),
    );
    await payment.page.goto(`/pos/${changed.id}/payment`);
    await payment.page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    return { draft: changed, customer };
  };

  it('shows every price, discount and total, and the points that the customer earns', async () => {
    const { draft } = await openDiscounted();
    const lines = summary().getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(2);
    for (const [index, item] of draft.transaction_items.entries()) {
      await expect.poll(() => lines.nth(index).textContent()).toContain(pesos(item.price));
    }
    const [first] = draft.transaction_items;
    const words = await lines.first().textContent();
    expect(words).toContain('Open box −2%');
    expect(words).toContain(pesos(-(first?.discount_amount ?? 0)));
    const all = ((await summary().textContent()) ?? '').replace(/ (?=[−₱])/g, '');
    expect(all).toContain(`Subtotal${pesos(draft.subtotal)}`);
    expect(all).toContain(`Discount${pesos(-draft.discount_amount)}`);
    expect(all).toContain(`Loyal customer${pesos(-100)}`);
    expect(all).toContain(`Tax 12%${pesos(draft.tax_amount)}`);
    expect(all).toContain(`Total${pesos(draft.total_amount)}`);
    const points = Math.trunc(draft.subtotal - draft.discount_amount).toLocaleString('en-US');
    expect(all).toContain(`Earns ${points} points`);
  });

  it('mails the receipt to the customer unless another address is typed', async () => {
    const { draft, customer } = await openDiscounted();
    await expect.poll(() => email().inputValue()).toBe(customer.email);
    await completeSale(payment.page);
    expect((await payment.saleOf(draft.id)).receipt_email).toBe(customer.email);
  });

  it('completes nothing while the address is none, and leads to the field', async () => {
    const { saleId } = await payment.start();
    expect(await email().inputValue()).toBe('');
    for (const text of ['nonsense', 'a@b', '@example.ph']) {
      await email().fill(text);
      await payment.amount().focus();
      await payment.page.keyboard.press('Control+Enter');
      await payment.error('Invalid email format');
      await expect.poll(() => email().evaluate((field) => field === document.activeElement)).toBe(true);
      await expect.poll(() => email().getAttribute('aria-invalid')).toBe('true');
    }
    expect(await payment.paymentsOf(saleId)).toEqual([]);
    await email().fill(' liza@example.ph ');
    expect(await email().getAttribute('aria-invalid')).toBeNull();
    await completeSale(payment.page);
    await expect
      .poll(() => payment.saleOf(saleId))
      .toMatchObject({
        status: 'completed',
        receipt_email: 'liza@example.ph',
      });
  });

  it('mails nothing without an address', async () => {
    const { saleId } = await payment.start();
    await completeSale(payment.page);
    expect((await payment.saleOf(saleId)).receipt_email).toBeNull();
  });
});
