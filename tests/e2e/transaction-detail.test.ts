import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { watchPrints } from '#tests/support/browser.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import {
  complete,
  expectDone,
  findUnitRow,
  openDraft,
  pay,
  sell,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');

describe('the page of a transaction', () => {
  const shop = demoShop();
  let page: Page;
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  const open = async (path: string, email = MANAGER) => {
    page = await shop.open({ email, path });
  };
  const openSale = (sale: { id: number }, email?: string) => open(`/transactions/${sale.id}`, email);
  const card = (name: string) => page.getByRole('region', { name });
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const phones = async (count: number) =>
    (await phonesAt(shop.server.database, 'MNL-01', count)).map(({ id }) => id);
  const customer = () =>
    shop.server.database.reader
      .selectFrom('customers')
      .selectAll()
      .where('email', 'is not', null)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('transactions')
          .select('customer_id')
          .where('status', '=', 'draft')
          .where('customer_id', 'is not', null)
          .$castTo<{ customer_id: number }>(),
      )
      .orderBy('id')
      .executeTakeFirstOrThrow();
  const sellTo = async (count: number) => {
    const buyer = await customer();
    const { transaction } = await sell(manager, await phones(count), { customer_id: buyer.id });
    return { sale: transaction, buyer };
  };
  /** A sale that waits for its whole amount by GCash. */
  const sellPending = async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, {
      method: 'gcash',
      amount: draft.total_amount,
      status: 'pending',
      reference_number: `G-${draft.id}`,
    });
    return expectDone(await complete<WireSale>(manager, draft.id)).transaction;
  };

  it('shows what was sold, to whom, how it was paid, and what happened', async () => {
    const { sale, buyer } = await sellTo(2);
    await openSale(sale);
    await page.getByRole('heading', { name: sale.invoice_number ?? '' }).waitFor();
    await page
      .getByText(/^Completed \w{3} \d{1,2}, \d{4} \d{1,2}:\d\d [AP]M · (just now|\d+ minutes? ago)$/)
      .waitFor();
    for (const item of sale.transaction_items) {
      const row = card('Items')
        .getByRole('row')
        .filter({ hasText: item.inventory_item.imei ?? '-' });
      await row.getByText(item.inventory_item.product_variation.product.name, { exact: true }).waitFor();
      await expect.poll(() => row.getByRole('cell').allTextContents()).toContain(pesos(item.final_price));
    }
    const figures = await card('Items').locator('dd').allTextContents();
    expect(figures).toEqual([sale.subtotal, sale.tax_amount, sale.total_amount].map(pesos));
    await card('Payments').getByText(pesos(sale.total_amount)).first().waitFor();
    const details = card('Details');
    await details.getByRole('link', { name: buyer.name }).waitFor();
    await details.getByText(buyer.phone).waitFor();
    await details.getByText(`${sale.points_earned.toLocaleString('en-PH')} earned`).waitFor();
    await details.getByText(sale.draft_number, { exact: true }).waitFor();
    const steps = await card('Timeline').getByRole('listitem').allTextContents();
    expect(steps.map((step) => /^(Sale completed|Cash payment added|Draft created)/.exec(step)?.[0])).toEqual(
      ['Sale completed', 'Cash payment added', 'Draft created'],
    );
    expect(await page.getByRole('button', { name: 'Continue Checkout' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Cancel Transaction' }).count()).toBe(0);
  });

  it('prints the receipt again through the shop.browser, as a reprint that is counted', async () => {
    const { sale } = await sellTo(1);
    await openSale(sale);
    const prints = await watchPrints(page);
    for (const copy of [1, 2]) {
      await page.getByRole('button', { name: 'Print Receipt' }).click();
      await expect.poll(async () => (await prints())[copy - 1] ?? '').toContain(`REPRINT ${copy}`);
      expect((await read(sale.id)).copies_printed).toBe(copy);
    }
    await card('Details').getByText('2 reprints').waitFor();
    await expect.poll(() => card('Timeline').getByText('Receipt printed').count()).toBe(2);
    await page.route(/print-receipt/, (route) =>
      route.fulfill({ status: 409, json: { message: 'Not now' } }),
    );
    await page.getByRole('button', { name: 'Print Receipt' }).click();
    await toast(page, 'Failed to print receipt').waitFor();
    await toast(page, 'Not now').waitFor();
  });

  it('sends the receipt to an address that it proposes and checks', async () => {
    const { sale, buyer } = await sellTo(1);
    await openSale(sale);
    await page.getByRole('button', { name: 'Email Receipt' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Email', { exact: true });
    await expect.poll(() => field.inputValue()).toBe(buyer.email);
    await field.fill('nobody@nowhere');
    await page.keyboard.press('Enter');
    await dialog.getByText('Invalid email format').waitFor();
    await field.fill('ana.reyes@example.ph');
    await page.keyboard.press('Enter');
    await toast(page, 'Receipt sent').waitFor();
    await dialog.waitFor({ state: 'detached' });
    const mails = await shop.server.database.reader
      .selectFrom('outbox')
      .select(['recipient', 'text'])
      .where('recipient', '=', 'ana.reyes@example.ph')
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(sale.invoice_number);
    await card('Timeline').getByText('Receipt e-mailed').waitFor();
  });

  it('offers of a draft only to continue it or, with a reason, to cancel it', async () => {
    const [unit] = await phones(1);
    const draft = await openDraft(manager, [unit ?? 0]);
    await openSale(draft);
    await page.getByRole('heading', { name: draft.draft_number }).waitFor();
    for (const name of ['Print Receipt', 'Email Receipt', /^More actions/]) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Cancel draft ${draft.draft_number}?` });
    await dialog.getByRole('button', { name: 'Cancel Transaction' }).click();
    await dialog.getByText('Reason required').waitFor();
    expect((await read(draft.id)).status).toBe('draft');
    await dialog.getByLabel('Reason').fill('Customer left');
    await dialog.getByRole('button', { name: 'Cancel Transaction' }).click();
    await toast(page, 'Transaction cancelled').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/transactions');
    expect((await manager.get(`/transactions/${draft.id}`)).status).toBe(404);
    expect((await findUnitRow(shop.server.database, unit ?? 0)).status).toBe('available');
  });

  it('says why a draft with a payment in hand is not cancelled', async () => {
    const draft = await openDraft(manager, await phones(1));
    await pay(manager, draft.id, { method: 'cash', amount: 100 });
    await openSale(draft);
    await page.getByRole('button', { name: 'Cancel Transaction' }).click();
    await page.getByLabel('Reason').fill('Customer left');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Transaction' }).click();
    // The dialog stays open, and what lies outside it has no role for as long.
    await page.getByText('Error cancelling transaction').first().waitFor();
    await page.getByText('Delete its completed payments first').first().waitFor();
    expect((await read(draft.id)).status).toBe('draft');
  });

  it('confirms a pending payment', async () => {
    const sale = await sellPending();
    await openSale(sale);
    await card('Payments').getByText('Pending', { exact: true }).waitFor();
    await card('Payments')
      .getByRole('button', { name: /^Mark completed/ })
      .click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Mark ₱/ })
      .click();
    await toast(page, 'Payment completed').waitFor();
    await card('Timeline').getByText('GCash payment confirmed').waitFor();
    expect((await read(sale.id)).payments[0]?.status).toBe('completed');
  });

  it('shows the balance after a payment failed, and records payments up to it', async () => {
    const sale = await sellPending();
    await openSale(sale);
    await card('Payments')
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Mark failed' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Mark ₱/ })
      .click();
    await page.getByText(`${pesos(sale.total_amount)} due`).waitFor();
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: `Record payment for ${sale.invoice_number}` });
    const record = dialog.getByRole('button', { name: /^Record/ });
    await dialog.getByLabel('Amount').fill(String(sale.total_amount + 1));
    await record.click();
    await dialog.getByText(`Only ${pesos(sale.total_amount)} remains to be paid`).waitFor();
    await dialog.getByLabel('Amount').fill('1,000.50');
    await dialog.getByLabel('Method').selectOption('card');
    await record.click();
    await dialog.getByText('Reference required').waitFor();
    await dialog.getByLabel('Reference number').fill('slip 77');
    await record.click();
    await toast(page, 'Payment saved').waitFor();
    const rest = Math.round((sale.total_amount - 1000.5) * 100) / 100;
    await page.getByText(`${pesos(rest)} due`).waitFor();
    expect((await read(sale.id)).balance_due).toBe(rest);
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Record payment' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Record ${pesos(rest)}` })
      .click();
    await page.getByRole('button', { name: 'Record payment' }).waitFor({ state: 'detached' });
    const paid = await read(sale.id);
    expect([paid.balance_due, paid.payments.map(({ method }) => method)]).toEqual([
      0,
      ['gcash', 'card', 'cash'],
    ]);
  });

  it('lets a salesperson look, print and mail, and nothing else', async () => {
    const sale = await sellPending();
    await openSale(sale, 'salesperson@demo.test');
    await page.getByRole('button', { name: 'Print Receipt' }).waitFor();
    await page.getByRole('button', { name: 'Email Receipt' }).waitFor();
    await card('Payments').getByText('Pending', { exact: true }).waitFor();
    for (const name of [/^More actions/, /^More for/, /^Mark completed/, 'Record payment']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
    await page.goto(`/transactions/${sale.id}?dialog=void`);
    await page.getByRole('button', { name: 'Print Receipt' }).waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });

  it('shows a sale of another store to those who see all, and changes it only from there', async () => {
    const { sale } = await sellTo(1);
    await openSale(sale, 'admin@demo.test');
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Davao – Abreeza' });
    await page.getByText('This sale belongs to Makati – Ayala. Switch to that store to change it.').waitFor();
    expect(await page.getByRole('button', { name: /^More actions/ }).count()).toBe(0);
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Makati – Ayala' });
    await page.getByRole('button', { name: /^More actions/ }).waitFor();
  });

  it('says in place when there is no such transaction, and leads back', async () => {
    const foreign = await shop.server.database.reader
      .selectFrom('transactions')
      .innerJoin('stores', 'stores.id', 'transactions.store_id')
      .select('transactions.id')
      .where('stores.code', '=', 'DVO-01')
      .executeTakeFirstOrThrow();
    await open('/transactions/999999999', 'salesperson@demo.test');
    for (const path of ['999999999', 'nonsense', '-1', String(foreign.id)]) {
      await page.goto(`/transactions/${path}`);
      await page.getByText('Transaction not found').waitFor();
      await page.getByText('The transaction you are looking for does not exist').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/transactions/${path}`);
    }
    await page.getByRole('button', { name: 'Back to Transactions' }).click();
    await page.getByRole('heading', { name: 'Transactions' }).waitFor();
  });

  it('says when it could not be loaded, and loads it with Retry', async () => {
    const { sale } = await sellTo(1);
    await open('/dashboard');
    const call = new RegExp(`/api/v1/transactions/${sale.id}$`);
    let asked = 0;
    await page.route(call, (route) => {
      asked += 1;
      return route.fulfill({ status: 500, json: {} });
    });
    await page.goto(`/transactions/${sale.id}`);
    await page.getByText('The transaction could not be loaded').waitFor();
    expect(asked).toBe(1);
    await page.unroute(call);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: sale.invoice_number ?? '' }).waitFor();
  });

  it('opens from the dashboard', async () => {
    const { sale } = await sellTo(1);
    await open('/dashboard');
    await page.getByRole('link', { name: sale.invoice_number ?? '' }).click();
    await page.getByRole('heading', { name: sale.invoice_number ?? '' }).waitFor();
  });

  it('has nothing for axe to find, on the list, the page and its dialogs', async () => {
    const violations = () => axeViolations(page);
    const { sale } = await sellTo(2);
    const due = await sellPending();
    await open('/transactions');
    await page.getByRole('link', { name: sale.invoice_number ?? '' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: /^Dates/ }).click();
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    expect(await violations()).toEqual([]);
    for (const dialog of ['', '?dialog=refund', '?dialog=void', '?dialog=email']) {
      await page.goto(`/transactions/${sale.id}${dialog}`);
      await page.getByText('Timeline').waitFor();
      if (dialog) await page.locator('[role=dialog], [role=alertdialog]').waitFor();
      expect(await violations()).toEqual([]);
    }
    await manager.post(`/payments/${due.payments[0]?.id}/mark-failed`, { reason: 'Not received' });
    await page.goto(`/transactions/${due.id}?dialog=payment`);
    await page.getByRole('dialog').waitFor();
    expect(await violations()).toEqual([]);
  });
});
