import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { callerAs, loseAnswer, nobodyApproves, openScreen } from '#tests/support/component/open-screen.tsx';
import { pressAsScanner, type ScannerKey } from '#tests/support/component/scanner-keys.ts';
import { dismissNotices, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { addCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  chargedIn,
  complete,
  expectDone,
  openDraft,
  pay,
  phonesOnSale,
  refundSale,
  sell,
  sellOnTrust,
  unitsOnSale,
  voidSale,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { BROUGHT, paidInCash } from '#tests/support/trade-ins.ts';

const MANAGER = 'store_manager@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');
const cents = (amount: number) => Math.round(amount * 100) / 100;

describe('taking a sale back', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = (path: string, email = MANAGER) => openScreen(path, { email });
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const phones = (count: number) => phonesOnSale(manager, count);
  const sellSome = async (count: number) => (await sell(manager, await phones(count))).transaction;
  const unitsOf = ({ transaction_items: items }: WireTransaction) =>
    items.map(({ inventory_item: unit }) => unit.status);
  const isBack = async ({ id }: WireTransaction) =>
    (await read(id)).transaction_items.map(({ refunded_at: at }) => at !== null);
  const imeiOf = (sale: WireTransaction, index: number) =>
    sale.transaction_items[index]?.inventory_item.imei ?? '-';
  const dialog = () => page.getByRole('dialog', { name: /^Refund/ });
  const box = (sale: WireTransaction, index: number) =>
    dialog().getByRole('checkbox', { name: new RegExp(imeiOf(sale, index)) });
  const goesTo = (sale: WireTransaction, index: number) =>
    dialog()
      .getByRole('row')
      .filter({ hasText: imeiOf(sale, index) })
      .getByRole('combobox');
  const confirm = () => dialog().getByRole('button', { name: /^Refund/ });
  const confirms = (text: string) => expect.element(confirm()).toHaveTextContent(`${text}Ctrl+Enter`);
  const reason = () => dialog().getByLabelText('Reason');
  const says = (text: string) => isShown(dialog().getByText(text));
  const card = (name: string) => page.getByRole('region', { name });
  const more = () => page.getByRole('button', { name: /^More actions/ });
  const choose = async (entry: string) => {
    await more().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const openRefund = async (sale: WireTransaction) => {
    await open(`/transactions/${sale.id}`);
    await choose('Refund');
    // A scan waits for the dialog's own focus, as a hand does that has just chosen it.
    await expect.poll(() => dialog().query()?.contains(document.activeElement)).toBe(true);
  };

  it('refunds one unit of two as defective by GCash, then the other the way it came', async () => {
    const sale = await sellSome(2);
    const [first] = sale.transaction_items;
    if (!first) throw new Error('Two units were sold');
    await openRefund(sale);
    // With several, nobody knows which one came back.
    await confirms('Refund');
    // Chosen or not, on a phone too, each has the price at which it was sold.
    for (const { final_price: price, inventory_item: unit } of sale.transaction_items) {
      const row = dialog()
        .getByRole('row')
        .filter({ hasText: unit.imei ?? '-' });
      await isShown(row.getByText(pesos(price)));
    }
    await box(sale, 0).click();
    const amount = chargedIn(sale, first.final_price);
    await confirms(`Refund ${pesos(amount)}`);
    await userEvent.selectOptions(goesTo(sale, 0), 'Defective');
    await says('1 item is set aside as defective.');
    await userEvent.selectOptions(dialog().getByLabelText('Money goes back by'), 'GCash');
    await dialog().getByLabelText('Reference number').fill('GR-1');
    await confirm().click();
    await says('Reason required');
    expect((await read(sale.id)).refunds).toEqual([]);
    await reason().fill(' Left speaker is silent ');
    await confirm().click();
    await isTold(`${pesos(amount)} refunded`);
    await isGone(dialog());
    const half = await read(sale.id);
    expect(half).toMatchObject({ status: 'completed', refunded_amount: amount });
    expect(half.refunds[0]).toMatchObject({
      amount,
      reason: 'Left speaker is silent',
      payouts: [{ method: 'gcash', amount, reference_number: 'GR-1' }],
      items: [{ transaction_item_id: first.id, disposition: 'defective' }],
    });
    expect(unitsOf(half)).toEqual(['defective', 'sold']);
    await isShown(card('Items').getByText('Refunded · Defective'));
    await isShown(card('Refunds').getByText('Left speaker is silent'));
    await isShown(card('Refunds').getByText(`${pesos(amount)} by GCash (Ref. GR-1)`));
    await isShown(card('Timeline').getByText(`${pesos(amount)} refunded`));

    await dismissNotices();
    await more().click();
    const entries = page.getByRole('menuitem');
    await expect
      .poll(() => entries.elements().map((entry) => entry.textContent))
      .toEqual(['Refund', 'Exchange']);
    await entries.first().click();
    await expect.poll(() => dialog().getByRole('checkbox').elements()).toHaveLength(1);
    const rest = cents(sale.total_amount - amount);
    await says(`1 item returns to inventory. Hand back ${pesos(rest)} in cash.`);
    await reason().fill('Came back too');
    await confirms(`Refund ${pesos(rest)}`);
    await confirm().click();
    await isTold(`${pesos(rest)} refunded`);
    const whole = await read(sale.id);
    expect([whole.status, whole.refunded_amount]).toEqual(['refunded', sale.total_amount]);
    expect(whole.refunds.flatMap(({ payouts }) => payouts.map(({ method }) => method)).sort()).toEqual([
      'cash',
      'gcash',
    ]);
    expect(unitsOf(whole)).toEqual(['defective', 'available']);
    await isGone(more());
  });

  it('asks for at least one item, and gives back through each method no more than came by it', async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, { method: 'card', amount: 1000, reference_number: 'slip 5' });
    await pay(manager, draft.id, { method: 'cash', amount: cents(draft.total_amount - 1000 + 55) });
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    await openRefund(sale);
    await reason().fill('Changed their mind');
    await box(sale, 0).click();
    await confirm().click();
    await says('Choose the items to refund');
    expect((await read(sale.id)).status).toBe('completed');
    await box(sale, 0).click();
    const cash = cents(sale.total_amount - 1000);
    await says(`Hand back ${pesos(cash)} in cash and ${pesos(1000)} by Credit/Debit Card.`);
    await confirm().click();
    await isTold(`${pesos(sale.total_amount)} refunded`);
    await isTold(`Hand back ${pesos(cash)} in cash and ${pesos(1000)} by Credit/Debit Card.`);
    const [refund] = (await read(sale.id)).refunds;
    expect(refund?.payouts.map(({ method, amount }) => [method, amount])).toEqual([
      ['cash', cash],
      ['card', 1000],
    ]);
  });

  it('says that no money goes back where none was received', async () => {
    const { sale } = await sellOnTrust(manager, await phones(1));
    await openRefund(sale);
    await says('No money goes back: none of it was received.');
    await reason().fill('Never paid');
    await confirms('Refund ₱0.00');
    await confirm().click();
    await isTold('₱0.00 refunded');
    const after = await read(sale.id);
    expect([after.status, after.payments[0]?.status]).toEqual(['refunded', 'failed']);
  });

  it('gives what a payment that was verified late owes for an item that is back, with no item chosen', async () => {
    const { sale } = await sellOnTrust(manager, await phones(2));
    expectDone(await refundSale(manager, sale.id, { items: [{ id: sale.transaction_items[0]?.id }] }));
    await open(`/transactions/${sale.id}`);
    const notice = page.getByText(' to give back for returned items');
    await isShown(card('Items'));
    await isGone(notice);
    expectDone(await manager.post(`/payments/${sale.payments[0]?.id}/verify`, {}));
    await open(`/transactions/${sale.id}`);
    const text = pesos(chargedIn(sale, sale.transaction_items[0]?.final_price ?? 0));
    await expect.element(notice).toHaveTextContent(`${text} to give back for returned itemsRefund`);
    await notice.getByRole('button', { name: 'Refund' }).click();
    await expect.element(box(sale, 1)).not.toBeChecked();
    await says(`${text} is for items that came back before their payment was verified.`);
    await reason().fill('GCash came in');
    await confirms(`Refund ${text}`);
    await confirm().click();
    await isTold(`${text} refunded`);
    await isGone(notice);
    expect(await isBack(sale)).toEqual([true, false]);
    await isShown(card('Refunds').getByText('GCash came in'));
  });

  it('has the unit ready that was scanned at the till', async () => {
    const sale = await sellSome(2);
    const [other, item] = sale.transaction_items;
    const path = `/transactions/${sale.id}?refundItem=`;
    const screen = await open(`${path}${item?.inventory_item_id}`);
    await expect.element(box(sale, 1)).toBeChecked();
    await expect.element(box(sale, 0)).not.toBeChecked();
    onTestFinished(listenToScanners(() => undefined));
    // A scan ticks a unit of the sale, and says so of any other.
    const codeOf = (unit = other?.inventory_item) =>
      [...(unit?.imei ?? unit?.serial_number ?? '-')] as ScannerKey[];
    await pressAsScanner([...codeOf(), 'Enter']);
    await expect.element(box(sale, 0)).toBeChecked();
    await says(' is ticked');
    await pressAsScanner([...codeOf(), 'Enter']);
    await says(' was scanned already');
    await pressAsScanner([...'SN-OF-ANOTHER-SALE', 'Enter']);
    await says(`SN-OF-ANOTHER-SALE is not an item of ${sale.invoice_number}`);
    await expect.element(reason()).toHaveValue('');
    await box(sale, 0).click();
    await reason().fill('Wrong colour');
    await confirm().click();
    await isTold(' refunded');
    expect(await isBack(sale)).toEqual([false, true]);
    await screen.goTo(`${path}${item?.inventory_item_id}`);
    const gone = page.getByText('This item is not in this sale, or it was returned already.');
    await isShown(gone);
    await isGone(dialog());
    await openRefund(sale);
    await pressAsScanner([...codeOf(item?.inventory_item), 'Enter']);
    await says(' was returned already');
    // A salesperson may with a manager's approval, and no message denies it meanwhile.
    const atSalesperson = () => open(`${path}${other?.inventory_item_id}`, 'salesperson@demo.test');
    await atSalesperson();
    await expect.element(box(sale, 0)).toBeChecked();
    nobodyApproves();
    await atSalesperson();
    const refused = page.getByText('You may not take items back. Ask somebody who may refund.');
    await isShown(refused);
    await isGone(dialog());
  });

  it('keeps the words when the answer was lost, and refunds once when it is pressed again', async () => {
    const sale = await sellSome(1);
    await openRefund(sale);
    // Pressed before the page finds out by itself.
    const { keys } = loseAnswer({ path: /\/refund$/, method: 'POST', isCutUntilAgain: true });
    await reason().fill('Does not charge');
    await confirm().click();
    await isTold('The server cannot be reached');
    await expect.element(reason()).toHaveValue('Does not charge');
    await confirm().click();
    await isTold(`${pesos(sale.total_amount)} refunded`);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const { refunds } = await read(sale.id);
    expect(refunds.map((refund) => refund.reason)).toEqual(['Does not charge']);
  });

  it('finds out by itself what became of a refund or a void whose answer was lost, and says what to hand back', async () => {
    const sale = await sellSome(2);
    await openRefund(sale);
    await box(sale, 0).click();
    await reason().fill('Does not charge');
    const refunds = loseAnswer({ path: /\/refund$/, method: 'POST' });
    await confirm().click();
    await isTold('The server cannot be reached');
    const { refunded_amount: back } = await read(sale.id);
    await isTold(`${pesos(back)} refunded`);
    await isTold(`Hand back ${pesos(back)} in cash.`);
    await isGone(dialog());
    expect([refunds.keys.length, new Set(refunds.keys).size]).toEqual([2, 1]);

    const mistake = await sellSome(1);
    await open(`/transactions/${mistake.id}?dialog=void`);
    const asked = page.getByRole('alertdialog');
    await asked.getByLabelText('Reason').fill('Wrong customer');
    const voids = loseAnswer({ path: /\/void$/, method: 'POST' });
    await asked.getByRole('button', { name: /^Void ₱/ }).click();
    await isTold('The server cannot be reached');
    await isTold('Transaction voided');
    await isTold(`Hand back ${pesos(mistake.total_amount)} in cash.`);
    await isGone(asked);
    expect([voids.keys.length, new Set(voids.keys).size]).toEqual([2, 1]);
  });

  it('does not void on words that are not true any more, and shows the new ones', async () => {
    const { sale, payment } = await sellOnTrust(manager, await phones(1));
    await open(`/transactions/${sale.id}?dialog=void`);
    const asked = page.getByRole('alertdialog');
    await isShown(asked.getByText('Nothing goes back: no money was received.'));
    expectDone(await manager.post<object>(`/payments/${payment.id}/verify`, {}));
    await asked.getByLabelText('Reason').fill('Wrong customer');
    const confirmVoid = asked.getByRole('button', { name: /^Void ₱/ });
    await confirmVoid.click();
    await isTold(/The payments of this sale changed meanwhile/);
    await isShown(asked.getByText(`Hand back ${pesos(sale.total_amount)} by GCash.`));
    expect((await read(sale.id)).status).toBe('completed');
    await confirmVoid.click();
    await isTold('Transaction voided');
  });

  it.each(['The way it came', 'Cash'])(
    'does not refund on words that are not true any more either (%s)',
    async (way) => {
      const draft = await openDraft(manager, await phones(1));
      await pay(manager, draft.id, { method: 'cash', amount: 100 });
      const rest = {
        method: 'gcash',
        amount: cents(draft.total_amount - 100),
        reference_number: `W-${draft.id}`,
      };
      const payment = await pay(manager, draft.id, { ...rest, status: 'pending' });
      const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
      await openRefund(sale);
      await dialog().getByLabelText('Money goes back by').selectOptions(way);
      await says(`Hand back ${pesos(100)} in cash.`);
      await says(`${pesos(rest.amount)} of its payments is pending and will be marked failed`);
      expectDone(await manager.post<object>(`/payments/${payment.id}/verify`, {}));
      await reason().fill('Broken');
      await confirm().click();
      await isTold(/The payments of this sale changed meanwhile/);
      await isShown(confirm().getByText(pesos(sale.total_amount)));
      expect((await read(sale.id)).refunds).toEqual([]);
      await confirm().click();
      await isTold(`${pesos(sale.total_amount)} refunded`);
    },
  );

  it('keeps in sight what a sale comes to, and what goes back, how and why less, with 12 items', async () => {
    const draft = await openDraft(manager, await unitsOnSale(manager, 12));
    await pay(manager, draft.id, { method: 'cash', amount: 100 });
    const amount = cents(draft.total_amount - 100);
    const form = { method: 'gcash', amount, reference_number: `F-${draft.id}`, status: 'pending' };
    await pay(manager, draft.id, form);
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    const isInSight = (text: string | RegExp, within: { getByText: typeof page.getByText } = page) =>
      expect
        .poll(() => {
          const [found] = within.getByText(text).elements();
          if (!found) return `${text} is not there`;
          const { left, top, width, height } = found.getBoundingClientRect();
          const seen = document.elementFromPoint(left + width / 2, top + height / 2);
          return found.contains(seen) ? null : `${text} at ${top} is covered or scrolled away`;
        })
        .toBeNull();
    await open(`/transactions/${sale.id}`);
    await isInSight(`Total ${pesos(sale.total_amount)}`);
    await isInSight(`Paid ${pesos(100)}`);
    await isInSight(`Pending ${pesos(amount)}`);
    await choose('Refund');
    await isShown(dialog());
    for (const box of dialog().getByRole('checkbox').elements().slice(0, 11)) (box as HTMLElement).click();
    await isInSight('Refund amount', dialog());
    await isInSight('Money goes back by', dialog());
    await isInSight(/of its payments is pending/, dialog());
    await isInSight(/^11 items return to inventory/, dialog());
  });

  it('says what goes back once a pending payment is verified, and where it is found then', async () => {
    const draft = await openDraft(manager, await phones(2));
    await pay(manager, draft.id, { method: 'cash', amount: 100 });
    const amount = cents(draft.total_amount - 100);
    const form = { method: 'gcash', amount, reference_number: `L-${draft.id}`, status: 'pending' };
    const payment = await pay(manager, draft.id, form);
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    await openRefund(sale);
    await dialog().getByRole('checkbox').first().click();
    await says(`${pesos(amount)} of its payments is pending: once it is verified,`);
    const [, later] = /verified, (\S+) more goes back/.exec(dialog().element().textContent) ?? [];
    await reason().fill('Broken');
    await confirm().click();
    await isTold(/refunded$/);
    expectDone(await manager.post<object>(`/payments/${payment.id}/verify`, {}));
    expect(pesos((await read(sale.id)).owed_back ?? 0)).toBe(later);
    await openScreen('/dashboard', { email: MANAGER });
    await page.getByRole('link', { name: /^Give money back/ }).click();
    const row = page.getByRole('row').filter({ hasText: sale.invoice_number ?? '-' });
    await isShown(row.getByText(`${later ?? '-'} to give back`));
    await expect.element(page.getByLabelText('Balance')).toHaveDisplayValue('Is owed money');
  });

  it('says so when somebody else was faster, and shows what they did', async () => {
    const [refunded, voided] = [await sellSome(1), await sellSome(1)];
    await openRefund(refunded);
    expectDone<object>(await refundSale(manager, refunded.id, { reason: 'At the other counter' }));
    await reason().fill('Here');
    await confirm().click();
    await isTold('Failed to refund transaction');
    await isShown(card('Refunds').getByText('At the other counter'));
    expect((await read(refunded.id)).refunds).toHaveLength(1);
    await isGone(dialog());

    await openRefund(voided);
    expectDone<object>(await voidSale(manager, voided.id, 'In the other tab'));
    await reason().fill('Too late');
    await confirm().click();
    await isTold('This transaction has already been voided');
    await isShown(page.getByText('Cancelled', { exact: true }));
    await isGone(dialog());
    expect((await read(voided.id)).refunds).toEqual([]);
  });

  it('goes on with what is left when somebody else refunded a part meanwhile', async () => {
    const { transaction: sale } = await sell(manager, await unitsOnSale(manager, 3));
    await openRefund(sale);
    for (const each of dialog().getByRole('checkbox').elements()) (each as HTMLElement).click();
    const [first] = sale.transaction_items;
    const items = [{ id: first?.id ?? 0, disposition: 'available' }];
    expectDone<object>(await refundSale(manager, sale.id, { reason: 'At the other counter', items }));
    await reason().fill('Here');
    await confirm().click();
    await isTold('Failed to refund transaction');
    await isShown(dialog().getByText(/^2 items return to inventory/));
    await isGone(dialog().getByText('No more than this is left'));
    await confirm().click();
    await isTold(/ refunded$/);
    expect(await read(sale.id)).toMatchObject({ status: 'refunded', refunds: [{}, {}] });
  });

  it('shows without a tick, and without its money, what somebody took in trade meanwhile', async () => {
    const { transaction: sale } = await sell(manager, await unitsOnSale(manager, 2));
    await openRefund(sale);
    for (const each of dialog().getByRole('checkbox').elements()) (each as HTMLElement).click();
    const [first, second] = sale.transaction_items;
    const form = { ...BROUGHT, ...paidInCash(100) };
    expectDone(await manager.post(`/inventory/${first?.inventory_item_id}/trade-in`, form));
    await reason().fill('Here');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('An item of these was traded in. It can no longer be refunded');
    await isShown(dialog().getByText(/^1 item returns to inventory/));
    const boxes = () => dialog().getByRole('checkbox').elements() as HTMLInputElement[];
    await expect.poll(() => boxes().map(({ checked }) => checked)).toEqual([true]);
    await confirm().click();
    await isTold(/ refunded$/);
    const [kept, back] = (await read(sale.id)).transaction_items;
    expect([kept?.refunded_at, back?.id]).toEqual([null, second?.id]);
    expect(back?.refunded_at).not.toBeNull();
  });

  it('voids a sale with a reason: every unit is back, the points are gone, the number stays', async () => {
    const buyer = await addCustomer(manager, 'Voided Buyer');
    const { transaction: sale } = await sell(manager, await phones(2), { customer_id: buyer.id });
    expect(sale.points_earned).toBeGreaterThan(0);
    await open(`/transactions/${sale.id}`);
    await choose('Void Transaction');
    const asked = page.getByRole('alertdialog', { name: `Void ${sale.invoice_number}?` });
    const confirmVoid = () => asked.getByRole('button', { name: `Void ${pesos(sale.total_amount)}` }).click();
    await confirmVoid();
    await isShown(asked.getByText('Reason required'));
    await asked.getByLabelText('Reason').fill('   ');
    await confirmVoid();
    await isShown(asked.getByText('Reason required'));
    expect((await read(sale.id)).status).toBe('completed');
    await asked.getByLabelText('Reason').fill('Wrong customer');
    await confirmVoid();
    await isTold('Transaction voided');
    await isShown(page.getByText('Cancelled', { exact: true }));
    await isShown(card('Timeline').getByText(/: Wrong customer$/));
    const after = await read(sale.id);
    expect([after.status, after.void_reason, after.invoice_number]).toEqual([
      'void',
      'Wrong customer',
      sale.invoice_number,
    ]);
    expect(after.customer?.loyalty_points).toBe(buyer.loyalty_points);
    expect(unitsOf(after)).toEqual(['available', 'available']);
    await isGone(more());
    await isShown(page.getByRole('button', { name: 'Print Receipt' }));
  });

  it('says before a void, and after it, what to hand back by which method', async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, { method: 'card', amount: 1000, reference_number: 'slip 6' });
    await pay(manager, draft.id, { method: 'cash', amount: cents(draft.total_amount - 1000 + 55) });
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, draft.id));
    const cash = pesos(cents(sale.total_amount - 1000));
    const text = `Hand back ${cash} in cash and ${pesos(1000)} by Credit/Debit Card.`;
    await open(`/transactions/${sale.id}?dialog=void`);
    const asked = page.getByRole('alertdialog', { name: `Void ${sale.invoice_number}?` });
    await isShown(asked.getByText(text));
    await asked.getByLabelText('Reason').fill('Wrong customer');
    await asked.getByRole('button', { name: `Void ${pesos(sale.total_amount)}` }).click();
    await isTold(text);
    await isShown(card('Handed back').getByText(`${cash} by Cash, ${pesos(1000)} by Credit/Debit Card`));
  });

  it('says that nothing goes back for a void of what was never paid', async () => {
    const { sale } = await sellOnTrust(manager, await phones(1));
    await open(`/transactions/${sale.id}?dialog=void`);
    await isShown(page.getByRole('alertdialog').getByText('Nothing goes back: no money was received.'));
  });
});
