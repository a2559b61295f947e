import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { callerAs, loseAnswer } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  completeSale,
  asText,
  isReachableAgain,
  paymentRow,
  pressComplete,
  saleOf,
  saveButton,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { dismissNotices, isShown, isTold, leavesAtOnce } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';

/** Waits for the panel of the completed sale, with its change. */
const saleIsShown = (change: string) =>
  isShown(page.getByRole('complementary', { name: 'Completed sale' }).getByText(change));

describe('what is pressed twice on payment', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const paymentsOf = async (saleId: number) => (await saleOf(seller, saleId)).payments;
  const isComplete = async (saleId: number) => {
    const { status, payments } = await saleOf(seller, saleId);
    expect([status, payments.length]).toEqual(['completed', 1]);
  };

  it('takes one payment by a double click on Save Payment', async () => {
    const { saleId } = await startPayment(seller);
    await amount().fill('100');
    await saveButton().dblClick({ delay: 60 });
    await isTold('Payment saved');
    expect(await paymentsOf(saleId)).toHaveLength(1);
    // A busy till receives the second click late.
    const late = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * SECOND_CLICK);
    saveButton()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }));
    late.mockRestore();
    await dismissNotices();
    await amount().fill('200');
    await savePayment();
    await isTold('Payment saved');
    expect((await paymentsOf(saleId)).map((payment) => payment.amount)).toEqual([100, 200]);
  });

  it('completes nothing by a click as the screen opens, and one sale by a double click later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const start = Date.now();
    const { saleId } = await startPayment(seller);
    const complete = page.getByRole('button', { name: /^(Take|Complete sale)/ });
    // Waiting for the screen let the clock run.
    vi.setSystemTime(start);
    await complete.click();
    // Long after the screen was drawn, however slowly that was.
    vi.setSystemTime(start + 60_000);
    expect((await saleOf(seller, saleId)).status).toBe('draft');
    await complete.dblClick({ delay: 30 });
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
    await isComplete(saleId);
  });

  it('takes one payment when its answer was lost, says so, and asks for what then remains', async () => {
    const { saleId, total } = await startPayment(seller);
    const { keys, mend } = loseAnswer({ path: /\/payments$/, method: 'POST', isCut: true });
    await amount().fill('100');
    await savePayment();
    await isTold('The server cannot be reached');
    // Further typing must not become a second payment of the same money.
    await amount().fill('200');
    mend();
    await isShown(paymentRow('₱100.00'));
    await isTold('₱100.00 was taken at the first try. Look at what remains.');
    await leavesAtOnce('The server cannot be reached');
    await expect.element(amount()).toHaveValue(asText(total - 100));
    await isReachableAgain();
    await completeSale();
    expect(keys).toHaveLength(1);
    expect((await paymentsOf(saleId)).map((payment) => payment.amount)).toEqual([100, total - 100]);
  });

  it('completes one sale when the answer was lost and it is pressed again at once', async () => {
    const { saleId, total } = await startPayment(seller);
    const { keys } = loseAnswer({ path: /\/complete$/, method: 'POST' });
    await amount().fill(asText(total + 50));
    await pressComplete();
    await isTold(
      'The sale may already be complete. Press Complete again when the server is back: it is not sold twice.',
    );
    await pressComplete();
    await saleIsShown('₱50.00');
    await leavesAtOnce('The server cannot be reached');
    expect(new Set(keys).size).toBe(1);
    await isComplete(saleId);
    await isShown(page.getByText('No draft yet. The first item starts one.'));
  });

  it.each(['stays', 'goes back to the till'])(
    'shows the sale whose answer was lost to whoever %s, once the server is back',
    async (does) => {
      const { saleId, total } = await startPayment(seller);
      loseAnswer({ path: /\/complete$/, method: 'POST' });
      await amount().fill(asText(total + 50));
      await pressComplete();
      await isTold('The server cannot be reached');
      if (does !== 'stays') await page.getByRole('button', { name: 'Back to the till' }).click();
      await saleIsShown('₱50.00');
      await isComplete(saleId);
      expect(page.getByText('Failed to save draft').elements()).toEqual([]);
    },
  );
});
