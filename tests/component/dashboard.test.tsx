import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { z } from 'zod';
import type { dashboard, dashboardFigures } from '#contract/dashboard.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { storeWeekday } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, holdCall, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { movedBy } from '#tests/support/component/steady.ts';
import { addCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  sell,
  sellOnTrust,
  unitsOnSale,
} from '#tests/support/selling.ts';

type Figures = z.input<typeof dashboardFigures>;
type Chain = z.input<typeof dashboard.chain.response>;

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'dashboard');

describe('the dashboard', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = (email = MANAGER) => openScreen('/dashboard', { email });
  const action = (name: string | RegExp) =>
    page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name });
  const row = (number: string | null) => page.getByRole('row').filter({ hasText: number ?? '-' });

  it('names what waits, and leads there', async () => {
    await openDraft(manager, await unitsOnSale(manager, 1));
    await sellOnTrust(manager, await unitsOnSale(manager, 1));
    const { waiting = { drafts: 0, payments: 0 } } = expectDone(await manager.get<Figures>('/dashboard'));
    await open();
    await isShown(action('Start a sale'));
    await isShown(action(`Review payments ${waiting.payments} waiting`));
    await expect.element(action(/^Review payments/)).toHaveAttribute('href', '/payments/pending');
    await expect.element(action('Add a customer')).toHaveAttribute('href', '/customers/new');
    await action(`Resume a draft ${waiting.drafts} held`).click();
    await isShown(page.getByRole('dialog', { name: 'Draft Transactions' }));
  });

  it.each([
    [1366, 768],
    [390, 844],
  ])('moves nothing when its figures come, in a window of %i pixels', async (width, height) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1366, 768));
    // Money to give back and warnings are rare, so no place waits for them; another test may have left some.
    const { balances, ...figures } = expectDone(await manager.get<Figures>('/dashboard'));
    const body = {
      ...figures,
      balances: { ...balances, owed: { count: 0, total: 0 } },
      ...{ last_sale_ahead: null, invoices_behind: null, sales_to_settle: 0, deposits_not_held: 0 },
    };
    failCalls({ path: /\/dashboard$/, status: 200, body });
    const { release } = holdCall({ path: /\/dashboard$/, method: 'GET' });
    await open();
    const things = {
      'Add a customer': action('Add a customer'),
      'Sales by hour': page.getByRole('heading', { name: 'Sales by hour' }),
      'Latest transactions': page.getByRole('heading', { name: 'Latest transactions' }),
      // On a phone it is below the cards of sales, which are as high as their texts.
      ...(width > 390 && { 'Top Products': page.getByRole('heading', { name: 'Top Products' }) }),
    };
    await isShown(things['Latest transactions']);
    const come = async () => {
      release();
      await isShown(page.getByText(/^Average/));
    };
    expect(await movedBy(things, come)).toEqual([]);
  });

  it('leads a new shop to its first steps, those that somebody may take, and no longer once they are done', async () => {
    const steps = page.getByRole('region', { name: 'First steps' });
    const done = { products: true, suppliers: false, staff: false, till: false };
    await open();
    await isShown(action('Start a sale'));
    expect(steps.elements()).toEqual([]);
    failCalls({ path: /first-steps/, status: 200, body: done });
    await open();
    await isShown(steps.getByText('3 left'));
    await isShown(steps.getByRole('img', { name: 'Done' }));
    await expect
      .element(steps.getByRole('link', { name: /^Add a supplier/ }))
      .toHaveAttribute('href', '/suppliers/create');
    await expect
      .element(steps.getByRole('link', { name: /^Add your staff/ }))
      .toHaveAttribute('href', '/staff/new');
    expect(steps.getByRole('link', { name: /^Add your products/ }).elements()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    await open(SELLER);
    await isShown(steps.getByText('1 left'));
    await expect.poll(() => steps.getByRole('link').elements().length).toBe(1);
    await steps.getByRole('link', { name: /^Set up a till/ }).click();
    await isShown(page.getByRole('heading', { name: 'Point of Sale' }));
  });

  it('moves nothing when it hears which first steps are left, neither at first nor later', async () => {
    window.localStorage.removeItem('tindahan.first-steps');
    const body = { products: false, suppliers: false, staff: true, till: true };
    failCalls({ path: /first-steps/, status: 200, body });
    for (const isFirst of [true, false]) {
      const { release } = holdCall({ path: /first-steps/, method: 'GET' });
      // What the computer knew last is kept.
      await openScreen('/dashboard', { email: MANAGER, restarts: !isFirst });
      const steps = page.getByRole('region', { name: 'First steps' });
      if (isFirst) {
        expect(page.getByRole('heading', { name: 'Sales by hour' }).elements()).toEqual([]);
        release();
        await isShown(steps.getByText('2 left'));
        continue;
      }
      const hours = page.getByRole('heading', { name: 'Sales by hour' });
      await isShown(steps.getByText('2 left'));
      await isShown(hours);
      const come = async () => {
        release();
        await isShown(page.getByText(/^Average/));
      };
      expect(await movedBy({ 'Sales by hour': hours }, come)).toEqual([]);
    }
  });

  it('greets by name in the store, and shows today beside the same weekday, stock, customers and the hours', async () => {
    await sell(manager, await unitsOnSale(manager, 1));
    await open();
    const {
      today,
      inventory,
      customers,
      top_products: top,
      now,
    } = expectDone(await manager.get<Figures>('/dashboard'));
    const card = (label: string) => page.getByRole('term').filter({ hasText: label }).element().parentElement;
    const whole = (number = 0) => number.toLocaleString('en-PH');
    await isShown(page.getByRole('heading', { name: /^Good (morning|afternoon|evening), / }));
    await isShown(page.getByText(/^Makati – Ayala · [A-Z][a-z]+ \d+, \d{4}/));
    await isShown(page.getByText(`Average sale ${pesos(today.average)}`));
    const products = page.getByRole('table', { name: 'Top Products' });
    await isShown(products.getByText(pesos(top[0]?.revenue ?? 0)));
    const difference = today.sales - today.sales_last_week;
    const sign = difference < 0 ? '' : '+';
    const weekday = storeWeekday(Date.parse(now), 'Asia/Manila');
    expect(card("Today's Sales")).toHaveTextContent(
      `Today's Sales${pesos(today.sales)}${sign}${pesos(difference)} vs. last ${weekday}`,
    );
    expect(card('Transactions')).toHaveTextContent(
      `Transactions${whole(today.transactions)}Average sale ${pesos(today.average)}`,
    );
    expect(card('Inventory Items')).toHaveTextContent(
      `Inventory Items${whole(inventory.items)}${whole(inventory.low)} low on stock, ${whole(inventory.out)} out`,
    );
    expect(card('Customers')).toHaveTextContent(
      `Customers${whole(customers?.total)}${whole(customers?.new_today)} new today`,
    );
    await isShown(page.getByText('Sales by hour'));
    expect(await axeViolations()).toEqual([]);
  });

  it('warns while the server’s clock is before the last sale, and when a till knew later invoices', async () => {
    const figures = expectDone(await manager.get<Figures>('/dashboard'));
    const ahead = {
      ...figures,
      last_sale_ahead: '2027-03-01T02:30:00.000Z',
      invoices_behind: { at: '2027-01-04T02:30:00.000Z', last_known: 'MNL-01-000600' },
      now: '2027-01-05T01:00:00.000Z',
    };
    failCalls({ path: /\/dashboard$/, status: 200, body: ahead });
    await open();
    const text =
      /^The server’s clock says January 5, 2027, 9:00.AM, but the last sale here was on March 1, 2027, 10:30.AM\. Until/;
    await isShown(page.getByRole('alert').getByText(text));
    const behind =
      /^On January 4, 2027, 10:30.AM, a till told of a later invoice than MNL-01-000600, the last one that/;
    await isShown(page.getByRole('alert').getByText(behind));
    expect(await axeViolations()).toEqual([]);
  });

  it('leads from its latest transactions to all of them', async () => {
    await open();
    await page.getByRole('link', { name: 'All transactions' }).click();
    await isShown(page.getByRole('heading', { name: 'Transactions', level: 1 }));
  });

  it('marks of the latest sales and of a customer’s what is due in red, and what is still pending', async () => {
    const buyer = await addCustomer(manager, 'Marked Buyer');
    const draft = await openDraft(manager, await unitsOnSale(manager, 1), { customer_id: buyer.id });
    const part = Math.floor(draft.total_amount / 2);
    const due = Math.round((draft.total_amount - part) * 100) / 100;
    const form = { method: 'gcash', reference_number: `M-${draft.id}`, status: 'pending' };
    await pay(manager, draft.id, { ...form, amount: part });
    const late = await pay(manager, draft.id, { ...form, method: 'maya', amount: due });
    const { transaction: sale } = expectDone(
      await complete<{ transaction: { invoice_number: string | null } }>(manager, draft.id),
    );
    expectDone(await manager.post<object>(`/payments/${late.id}/mark-failed`, { reason: 'No' }));
    await open();
    await isShown(row(sale.invoice_number).getByText(`${pesos(due)} due`));
    await isShown(row(sale.invoice_number).getByText(`${pesos(part)} pending`));
    await action(/^Collect what sales owe/).click();
    await isShown(row(sale.invoice_number).getByText(`${pesos(due)} due`));
    await expect.element(page.getByLabelText('Balance')).toHaveDisplayValue('Owes money');
    await openScreen(`/customers/${buyer.id}?tab=transactions`, { email: MANAGER });
    const inDollars = formatMoney(pesosToCentavos(due), 'customer');
    await isShown(row(sale.invoice_number).getByText(`${inDollars} due`));
  });

  it('shows every store side by side to whoever sees all of them, and what they come to together', async () => {
    const boss = await callerAs('regional_manager@demo.test');
    const { data } = expectDone(await boss.get<Chain>('/dashboard/chain'));
    expect(data.length).toBeGreaterThan(1);
    await open('regional_manager@demo.test');
    const table = page.getByRole('table', { name: 'Stores today' });
    for (const { name, today } of data) {
      await isShown(table.getByRole('row').filter({ hasText: name }).getByText(pesos(today.sales)).first());
    }
    const all = data.reduce((sum, { today }) => sum + Math.round(today.sales * 100), 0) / 100;
    await isShown(table.getByRole('row').filter({ hasText: 'All stores' }).getByText(pesos(all)).first());
    expect(await axeViolations()).toEqual([]);
    await open();
    await isShown(page.getByRole('heading', { name: /^Good / }));
    await isGone(table);
  });

  it('offers a salesperson no more than their role has', async () => {
    await open(SELLER);
    await isShown(action('Start a sale'));
    await isShown(action('Add a customer'));
    await openScreen('/dashboard', { email: 'inventory_checker@demo.test' });
    await isShown(action('Count stock'));
    await isShown(action('Look through the stock'));
    await isGone(action('Send or receive a transfer'));
    await isGone(page.getByText(/Your role has no action here yet/));
    await isGone(page.getByRole('link', { name: 'All transactions' }));
    await openScreen('/dashboard', { email: 'warehouse_staff@demo.test' });
    await isShown(action('Send or receive a transfer'));
    await isShown(action('Count stock'));
  });

  it('shows a role that sees the figures alone neither customers nor sales one by one', async () => {
    const admin = await callerAs('admin@demo.test');
    const grant = async (permissions: string[]) =>
      expectDone(await admin.put<object>('/roles/finance', { permissions }));
    await grant(['dashboard.view']);
    try {
      await openScreen('/dashboard', { email: 'finance@demo.test' });
      await isShown(page.getByText("Today's Sales"));
      await isShown(page.getByText('Not for your role'));
      await isShown(page.getByText('Sales by hour'));
      await isGone(page.getByText('Latest transactions'));
      expect(await axeViolations()).toEqual([]);
    } finally {
      await grant([]);
    }
  });
});
