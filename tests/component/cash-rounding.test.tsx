import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  asText,
  chooseMethod,
  completeSale,
  openPayment,
  paymentFigure,
  pressComplete,
  reference,
  saleOf,
  SELLER,
} from '#tests/support/component/payment.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { z } from '#contract/zod.ts';
import type { payments } from '#contract/payments.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  expectDone,
  openDraft,
  refundSale,
  unitsOnSale,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

type Report = z.input<typeof payments.dailyReport.response>;

const MANAGER = 'store_manager@demo.test';

const peso = (pesos: number) => `₱${asText(pesos)}`;

describe('cash rounded to 25 centavos', () => {
  let seller: Caller;
  let admin: Caller;
  beforeAll(async () => {
    [seller, admin] = await Promise.all([callerAs(SELLER), callerAs('admin@demo.test')]);
  });
  beforeEach(async () => expectDone(await admin.put('/settings', { smallest_coin: 0.25 })));
  afterEach(async () => expectDone(await admin.put('/settings', { smallest_coin: 0.01 })));

  /** Makes a draft whose total cannot be paid by coins of 25 centavos. */
  const make = async () => {
    const units = await unitsOnSale(seller, 1, { least: 1000 });
    const discounts = [{ type: 'fixed', value: 0.01, reason: 'Odd total' }];
    const draft = await openDraft(seller, units, { discounts });
    const due = Math.floor(draft.total_amount * 4) / 4;
    const rounding = Math.round((draft.total_amount - due) * 100) / 100;
    expect(rounding).toBeGreaterThan(0);
    return { draft, total: draft.total_amount, due, rounding };
  };
  const start = async () => {
    const made = await make();
    await openPayment(made.draft.id);
    return made;
  };
  const summary = () => page.getByRole('complementary', { name: 'Order summary' });
  const quick = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

  it('is proposed, named and completed by what is due in cash, and told of after the sale', async () => {
    const { draft, total, due, rounding } = await start();
    await expect.element(amount()).toHaveValue(asText(due));
    await expect.element(quick('Exact')).toHaveTextContent(`Exact${peso(due)}`);
    expect([paymentFigure('Total due'), paymentFigure('Remaining')]).toEqual([peso(total), peso(due)]);
    await isShown(summary().getByText(`Cash rounding −${peso(rounding)}`));
    await completeSale();
    expect(await saleOf(seller, draft.id)).toMatchObject({
      change_due: 0,
      cash_rounding: rounding,
      payments: [{ amount: due }],
    });
    await isShown(page.getByText(`−${peso(rounding)}`, { exact: true }));
    await isShown(page.getByText(/Cash rounding +-0\.\d\d/));
  });

  it('gives change of it, and another method pays to the centavo', async () => {
    const { draft, total, due, rounding } = await start();
    await amount().fill(asText(Math.ceil(due) + 1000));
    await expect
      .poll(() => paymentFigure('Change'))
      .toBe(peso(Math.round((Math.ceil(due) + 1000 - due) * 100) / 100));
    await isShown(summary().getByText(`Cash rounding −${peso(rounding)}`));
    await amount().fill('500');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.element(amount()).toHaveValue(asText(due - 500));
    await chooseMethod('GCash');
    const rest = Math.round((total - 500) * 100) / 100;
    await expect.element(amount()).toHaveValue(asText(rest));
    await expect.element(summary().getByText('Cash rounding')).not.toBeInTheDocument();
    await reference().fill(`G-${draft.id}`);
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
    expect(await saleOf(seller, draft.id)).toMatchObject({ cash_rounding: 0, change_due: 0 });
  });

  it('is proposed of what a completed sale still owes, by cash alone, and rounds it', async () => {
    const { draft, total, due, rounding } = await make();
    const wallet = { method: 'gcash', amount: total, reference_number: `L-${draft.id}`, status: 'pending' };
    const form = { payments: [wallet] };
    const { transaction: sale } = expectDone(
      await seller.post<WireSale>(`/transactions/${draft.id}/complete`, form),
    );
    const manager = await callerAs(MANAGER);
    const failing = { reason: 'Never came' };
    expectDone(await manager.post(`/payments/${sale.payments[0]?.id}/mark-failed`, failing));
    await openScreen(`/transactions/${sale.id}`, { email: MANAGER });
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: /^Record payment/ });
    await isShown(dialog.getByText(`${peso(total)} is due, ${peso(due)} in cash.`, { exact: true }));
    const field = dialog.getByLabelText('Amount');
    const choose = (method: string) => userEvent.selectOptions(dialog.getByLabelText('Method'), method);
    await expect.element(field).toHaveValue(asText(due));
    await choose('gcash');
    await expect.element(field).toHaveValue(asText(total));
    await field.fill('1');
    await choose('cash');
    await expect.element(field).toHaveValue('1');
    await field.fill(asText(total + 1));
    await dialog.getByRole('button', { name: /^Record/ }).click();
    await isShown(dialog.getByText(`Only ${peso(total)} remains to be paid`));
    await field.fill(asText(due));
    await dialog.getByRole('button', { name: `Record ${peso(due)}` }).click();
    await expect
      .poll(() => saleOf(seller, sale.id))
      .toMatchObject({ balance_due: 0, cash_rounding: rounding, change_due: 0 });
    await isGone(page.getByRole('button', { name: 'Record payment' }));
  });

  it('goes back up to the coin where it was taken to the centavo', async () => {
    const { draft, total } = await make();
    const form = { payments: [{ method: 'cash', amount: total }] };
    expectDone(await seller.post(`/transactions/${draft.id}/complete`, form));
    const back = Math.ceil(total * 4) / 4;
    await openScreen(`/transactions/${draft.id}`, { email: MANAGER });
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog', { name: /^Refund/ });
    await isShown(dialog.getByText(new RegExp(`Hand back ${peso(back).replaceAll('.', '[.]')} in cash`)));
    await dialog.getByLabelText('Reason').fill('Changed their mind');
    await pressComplete();
    await expect
      .poll(async () => (await saleOf(seller, draft.id)).refunds)
      .toMatchObject([{ amount: total, payouts: [{ method: 'cash', amount: back }] }]);
    const sale: WireTransaction = await saleOf(seller, draft.id);
    expect(sale.refunds[0]?.cash_rounding).toBe(Math.round((back - total) * 100) / 100);
    await isShown(page.getByText(/cash rounding\)/));
  });

  it('of what came back is told apart from what is owed no more', async () => {
    const manager = await callerAs(MANAGER);
    const reported = async () => {
      const report = expectDone(await manager.get<Report>('/payments/daily-report'));
      return { off: report.written_off, back: report.rounding_back ?? 0 };
    };
    const before = await reported();
    const { draft, due, rounding } = await make();
    const form = { payments: [{ method: 'cash', amount: due }] };
    expectDone(await seller.post(`/transactions/${draft.id}/complete`, form));
    expectDone(await refundSale(manager, draft.id));
    const after = await reported();
    expect(after.back - before.back).toBeCloseTo(rounding, 5);
    // Another sale of this day may have been owing something when it came back.
    const owed = after.off - after.back;
    expect(owed).toBeCloseTo(before.off - before.back, 5);
    const isOwed = owed > 0.005;
    await openScreen('/reports', { email: MANAGER });
    const less = isOwed ? 'amounts written off' : 'their cash rounding';
    await isShown(page.getByText(`Sales less voids, refunds and ${less}`));
    await isShown(page.getByText(isOwed ? `${peso(owed)} owed no more` : /^\d+ refunds?$/));
  });
});
