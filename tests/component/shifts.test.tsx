import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { store as storeShape } from '#contract/stores.ts';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { till as thisTill } from '#renderer/lib/till.ts';
import { setPin } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseAnswer,
  loseServer,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { inOtherWindow } from '#tests/support/component/other-window.ts';
import { standInTill } from '#tests/support/component/offline-till.ts';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import {
  dismissNotices,
  errorOf,
  isGone,
  isShown,
  isTold,
  pressUntilGone,
} from '#tests/support/component/shown.ts';
import { enterCode, pressTillKey } from '#tests/support/component/till.ts';
import { callerWith, call, DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import { isRead } from '#tests/support/is-read.ts';
import { expectDone, openDraft, type WireSale } from '#tests/support/selling.ts';
import { saveSettings } from '#tests/support/store-settings.ts';
import { count, piecesOf, type WireCurrent, type WireShift } from '#tests/support/shifts.ts';

const ADMIN = 'admin@demo.test';
const GIVEN_PASSWORD = 'copper-violin-tide';
const TILL_KEY = 'tindahan.till-key';
/** Of the bar of a shift that was opened without the server. */
const KEPT = /’s shift since .*Kept on this till, sent first when the server is back$/;

type WireStore = z.input<typeof storeShape>;

describe('shifts at the till', () => {
  let admin: Caller;
  /** Calls as the screen makes them: in the store, and from this device. */
  let till: Caller;
  let store: WireStore;
  let screen: OpenScreen;
  let variationId: number;
  /** The address of the person at the till. */
  let email: string;

  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    const { data } = expectDone(
      await admin.get<{ data: { id: number }[] }>('/product-variations?per_page=1'),
    );
    variationId = data[0]?.id ?? 0;
  });
  beforeEach(async () => {
    localStorage.removeItem(TILL_KEY);
    email = ADMIN;
    const no = Date.now() % 1_000_000;
    const body = { name: `Shift Shop ${no}`, code: `SH-${no}`, timezone: 'Asia/Manila' };
    store = expectDone(await admin.post<WireStore>('/stores/create', body));
    till = atTill(admin);
  });

  const atTill = ({ token }: Caller) =>
    callerWith('', token, (url, method, path, sent, headers) =>
      call(url, method, path, sent, {
        ...headers,
        'X-Store-Id': String(store.id),
        'X-Till': localStorage.getItem(TILL_KEY) ?? 'no-till-of-the-shop-yet',
      }),
    );

  /** Opens the page anew, at the same device unless `isOther`. */
  const open = async (path = '/pos', { isOther = false, withMenu = false } = {}) => {
    const key = localStorage.getItem(TILL_KEY);
    const opening = openScreen(path, { email, storeId: store.id, withMenu });
    if (key !== null && !isOther) localStorage.setItem(TILL_KEY, key);
    screen = await opening;
  };
  const current = async () => expectDone(await till.get<WireCurrent>('/shifts/current'));
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const piece = (name: string) => page.getByRole('textbox', { name, exact: true });
  /** Opens a shift through the dialogs, by keyboard alone. */
  const openShift = async (float = '5000') => {
    await open();
    await isShown(page.getByText(/No shift is open/));
    await pressTillKey('F10');
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Float')).toHaveFocus();
    await userEvent.keyboard(`${float}{Enter}`);
    await isShown(page.getByText(/’s shift since/));
    // Keys of the till wait for the dialog's end.
    await isGone(page.getByRole('dialog'));
  };
  const click = (name: RegExp, detail: number) =>
    button(name)
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  const newUnit = async () => {
    const unit = expectDone(
      await till.post<{ id: number }>('/inventory', {
        product_variation_id: variationId,
        category: 'new',
        serial_number: `SHIFT-${crypto.randomUUID().slice(0, 12)}`,
      }),
    );
    return unit.id;
  };
  /** Adds a person to the store, who has set a password already. */
  const salesperson = async () => {
    const address = `shift${store.id}@demo.test`;
    const form = { name: 'Nena Reyes', role: 'salesperson', primary_store_id: store.id };
    expectDone(await admin.post<object>('/staff', { ...form, email: address, password: GIVEN_PASSWORD }));
    const login = { email: address, password: GIVEN_PASSWORD };
    expectDone(await call<object>('', 'POST', '/staff/login', login));
    const own = {
      current_password: GIVEN_PASSWORD,
      new_password: DEMO_PASSWORD,
      new_password_confirmation: DEMO_PASSWORD,
    };
    expectDone(await call<object>('', 'POST', '/staff/update-password', own));
    return address;
  };
  const aTillKey = () => {
    const key = crypto.randomUUID();
    localStorage.setItem(TILL_KEY, key);
    return key;
  };
  const openedAtServer = async (amount: number) =>
    expectDone(await till.post<WireShift>('/shifts', { amount }));
  const sellOne = async () => {
    const draft = await openDraft(till, [await newUnit()]);
    const payments = [{ method: 'cash', amount: draft.total_amount }];
    return expectDone(await till.post<WireSale>(`/transactions/${draft.id}/complete`, { payments }))
      .transaction;
  };

  it('are opened by the keyboard: which till this is, then what is in its drawer', async () => {
    await openShift('5,000.50');
    expect(await current()).toMatchObject({
      till: { name: 'Counter 1', is_this: true },
      shift: { status: 'open', float_amount: 5000.5 },
    });
    expect(await axeViolations()).toEqual([]);
    // A second till of the store has the next number.
    await open('/pos', { isOther: true });
    await button(/^Open shift/).click();
    const name = page.getByLabelText('Name');
    await expect.element(name).toHaveValue('Counter 2');
    await expect.element(name).toHaveFocus();
    // Typing replaces the proposal.
    const { selectionStart, selectionEnd } = name.element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, 'Counter 2'.length]);
    const which = page.getByRole('combobox', { name: 'This computer' });
    await which.selectOptions(page.getByRole('option', { name: /Takes the place of Counter 1/ }));
    await button('Continue').click();
    await isTold('This computer is Counter 1 now');
    await isGone(page.getByText(/No shift is open/));
    // Its shift is open already: no float is asked for.
    await isGone(page.getByRole('dialog'));
  });

  it('are opened by a salesperson at a new till, who hears that a manager replaces one', async () => {
    await openShift();
    email = await salesperson();
    await open('/pos', { isOther: true });
    await button(/^Open shift/).click();
    const name = page.getByLabelText('Name');
    await expect.element(name).toHaveValue('Counter 2');
    await expect
      .element(name)
      .toHaveAccessibleDescription(/A manager signs in here first if it takes the place of another computer/);
  });

  it('say without the server what needs it: cash in and out, and the count, which is kept', async () => {
    await openShift();
    const line = loseServer();
    // The till knows as soon as it asks for anything.
    await enterCode('no such code');
    await expect.poll(() => readConnection().isReachable).toBe(false);
    await dismissNotices();
    await pressTillKey('F7');
    await isShown(page.getByText('Cash is noted on the server: do it when the connection is back'));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    await pressTillKey('F10');
    await isShown(
      page.getByText(
        'A shift is counted and closed on the server: what you type is kept until the connection is back.',
      ),
    );
    await piece('₱1,000 bills').fill('5');
    await expect.element(button(/^Close shift/)).toHaveAttribute('aria-disabled', 'true');
    line.mend();
    await isShown(page.getByText('Count what is in the drawer of Counter 1.'));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
  });

  it('are told at once to have been closed elsewhere while the line was cut, however short that was', async () => {
    await openShift();
    const { shift } = await current();
    loseServer();
    await enterCode('no such code');
    await expect.poll(() => readConnection().isReachable).toBe(false);
    // The line of this till stays cut, while the office closes its shift.
    const line = failCalls({ path: /\/health\/ready$/ });
    expectDone(await count<object>(till, shift?.id ?? 0, { bill_1000: 5 }));
    expectDone(await till.post<object>(`/shifts/${shift?.id}/close`, { counts_made: 1 }));
    await isShown(page.getByText(/’s shift since/));
    line.mend();
    await isShown(page.getByText('No shift is open at Counter 1'));
  });

  it('are opened by bills and coins, too, and not with what is no float', async () => {
    await open();
    await isShown(page.getByText(/No shift is open/));
    await pressTillKey('F10');
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Float')).toHaveFocus();
    await userEvent.keyboard('12.345{Enter}');
    await expect.poll(() => errorOf(page.getByLabelText('Float'))).toBe('Amounts have at most two decimals');
    await page.getByLabelText('Float').fill('abc');
    await expect.poll(() => errorOf(page.getByLabelText('Float'))).toBe('Invalid amount');
    await page.getByRole('radio', { name: 'By bills and coins' }).click();
    await expect.element(piece('₱1,000 bills')).toBeVisible();
    await piece('₱1,000 bills').fill('2');
    await userEvent.keyboard('{Enter}1.5');
    await isShown(page.getByText('Type a whole number'));
    await piece('₱500 bills').fill('123456789');
    await isShown(page.getByText('At most 99,999 pieces'));
    expect(await axeViolations()).toEqual([]);
    await piece('₱500 bills').fill('1');
    const sum = page.getByText('₱2,500.00');
    await isShown(sum);
    // It stays in sight in a low window, and so does the piece that is typed.
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await expect.element(sum).toBeInViewport({ ratio: 0.99 });
    for (let down = 0; down < 6; down += 1) await userEvent.keyboard('{ArrowDown}');
    await expect.element(piece('₱10 coins')).toHaveFocus();
    const bottom = () => piece('₱10 coins').element().getBoundingClientRect().bottom;
    await expect.poll(bottom).toBeLessThanOrEqual(sum.element().getBoundingClientRect().top);
    await page.viewport(1366, 768);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/’s shift since/));
    expect((await current()).shift).toMatchObject({
      float: { bill_1000: 2, bill_500: 1 },
      float_amount: 2500,
    });
  });

  it('sell nothing before one is open, and nothing while one is counted', async () => {
    await open();
    await isShown(page.getByText(/nothing is paid without one/));
    await openShift();
    const { shift } = await current();
    const draft = await openDraft(till, [await newUnit()]);
    expectDone(await count(till, shift?.id ?? 0, piecesOf(100)));
    await open();
    await isShown(page.getByText(/The drawer of Counter 1 is being counted/));
    // Nor in another window, at the payment of a sale.
    await open(`/pos/${draft.id}/payment`);
    const summary = page.getByRole('complementary', { name: 'Order summary' });
    await isShown(summary.getByText(/^The drawer is being counted/));
    await expect.element(button(/Complete sale|and complete/)).toHaveAttribute('aria-disabled', 'true');
  });

  it('leave the strip of keys whole in a narrow window, where their own buttons show F7 and F10', async () => {
    await openShift('400');
    const strip = page.getByRole('list', { name: 'Keyboard shortcuts' });
    await isShown(strip.getByRole('button', { name: 'F7 Cash' }));
    await page.viewport(1024, 700);
    onTestFinished(() => page.viewport(1366, 768));
    await isGone(strip.getByRole('button', { name: 'F7 Cash' }));
    const { scrollWidth, clientWidth } = strip.element();
    expect(scrollWidth).toBe(clientWidth);
    await isShown(button(/^Cash/).getByText('F7'));
    await isShown(button('Close shift').getByText('F10'));
  });

  it('take cash out with a reason, and no more than there is', async () => {
    await openShift('400');
    await pressTillKey('F7');
    await expect.element(page.getByLabelText('Amount')).toHaveFocus();
    const topOf = (label: string) => page.getByLabelText(label).element().getBoundingClientRect().top;
    expect(topOf('Reason'), 'beside each other, so that a low window shows both').toBe(topOf('Amount'));
    await userEvent.keyboard('500{Tab}Courier fee{Enter}');
    await isTold('There is not so much in the drawer');
    await page.getByLabelText('Amount').fill('150');
    expect(await axeViolations()).toEqual([]);
    const printed = watchPrinting();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('Pay-out of ₱150.00 noted');
    await expect.poll(() => printed.join()).toMatch(/PAY-OUT[\s\S]*AMOUNT +PHP 150\.00[\s\S]*Courier fee/);
    expect((await current()).shift?.movements).toMatchObject([
      { kind: 'float' },
      { kind: 'pay_out', amount: 150, reason: 'Courier fee' },
    ]);
  });

  it('tell of a pay-out whose answer was lost, also where its dialog was left', async () => {
    await openShift('400');
    await open('/pos', { withMenu: true });
    await isShown(page.getByText(/’s shift since/));
    await pressTillKey('F7');
    const amount = page.getByLabelText('Amount');
    await expect.element(amount).toHaveFocus();
    await userEvent.keyboard('150{Tab}Courier fee');
    const lost = loseAnswer({ path: /\/cash-movements$/, method: 'POST', isCut: true });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('The server cannot be reached');
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    const question = page.getByRole('alertdialog', { name: 'Leave before the server has answered?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await isGone(amount);
    lost.mend();
    const told = page.getByRole('alertdialog', { name: 'Pay-out of ₱150.00 was done' });
    await isShown(told.getByText(/Do not note it again\.$/));
    await pressUntilGone('{Escape}', told);
    expect((await current()).shift?.movements).toMatchObject([
      { kind: 'float' },
      { kind: 'pay_out', amount: 150, reason: 'Courier fee' },
    ]);
  });

  it('are needed for cash that goes back, which a cashier hears before a manager is fetched', async () => {
    await openShift();
    const sale = await sellOne();
    expectDone(await setPin(admin));
    onTestFinished(async () => void expectDone(await admin.delete('/staff/me/pin')));
    const cashier = { name: `Nena ${store.code}`, email: `${store.code.toLowerCase()}@demo.test` };
    const place = { role: 'salesperson', primary_store_id: store.id };
    expectDone(await admin.post('/staff', { ...cashier, ...place, password: DEMO_PASSWORD }));
    const newcomer = await callerAs(cashier.email);
    const first = [DEMO_PASSWORD, 'one-of-her-own', DEMO_PASSWORD] as const;
    for (const [from, to] of [first.slice(0, 2), first.slice(1)]) {
      const own = { new_password: to, new_password_confirmation: to };
      expectDone(await newcomer.post('/staff/update-password', { current_password: from, ...own }));
    }
    const key = localStorage.getItem(TILL_KEY) ?? '';
    // At another till, without an open shift.
    await openScreen(`/transactions/${sale.id}`, { email: cashier.email, storeId: store.id });
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    const question = page.getByRole('alertdialog', { name: /^Void/ });
    const why = 'Cash goes back, and this device is no till. Do it at a till whose shift is open.';
    await isShown(question.getByText(why));
    await question.getByLabelText('Reason').fill('Wrong item');
    await question.getByRole('button', { name: /^Void ₱/ }).click();
    await isTold('Nothing was voided');
    expect(page.getByRole('dialog', { name: 'Ask a manager' }).elements()).toEqual([]);
    await question.getByRole('button', { name: 'Keep Transaction' }).click();
    await isGone(question);
    // A refund says so beside its button, which is off until the method is another one.
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    const refund = page.getByRole('dialog', { name: /^Refund/ });
    const isOff = (off: boolean) =>
      expect
        .poll(() => refund.getByRole('button', { name: /^Refund/ }).element().ariaDisabled === 'true')
        .toBe(off);
    await isShown(refund.getByText(why));
    await isOff(true);
    await userEvent.selectOptions(refund.getByLabelText('Money goes back by'), 'GCash');
    await isGone(refund.getByText(why));
    await isOff(false);
    await refund.getByRole('checkbox').click();
    await userEvent.selectOptions(refund.getByLabelText('Money goes back by'), 'Cash');
    await isShown(refund.getByText(why));
    await refund.getByRole('button', { name: 'Cancel' }).click();
    // At its till, whose drawer was emptied meanwhile.
    localStorage.setItem(TILL_KEY, key);
    const askManager = page.getByRole('dialog', { name: 'Ask a manager' });
    const toTheSafe = async (amount: number) =>
      expectDone(await till.post<object>('/cash-movements', { kind: 'drop', amount, reason: 'To the safe' }));
    await toTheSafe(5000);
    email = cashier.email;
    await open(`/transactions/${sale.id}`);
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Refund' }).click();
    await refund.getByLabelText('Reason').fill('Wrong item');
    // The drawer holds exactly as much.
    await refund.getByRole('button', { name: /^Refund ₱/ }).click();
    await isShown(askManager);
    await userEvent.keyboard('{Escape}');
    await expect.element(askManager).not.toBeInTheDocument();
    await toTheSafe(1);
    await refund.getByRole('button', { name: /^Refund ₱/ }).click();
    await isTold('Nothing was refunded');
    await isTold(/goes back in cash, and there is not so much in the drawer/);
    expect(askManager.elements()).toEqual([]);
  });

  it('are closed blind, with a reason for what differs, by the keyboard alone', async () => {
    await openShift();
    const { total_amount } = await sellOne();
    await pressTillKey('F10');
    await expect.element(piece('₱1,000 bills')).toHaveFocus();
    await isShown(page.getByText('Expected amounts are shown after counting.'));
    await userEvent.keyboard('4{Enter}1{ArrowDown}{ArrowUp}');
    await expect.element(piece('₱500 bills')).toHaveFocus();
    await isShown(page.getByText('₱4,500.00'));
    await isShown(page.getByText('5 bills, 0 coins'));
    expect(await axeViolations()).toEqual([]);
    // Counted amounts stay while another person uses the till.
    await screen.goTo('/pos');
    await isShown(page.getByText(/’s shift since/));
    await pressTillKey('F10');
    await expect.element(piece('₱1,000 bills')).toHaveValue('4');
    await piece('₱1,000 bills').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    const row = page.getByRole('row', { name: /^Cash/ });
    const expected = 5000 + total_amount;
    const peso = (amount: number) =>
      `₱${amount.toLocaleString('en-PH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    await isShown(row.getByText(`Expected ${peso(expected)}`));
    await isShown(row.getByText(`${peso(expected - 4500)} short`));
    expect(await axeViolations()).toEqual([]);
    await isRead();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => errorOf(page.getByLabelText('Reason'))).toBe('Reason required');
    const printed = watchPrinting();
    await userEvent.keyboard('Given out wrong{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
    // The reason is there to read, and nothing to type.
    await isShown(page.getByRole('complementary', { name: 'Shift' }).getByText('Given out wrong'));
    expect(page.getByRole('region', { name: 'Other methods' }).query()).toBeNull();
    expect(page.getByText('Next field').query()).toBeNull();
    await expect.poll(() => printed.join()).toMatch(/SHIFT COUNT[\s\S]*DIFFERENCE[\s\S]*Given out wrong/);
    expect((await current()).shift).toBeNull();
    await button('Z reading').click();
    await expect.poll(() => printed.join()).toMatch(/Z READING 1[\s\S]*GRAND TOTAL/);
    await isTold('Z reading 1 taken');
    await isGone(button('Z reading'));
    await expect.element(button(/^To the till/)).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    await isShown(page.getByText(/No shift is open at Counter 1/));
  });

  it('tell a salesperson how far off a count is, and never what should be there', async () => {
    email = await salesperson();
    await openShift('500');
    await pressTillKey('F10');
    await isShown(page.getByText('The difference is shown after counting.'));
    await piece('₱100 bills').fill('3');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    const row = page.getByRole('row', { name: /^Cash/ });
    await isShown(row.getByText('₱200.00 short'));
    await isGone(row.getByText(/Expected/));
    expect(await axeViolations()).toEqual([]);
    // The first count's difference makes the second count right, which is no way out.
    await piece('₱100 bills').fill('5');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(row.getByText('₱0.00'));
    await isRead();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => errorOf(page.getByLabelText('Reason'))).toBe('Reason required');
    expect((await current()).shift).toMatchObject({ status: 'counted', counts_made: 2 });
  });

  it('are neither read nor closed by the second click of a double click on what stood there before', async () => {
    await openShift();
    await isShown(button(/^Close shift/));
    const read = watchCalls({ path: /\/x-reading$/, method: 'GET' });
    click(/^X reading/, 2);
    click(/^Close shift/, 2);
    // Only the till has this key.
    await pressTillKey('F7');
    await isShown(page.getByRole('dialog'));
    expect(page.getByRole('heading', { name: 'Close shift' }).query()).toBeNull();
    expect(read).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    await isShown(button(/^Close shift/));
    click(/^Close shift/, 1);
    await isShown(page.getByRole('heading', { name: 'Close shift' }));
  });

  it('close by the key that follows the end of a dialog at once', async () => {
    await openShift();
    await pressTillKey('F7');
    await isShown(page.getByRole('dialog'));
    await userEvent.keyboard('{Escape}{F10}');
    await isShown(page.getByRole('heading', { name: 'Close shift' }));
  });

  it('are gone to as soon as they are known, where the key was faster', async () => {
    await openShift();
    const { release, sent } = holdCall({ path: /\/shifts\/current/, method: 'GET' });
    await open();
    await expect.poll(sent).toBeGreaterThan(0);
    await pressTillKey('F10');
    release();
    await isShown(page.getByRole('heading', { name: 'Close shift' }));
  });

  it('close with what stands on the screen: a count that was changed is taken first', async () => {
    await openShift();
    await pressTillKey('F10');
    await piece('₱1,000 bills').fill('1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    await userEvent.keyboard('A bill lay under the tray');
    await piece('₱1,000 bills').fill('4');
    await isShown(page.getByText(/The count was changed/));
    await isGone(button(/^Close shift/));
    await piece('₱500 bills').fill('x');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect((await current()).shift).toMatchObject({ status: 'counted', counted_amount: 1000 });
    await piece('₱500 bills').fill('');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('row', { name: /^Cash/ }).getByText('₱1,000.00 short'));
    const { shift } = await current();
    expect(shift).toMatchObject({ status: 'counted', counted_amount: 4000 });
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    // A second press in a hurry closes nothing with a reason that was typed for another count.
    await isRead();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
    await isShown(page.getByText('₱4,000.00').first());
    expect(expectDone(await till.get<WireShift>(`/shifts/${shift?.id}`))).toMatchObject({
      status: 'closed',
      counted_amount: 4000,
      reason: 'A bill lay under the tray',
    });
  });

  it('keep the typed reason when the drawer is counted again in another window, also by somebody else', async () => {
    await openShift('1000');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await open('/pos/shift');
    await piece('₱100 bills').fill('3');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    await userEvent.keyboard('Given out wrong');
    const colleague = await callerAs(await salesperson());
    const id = (await current()).shift?.id ?? 0;
    expectDone(await count<object>(atTill(colleague), id, { bill_100: 4 }));
    vi.advanceTimersByTime(10_000);
    await expect.element(piece('₱100 bills')).toHaveValue('4');
    await expect.element(page.getByLabelText('Reason')).toHaveValue('Given out wrong');
  });

  it('close a right count by pressing again, where the server died between count and closing', async () => {
    await openShift('1000');
    const { mend, failed } = failCalls({
      path: /\/shifts\/\d+\/close/,
      method: 'POST',
      status: 500,
      body: {},
    });
    await pressTillKey('F10');
    await piece('₱1,000 bills').fill('1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(failed).toBe(1);
    mend();
    await open('/pos/shift');
    await isShown(page.getByRole('row', { name: /^Cash/ }));
    await isRead();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
  });

  it('close at once where the count is right, and ask before an empty drawer', async () => {
    await openShift('0');
    await pressTillKey('F10');
    await expect.element(piece('₱1,000 bills')).toHaveFocus();
    // A slow scanner's code is no count, nor is its first digit.
    onTestFinished(listenToScanners(() => undefined));
    await pressAsScanner(['4', 200, ...'806510001234', 'Enter']);
    await expect.element(piece('₱1,000 bills')).toHaveValue('');
    await piece('₱1,000 bills').click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('alertdialog', { name: 'Count the drawer as empty?' }));
    await button('Count ₱0.00').click();
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
  });

  it('keep the focused way back in sight of a low window when the Z reading comes', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await openShift('500');
    await pressTillKey('F10');
    await piece('₱100 bills').fill('5');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(button('Z reading'));
    const back = button(/^To the till/);
    await expect.element(back).toHaveFocus();
    await expect.element(back).toBeInViewport({ ratio: 0.99 });
  });

  it('go on selling after a count that was begun too early', async () => {
    await openShift();
    await pressTillKey('F10');
    await piece('₱100 bills').fill('3');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveFocus();
    await userEvent.keyboard('Too early');
    await page.getByLabelText('Maya').fill('50');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('row', { name: /^Maya/ }));
    await button('Go on selling').click();
    await isShown(page.getByText(/’s shift since/));
    expect((await current()).shift as WireShift).toMatchObject({ status: 'open', counts_made: 2 });

    // The next count starts empty; methods named by the last one must be counted again, even if the store no longer takes
    // them.
    await saveSettings(admin, store.id, {
      payment_methods: ['cash', 'gcash'],
      shifts: { enabled: true, difference_limit: 0 },
    });
    await open('/pos/shift');
    await expect.element(piece('₱1,000 bills')).toHaveFocus();
    await expect.element(piece('₱100 bills')).toHaveValue('');
    await piece('₱1,000 bills').fill('5');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Maya')).toHaveFocus();
    expect(errorOf(page.getByLabelText('Maya'))).toBe('Count it again, too');
    expect((await current()).shift).toMatchObject({ status: 'open', counts_made: 2 });
    await userEvent.keyboard('0');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByLabelText('Reason')).toHaveValue('');
    expect((await current()).shift).toMatchObject({ status: 'counted', counts_made: 3, difference: 0 });
  });

  /** Makes this window a till of the store, which sells without the server. */
  const sellsOffline = async () => {
    expectDone(
      await till.post<object>('/tills', { name: 'Counter 1' }, { headers: { 'X-Till': aTillKey() } }),
    );
    await saveSettings(admin, store.id, {
      payment_methods: ['cash'],
      shifts: { enabled: true, difference_limit: 0 },
      offline_sales: { enabled: true, hours: 24, max_total: null, methods: ['cash'] },
    });
  };

  it('are opened without the server where the store sells without it, and closed once that is sent', async () => {
    await sellsOffline();
    const device = standInTill(store);
    await open();
    await isShown(page.getByText('No shift is open at Counter 1'));
    const line = loseServer();
    await enterCode('no such code');
    await isShown(page.getByRole('alert').filter({ hasText: 'No connection.' }));
    await dismissNotices();
    (document.activeElement as HTMLElement).blur();
    await pressTillKey('F10');
    await isShown(page.getByText(/Kept on this till, sent first when the server is back\.$/));
    await expect.element(page.getByLabelText('Float')).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    device.refuseNext('The disk is full. Make room on it');
    await userEvent.keyboard('5000.50{Enter}');
    await isTold('The disk is full. Make room on it');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByText(KEPT));
    await isGone(page.getByRole('dialog'));
    expect(device.openings).toMatchObject([{ store_id: store.id, amount: 500_050, denominations: null }]);
    await pressTillKey('F10');
    await isShown(page.getByText('The opening of the shift is not sent yet'));
    await button('Back to Point of Sale').click();
    line.mend();
    const { id } = await openedAtServer(5000.5);
    device.openingSent(id);
    await isShown(button(/^Close shift/));
    await isGone(page.getByText(KEPT));
  });

  describe('of a till that is started without the server', () => {
    beforeEach(async () => {
      await sellsOffline();
    });
    const restart = async () => {
      screen = await openScreen('/pos', { email, storeId: store.id, restarts: true });
    };
    /** Waits until the till has kept something of its shift, and starts it again after the line was cut. */
    const restartWithout = async (kept: string) => {
      await expect.poll(() => thisTill.notes.read(SIGN_IN_NOTE)).toContain(kept);
      const line = loseServer();
      await restart();
      await isShown(page.getByRole('alert').filter({ hasText: 'No connection.' }));
      return line;
    };

    it('are opened there after the last one was closed, and stay open at the next start', async () => {
      const { id } = await openedAtServer(100);
      expectDone(await count<object>(till, id, { bill_100: 1 }));
      expectDone(await till.post<object>(`/shifts/${id}/close`, { counts_made: 1 }));
      const device = standInTill(store);
      await open();
      await isShown(page.getByText('No shift is open at Counter 1'));
      const line = await restartWithout('"closed_shift":{');
      await isShown(page.getByText('No shift is open at Counter 1'));
      await pressTillKey('F10');
      await expect.element(page.getByLabelText('Float')).toHaveFocus();
      await userEvent.keyboard('2500{Enter}');
      await isShown(page.getByText(KEPT));
      expect(device.openings).toMatchObject([{ store_id: store.id, amount: 250_000 }]);
      // What was opened here is later than what the server said last.
      await restart();
      await isShown(page.getByText(KEPT));
      line.mend();
      device.openingSent((await openedAtServer(2500)).id);
      await isShown(button(/^Close shift/));
      await isGone(page.getByText(KEPT));
    });

    it('go on where they were open, until the server says that they were closed elsewhere', async () => {
      const { id } = await openedAtServer(100);
      const device = standInTill(store);
      await open();
      await isShown(button(/^Close shift/));
      const line = await restartWithout('"status":"open"');
      await isShown(page.getByText(/’s shift since/));
      line.mend();
      // The till asks once its line is back: not before the shift is closed.
      const { release } = holdCall({ path: /\/shifts\/current/, method: 'GET' });
      expectDone(await count<object>(till, id, { bill_100: 1 }));
      expectDone(await till.post<object>(`/shifts/${id}/close`, { counts_made: 1 }));
      release();
      await isShown(page.getByText('No shift is open at Counter 1'));
      expect(device.openings).toEqual([]);
    });

    it('are known, too, where the till was started before the line was cut, and opened no sale yet', async () => {
      standInTill(store);
      await openedAtServer(100);
      await open();
      await isShown(button(/^Close shift/));
      await expect.poll(() => thisTill.notes.read(SIGN_IN_NOTE)).toContain('"status":"open"');
      screen = await openScreen('/account', { email, storeId: store.id, restarts: true });
      await isShown(page.getByRole('heading', { level: 1 }));
      loseServer();
      await screen.goTo('/pos');
      await isShown(page.getByText(/’s shift since/));
    });

    it('are forgotten with the person, whom another one follows', async () => {
      const colleague = await salesperson();
      await openedAtServer(100);
      await open();
      await isShown(button(/^Close shift/));
      await expect.poll(() => thisTill.notes.read(SIGN_IN_NOTE)).toContain('"status":"open"');
      failCalls({ path: /\/shifts\/current$/, status: 500, body: {} });
      await inOtherWindow().signIn(colleague);
      await expect.poll(() => thisTill.notes.read(SIGN_IN_NOTE)).toContain('Nena Reyes');
      expect(await thisTill.notes.read(SIGN_IN_NOTE)).not.toContain('"status":"open"');
    });
  });

  it('are asked for anew once the last sale of the till is sent', async () => {
    await openShift('1000');
    const waiting: KeptSale = {
      ...{ kind: 'sale', key: crypto.randomUUID(), number: `${store.code}-T2A-X000001`, store_id: store.id },
      ...{ cart_key: crypto.randomUUID(), draft_id: null, made_at: Date.now(), total: 10_000, change: 0 },
      ...{
        state: 'waiting',
        problem: null,
        invoice_number: null,
        transaction_id: null,
        receipt: '{"payments":[],"lines":[]}',
      },
    };
    const device = standInTill(store, { sales: [waiting] });
    await open('/pos/shift');
    await isShown(page.getByText('The drawer is counted when the server has every sale of this till.'));
    const asked = watchCalls({ path: /\/shifts\/current/ });
    device.change(waiting.key, { state: 'recorded' });
    await expect.element(piece('₱1,000 bills')).toBeVisible();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
  });

  it('show what was counted, and its slips, where the answers to closing and reading were lost', async () => {
    const printed = watchPrinting();
    await openShift('1000');
    const { id, number } = (await current()).shift as WireShift;
    loseAnswer({ path: /\/shifts\/\d+\/close/, method: 'POST' });
    await pressTillKey('F10');
    await piece('₱1,000 bills').fill('1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
    await isShown(button('Z reading'));
    await expect.poll(() => printed.join()).toMatch(/SHIFT COUNT/);
    // So is the reading, which is printed by itself.
    loseAnswer({ path: /\/z-readings$/, method: 'POST' });
    await button('Z reading').click();
    await isTold(/^Z reading \d+ taken$/);
    await expect.poll(() => printed.join()).toMatch(/Z READING \d+[\s\S]*GRAND TOTAL/);
    // Coming back to it later shows it, too.
    await open();
    await button('Last shift').click();
    await isShown(page.getByRole('heading', { name: `Shift ${number}` }));
    await isShown(button('Print the count again'));
    expect((await current()).closed_shift).toMatchObject({ id });
  });

  it('tell of a Z reading whose answer was lost, also where its page was left', async () => {
    await openShift('1000');
    await pressTillKey('F10');
    await piece('₱1,000 bills').fill('1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByRole('heading', { name: 'Shift closed' }));
    await open('/pos/shift', { withMenu: true });
    const lost = loseAnswer({ path: /\/z-readings$/, method: 'POST', isCut: true });
    await button('Z reading').click();
    await isTold('The server cannot be reached');
    void screen.goTo('/dashboard');
    // As long as its page is there, that finds out by itself.
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    lost.mend();
    const told = page.getByRole('alertdialog', { name: 'Z reading was done' });
    await isShown(told);
    await pressUntilGone('{Control>}{Enter}{/Control}', told);
    await expect.poll(() => screen.address().pathname).toBe('/z-readings');
  });
});
