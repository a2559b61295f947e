import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PROPOSAL_UNREAD } from '#renderer/features/payments/use-completing.ts';
import { clock } from '#renderer/lib/clock.ts';
import { callerAs } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  chooseMethod,
  completeSale,
  asText,
  isRefused,
  newDraft,
  openPayment,
  paymentRow,
  pressComplete,
  saleOf,
  saveButton,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { pay } from '#tests/support/selling.ts';

describe('the payment screen', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  afterEach(() => page.viewport(1366, 768));
  const question = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const method = (name: string) => page.getByRole('radio', { name, exact: true });

  it('chooses methods with Alt and their digit from the amount, which stays', async () => {
    const { total } = await startPayment(seller);
    await expect.element(amount()).toHaveFocus();
    await userEvent.keyboard('{Alt>}3{/Alt}');
    await expect.element(method('GCash')).toHaveAttribute('aria-checked', 'true');
    await userEvent.keyboard('{Alt>}1{/Alt}');
    await expect.element(method('Cash')).toHaveAttribute('aria-checked', 'true');
    await expect.element(amount()).toHaveValue(asText(total));
  });

  it('takes what is typed in the place of the proposal, also of the one after a payment', async () => {
    const { total } = await startPayment(seller);
    await expect.element(amount()).toHaveFocus();
    await userEvent.keyboard('100');
    await userEvent.keyboard('{Enter}');
    await isShown(paymentRow('₱100.00'));
    await expect.element(amount()).toHaveValue(asText(total - 100));
    await userEvent.keyboard('60');
    await expect.element(amount()).toHaveValue('60');
  });

  it('takes a proposal where it is named, never by Enter in a field, nor just after another payment', async () => {
    const { total, saleId } = await startPayment(seller);
    const payments = async () => (await saleOf(seller, saleId)).payments.map((payment) => payment.amount);
    const taking = (pesos: number) =>
      page.getByRole('button', { name: `Take ₱${asText(pesos)} cash and complete` });
    await expect.element(amount()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await isRefused(`Type an amount, or take ₱${asText(total)} with Ctrl+Enter`);
    expect(await payments()).toEqual([]);
    expect(taking(total).element().textContent).toMatch(/Ctrl\+Enter$/);
    // The till's clock stands still: the proposal of the rest is not read yet.
    let proceed = (): void => undefined;
    const { after: wait } = clock;
    const after = vi.spyOn(clock, 'after').mockImplementation((milliseconds, work) => {
      if (milliseconds !== PROPOSAL_UNREAD) return wait(milliseconds, work);
      proceed = work;
      return () => undefined;
    });
    onTestFinished(() => after.mockRestore());
    await amount().fill('100');
    await savePayment();
    await isShown(paymentRow('₱100.00'));
    await expect.element(amount()).toHaveFocus();
    await expect.element(taking(total - 100)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await pressComplete();
    await saveButton().click();
    await taking(total - 100).click({ force: true });
    expect(await saleOf(seller, saleId)).toMatchObject({ status: 'draft', payments: [{ amount: 100 }] });
    proceed();
    await completeSale();
    expect(await payments()).toEqual([100, Math.round((total - 100) * 100) / 100]);
  });

  it('is left with Esc, after a question where something was typed', async () => {
    const { saleId, screen } = await startPayment(seller);
    await amount().fill('100');
    await userEvent.keyboard('{Escape}');
    await isShown(question());
    await userEvent.keyboard('{Escape}');
    await isGone(question());
    await expect.element(amount()).toHaveValue('100');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    expect((await saleOf(seller, saleId)).payments).toEqual([]);

    const again = await openPayment(saleId);
    await expect.element(amount()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => again.address().pathname).toBe('/pos');
  });

  it.each([
    [1024, 700],
    [1366, 768],
    [1920, 1080],
  ])('moves nothing when it says what is wrong, at %i × %i', async (width, height) => {
    await page.viewport(width, height);
    await startPayment(seller);
    const boxOf = (text: string) => page.getByText(text, { exact: true }).element().getBoundingClientRect();
    expect(boxOf('Quick cash').bottom, 'the label of quick cash').toBeLessThanOrEqual(boxOf('₱500').top);
    await chooseMethod('GCash');
    const places = () =>
      [saveButton(), page.getByRole('region', { name: 'Existing payments' })].map(
        (each) => each.element().getBoundingClientRect().top,
      );
    await isShown(saveButton());
    const methods = page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio').elements();
    expect(new Set(methods.map((each) => each.getBoundingClientRect().top)).size, 'rows of methods').toBe(1);
    const cut = methods.filter((each) => each.scrollWidth > each.clientWidth);
    expect(cut.map((each) => each.textContent)).toEqual([]);
    const before = places();
    await savePayment();
    await isRefused('Reference required');
    expect(places()).toEqual(before);
    const error = page.getByText('Reference required', { exact: true }).element().getBoundingClientRect();
    const next = page.getByLabelText('Notes').element().closest('div')?.getBoundingClientRect();
    expect(error.bottom).toBeLessThanOrEqual((next?.top ?? 0) + 1);
  });

  it('shows the whole of the typed amount in a low window', async () => {
    await page.viewport(683, 384);
    await startPayment(seller);
    await expect.element(amount()).toHaveFocus();
    await expect.element(page.getByText('Total due').first()).toBeInViewport({ ratio: 0.99 });
    await expect.element(amount()).toBeInViewport({ ratio: 0.99 });
    await userEvent.keyboard('100{Enter}');
    await isShown(paymentRow('₱100.00'));
    await expect.element(amount()).toHaveFocus();
    await expect.element(amount()).toBeInViewport({ ratio: 0.99 });
  });

  it('says what is completed and what is pending, and shows the newest payment', async () => {
    await page.viewport(1024, 700);
    const { id: saleId } = await newDraft(seller);
    await pay(seller, saleId, { method: 'cash', amount: 500 });
    for (const reference_number of ['a-1', 'a-2', 'a-3']) {
      await pay(seller, saleId, {
        method: 'gcash',
        amount: 20,
        reference_number: `${reference_number}-${saleId}`,
      });
    }
    await openPayment(saleId);
    await isShown(page.getByText('₱500.00 completed · ₱60.00 pending'));
    await amount().fill('77');
    await savePayment();
    await isShown(paymentRow('₱77.00'));
    const ledger = page.getByRole('region', { name: 'Existing payments' }).element().getBoundingClientRect();
    await expect
      .poll(() => paymentRow('₱77.00').element().getBoundingClientRect().bottom)
      .toBeLessThanOrEqual(ledger.bottom + 1);
  });
});
