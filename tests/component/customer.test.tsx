import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, storeDate } from '#domain/store-time.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import { belowHead, movedBy } from '#tests/support/component/steady.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, unitsOnSale, refundSale, sell, voidSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const ZONE = 'Asia/Manila';
const FAULT = { message: 'Something broke', code: 'server_error' };
const dollars = (pesos: number) =>
  `$${pesos.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

describe('a customer’s page', () => {
  let manager: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const openCustomer = async (customer: WireCustomer, search = '', email = MANAGER) => {
    await open(`/customers/${customer.id}${search}`, email);
    await isShown(heading(customer.name));
  };
  /** Returns the value below a label: a figure, a fact. */
  const valueOf = (label: string) =>
    [...document.querySelectorAll('dl > div')]
      .find((fact) => fact.querySelector('dt')?.textContent === label)
      ?.querySelector('dd')?.textContent;
  const text = (content: string) => page.getByText(content, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) => page.getByRole('tab', { name });
  const rows = () => [...document.querySelectorAll('tbody tr')];
  const cells = () => rows().map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
  const place = () =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('status').query()?.textContent;

  it('has its head and what follows in the place of their placeholders', async () => {
    const someone = await addCustomer(manager, 'Steady Person');
    const { release } = holdCall({ path: new RegExp(`/customers/${someone.id}$`), method: 'GET' });
    await openScreen(`/customers/${someone.id}`, { email: MANAGER, withMenu: true });
    const back = page.getByRole('main').getByRole('link', { name: 'Customers' });
    await isShown(back);
    const come = async () => {
      release();
      await isShown(heading(someone.name));
    };
    expect(await movedBy({ back, belowHead }, come)).toEqual([]);
  });

  it('shows everything that is known, with dates in words', async () => {
    const someone = await addCustomer(manager, 'Known Person', 'member');
    const { id, created_at } = expectDone(
      await manager.put<WireCustomer>(`/customers/${someone.id}`, {
        email: 'known@example.ph',
        address: 'Unit 1204\nMakati City',
        birthday: '1990-03-05',
        notes: 'Prefers GCash.',
      }),
    );
    const { transaction } = await sell(manager, await unitsOnSale(manager, 1), { customer_id: id });
    const { loyalty_points: points } = expectDone(await manager.get<WireCustomer>(`/customers/${id}`));
    await openCustomer(someone);
    await expect.poll(() => valueOf('Total Spent')).toBe(dollars(transaction.total_amount));
    expect(valueOf('Transactions')).toBe('1');
    expect(valueOf('Loyalty Points')).toBe(`${points.toLocaleString('en-US')}Adjust`);
    const lastPurchase = formatInstant(Date.parse(transaction.completed_at ?? ''), ZONE);
    for (const [label, value] of [
      ['Email', 'known@example.ph'],
      ['Address', 'Unit 1204\nMakati City'],
      ['Birthday', 'March 5, 1990'],
      ['Customer Group', 'Member'],
      ['Signup Channel', '–'],
      ['Customer Since', formatDate(storeDate(Date.parse(created_at), ZONE))],
      ['Last Purchase', lastPurchase],
      ['Notes', 'Prefers GCash.'],
    ] as const) {
      expect([label, valueOf(label)]).toEqual([label, value]);
    }
    await isShown(text(`Last ${lastPurchase}`));
  });

  it('says Regular, dashes, and that there is nothing yet, of somebody new', async () => {
    await openCustomer(await addCustomer(manager, 'New Here'));
    await isShown(text('No purchases yet'));
    expect(valueOf('Total Spent')).toBe('$0.00');
    for (const label of ['Email', 'Address', 'Birthday', 'Signup Channel', 'Last Purchase', 'Notes']) {
      expect([label, valueOf(label)]).toEqual([label, '–']);
    }
    expect(valueOf('Customer Group')).toBe('Regular');
    await tab('Transactions').click();
    await isShown(text('No transactions yet'));
    await tab('Loyalty').click();
    await isShown(text('No points yet'));
    await button('Adjust loyalty points').click();
    const deduct = page.getByRole('menuitem', { name: 'Deduct Points' });
    await expect.element(deduct).toHaveAttribute('aria-disabled', 'true');
  });

  it('lists the transactions with their states, and opens one', async () => {
    const someone = await addCustomer(manager, 'Frequent Buyer');
    const customer = { customer_id: someone.id };
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = await unitsOnSale(manager, 5);
    const { transaction: kept } = await sell(manager, [a, b], customer);
    const { transaction: voided } = await sell(manager, [c], customer);
    expectDone(await voidSale(manager, voided.id, 'Changed mind'));
    const { transaction: refunded } = await sell(manager, [d], customer);
    expectDone(await refundSale(manager, refunded.id));
    const draft = await openDraft(manager, [e], customer);
    await openCustomer(someone, '?tab=transactions');
    await expect.poll(() => rows().length).toBe(4);
    const heads = page.getByRole('columnheader').elements();
    expect(heads.map((head) => head.textContent)).toEqual([
      'Transaction #',
      'Date',
      'Store',
      'Items',
      'Total',
      'Status',
      'View',
    ]);
    const shown = new Map(cells().map((row) => [row[0], row]));
    expect(shown.get(kept.invoice_number ?? '')?.slice(2, 6)).toEqual([
      'Makati – Ayala',
      '2',
      dollars(kept.total_amount),
      'Completed',
    ]);
    expect(shown.get(voided.invoice_number ?? '')?.[5]).toBe('Cancelled');
    expect(shown.get(refunded.invoice_number ?? '')?.[5]).toBe('Refunded');
    expect(shown.get(draft.draft_number)?.[5]).toBe('Draft');
    for (const [label, color] of [
      ['Completed', 'rgb(23, 96, 47)'],
      ['Cancelled', 'rgb(164, 38, 44)'],
      ['Refunded', 'rgb(138, 70, 0)'],
      ['Draft', 'rgb(70, 80, 80)'],
    ] as const) {
      const badge = page.getByRole('cell').getByText(label, { exact: true });
      expect([label, getComputedStyle(badge.element()).color]).toEqual([label, color]);
    }
    await button(`View ${kept.invoice_number}`).click();
    await isShown(page.getByRole('heading', { name: kept.invoice_number ?? '' }));
    await page.getByRole('link', { name: someone.name }).click();
    await isShown(heading(someone.name));
  });

  it('says that it lists the own stores’ sales only, to those who do not see every store', async () => {
    const someone = await addCustomer(manager, 'Two Stores');
    const there = await callerAs('salesperson.ceb@demo.test');
    const { transaction } = await sell(there, await unitsOnSale(there, 1), { customer_id: someone.id });
    const content = 'Only sales at your stores are listed. The figures above count every store.';
    await openCustomer(someone, '?tab=transactions');
    await isShown(text('No transactions yet'));
    await isShown(text(content));
    await isShown(text('Sales to this customer at your stores show here.'));
    await expect.poll(() => valueOf('Transactions')).toBe('1');
    for (const email of ['admin@demo.test', 'regional_manager@demo.test']) {
      await openCustomer(someone, '?tab=transactions', email);
      await expect.poll(() => cells().map(([number]) => number)).toEqual([transaction.invoice_number]);
      expect(text(content).elements()).toEqual([]);
    }
  });

  it('shows ten transactions at first, and turns to the others, also when it is opened there', async () => {
    const someone = await addCustomer(manager, 'Daily Buyer');
    const units = await unitsOnSale(manager, 11);
    for (const unit of units) await sell(manager, [unit], { customer_id: someone.id });
    await openCustomer(someone, '?tab=transactions');
    await expect.poll(() => rows().length).toBe(10);
    await expect.poll(place).toBe('1–10 of 11');
    await button('Next page').click();
    await expect.poll(() => screen.address().search).toBe('?tab=transactions&page=2');
    await expect.poll(place).toBe('11–11 of 11');
    await openCustomer(someone, screen.address().search);
    await expect.poll(place).toBe('11–11 of 11');
  });

  it('keeps the tab in its address, and moves between tabs with the arrows', async () => {
    const someone = await addCustomer(manager, 'Tabbed Person');
    await openCustomer(someone, '?tab=loyalty');
    await expect.element(tab('Loyalty')).toHaveAttribute('aria-selected', 'true');
    (tab('Loyalty').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => screen.address().search).toBe('?tab=transactions');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => screen.address().search).toBe('');
    await isShown(text('Customer Since'));
    await openCustomer(someone, '?tab=wild');
    await isShown(text('Customer Since'));
  });

  it('offers no button that the person has no permission for', async () => {
    const someone = await addCustomer(manager, 'Guarded Person');
    await openCustomer(someone, '', 'salesperson@demo.test');
    await isShown(text('At all stores'));
    expect(button('Edit Customer').elements()).toEqual([]);
    expect(button('Adjust loyalty points').elements()).toEqual([]);
    await openCustomer(someone);
    await isShown(button('Adjust loyalty points'));
    await button('Edit Customer').click();
    await isShown(page.getByRole('heading', { name: 'Edit Customer' }));
  });

  it('says that a customer is not there, nor to be edited', async () => {
    for (const address of [
      '/customers/999999',
      '/customers/wild',
      '/customers/999999/edit',
      '/customers/wild/edit',
      '/customers/0',
    ]) {
      await open(address);
      const alert = page.getByRole('alert');
      await isShown(alert.getByText('Customer not found'));
      await isShown(alert.getByText('The customer you are looking for does not exist.'));
    }
    expect(page.getByRole('main').getByRole('link').elements()).toEqual([]);
    await button('Back to Customers').click();
    await expect.poll(() => screen.address().pathname).toBe('/customers');
  });

  it('says what could not be loaded, and loads it with Retry', async () => {
    const someone = await addCustomer(manager, 'Unreachable Person');
    const search = '?tab=loyalty';
    // An unreachable server would be retried automatically as soon as it is back.
    failCalls({ path: /\/api\/v1\/customers\/\d+/, status: 500, body: FAULT });
    await open(`/customers/${someone.id}${search}`);
    await isShown(text('The customer could not be loaded'));
    const { mend } = failCalls({ path: /\/loyalty\?/, status: 500, body: FAULT });
    await button('Retry').click();
    await isShown(text('Loyalty points could not be loaded'));
    await expect
      .poll(() => [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent))
      .toContain('Could not be loaded');
    expect(text('No changes yet').elements()).toEqual([]);
    mend();
    await button('Retry').click();
    await isShown(text('No points yet'));
    expect(screen.address().pathname + screen.address().search).toBe(`/customers/${someone.id}${search}`);
  });
});
