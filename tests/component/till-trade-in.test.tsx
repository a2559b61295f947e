import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, loseAnswer, loseServer, openScreen } from '#tests/support/component/open-screen.tsx';
import {
  choosePaymentEntry,
  paymentDialog,
  paymentFigure,
  paymentRow,
  pressComplete,
} from '#tests/support/component/payment.ts';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { dismissNotices, isGone, isShown, isTold, pressUntilGone } from '#tests/support/component/shown.ts';
import { cartIsEmpty, cartLines, openCart, openTill, pressTillKey } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { isRead } from '#tests/support/is-read.ts';
import { expectDone, openDraft, phonesOnSale, sell, type WireTransaction } from '#tests/support/selling.ts';
import { SELLER as BRINGER } from '#tests/support/trade-ins.ts';

type Unit = z.input<typeof inventory.get.response>;
type TradeIns = { data: { id: number; amount: number | null; payment: { transaction_id: number } | null }[] };

const MANAGER = 'store_manager@demo.test';
const CASHIER = 'salesperson@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'payment');

describe('a trade-in at the till', () => {
  let manager: Caller;
  let managerName: string;
  let buyer: { id: number; name: string };
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const { staff } = expectDone(await manager.get<{ staff: { name: string } }>('/staff/me'));
    managerName = staff.name;
    const { data } = expectDone(await manager.get<{ data: (typeof buyer)[] }>('/customers?per_page=1'));
    const [first] = data;
    if (!first) throw new Error('The chain has no customers');
    buyer = first;
  });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  const scanField = () => field('Scan an IMEI, serial number or QR code');
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  /** Sells a phone to a customer, who brings it again. */
  const soldPhone = async () => {
    const [unitId = 0] = await phonesOnSale(manager, 1);
    await sell(manager, [unitId], { customer_id: buyer.id });
    const unit = expectDone(await manager.get<Unit>(`/inventory/${unitId}`));
    const { product, name } = unit.product_variation;
    return { unitId, imei: unit.imei ?? '', name: `${product.name}, ${name}` };
  };
  const begin = async () => {
    await dismissNotices();
    await pressTillKey('F5');
    await isShown(scanField());
  };
  const scan = async (imei: string) => {
    await scanField().fill(imei);
    await userEvent.keyboard('{Enter}');
    await isShown(field('Condition rating'));
  };
  const fill = async (agreed: number) => {
    await userEvent.selectOptions(field('Condition rating'), '4 of 5');
    await field('Agreed amount').fill(String(agreed));
    await field('Address').fill(BRINGER.address);
    await userEvent.selectOptions(field('ID'), 'Driver’s license');
    await field('ID number').fill(BRINGER.id_number);
  };
  const submit = () => userEvent.keyboard('{Control>}s{/Control}');
  /** Expects what stands beside a label. */
  const sumsText = (label: string, text: string) =>
    expect
      .poll(() => {
        const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label);
        return term?.nextElementSibling?.textContent;
      })
      .toBe(text);
  /** Expects a sum beside the form of the trade-in. */
  const sums = (label: string, amount: number) => sumsText(label, pesos(amount));
  const remains = (amount: number) => expect.poll(() => paymentFigure('Remaining')).toBe(pesos(amount));
  const cents = (amount: number) => Math.round(amount * 100) / 100;
  const boughtFor = async (draftId: number) =>
    expectDone(await manager.get<TradeIns>('/trade-ins?per_page=100')).data.filter(
      ({ payment }) => payment?.transaction_id === draftId,
    );

  it('pays a part of the cart: the slip is printed, the rest is asked, and a void gives the item back', async () => {
    const { imei, name, unitId } = await soldPhone();
    const { id, total_amount: total } = await openCart(MANAGER, manager);
    const printed = watchPrinting();
    await begin();
    await scan(imei);
    await isShown(page.getByRole('link', { name }));
    await expect.element(field('Name')).toHaveValue(buyer.name);
    await expect.element(field('Condition rating')).toHaveFocus();
    await sums('Still to pay', total);
    await fill(1);
    await sums('This item pays', 1);
    await sums('Then still to pay', cents(total - 1));
    expect(await axeViolations()).toEqual([]);
    await submit();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await expect
      .poll(() => printed.join())
      .toMatch(/TRADE-IN[\s\S]*AGREED +PHP 1\.00[\s\S]*Seller’s signature/i);
    await isShown(paymentRow(name.replace(', ', ' ')));
    await remains(cents(total - 1));
    expect(await axeViolations()).toEqual([]);
    await dismissNotices();
    await isRead();
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
    expect((await read(id)).payments).toMatchObject([
      { method: 'trade_in', amount: 1, trade_in: { unit: { id: unitId } } },
      { method: 'cash', amount: cents(total - 1) },
    ]);

    await openScreen(`/transactions/${id}`, { email: MANAGER });
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Void' }).click();
    await isShown(page.getByText(/the traded-in item of ₱1\.00/));

    // Once it was sold on, cash goes back in its place, and the question says so.
    const [tradeIn] = await boughtFor(id);
    expectDone(await manager.post(`/trade-ins/${tradeIn?.id}/clear`, { reference: 'PNP-17' }));
    expectDone(await manager.put(`/inventory/${unitId}`, { own_price: 1 }));
    await sell(manager, [unitId]);
    await openScreen(`/transactions/${id}`, { email: MANAGER });
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Void' }).click();
    await isShown(
      page.getByText(/in cash\.( [^ ]+ of it is cash rounding\.)? ₱1\.00 of it did not come in as cash/),
    );
  });

  it('pays the whole cart, and the rest of its amount is paid out', async () => {
    const { imei } = await soldPhone();
    const { id, total_amount: total } = await openCart(MANAGER, manager);
    await begin();
    await scan(imei);
    await fill(cents(total + 500));
    await sums('This item pays', total);
    await sums('Then still to pay', 0);
    await userEvent.selectOptions(field(`${pesos(500)} paid out by`), 'GCash');
    await field('Reference number').fill(`TI-${id}`);
    await submit();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await remains(0);
    await isRead();
    await pressComplete();
    await isShown(page.getByRole('heading', { name: 'Sale complete' }));
    expect(await boughtFor(id)).toMatchObject([{ amount: cents(total + 500) }]);
  });

  it('shows what cash is rounded up by before it is paid, on the slip, in the register and in the day', async () => {
    const admin = await callerAs('admin@demo.test');
    expectDone(await admin.put('/settings', { smallest_coin: 0.25 }));
    onTestFinished(async () => void expectDone(await admin.put('/settings', { smallest_coin: 0.01 })));
    const { imei, unitId } = await soldPhone();
    await openTill(MANAGER);
    const printed = watchPrinting();
    await begin();
    await scan(imei);
    await fill(1000.1);
    await sums('Agreed', 1000.1);
    await sums('Cash rounding', 0.15);
    await sums('Paid out, Cash', 1000.25);
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1366, 768));
    await isShown(page.getByText('₱1,000.25 Cash paid out'));
    await isShown(page.getByText('₱0.15 of it is cash rounding'));
    await page.viewport(1366, 768);
    await userEvent.selectOptions(field(`${pesos(1000.25)} paid out by`), 'GCash');
    await sums('Paid out, GCash', 1000.1);
    expect(page.getByText('Cash rounding').query()).toBeNull();
    await userEvent.selectOptions(field(`${pesos(1000.1)} paid out by`), 'Cash');
    await sums('Cash rounding', 0.15);
    await submit();
    await cartIsEmpty();
    await expect
      .poll(() => printed.join())
      .toMatch(/AGREED +PHP 1,000\.10[\s\S]{0,5}\sCash rounding +PHP 0\.15\s+Paid out, Cash +PHP 1,000\.25/);

    await openScreen('/inventory/trade-ins', { email: MANAGER });
    const row = page.getByRole('row').filter({ hasText: '₱1,000.10' });
    await isShown(row.getByRole('cell', { name: '₱0.15', exact: true }));
    await isShown(row.getByText('₱1,000.25 Cash'));
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Give back' }).click();
    await isShown(page.getByText(/hands back ₱1,000\.25 \(Cash\)\. ₱0\.15 of it is cash rounding\./));

    await openScreen(`/inventory/${unitId}`, { email: MANAGER });
    await isShown(page.getByRole('region', { name: /^Trade-in/ }).getByText('₱0.15', { exact: true }));
    for (const [path, rounding] of [
      ['/store-day', '₱0.15'],
      ['/reports', '−₱0.15'],
    ] as const) {
      await openScreen(path, { email: MANAGER });
      await sumsText('Rounding of trade-ins', rounding);
    }
    await openScreen('/shifts/cash-movements', { email: MANAGER });
    await isShown(page.getByText('₱0.15 of it is cash rounding'));
  });

  it('is deleted from the cart: what its seller hands back is said before and after', async () => {
    const { imei } = await soldPhone();
    const { id, total_amount: total } = await openCart(MANAGER, manager);
    await begin();
    await scan(imei);
    await fill(cents(total + 500));
    await userEvent.selectOptions(field(`${pesos(500)} paid out by`), 'GCash');
    await field('Reference number').fill(`TI-${id}`);
    await submit();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await choosePaymentEntry('Trade-in', 'Delete payment');
    const back = `Its seller hands back ${pesos(500)} by GCash.`;
    const asked = paymentDialog();
    await isShown(asked.getByText(back));
    await asked.getByLabelText('Reason').fill('Keeps it');
    await asked.getByRole('button', { name: /^Delete/ }).click();
    await isTold('Payment deleted');
    await isTold(back);
    await remains(total);
  });

  it('asks a manager with the amount, for a cashier who may not buy', async () => {
    expectDone(await setPin(manager));
    const { imei, name } = await soldPhone();
    const { id, total_amount: total } = await openCart(CASHIER, await callerAs(CASHIER));
    await begin();
    await scan(imei);
    await field('Name').fill(BRINGER.name);
    await fill(cents(total + 250));
    await submit();
    const asking = page.getByRole('dialog', { name: 'Ask a manager' });
    await isShown(asking.getByText(name));
    await isShown(asking.getByText(pesos(cents(total + 250)), { exact: true }));
    await isShown(asking.getByText(`${pesos(250)} Cash`));
    await expect.element(asking.getByLabelText('Manager')).toHaveDisplayValue(managerName);
    await asking.getByLabelText('PIN', { exact: true }).fill(PIN);
    await asking.getByRole('button', { name: 'Approve' }).click();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    expect(await boughtFor(id)).toMatchObject([{ amount: cents(total + 250) }]);
  });

  it('is taken once where its answer is lost', async () => {
    const { imei } = await soldPhone();
    const { id } = await openCart(MANAGER, manager);
    await begin();
    await scan(imei);
    await fill(10);
    const { keys } = loseAnswer({ path: /\/trade-in$/, method: 'POST', isCutUntilAgain: true });
    await submit();
    await isTold('The server cannot be reached');
    await submit();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await boughtFor(id)).toHaveLength(1);
  });

  it('leaves the cart as it is on the way back, and begins without one, too', async () => {
    await openCart(MANAGER, manager);
    await begin();
    await page.getByRole('link', { name: 'Till' }).click();
    await isShown(cartLines());

    await openTill(MANAGER);
    await begin();
    await page.getByRole('link', { name: 'Till' }).click();
    await cartIsEmpty();
  });

  it('is left by Esc: to the cart, or to the payment page that it was opened from', async () => {
    await openCart(MANAGER, manager);
    await begin();
    await expect
      .element(page.getByRole('link', { name: 'Till' }))
      .toHaveAttribute('aria-keyshortcuts', 'Escape');
    await scanField().fill('123');
    await userEvent.keyboard('{Escape}');
    await expect.element(scanField()).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await isShown(cartLines());

    await pressTillKey('F8');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await begin();
    await userEvent.keyboard('{Escape}');
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await userEvent.keyboard('{Escape}');
    await isShown(cartLines());

    await openTill(MANAGER);
    await begin();
    await userEvent.keyboard('{Escape}');
    await cartIsEmpty();
  });

  it('asks on Esc before what was typed is lost', async () => {
    const { imei } = await soldPhone();
    await openCart(MANAGER, manager);
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await begin();
    await scan(imei);
    await expect.element(button(/^Cancel/)).toHaveAttribute('aria-keyshortcuts', 'Escape');
    await userEvent.keyboard('{Escape}');
    await isShown(cartLines());

    await begin();
    await scan(imei);
    await fill(700);
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.fill(buyer.name);
    await isShown(page.getByRole('option', { name: buyer.name }).first());
    // The list takes the first Esc.
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('option', { name: buyer.name }));
    expect(question.query()).toBeNull();
    await customer.clear();
    await userEvent.keyboard('{Escape}{Escape}');
    await isShown(question);
    await userEvent.keyboard('{Escape}');
    await isGone(question);
    await expect.element(field('Agreed amount')).toHaveValue('700.00');
    await userEvent.keyboard('{Escape}');
    await button('Discard changes').click();
    await isShown(cartLines());
  });

  it('does not begin during an exchange, and not while the server is away', async () => {
    const [unitId = 0] = await phonesOnSale(manager, 1);
    const { transaction: sale } = await sell(manager, [unitId]);
    const screen = await openScreen(`/transactions/${sale.id}?dialog=exchange`, { email: MANAGER });
    const dialog = page.getByRole('dialog', { name: /^Exchange items of/ });
    await dialog.getByLabelText('Reason').fill('Does not charge');
    await dialog.getByRole('button', { name: 'Scan what goes out' }).click();
    await isShown(page.getByRole('region', { name: 'Coming back' }));
    await isGone(dialog);
    await pressTillKey('F5');
    await isTold('Complete the exchange, or cancel it, and press F5 again');
    expect(screen.address().pathname).toBe('/pos');

    const cart = await openCart(MANAGER, manager);
    const { mend } = loseServer();
    await isShown(page.getByText(/server is back|not reached|cannot be reached/i));
    await pressTillKey('F5');
    expect(scanField().query()).toBeNull();
    await isShown(cartLines());
    mend();
    expect((await read(cart.id)).payments).toEqual([]);
  });

  it('is told of where its answer was lost and its page left, and the cart shows what it paid', async () => {
    const { imei } = await soldPhone();
    const { id } = await openDraft(manager, await phonesOnSale(manager, 1));
    const screen = await openScreen(`/pos/${id}`, { email: MANAGER, withMenu: true });
    await isShown(cartLines());
    await begin();
    await scan(imei);
    await fill(1);
    const lost = loseAnswer({ path: /\/trade-in$/, method: 'POST', isCut: true });
    await submit();
    await isTold('The server cannot be reached');
    // While it is sent, the page is left without a question.
    await isGone(button('Trading in…'));
    void screen.goTo(`/pos/${id}`);
    const question = page.getByRole('alertdialog', { name: 'Leave before the server has answered?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await isShown(cartLines());
    lost.mend();
    const told = page.getByRole('alertdialog', { name: /^Trade-in of .* was done$/ });
    await isShown(told.getByText(/It pays ₱1\.00 of the sale\.$/));
    await pressUntilGone('{Escape}', told);
    await isShown(page.getByText('To pay', { exact: true }));
    expect(await boughtFor(id)).toHaveLength(1);
  });
});
