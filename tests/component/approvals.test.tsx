import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SIGN_IN_NOTE } from '#bridge/drafts.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { MovementDialog } from '#renderer/features/shifts/movement-dialog.tsx';
import { listenToScanners, takeBadges } from '#renderer/lib/scans.ts';
import { till } from '#renderer/lib/till.ts';
import { makeBadge, PIN, setPin } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  nobodyApproves,
  openScreen,
  watchCalls,
} from '#tests/support/component/open-screen.tsx';
import { inOtherWindow } from '#tests/support/component/other-window.ts';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { dismissNotices, errorOf, isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import {
  cart,
  cartIsEmpty,
  cartLines,
  chooseCustomer,
  enterCode,
  inCart,
  openCart,
  openTill,
  pressTillKey,
  soldIn,
} from '#tests/support/component/till.ts';
import { addCustomer } from '#tests/support/customers.ts';
import { DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import { isRead } from '#tests/support/is-read.ts';
import {
  expectDone,
  openDraft,
  pay,
  phonesOnSale,
  sell,
  unitsOnSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

/** The drawer's dialog by itself: the shop keeps no shifts. */
function Cash() {
  return <MovementDialog tillName="Counter 1" onMoved={() => undefined} onClose={() => undefined} />;
}
const cash: Screen = {
  path: '/cash',
  title: 'Cash',
  permission: 'signed_in',
  load: () => Promise.resolve(Cash),
};

describe('a manager is asked at the till', () => {
  let manager: Caller;
  let seller: Caller;
  let managerName: string;
  beforeAll(async () => {
    [manager, seller] = await Promise.all([callerAs(MANAGER), callerAs(SELLER)]);
    const { staff } = expectDone(await manager.get<{ staff: { name: string } }>('/staff/me'));
    managerName = staff.name;
  });
  const asking = () => page.getByRole('dialog', { name: 'Ask a manager' });
  const pin = () => asking().getByLabelText('PIN', { exact: true });
  const approve = async (typed: string) => {
    await expect.element(pin()).toHaveFocus();
    await pin().fill(typed);
    await asking().getByRole('button', { name: 'Approve' }).click();
  };
  const scan = async (code: string) => {
    onTestFinished(listenToScanners(() => undefined));
    await pressAsScanner([...code, 'Enter']);
  };
  /** Expects a message in the dialog of the approval: the page with it lies beneath. */
  const says = async (...message: string[]) => {
    for (const text of message) await isShown(asking().getByText(text, { exact: true }));
  };
  const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');
  const sellOne = async () => (await sell(seller, await unitsOnSale(seller, 1))).transaction;
  const read = async (id: number) => expectDone(await seller.get<WireTransaction>(`/transactions/${id}`));
  const chooseOfPayment = async (entry: string) => {
    await page.getByRole('button', { name: /^More for .*Cash/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const choose = async (sale: WireTransaction, entry: string) => {
    await openScreen(`/transactions/${sale.id}`, { email: SELLER });
    await page.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  it('once one can be, whose PIN was set elsewhere: the key of what needs them comes without a reload', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { mend, failed } = nobodyApproves();
    await openTill(SELLER);
    const key = page.getByRole('button', { name: /Trade in$/ });
    await expect.poll(failed).toBeGreaterThan(0);
    await isRead();
    expect(key.elements()).toEqual([]);
    mend();
    // A call that was on its way then still says that nobody approves.
    await expect
      .poll(() => {
        vi.advanceTimersByTime(30_000);
        return key.elements();
      })
      .toHaveLength(1);
  });

  it('for a refund: a wrong PIN stands on its field, Esc loses nothing, and the right one refunds', async () => {
    const sale = await sellOne();
    await choose(sale, 'Refund');
    const refund = page.getByRole('dialog', { name: /^Refund/ });
    await refund.getByLabelText('Reason').fill('Does not charge');
    const confirm = refund.getByRole('button', { name: /^Refund ₱/ });
    // The second click of a hurried cashier does not close what the first one opened.
    await confirm.dblClick({ delay: 30 });
    const request = `Refund this sale: ${pesos(sale.total_amount)}. You stay signed in.`;
    await says(request, sale.invoice_number ?? '-', 'Does not charge');
    await says(`${pesos(sale.total_amount)} in cash`);
    const unit = sale.transaction_items[0]?.inventory_item;
    const shown = unit?.serial_number ?? unit?.product_variation.name ?? '-';
    await isShown(asking().getByText(new RegExp(`${shown} \\(Back to stock\\)$`)));
    // The page beneath is dimmed, too.
    const dims = [...document.querySelectorAll('.fui-DialogSurface__backdrop')].map(
      (each) => getComputedStyle(each).backgroundColor,
    );
    expect(dims).toHaveLength(2);
    expect(dims).not.toContain('rgba(0, 0, 0, 0)');
    // The store has one manager, who need not be chosen.
    await expect.element(asking().getByLabelText('Manager')).toHaveDisplayValue(managerName);
    expect(await axeViolations()).toEqual([]);
    await approve('246811');
    await expect.poll(() => errorOf(pin())).toBe('This PIN is wrong');
    await expect.element(pin()).toHaveValue('');
    await expect.element(pin()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await isGone(asking());
    await expect.element(refund.getByLabelText('Reason')).toHaveValue('Does not charge');
    expect((await read(sale.id)).status).toBe('completed');
    await confirm.click();
    await approve(PIN);
    await isTold(/refunded$/);
    await isGone(refund);
    expect((await read(sale.id)).status).toBe('refunded');
  });

  it('for a void, by a badge that is scanned at any moment; other codes are no badge', async () => {
    const badge = await makeBadge(manager);
    const sale = await sellOne();
    await choose(sale, 'Void Transaction');
    const question = page.getByRole('alertdialog', { name: /^Void/ });
    await question.getByLabelText('Reason').fill('Wrong customer');
    await question.getByRole('button', { name: /^Void ₱/ }).click();
    await expect.element(pin()).toHaveFocus();
    await says(sale.invoice_number ?? '-', pesos(sale.total_amount), 'Wrong customer');
    await scan('356789104523417');
    await isShown(asking().getByText('This is no badge'));
    await scan(badge);
    await isTold('Transaction voided');
    await isGone(asking());
    expect((await read(sale.id)).status).toBe('void');
    await isShown(page.getByText(`(approved by ${managerName}): Wrong customer`));
  });

  it('for a discount below the lowest price, which is saved with the draft', async () => {
    const draft = await openCart(SELLER, seller);
    await pressTillKey('F4');
    const dialog = page.getByRole('dialog', { name: 'Discounts' });
    await dialog.getByLabelText('Percent off').fill('30');
    await isShown(dialog.getByText(/^Below the lowest price of .* A manager approves it\.$/));
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Scratched');
    await userEvent.keyboard('{Enter}');
    await says('Give this discount. You stay signed in.', 'Scratched −30%');
    await isShown(asking().getByText(/^\$[\d,.]+ → \$[\d,.]+$/));
    await userEvent.keyboard('{Escape}');
    await isGone(asking());
    await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Scratched');
    await dialog.getByRole('button', { name: 'Add Discount' }).click();
    await approve(PIN);
    await isShown(dialog.getByRole('list', { name: 'Discounts given' }));
    await expect
      .poll(async () => (await read(draft.id)).discount_amount)
      .toBe(Math.round(draft.subtotal * 30) / 100);
  });

  it('for a customer’s price below the lowest one; until then the cart waits', async () => {
    const admin = await callerAs('admin@demo.test');
    const draft = await openDraft(seller, await unitsOnSale(seller, 1));
    const { id, product, name, minimum_price, wholesale_price } = soldIn(draft);
    const variation = `/products/${product.id}/variations/${id}`;
    const price = (least: number | null, known: number | null) =>
      admin.put(variation, { minimum_price: least, known: { minimum_price: known } });
    const lowest = (wholesale_price ?? 0) + 1;
    expectDone(await price(lowest, minimum_price));
    onTestFinished(async () => void expectDone(await price(minimum_price, lowest)));
    for (const buyer of ['Dear Dora', 'Cheap Charlie']) await addCustomer(manager, buyer, 'wholesale');
    await openScreen(`/pos/${draft.id}`, { email: SELLER });
    await isShown(cartLines());
    await chooseCustomer('Dear Dora');
    const told = notices().getByText('A manager has to approve the price');
    await isShown(told);
    await dismissNotices();
    // It is refused again, which the cart says already.
    const saves = watchCalls({ path: /\/transactions\/\d+$/, method: 'PUT' });
    await chooseCustomer('Cheap Charlie');
    await expect.poll(() => saves.length).toBe(1);
    expect((await saves[0]?.answer)?.status).toBe(422);
    const notice = cart().getByRole('status').filter({ hasText: name });
    await isShown(
      notice.getByText(
        `costs ${inCart(wholesale_price ?? 0)} for this customer’s group, less than its lowest price of ${inCart(lowest)}.`,
      ),
    );
    await isShown(cart().getByText('A manager has to approve the price first'));
    await expect
      .element(cart().getByRole('button', { name: 'Checkout' }))
      .toHaveAttribute('aria-disabled', 'true');
    expect(await axeViolations()).toEqual([]);
    expect(told.elements()).toEqual([]);
    await notice.getByRole('button', { name: 'Ask a manager' }).click();
    await says(
      'Sell at these prices. You stay signed in.',
      'Cheap Charlie · Wholesale',
      `${inCart(wholesale_price ?? 0)}, lowest ${inCart(lowest)}`,
    );
    await approve(PIN);
    await isGone(notice);
    await expect.poll(async () => (await read(draft.id)).subtotal).toBe(wholesale_price);
    await expect
      .element(cart().getByRole('button', { name: 'Checkout' }))
      .not.toHaveAttribute('aria-disabled', 'true');
  });

  it('for the price of the group that a customer was put into meanwhile', async () => {
    const admin = await callerAs('admin@demo.test');
    const buyer = await addCustomer(manager, 'Promoted Pia');
    const units = await unitsOnSale(seller, 2);
    const draft = await openDraft(seller, units, { customer_id: buyer.id });
    const { id, product, minimum_price, wholesale_price } = soldIn(draft);
    const variation = `/products/${product.id}/variations/${id}`;
    const price = (least: number | null, known: number | null) =>
      admin.put(variation, { minimum_price: least, known: { minimum_price: known } });
    const lowest = (wholesale_price ?? 0) + 1;
    expectDone(await price(lowest, minimum_price));
    onTestFinished(async () => void expectDone(await price(minimum_price, lowest)));
    await openScreen(`/pos/${draft.id}`, { email: SELLER });
    await expect.poll(() => cartLines().elements()).toHaveLength(2);
    const groups = expectDone(await manager.get<{ id: number; slug: string }[]>('/customer-groups'));
    const wholesale = groups.find(({ slug }) => slug === 'wholesale');
    expectDone(await manager.put(`/customers/${buyer.id}`, { customer_group_id: wholesale?.id }));
    await cartLines()
      .nth(1)
      .getByRole('button', { name: /^Remove / })
      .click();
    await isShown(cart().getByText('Wholesale', { exact: true }));
    await cart().getByRole('button', { name: 'Ask a manager' }).click();
    await says('Promoted Pia · Wholesale', `${inCart(wholesale_price ?? 0)}, lowest ${inCart(lowest)}`);
    await approve(PIN);
    await expect.poll(async () => (await read(draft.id)).subtotal).toBe(wholesale_price);
  });

  it('for a colleague’s cart, where the chain wants it', async () => {
    const admin = await callerAs('admin@demo.test');
    expectDone(await admin.put('/settings', { approve_colleague_cart: true }));
    onTestFinished(async () => {
      expectDone(await admin.put('/settings', { approve_colleague_cart: false }));
    });
    const theirs = await openDraft(manager, await unitsOnSale(manager, 1));
    await pay(manager, theirs.id, { method: 'cash', amount: 50 });
    await openScreen(`/transactions/${theirs.id}`, { email: SELLER });
    await chooseOfPayment('Edit payment');
    await page.getByLabelText('Amount').fill('40');
    await page.getByRole('button', { name: /^Update Payment/ }).click();
    await page.getByRole('button', { name: /^Change to/ }).click();
    await says(
      'Change a payment of a colleague’s cart. You stay signed in.',
      theirs.draft_number ?? '-',
      managerName,
      'Cash payment of ₱50.00',
    );
    await isShown(asking().getByText(/^The amount changes from ₱50.00 to ₱40.00/));
    await approve(PIN);
    await isTold('Payment updated');
    await chooseOfPayment('Delete payment');
    await page.getByRole('alertdialog').getByLabelText('Reason').fill('Typed twice');
    await page.getByRole('button', { name: 'Delete ₱40.00' }).click();
    await says('Delete a payment of a colleague’s cart. You stay signed in.', 'Typed twice');
    await approve(PIN);
    await isTold('Payment deleted');
    expectDone(await manager.post(`/transactions/${theirs.id}/refresh-locks`, { leave: true }));
    await openTill(SELLER);
    await page.getByRole('button', { name: 'View Transactions' }).click();
    await page.getByRole('button', { name: `Resume ${theirs.draft_number}` }).click();
    await says('Take over a colleague’s cart. You stay signed in.', theirs.draft_number ?? '-');
    await approve(PIN);
    await isTold('Transaction loaded');
    await isShown(cartLines());
    await expect.poll(async () => (await read(theirs.id)).staff.name).not.toBe(managerName);
  });

  it('for cash of the drawer: Enter after the PIN approves, by a form that Enter alone does not send', async () => {
    await openScreen('/cash', { email: SELLER, more: [cash] });
    await page.getByLabelText('Amount').fill('150');
    await page.getByLabelText('Reason').fill('Courier fee');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await says(
      'Take cash out of the drawer: ₱150.00. You stay signed in.',
      'Counter 1',
      '₱150.00',
      'Courier fee',
    );
    await userEvent.keyboard('1234567{Enter}');
    await expect.poll(() => errorOf(pin())).toBe('A PIN has 6 digits');
    await pin().fill(` ${PIN} `);
    const given = watchCalls({ path: /\/approvals$/, method: 'POST' });
    await userEvent.keyboard('{Enter}{Enter}');
    await isGone(asking());
    expect(given).toHaveLength(1);
  });

  it('by a PIN that is sent before the names of the managers are known', async () => {
    const names = holdCall({ path: /\/approvals\/approvers/, method: 'GET', isAnswered: true });
    await openScreen('/cash', { email: SELLER, more: [cash] });
    await page.getByLabelText('Amount').fill('150');
    await page.getByLabelText('Reason').fill('Courier fee');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(asking());
    await pin().fill(PIN);
    await userEvent.keyboard('{Enter}');
    await expect.element(asking().getByRole('button', { name: 'Approve' })).toBeDisabled();
    names.release();
    await isGone(asking());
  });

  it('among several: the name is chosen first, and Esc in its list closes the list', async () => {
    const admin = await callerAs('admin@demo.test');
    expectDone(await setPin(admin));
    onTestFinished(async () => void expectDone(await admin.delete('/staff/me/pin')));
    await openScreen('/cash', { email: SELLER, more: [cash] });
    await page.getByLabelText('Amount').fill('150');
    await page.getByLabelText('Reason').fill('Courier fee');
    await page.getByRole('radio', { name: 'Drop' }).click();
    await page.getByRole('button', { name: /^Note the drop/ }).click();
    await says('Take cash from the drawer to the safe: ₱150.00. You stay signed in.');
    const name = asking().getByLabelText('Manager');
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.poll(() => name.element().matches(':open')).toBe(true);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => name.element().matches(':open')).toBe(false);
    await pin().fill(PIN);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(name)).toBe('Choose who it is');
    await expect.element(name).toHaveFocus();
  });

  it('and a badge goes to nobody else: what takes scans elsewhere never hears of it', async () => {
    const badge = await makeBadge(manager);
    await openTill(SELLER);
    const scans = watchCalls({ path: /\/pos\/scan$/, method: 'POST' });
    let ignored = 0;
    onTestFinished(
      listenToScanners(
        () => undefined,
        () => (ignored += 1),
      ),
    );
    await pressAsScanner([...badge, 'Enter']);
    expect(ignored).toBe(1);
    // A second scan of the same badge is ignored.
    const stop = takeBadges(() => undefined);
    await pressAsScanner([...badge, 'Enter']);
    stop();
    await pressAsScanner([...badge, 'Enter']);
    expect(ignored).toBe(1);
    expect(scans).toEqual([]);
    await expect.element(page.getByPlaceholder('Search or scan a barcode, serial or IMEI')).toHaveValue('');
  });
});

describe('a till changes hands', () => {
  it('by F6: the cart stays in its draft, the next cashier has an empty till, and a wrong PIN ends nothing', async () => {
    const seller = await callerAs(SELLER);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1));
    await openScreen(`/pos/${draft.id}`, { email: SELLER, withMenu: true });
    await isShown(cartLines());
    await pressTillKey('F6');
    const dialog = page.getByRole('dialog', { name: 'Change cashier' });
    await isShown(
      dialog.getByText(`The item in the cart stays in draft ${draft.draft_number}`, { exact: false }),
    );
    const pin = dialog.getByLabelText('PIN', { exact: true });
    await expect.element(pin).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    const change = dialog.getByRole('button', { name: 'Change cashier' });
    const told = inOtherWindow();
    const sent = watchCalls({ path: /\/staff\/switch$/, method: 'POST' });
    await pin.fill('246811');
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.poll(() => errorOf(pin)).toBe('This PIN is wrong');
    expect(sent).toHaveLength(1);
    await pin.fill(PIN);
    await change.click();
    await isTold(/has the till$/);
    await isTold(new RegExp(`waits in ${draft.draft_number}, under View Transactions`));
    await cartIsEmpty();
    const { staff } = expectDone(
      await (await callerAs(MANAGER)).get<{ staff: { id: number; name: string } }>('/staff/me'),
    );
    await isShown(page.getByRole('banner').getByText(staff.name));
    expect(told.heard).toEqual([staff.id]);
    const { staff: owner } = expectDone(await seller.get<WireTransaction>(`/transactions/${draft.id}`));
    expect(owner.name).not.toBe(staff.name);
  });

  it('is not asked on over the payment page, which F8 had led to', async () => {
    const seller = await callerAs(SELLER);
    const [id] = await phonesOnSale(seller, 1);
    const { imei } = expectDone(await seller.get<{ imei: string }>(`/inventory/${id}`));
    await openScreen('/pos', { email: SELLER, withMenu: true });
    await cartIsEmpty();
    const saved = holdCall({ path: /\/transactions$/, method: 'POST' });
    await enterCode(imei);
    await isShown(cartLines());
    await pressTillKey('F8');
    await pressTillKey('F6');
    const dialog = page.getByRole('dialog', { name: 'Change cashier' });
    await isShown(dialog);
    saved.release();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
    await isGone(dialog);
    await expect.element(page.getByLabelText('Amount', { exact: true })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await isShown(cartLines());
    await isGone(dialog);
  });

  it('by F6 with a cart that the server has only a part of: it is said to be kept here, and is', async () => {
    const seller = await callerAs(SELLER);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1));
    await openScreen(`/pos/${draft.id}`, { email: SELLER, withMenu: true });
    await isShown(cartLines());
    const { failed } = failCalls({
      path: /\/transactions\/\d+$/,
      method: 'PUT',
      status: 403,
      body: { message: 'Not now', code: 'forbidden' },
    });
    await pressTillKey('F4');
    await page.getByLabelText('Percent off').fill('1');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Box open');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('list', { name: 'Discounts given' }));
    await userEvent.keyboard('{Escape}');
    await expect.poll(failed).toBeGreaterThan(0);
    await pressTillKey('F6');
    const dialog = page.getByRole('dialog', { name: 'Change cashier' });
    await isShown(dialog.getByText(/^The item in the cart is kept on this till for the cashier before/));
    await dialog.getByLabelText('PIN', { exact: true }).fill(PIN);
    await userEvent.keyboard('{Enter}');
    await isTold(/is kept on this till for them/);
  });

  it('in another window of the browser: this one is the next cashier’s, too, and takes no cart over', async () => {
    const seller = await callerAs(SELLER);
    const draft = await openDraft(seller, await unitsOnSale(seller, 1));
    await openScreen(`/pos/${draft.id}`, { email: SELLER, withMenu: true });
    await isShown(cartLines());
    const other = inOtherWindow();
    const { staff } = await other.signIn(MANAGER);
    await isShown(page.getByRole('banner').getByText(staff.name));
    await cartIsEmpty();
    await isTold('Another cashier has the till');
    await isTold(new RegExp(`^The cart of .+ waits in ${draft.draft_number}, under View Transactions\\.$`));
    const { staff: owner } = expectDone(await seller.get<WireTransaction>(`/transactions/${draft.id}`));
    expect(owner.name).not.toBe(staff.name);
    await other.signOut();
    await isGone(page.getByRole('banner'));
    await isShown(page.getByRole('banner').getByText((await other.signIn(SELLER)).staff.name));
  });

  it('in another window and back at once: this one keeps nothing of who was between', async () => {
    await openScreen('/customers', { email: SELLER, withMenu: true });
    await isShown(page.getByRole('heading', { name: 'Customers' }));
    const between = holdCall({ path: /\/staff\/me$/, method: 'GET', isAnswered: true });
    const other = inOtherWindow();
    const { staff: colleague } = await other.signIn(MANAGER);
    await expect.poll(between.sent).toBe(1);
    const { staff } = await other.signIn(SELLER);
    await expect.poll(between.sent).toBe(2);
    between.release();
    await isShown(page.getByRole('banner').getByText(staff.name));
    await isShown(cart());
    await isGone(page.getByRole('banner').getByText(colleague.name));
    expect(await till.notes.read(SIGN_IN_NOTE)).toContain(staff.name);
  });

  it('in another window while the server cannot be reached: this one shows nobody’s, and asks again', async () => {
    await openScreen('/customers', { email: SELLER, withMenu: true });
    await isShown(page.getByRole('heading', { name: 'Customers' }));
    const line = failCalls({ path: /\/staff\/me$/ });
    const { staff } = await inOtherWindow().signIn(MANAGER);
    await isShown(page.getByText('The server cannot be reached'));
    await isGone(page.getByRole('banner'));
    await isShown(page.getByRole('button', { name: 'Retry' }));
    line.mend();
    await isShown(page.getByRole('banner').getByText(staff.name));
  });
});

describe('unsaved changes', () => {
  const change = async () => {
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Change cashier' }).click();
  };
  const unsaved = async () => {
    const { held = [] } = await navigator.locks.query();
    return held.map(({ name }) => name).filter((name) => name?.startsWith('tindahan.unsaved '));
  };

  it('that another window of the browser drops are told there, and shown to it before', async () => {
    await openScreen('/customers/new', { email: SELLER, withMenu: true });
    expect(await unsaved()).toEqual([]);
    await page.getByLabelText('Name').fill('Half Typed');
    await expect.poll(unsaved).toEqual([expect.stringMatching(/^tindahan\.unsaved /)]);
    const { staff } = await inOtherWindow().signIn(MANAGER);
    await isShown(page.getByRole('banner').getByText(staff.name));
    await isTold('Another cashier has the till');
    await isTold(/^What .+ had typed in this window was not saved\.$/);
    expect(await unsaved()).toEqual([]);
  });

  it('of another window are asked about before the cashier changes, or signs out', async () => {
    await openScreen('/customers', { email: SELLER, withMenu: true });
    const elsewhere = Promise.withResolvers<undefined>();
    onTestFinished(() => elsewhere.resolve(undefined));
    void navigator.locks.request('tindahan.unsaved elsewhere', () => elsewhere.promise);
    const question = page.getByRole('alertdialog', { name: 'Unsaved changes in another window' });
    await change();
    await isShown(question);
    expect(await axeViolations()).toEqual([]);
    await question.getByRole('button', { name: 'Stay' }).click();
    await isGone(question);
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await isGone(question);
    await isShown(page.getByRole('banner'));
    await change();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await isShown(page.getByRole('dialog', { name: 'Change cashier' }));
    await userEvent.keyboard('{Escape}');
    elsewhere.resolve(undefined);
    await expect.poll(unsaved).toEqual([]);
    await change();
    await isShown(page.getByRole('dialog', { name: 'Change cashier' }));
  });
});

describe('a PIN and a badge', () => {
  const AUDITOR = 'auditor@demo.test';
  const card = () => page.getByRole('region', { name: 'PIN and badge' });
  const field = (label: string) => page.getByRole('dialog').getByLabelText(label, { exact: true });

  it('are set under My Account, the badge shown once', async () => {
    await openScreen('/account', { email: AUDITOR });
    await isShown(card().getByRole('button', { name: 'Set PIN' }));
    const edges = ['Edit', 'Change Password'].map((name) =>
      page.getByRole('button', { name, exact: true }).element().getBoundingClientRect(),
    );
    expect((edges[1]?.left ?? 0) - (edges[0]?.right ?? 0)).toBeGreaterThanOrEqual(8);
    await card().getByRole('button', { name: 'Set PIN' }).click();
    await field('Current password').fill(DEMO_PASSWORD);
    await field('PIN').fill('1357921');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('PIN'))).toBe('A PIN has 6 digits');
    await field('PIN').fill('123456');
    await field('PIN again').fill('654321');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('PIN'))).toBe('This PIN is too easy to guess');
    await field('PIN').fill('135792');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('PIN again'))).toBe('The two PINs do not match');
    expect(await axeViolations()).toEqual([]);
    await field('PIN again').fill('135792');
    await userEvent.keyboard('{Enter}');
    await isTold('PIN set');
    const changing = card().getByRole('button', { name: 'Change PIN' });
    await changing.click();
    await isShown(page.getByRole('dialog', { name: 'Change PIN' }));
    await userEvent.keyboard('{Escape}');
    await expect.element(changing).toHaveFocus();
    await card().getByRole('button', { name: 'Create badge' }).click();
    await field('Current password').fill(DEMO_PASSWORD);
    await userEvent.keyboard('{Enter}');
    const shown = page.getByRole('dialog', { name: 'Your badge' });
    await isShown(shown.getByRole('img', { name: /^Badge of / }));
    expect(await axeViolations()).toEqual([]);
    await expect.element(shown.getByRole('button', { name: 'Print label' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(card().getByRole('button', { name: 'Replace badge' })).toHaveFocus();
    await card().getByRole('button', { name: 'Remove PIN' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove PIN' }).click();
    await isTold('PIN removed');
    await isShown(card().getByRole('button', { name: 'Set PIN' }));
  });

  it('are taken by a manager where one is lost', async () => {
    const seller = await callerAs(SELLER);
    expectDone(await setPin(seller, '975310'));
    const { staff } = expectDone(await seller.get<{ staff: { id: number; name: string } }>('/staff/me'));
    await openScreen(`/staff/${staff.id}`, { email: MANAGER });
    await page.getByRole('button', { name: 'Remove PIN' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove PIN' }).click();
    await isTold(`${staff.name} has no PIN and no badge any more`);
    await isShown(page.getByText('No PIN and no badge', { exact: true }));
  });
});
