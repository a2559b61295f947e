import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawn, typeAtOnce } from '#tests/support/component/clock.ts';
import { callerAs, watchCalls } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  chooseMethod,
  newDraft,
  paymentRow,
  reference,
  saleOf,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { pay } from '#tests/support/selling.ts';

const ASKED = /\/payments\/reference\?/;

describe('a reference number that was used before', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const warning = () => page.getByText(/^Already used in/);

  it('is warned about on the field and in the list, and blocks nothing', async () => {
    const other = await newDraft(seller);
    await pay(seller, other.id, { method: 'gcash', amount: 10, reference_number: '9021 4471 830' });
    const { saleId } = await startPayment(seller);
    await chooseMethod('GCash');
    await reference().fill('9021-4471-830');
    await expect.element(warning()).toHaveTextContent(`Already used in ${other.draft_number}`);
    await expect.element(reference()).toHaveAccessibleDescription(`Already used in ${other.draft_number}`);
    await expect.element(reference()).not.toHaveAttribute('aria-invalid');
    await chooseMethod('Maya');
    await isGone(warning());
    await chooseMethod('GCash');
    await isShown(warning());
    await amount().fill('100');
    await savePayment();
    await isShown(paymentRow('GCash').getByText(`Already used in ${other.draft_number}`));
    expect((await saleOf(seller, saleId)).payments).toHaveLength(1);
    await chooseMethod('GCash');
    await reference().fill('90214471830');
    await expect.element(reference()).toHaveAccessibleDescription('Already used in this sale');
  });

  it('is asked about once the number stands still, not while it is short, and apart from its own sale', async () => {
    const { saleId } = await startPayment(seller);
    await pay(seller, saleId, { method: 'bank_transfer', amount: 50, reference_number: '123-4567' });
    await chooseMethod('Bank Transfer');
    const asked = watchCalls({ path: ASKED });
    const parts = ['1234', '12345', '123456', '1234567'];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const start = Date.now();
    typeAtOnce(reference(), '123');
    await vi.advanceTimersByTimeAsync(300);
    for (const part of parts) {
      typeAtOnce(reference(), part);
      // A slow browser starts the field's timer late.
      await drawn();
      await vi.advanceTimersByTimeAsync(299);
      await drawn();
    }
    expect({ milliseconds: Date.now() - start, asked }).toEqual({
      milliseconds: 300 + parts.length * 299,
      asked: [],
    });
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    vi.useRealTimers();
    expect((await asked[0]?.answer)?.ok).toBe(true);
    await isGone(warning());
    expect(asked.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
      { method: 'bank_transfer', reference_number: '1234567', transaction_id: String(saleId) },
    ]);
  });
});
