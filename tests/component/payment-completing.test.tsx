import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, failCalls, watchCalls } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  asText,
  chooseMethod,
  choosePaymentEntry,
  completeSale,
  hearNothing,
  isRefused,
  newDraft,
  openPayment,
  paymentDialog,
  paymentFigure,
  paymentRow,
  pressComplete,
  reference,
  saleOf,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { cart, cartIsEmpty, cartLines } from '#tests/support/component/till.ts';
import { isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { addCustomer } from '#tests/support/customers.ts';
import {
  expectDone,
  openDraft,
  pay,
  saveDraft,
  unitsOnSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('completing a sale', () => {
  let seller: Caller;
  let manager: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
    manager = await callerAs(MANAGER);
  });
  const shows = (label: string, pesos: number) =>
    expect.poll(() => paymentFigure(label)).toBe(`₱${asText(pesos)}`);
  const paymentsOf = async (saleId: number) => (await saleOf(seller, saleId)).payments;
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const waiting = () => page.getByRole('list', { name: 'Not saved yet' }).getByRole('listitem');
  const another = () => button('Another').click();
  /** Takes the draft's units over at another till, and so the sale loses them. */
  const takeOver = async (saleId: number) => {
    hearNothing();
    expectDone<object>(await manager.post(`/transactions/${saleId}/refresh-locks`, { resume: true }));
  };
  /** Lets a colleague's sale take the units of a draft. */
  const loseUnits = async ({ id, transaction_items: items }: WireTransaction) => {
    await takeOver(id);
    expectDone<object>(await manager.post(`/transactions/${id}/refresh-locks`, { leave: true }));
    await openDraft(
      manager,
      items.map(({ inventory_item: unit }) => unit.id),
    );
  };

  it('goes to the sale that another till completes first, and says what was not taken', async () => {
    const { saleId, total, screen } = await startPayment(seller);
    await amount().fill(asText(total));
    hearNothing();
    const resumed = await seller.post(`/transactions/${saleId}/refresh-locks`, { resume: true });
    expectDone<object>(resumed);
    await pay(seller, saleId, { method: 'gcash', amount: total, reference_number: 'FIRST-1' });
    expectDone<object>(await seller.post(`/transactions/${saleId}/complete`, {}));
    await pressComplete();
    await isTold(/The payments entered here were not taken/);
    await isTold('Transaction already completed');
    await expect.poll(() => screen.address().pathname).toBe(`/transactions/${saleId}`);
  });

  it('counts what a person typed, and says on the button what is only proposed', async () => {
    const { saleId, total } = await startPayment(seller);
    await shows('Covered', 0);
    await shows('Remaining', total);
    await isShown(button(`Take ₱${asText(total)} cash and complete`));
    await isShown(button(`Save Payment ₱${asText(total)}`));
    await page.viewport(1024, 700);
    await chooseMethod('Credit/Debit Card');
    const taking = button(`Take ₱${asText(total)} by Credit/Debit Card and complete`).element();
    expect([taking.scrollWidth - taking.clientWidth, taking.scrollHeight - taking.clientHeight]).toEqual([
      0, 0,
    ]);
    await page.viewport(1366, 768);
    await chooseMethod('Cash');
    await amount().fill(asText(total - 5));
    await shows('Covered', total - 5);
    await shows('Remaining', 5);
    await isShown(button('Complete sale'));
    await isShown(page.getByRole('button', { name: 'Save Payment', exact: true }));
    await amount().fill(asText(total + 20));
    await shows('Change', 20);
    await completeSale();
    expect(await saleOf(seller, saleId)).toMatchObject({ status: 'completed', change_due: 20 });
  });

  it('puts no row aside that nobody has typed, by a second click either', async () => {
    const { saleId, total } = await startPayment(seller);
    await expect.element(button('Another')).toHaveAttribute('aria-disabled', 'true');
    const left = () => button('Another').element().getBoundingClientRect().left;
    const whileProposed = left();
    await amount().fill('100');
    expect(left()).toBe(whileProposed);
    await button('Another').dblClick();
    await expect.poll(() => waiting().elements().length).toBe(1);
    await shows('Covered', 100);
    await shows('Remaining', total - 100);
    expect(await paymentsOf(saleId)).toEqual([]);
  });

  it('takes nothing that does not cover the sale, however often it is pressed', async () => {
    const { saleId, total } = await startPayment(seller);
    await amount().fill('100');
    for (let press = 0; press < 3; press += 1) {
      await pressComplete();
      await isRefused(`Please add ₱${asText(total - 100)} more in payments`);
      await expect.element(amount()).toHaveValue('100');
      await shows('Remaining', total - 100);
    }
    await isTold('Insufficient payment');
    expect(await saleOf(seller, saleId)).toMatchObject({ status: 'draft', payments: [] });
  });

  it('takes several payments that were entered and not saved, in one call with the completion', async () => {
    const { saleId, total } = await startPayment(seller);
    await chooseMethod('GCash');
    await amount().fill('200');
    await another();
    await isRefused('Reference required');
    await reference().fill(`several-${saleId}`);
    await another();
    await isShown(waiting().filter({ hasText: 'GCash' }).getByText('Pending'));
    await amount().fill('150');
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.poll(() => waiting().elements().length).toBe(2);
    await shows('Covered', 350);
    await button('Remove the Cash payment of ₱150.00').click();
    await expect.poll(() => waiting().elements().length).toBe(1);
    await button('Change the GCash payment of ₱200.00').click();
    await expect.element(reference()).toHaveValue(`several-${saleId}`);
    await amount().fill('300');
    await another();
    await shows('Covered', 300);
    await isShown(button(`Take ₱${asText(total - 300)} cash and complete`));
    const saved = watchCalls({ path: /\/payments$/, method: 'POST' });
    await completeSale();
    expect(saved).toEqual([]);
    expect((await paymentsOf(saleId)).map(({ method, amount: paid }) => [method, paid])).toEqual([
      ['gcash', 300],
      ['cash', Math.round((total - 300) * 100) / 100],
    ]);
  });

  it('puts a waiting row that the server refuses back into the form, with the words on its field', async () => {
    const { saleId } = await startPayment(seller);
    await chooseMethod('GCash');
    await amount().fill('200');
    await reference().fill('blocked');
    await another();
    const text = 'This reference is blocked';
    const errors = { 'payments.0.reference_number': [text] };
    const body = { message: text, code: 'validation_failed', errors };
    const { mend } = failCalls({ path: /\/complete$/, method: 'POST', status: 422, body });
    await pressComplete();
    await isRefused(text);
    await expect.element(reference()).toHaveValue('blocked');
    await isGone(waiting());
    mend();
    await reference().fill(`allowed-${saleId}`);
    await another();
    await completeSale();
    expect(await paymentsOf(saleId)).toHaveLength(2);
  });

  it('takes nothing where another payment was taken meanwhile, and shows it', async () => {
    const { saleId, total } = await startPayment(seller);
    await pay(seller, saleId, { method: 'cash', amount: total });
    await pressComplete();
    await isTold('The payments of this sale changed meanwhile. Look at what remains, then press again');
    await isShown(paymentRow(`₱${asText(total)}`));
    await shows('Remaining', 0);
    await isShown(button('Complete sale'));
    await completeSale();
    expect(await saleOf(seller, saleId)).toMatchObject({ change_due: 0 });
    expect(await paymentsOf(saleId)).toHaveLength(1);
  });

  it('takes nothing where another till took an item out meanwhile, and shows what is left', async () => {
    const [kept = 0, gone = 0] = await unitsOnSale(seller, 2, { least: 1000 });
    const draft = await openDraft(seller, [kept, gone]);
    await openPayment(draft.id);
    hearNothing();
    const holds = `/transactions/${draft.id}/refresh-locks`;
    expectDone<object>(await seller.post(holds, { resume: true }));
    const left = expectDone(await saveDraft<WireTransaction>(seller, draft.id, [kept]));
    expectDone<object>(await seller.post(holds, { leave: true }));
    await pressComplete();
    await isTold('This sale was changed meanwhile. Look at its items and its total, then press again');
    await shows('Total due', left.total_amount);
    expect(await saleOf(seller, draft.id)).toMatchObject({ status: 'draft', payments: [] });
  });

  it('saves nothing where another payment was taken meanwhile, either', async () => {
    const { saleId, total } = await startPayment(seller);
    await pay(seller, saleId, { method: 'cash', amount: 100 });
    await savePayment();
    await isTold('The payments of this sale changed meanwhile. Look at what remains, then press again');
    await shows('Remaining', total - 100);
    expect(await paymentsOf(saleId)).toHaveLength(1);
  });

  it('leads to the sale that another till completed', async () => {
    const { saleId, screen } = await startPayment(seller);
    const form = { payments: [{ method: 'cash', amount: (await saleOf(seller, saleId)).total_amount }] };
    await takeOver(saleId);
    expectDone<object>(await manager.post(`/transactions/${saleId}/complete`, form));
    await amount().fill('100');
    await savePayment();
    await isTold('Transaction already completed');
    await expect.poll(() => screen.address().pathname).toBe(`/transactions/${saleId}`);
    expect(await paymentsOf(saleId)).toHaveLength(1);
  });

  it('takes nothing when a unit is lost, names it and who has it, and marks its line', async () => {
    const { saleId, screen, draft } = await startPayment(seller);
    const [line] = draft.transaction_items;
    const name = line?.inventory_item.product_variation.product.name ?? '-';
    await loseUnits(draft);
    await pressComplete();
    await isShown(notices().getByText(`${name}: Locked by`));
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    await isShown(cartLines().getByText(/^Locked by .+ until .+ Remove it to go on/));
    expect(page.getByText('Held for this sale').elements()).toEqual([]);
    expect(await paymentsOf(saleId)).toEqual([]);
  });

  it('goes back to the cart, which takes the prices of now, where they are not those of the draft any more', async () => {
    const customer = await addCustomer(manager, 'Wholesale Wilma', 'wholesale');
    const [unit] = await unitsOnSale(seller, 1, { least: 1000 });
    const draft = await openDraft(seller, [unit ?? 0], { customer_id: customer.id });
    expectDone<object>(await manager.put(`/customers/${customer.id}`, { customer_group_id: null }));
    const screen = await openPayment(draft.id);
    await amount().fill(asText(draft.total_amount));
    await savePayment();
    await isShown(paymentRow(`₱${asText(draft.total_amount)}`));
    await chooseMethod('GCash');
    await reference().fill(`rest-${draft.id}`);
    await page.getByLabelText('Receipt email').fill('wilma@example.ph');
    await pressComplete();
    await isTold('Prices have changed');
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    const total = async () => (await saleOf(seller, draft.id)).total_amount;
    await expect.poll(total).toBeGreaterThan(draft.total_amount);
    await screen.goTo(`/pos/${draft.id}/payment`);
    await shows('Remaining', Math.round(((await total()) - draft.total_amount) * 100) / 100);
    await expect.element(reference()).toHaveValue(`rest-${draft.id}`);
    await completeSale();
    expect(await saleOf(seller, draft.id)).toMatchObject({
      status: 'completed',
      receipt_email: 'wilma@example.ph',
    });
  });

  it('cannot be done with a lost line, which the summary names', async () => {
    const { saleId, screen, draft } = await startPayment(seller);
    await loseUnits(draft);
    await pressComplete();
    await isShown(cartLines().getByText(/Remove it to go on/));
    await screen.goTo(`/pos/${saleId}/payment`);
    const why = 'An item is no longer available: go back and remove it';
    await isShown(page.getByText(why, { exact: true }).first());
    const sent = watchCalls({ path: /\/complete$/, method: 'POST' });
    await pressComplete();
    expect(sent).toEqual([]);
  });

  it('has a way out of a cart whose unit is lost while cash was saved', async () => {
    const { saleId, screen } = await startPayment(seller);
    await amount().fill('100');
    await savePayment();
    await isShown(paymentRow('₱100.00'));
    await takeOver(saleId);
    await screen.goTo('/pos');
    await isShown(cartLines());
    const cancel = async () => {
      await button('Cancel Transaction').click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Cancel / })
        .click();
    };
    await cancel();
    await isTold('Error cancelling transaction');
    await notices().getByRole('button', { name: 'Show payments' }).click();
    await choosePaymentEntry('₱100.00', 'Delete payment');
    await paymentDialog().getByLabelText('Reason').fill('Handed back');
    await paymentDialog().getByRole('button', { name: 'Delete ₱100.00' }).click();
    await isShown(paymentRow('DELETED'));
    await screen.goTo('/pos');
    await cancel();
    await isTold('Transaction cancelled');
    await cartIsEmpty();
  });

  it('says on the till that payments stand on a cart whose items were cleared, until they are deleted', async () => {
    const { screen } = await startPayment(seller);
    await amount().fill('70');
    await savePayment();
    await isShown(paymentRow('₱70.00'));
    await screen.goTo('/pos');
    await isShown(cartLines());
    await button('Clear Items').click();
    await button('Clear 1 item').click();
    await isShown(cart().getByText('$70.00 stands on this draft'));
    await cart().getByRole('button', { name: 'Show payments' }).click();
    await choosePaymentEntry('₱70.00', 'Delete payment');
    await paymentDialog().getByLabelText('Reason').fill('Handed back');
    await paymentDialog().getByRole('button', { name: 'Delete ₱70.00' }).click();
    // Nothing is left to pay, or to give back.
    await cartIsEmpty();
  });

  it('shows the payments of a cart that was emptied, and completes nothing', async () => {
    const draft = await newDraft(seller);
    await pay(seller, draft.id, { method: 'cash', amount: 70 });
    expectDone<WireTransaction>(await seller.put(`/transactions/${draft.id}`, { items: [] }));
    await openPayment(draft.id);
    await isShown(paymentRow('₱70.00'));
    await isShown(page.getByText('The cart is empty: add items, or delete the payments').first());
  });
});
