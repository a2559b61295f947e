import { describe, expect, it } from 'vitest';
import { signIn } from '#tests/support/http.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';
import { openDraft, pay } from '#tests/support/selling.ts';

describe('a reference number that was used before', () => {
  const payment = usePaymentPage();
  /** Another draft that was paid with a reference; returns its number. */
  const usedElsewhere = async (method: string, reference_number: string) => {
    const manager = await signIn(payment.server.url, 'store_manager@demo.test');
    const [unit] = await payment.phones(1);
    if (!unit) throw new Error('no phone left');
    const draft = await openDraft(manager, [unit.id]);
    await pay(manager, draft.id, { method, amount: 10, reference_number });
    return draft.transaction_number;
  };

  it('is warned about on the field and in the list, and blocks nothing', async () => {
    const number = await usedElsewhere('gcash', '9021 4471 830');
    const { saleId } = await payment.start();
    const field = payment.page.getByLabel('Reference number');
    const warning = payment.page.getByRole('region', { name: 'New payment' }).getByText(/^Already used in/);
    await payment.method('GCash');
    await field.fill('9021-4471-830');
    await warning.waitFor();
    await expect.poll(() => warning.textContent()).toBe(`Already used in ${number}`);
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await expect.poll(() => field.getAttribute('aria-describedby')).not.toBeNull();
    await payment.method('Maya');
    await warning.waitFor({ state: 'detached' });
    await payment.method('GCash');
    await warning.waitFor();
    await payment.amount().fill('100');
    await payment.save();
    await payment.row('GCash').getByText(`Already used in ${number}`).waitFor();
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(1);
  });

  it('is asked about once the number stands still, and not while it is short', async () => {
    await payment.start();
    const asked: (string | null)[] = [];
    payment.page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.endsWith('/payments/reference')) asked.push(url.searchParams.get('reference_number'));
    });
    await payment.method('Bank Transfer');
    const field = payment.page.getByLabel('Reference number');
    const answered = payment.page.waitForResponse((response) =>
      response.url().includes('/payments/reference'),
    );
    await field.pressSequentially('123');
    await field.pressSequentially('4567', { delay: 20 });
    await answered;
    expect(asked).toEqual(['1234567']);
  });

  it('does not warn about the payment’s own sale', async () => {
    const { saleId } = await payment.start();
    await payment.method('GCash');
    await payment.amount().fill('50');
    await payment.page.getByLabel('Reference number').fill(`own-${saleId}`);
    await payment.save();
    await payment.row('GCash').waitFor();
    await payment.method('GCash');
    const answered = payment.page.waitForResponse((response) =>
      response.url().includes('/payments/reference'),
    );
    await payment.page.getByLabel('Reference number').fill(`OWN ${saleId}`);
    expect(await (await answered).json()).toEqual({ used_in: null });
    expect(await payment.page.getByText(/^Already used in/).count()).toBe(0);
  });
});
