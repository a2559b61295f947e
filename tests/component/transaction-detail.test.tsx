import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { store } from '#contract/stores.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  nobodyApproves,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { dismissNotices, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  openPaidDraft,
  pay,
  phonesOnSale,
  sell,
  sellOnTrust,
  unitsOnSale,
  type WireSale,
  type WireTransaction,
  type WireTransactions,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const ADMIN = 'admin@demo.test';
const REGIONAL = 'regional_manager@demo.test';
const FAULT = { message: 'Something broke', code: 'server_error' };
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');

describe('the page of a transaction', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let buyer: WireCustomer;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const form = { name: 'Divina Sarmiento', phone: '0917 555 8300', email: 'divina@buyer.test' };
    buyer = expectDone(await manager.post<WireCustomer>('/customers', form));
  });
  const open = async (path: string, email = MANAGER, storeId?: number, withMenu = false) => {
    screen = await openScreen(path, { email, storeId, withMenu });
  };
  const openSale = ({ id }: { id: number }, email?: string, storeId?: number) =>
    open(`/transactions/${id}`, email, storeId);
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const sellTo = async (units: number[]) =>
    (await sell(manager, units, { customer_id: buyer.id })).transaction;
  const sellOne = async () => sellTo(await unitsOnSale(manager, 1));
  const sellPending = async () => (await sellOnTrust(manager, await unitsOnSale(manager, 1))).sale;
  const card = (name: string) => page.getByRole('region', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const question = () => page.getByRole('alertdialog');
  const heading = (name: string | null) => page.getByRole('heading', { name: name ?? '-' });
  const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent);

  it('shows what was sold, to whom, how it was paid, and what happened', async () => {
    const sale = await sellTo(await phonesOnSale(manager, 2));
    await openSale(sale);
    await isShown(heading(sale.invoice_number));
    await isShown(
      page.getByText(/^Completed \w{3} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M · (just now|\d+ minutes? ago)$/),
    );
    for (const { inventory_item: unit, final_price: price } of sale.transaction_items) {
      const row = card('Items')
        .getByRole('row')
        .filter({ hasText: unit.imei ?? '-' });
      await isShown(row.getByText(unit.product_variation.product.name, { exact: true }));
      expect(textsOf(row.getByRole('cell').elements())).toContain(pesos(price));
    }
    const figures = textsOf(card('Items').element().querySelectorAll('dd'));
    expect(figures).toEqual([sale.subtotal, sale.tax_amount, sale.total_amount].map(pesos));
    const paid = card('Payments').getByRole('listitem').getByText(pesos(sale.total_amount));
    await isShown(paid);
    // Where the prices hold the tax, the subtotal above is the same amount.
    const sums = [card('Items').getByText(pesos(sale.total_amount)).last(), paid];
    expect(new Set(sums.map((each) => each.element().getBoundingClientRect().right)).size).toBe(1);
    const details = card('Details');
    await isShown(details.getByRole('link', { name: buyer.name }));
    await isShown(details.getByText(buyer.phone));
    await isShown(details.getByText(`${sale.points_earned.toLocaleString('en-PH')} earned`));
    await isShown(details.getByText(sale.draft_number, { exact: true }));
    const steps = textsOf(card('Timeline').getByRole('listitem').elements());
    expect(steps.map((step) => /^(Sale completed|Cash payment added|Draft created)/.exec(step)?.[0])).toEqual(
      ['Sale completed', 'Cash payment added', 'Draft created'],
    );
    expect(button('Continue Checkout').elements()).toEqual([]);
    expect(button('Cancel Transaction').elements()).toEqual([]);
  });

  it('shows of cash what was paid, and beside it what was tendered and the change', async () => {
    const draft = await openDraft(manager, await unitsOnSale(manager, 1));
    await pay(manager, draft.id, { method: 'cash', amount: draft.total_amount + 250.5 });
    await openSale(expectDone(await complete<WireSale>(manager, draft.id)).transaction);
    await isShown(card('Payments').getByText(`${pesos(draft.total_amount)} completed`));
    const row = card('Payments').getByRole('listitem');
    await isShown(row.getByText(pesos(draft.total_amount), { exact: true }));
    const handed = `Tendered ${pesos(draft.total_amount + 250.5)} · Change ${pesos(250.5)}`;
    await isShown(row.getByText(handed));
    await isShown(card('Timeline').getByText(`${pesos(draft.total_amount)} · ${handed} · `));
  });

  it('says why the receipt was not printed', async () => {
    await openSale(await sellOne());
    const body = { message: 'Not now', code: 'illegal_state' };
    failCalls({ path: /print-receipt/, method: 'POST', status: 409, body });
    await button('Print Receipt').click();
    await isTold('Failed to print receipt');
    await isTold('Not now');
  });

  it('sends the receipt to an address that it proposes and checks', async () => {
    await openSale(await sellOne());
    await button('Email Receipt').click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabelText('Email', { exact: true });
    await expect.element(field).toHaveValue(buyer.email);
    await field.fill('nobody@nowhere');
    await userEvent.keyboard('{Enter}');
    await isShown(dialog.getByText('Invalid email format'));
    await field.fill('ana.reyes@example.ph');
    await userEvent.keyboard('{Enter}');
    await isTold('Receipt sent to ana.reyes@example.ph');
    await isGone(dialog);
    await isShown(card('Timeline').getByText('Receipt emailed'));
  });

  it('offers of a draft only to continue it or, with a reason, to cancel it', async () => {
    const [unit = 0] = await unitsOnSale(manager, 1);
    const draft = await openDraft(manager, [unit]);
    await openSale(draft);
    await isShown(heading(draft.draft_number));
    await isShown(button('Continue Checkout'));
    for (const name of ['Print Receipt', 'Email Receipt', /^More actions/]) {
      expect(button(name).elements()).toEqual([]);
    }
    await button('Cancel Transaction').click();
    const dialog = page.getByRole('alertdialog', { name: `Cancel draft ${draft.draft_number}?` });
    const confirm = dialog.getByRole('button', { name: 'Cancel Transaction' });
    await confirm.click();
    await isShown(dialog.getByText('Reason required'));
    expect((await read(draft.id)).status).toBe('draft');
    await dialog.getByLabelText('Reason').fill('Customer left');
    await confirm.click();
    await isTold('Transaction cancelled');
    await expect.poll(() => screen.address().pathname).toBe('/transactions');
    expect((await manager.get(`/transactions/${draft.id}`)).status).toBe(404);
    const again = await sell(manager, [unit]);
    expect(again.transaction.status).toBe('completed');
  });

  it('says why a draft with a payment in hand is not cancelled', async () => {
    const draft = await openDraft(manager, await unitsOnSale(manager, 1));
    await pay(manager, draft.id, { method: 'cash', amount: 1 });
    await openSale(draft);
    await button('Cancel Transaction').click();
    await isShown(question().getByText(/Completed payments have to be deleted first: Cash ₱1\.00\.$/));
    await question().getByLabelText('Reason').fill('Customer left');
    await question().getByRole('button', { name: 'Cancel Transaction' }).click();
    await isTold('Error cancelling transaction');
    await isTold('Delete its completed payments first, and hand the money back: Cash ₱1.00 · Completed');
    expect((await read(draft.id)).status).toBe('draft');
    await button('Show payments').click();
    await isShown(page.getByRole('heading', { name: 'Complete Payment' }));
  });

  it('confirms a pending payment', async () => {
    const sale = await sellPending();
    await openSale(sale);
    await isShown(card('Payments').getByText('Pending', { exact: true }));
    await button(/^Verify the/).click();
    await page
      .getByRole('dialog', { name: 'Verify payment' })
      .getByRole('button', { name: /^Verify ₱/ })
      .click();
    await isTold('Payment completed');
    await isShown(card('Timeline').getByText('GCash payment verified'));
    expect((await read(sale.id)).payments[0]?.status).toBe('completed');
  });

  it('shows the balance after a payment failed, and records payments up to it', async () => {
    const { sale } = await sellOnTrust(manager, await phonesOnSale(manager, 1));
    await openSale(sale);
    await button(/^More for/).click();
    await page.getByRole('menuitem', { name: 'Mark failed' }).click();
    await question()
      .getByRole('button', { name: /^Mark ₱/ })
      .click();
    await isShown(page.getByText(`${pesos(sale.total_amount)} due`));
    await dismissNotices();
    await button('Record payment').click();
    const dialog = page.getByRole('dialog', { name: `Record payment for ${sale.invoice_number}` });
    const record = dialog.getByRole('button', { name: /^Record/ });
    await dialog.getByLabelText('Amount').fill(String(sale.total_amount + 1));
    await record.click();
    await isShown(dialog.getByText(`Only ${pesos(sale.total_amount)} remains to be paid`));
    await dialog.getByLabelText('Amount').fill('1,000.50');
    await userEvent.selectOptions(dialog.getByLabelText('Method'), 'card');
    await record.click();
    await isShown(dialog.getByText('Reference required'));
    await dialog.getByLabelText('Reference number').fill('slip 77');
    await record.click();
    await isTold('Payment saved');
    const rest = Math.round((sale.total_amount - 1000.5) * 100) / 100;
    await isShown(page.getByText(`${pesos(rest)} due`));
    expect((await read(sale.id)).balance_due).toBe(rest);
    await dismissNotices();
    await button('Record payment').click();
    await dialog.getByRole('button', { name: `Record ${pesos(rest)}` }).click();
    await isGone(button('Record payment'));
    const paid = await read(sale.id);
    const methods = paid.payments.map(({ method }) => method);
    expect([paid.balance_due, methods]).toEqual([0, ['gcash', 'card', 'cash']]);
  });

  it('lets a salesperson of a store without a PIN look, print and mail, and nothing else', async () => {
    nobodyApproves();
    const sale = await sellPending();
    await openSale(sale, SELLER);
    await isShown(button('Print Receipt'));
    await isShown(button('Email Receipt'));
    await isShown(card('Payments').getByText('Pending', { exact: true }));
    for (const name of [/^More actions/, /^More for/, /^Verify the/, 'Record payment']) {
      expect(button(name).elements()).toEqual([]);
    }
    await open(`/transactions/${sale.id}?dialog=void`, SELLER);
    await isShown(button('Print Receipt'));
    expect(question().elements()).toEqual([]);
  });

  it('shows a sale of another store to those who see all, and changes it only from there', async () => {
    const sale = await sellOne();
    const admin = await callerAs(ADMIN);
    const stores = expectDone(await admin.get<z.input<typeof store>[]>('/stores'));
    await open(`/transactions/${sale.id}`, ADMIN, stores.find(({ code }) => code === 'DVO-01')?.id, true);
    await isShown(page.getByText('This sale belongs to Makati – Ayala. Switch to that store to change it.'));
    expect(button(/^More actions/).elements()).toEqual([]);
    await button('Switch to Makati – Ayala').click();
    await isShown(button(/^More actions/));
    await isGone(page.getByText(/^This sale belongs to/));
  });

  it('settles what an ended store sold from wherever somebody stands', async () => {
    const sale = await sellPending();
    const admin = await callerAs(ADMIN);
    const stores = expectDone(await admin.get<z.input<typeof store>[]>('/stores'));
    const elsewhere = stores.find(({ code }) => code === 'DVO-01');
    // The list of one's stores after this sale's was deactivated.
    const active = stores.filter(({ id }) => id !== sale.store.id);
    failCalls({ path: /\/stores$/, status: 200, body: active });
    await openSale(sale, ADMIN, elsewhere?.id);
    await isShown(page.getByText(/^This sale belongs to Makati – Ayala, which is inactive/));
    await button(/^More for/).click();
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Mark failed']);
    await userEvent.keyboard('{Escape}');
    await button(/^Verify the/).click();
    await page
      .getByRole('dialog', { name: 'Verify payment' })
      .getByRole('button', { name: /^Verify/ })
      .click();
    await isTold('Payment completed');
    await button(/^More actions/).click();
    await page.getByRole('menuitem', { name: 'Void Transaction' }).click();
    await question().getByRole('textbox').fill('Store closed');
    await question().getByRole('button', { name: /^Void/ }).click();
    await isTold('Transaction voided');
    expect((await read(sale.id)).status).toBe('void');

    const draft = await openPaidDraft(manager, await unitsOnSale(manager, 1));
    await openSale(draft, ADMIN, elsewhere?.id);
    await isShown(
      page.getByText(/^This draft belongs to Makati – Ayala, which is inactive.*: hand its money/),
    );
    await button(/^More for/).click();
    expect(page.getByRole('menuitem').elements()).toHaveLength(1);
    await page.getByRole('menuitem', { name: 'Delete payment' }).click();
    await question().getByRole('textbox').fill('Handed back');
    const refusal = { message: 'Open a shift at this till first', code: 'shift_required' };
    const { mend } = failCalls({ path: /\/payments\/\d+$/, method: 'DELETE', status: 409, body: refusal });
    await question()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await isTold('Failed to delete payment');
    mend();
    await expect.element(question().getByRole('textbox')).toHaveValue('Handed back');
    await question()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await isTold('Payment deleted');
    await isShown(page.getByText(/It cannot be completed any more: cancel it\.$/));
    failCalls({ path: /\/stores$/, status: 200, body: active });
    await openSale(draft, REGIONAL, elsewhere?.id);
    const who = 'An admin, or a regional manager who may sell, can cancel it.';
    await isShown(page.getByText(new RegExp(`It cannot be completed any more\\. ${who}$`)));
    expect(button('Cancel Transaction').elements()).toEqual([]);
    await openSale(draft, ADMIN, elsewhere?.id);
    await button('Cancel Transaction').click();
    await question().getByRole('textbox').fill('Store closed');
    await question().getByRole('button', { name: 'Cancel Transaction' }).click();
    await isTold('Transaction cancelled');
  });

  it('says in place when there is no such transaction, and leads back', async () => {
    const inDavao = await callerAs('salesperson.dvo@demo.test');
    const [foreign] = expectDone(await inDavao.get<WireTransactions>('/transactions?per_page=1')).data;
    await open('/transactions/999999999', SELLER);
    for (const path of ['999999999', 'nonsense', '-1', String(foreign?.id)]) {
      await screen.goTo(`/transactions/${path}`);
      await isShown(page.getByText('Transaction not found'));
      await isShown(page.getByText('The transaction you are looking for does not exist'));
      expect(screen.address().pathname).toBe(`/transactions/${path}`);
    }
    await button('Back to Transactions').click();
    await isShown(heading('Transactions'));
  });

  it('says when it could not be loaded, and loads it with Retry', async () => {
    const sale = await sellOne();
    const call = new RegExp(`/api/v1/transactions/${sale.id}$`);
    const { mend, failed } = failCalls({ path: call, status: 500, body: FAULT });
    await openSale(sale);
    await isShown(page.getByText('The transaction could not be loaded'));
    expect(failed()).toBe(1);
    mend();
    await button('Retry').click();
    await isShown(heading(sale.invoice_number));
  });

  it('opens from the dashboard', async () => {
    const sale = await sellOne();
    await open('/dashboard');
    await page.getByRole('link', { name: sale.invoice_number ?? '' }).click();
    await isShown(heading(sale.invoice_number));
  });

  it('has nothing for axe to find, itself and in its dialogs', async () => {
    const sale = await sellTo(await unitsOnSale(manager, 2));
    await openSale(sale);
    await isShown(card('Timeline'));
    expect(await axeViolations()).toEqual([]);
    for (const [dialog, title] of [
      ['refund', `Refund ${sale.invoice_number}`],
      ['void', `Void ${sale.invoice_number}?`],
      ['email', `Email receipt ${sale.invoice_number}`],
    ]) {
      await screen.goTo(`/transactions/${sale.id}?dialog=${dialog}`);
      await isShown(heading(title ?? ''));
      expect(await axeViolations()).toEqual([]);
    }
    const { sale: due, payment } = await sellOnTrust(manager, await unitsOnSale(manager, 1));
    await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Not received' });
    await open(`/transactions/${due.id}?dialog=payment`);
    await isShown(heading(`Record payment for ${due.invoice_number}`));
    expect(await axeViolations()).toEqual([]);
  });
});
