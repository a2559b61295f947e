import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { store } from '#contract/stores.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  listCells,
  listLinks,
  listLoaded,
  listPlace,
  listRows,
  rowMenu,
} from '#tests/support/component/list-rows.ts';
import { callerAs, failCalls, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  expectDone,
  openDraft,
  unitsOnSale,
  refundSale,
  sell,
  sellOnTrust,
  voidSale,
  type WireTransaction,
  type WireTransactions,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const REGIONAL = 'regional_manager@demo.test';
const ALL_DATES = '/transactions?start_date=&end_date=';
const LIST = /\/api\/v1\/transactions\?/;
const EXPORT = /\/transactions\/export/;
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');
const FAULT = { message: 'Something broke', code: 'server_error' };

describe('the list of transactions', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let completed: WireTransaction;
  let draft: WireTransaction;
  let voided: WireTransaction;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const [first = 0, second = 0, third = 0] = await unitsOnSale(manager, 3);
    completed = (await sell(manager, [first])).transaction;
    draft = await openDraft(manager, [second]);
    voided = (await sell(manager, [third])).transaction;
    expectDone<object>(await voidSale(manager, voided.id, 'Wrong customer'));
  });
  const open = async (path = '/transactions', email = MANAGER, storeId?: number) => {
    screen = await openScreen(path, { email, storeId });
  };
  const listed = async (query: string, by = manager) =>
    expectDone(await by.get<WireTransactions>(`/transactions?${query}`));
  const numberOf = ({ invoice_number, draft_number }: WireTransaction) => invoice_number ?? draft_number;
  const openAt = (sale: WireTransaction, email = MANAGER, storeId?: number) =>
    open(`/transactions?search=${numberOf(sale)}`, email, storeId);
  const param = (name: string) => screen.address().searchParams.get(name);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('turns pages, keeps the page in the address, and goes back to the first with another filter', async () => {
    await open(ALL_DATES);
    await listLoaded();
    const { total } = await listed('');
    await expect.poll(listPlace).toBe(`1–20 of ${total}`);
    const first = listLinks();
    await expect.element(button('Previous page')).toHaveAttribute('aria-disabled', 'true');
    await button('Next page').click();
    await expect.poll(listPlace).toBe(`21–40 of ${total}`);
    expect(param('page')).toBe('2');
    expect(listLinks().filter((number) => first.includes(number))).toEqual([]);
    await screen.go(-1);
    await expect.poll(listLinks).toEqual(first);
    await screen.go(1);
    await expect.poll(listPlace).toBe(`21–40 of ${total}`);
    await userEvent.selectOptions(page.getByLabelText('Status'), 'Completed');
    await expect.poll(() => param('page')).toBeNull();
    await screen.goTo(`${ALL_DATES}&page=999`);
    await button('Go to the first page').click();
    await expect.poll(listPlace).toBe(`1–20 of ${total}`);
  });

  it('sorts by date and by total, both ways', async () => {
    await open(ALL_DATES);
    await listLoaded();
    const totals = () =>
      listCells(5).map((cell) => Number(/₱([\d,.]+)/.exec(cell ?? '')?.[1]?.replace(/,/g, '')));
    const rising = () => totals().toSorted((one, other) => one - other);
    const head = (name: string) => page.getByRole('columnheader', { name });
    const sortBy = (name: string) => head(name).getByRole('button').click();
    await sortBy('Total');
    await expect.poll(() => param('sort')).toBe('-total');
    await expect.poll(totals).toEqual((await listed('sort=-total')).data.map((row) => row.total_amount));
    expect(totals()).toEqual(rising().reverse());
    await expect.element(head('Total')).toHaveAttribute('aria-sort', 'descending');
    await sortBy('Total');
    await expect.poll(() => param('sort')).toBe('total');
    await expect.poll(totals).toEqual((await listed('sort=total')).data.map((row) => row.total_amount));
    expect(totals()).toEqual(rising());
    const datedBy = async (sort: string) =>
      (await listed(`sort=${sort}`)).data.map((row) => row.invoice_number ?? row.draft_number);
    await sortBy('Number and date');
    await expect.poll(() => param('sort')).toBeNull();
    await expect.poll(listLinks).toEqual(await datedBy('-date'));
    await sortBy('Number and date');
    await expect.poll(() => param('sort')).toBe('date');
    await expect.poll(listLinks).toEqual(await datedBy('date'));
  });

  it('shows what a sale lacks, what was refunded, and walk-ins', async () => {
    const [unit = 0, other = 0] = await unitsOnSale(manager, 2);
    const { sale: due, payment } = await sellOnTrust(manager, [unit]);
    expectDone<object>(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Never came' }));
    await openAt(due);
    await isShown(page.getByRole('cell').getByText(`${pesos(due.total_amount)} due`));
    expect(listCells(2)).toEqual(['Walk-in Customer']);
    const { transaction: back } = await sell(manager, [other]);
    expectDone<object>(await refundSale(manager, back.id));
    await openAt(back);
    const refunded = page.getByRole('cell').getByText(`${pesos(back.total_amount)} refunded`);
    await isShown(refunded);
  });

  it('says that it stopped counting', async () => {
    const admin = await callerAs('admin@demo.test');
    expect(await listed('all_stores=true', admin)).toMatchObject({ total: 1000, total_capped: true });
    await open(`${ALL_DATES}&all_stores=true`, 'admin@demo.test');
    await expect.poll(listPlace).toBe('1–20 of 1,000+');
  });

  it('says so when it could not be exported, and can be tried again', async () => {
    await openAt(completed);
    await listLoaded();
    const { mend } = failCalls({ path: EXPORT, status: 500, body: {} });
    await button('Export').click();
    await isTold('Server Error');
    mend();
    performance.clearResourceTimings();
    await button('Export').click();
    const answers = () => performance.getEntriesByType('resource').filter(({ name }) => EXPORT.test(name));
    await expect.poll(() => answers().length).toBe(1);
  });

  it('offers in a row’s menu what its state and the person allow', async () => {
    const menuOf = async (...[sale, email, storeId]: Parameters<typeof openAt>) => {
      await openAt(sale, email, storeId);
      return rowMenu(numberOf(sale));
    };
    const done = ['View Details', 'Print Receipt'];
    expect(await menuOf(completed)).toEqual([...done, 'Refund', 'Void Transaction']);
    expect(await menuOf(draft)).toEqual(['View Details', 'Continue Checkout']);
    expect(await menuOf(voided)).toEqual(done);
    expect(await menuOf(completed, 'salesperson@demo.test')).toEqual(done);
    expect(await menuOf(draft, REGIONAL, draft.store.id)).toEqual(['View Details']);
  });

  it('continues a draft in the till, and opens the void and refund dialogs on the sale’s page', async () => {
    const choose = async (sale: WireTransaction, entry: string) => {
      await openAt(sale);
      await rowMenu(numberOf(sale));
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await choose(completed, 'Void Transaction');
    const asked = page.getByRole('alertdialog', { name: `Void ${completed.invoice_number}?` });
    await isShown(asked);
    await choose(completed, 'Refund');
    const dialog = page.getByRole('dialog', { name: `Refund ${completed.invoice_number}` });
    await isShown(dialog);
    await choose(draft, 'Continue Checkout');
    await expect.poll(() => screen.address().pathname).toMatch(/^\/pos/);
  });

  it('opens a sale by a click anywhere in its row and comes back to the list as it was filtered', async () => {
    const filtered = '?start_date=&end_date=&status=refunded&sort=-total';
    await open(`/transactions${filtered}`);
    await listLoaded();
    const [number = ''] = listLinks();
    await page.elementLocator(listRows()[0]?.querySelector('td:nth-child(3)') ?? document.body).click();
    await isShown(page.getByRole('heading', { name: number ?? '' }));
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await expect.poll(() => screen.address().search).toBe(filtered);
    await listLoaded();
  });

  it('says when the month has nothing yet', async () => {
    const regional = await callerAs(REGIONAL);
    const stores = expectDone(await regional.get<z.input<typeof store>[]>('/stores'));
    await open('/transactions', REGIONAL, stores.find(({ code }) => code === 'WH-01')?.id);
    await isShown(page.getByText('No transactions this month'));
    await button('Export').hover();
    await isShown(page.getByRole('tooltip').getByText('There is nothing to export'));
  });

  it('says that it could not be loaded, and loads with Retry', async () => {
    // An unreachable server would be retried automatically as soon as it is back.
    const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
    await openAt(completed);
    await isShown(page.getByText('Transactions could not be loaded'));
    await expect.element(button('Export')).toHaveAttribute('aria-disabled', 'true');
    mend();
    await button('Retry').click();
    await listLoaded();
  });

  it('goes on past the pages that were counted', async () => {
    const [row] = (await listed('per_page=10')).data;
    const counted = { per_page: 20, last_page: 50, total: 1000, total_capped: true };
    const place = { ...counted, current_page: 51, from: 1001, to: 1001 };
    failCalls({ path: LIST, status: 200, body: { ...place, meta: place, data: [row] } });
    await open('/transactions?page=51');
    await isShown(page.getByText('1,001–1,001 of 1,000+'));
    await isShown(page.getByText('Page 51 of 51+'));
  });

  it('leads whoever may not see transactions to the dashboard', async () => {
    await open('/transactions', 'warehouse_staff@demo.test');
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });

  it('has nothing for axe to find, and its dates neither', async () => {
    await openAt(completed);
    await listLoaded();
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: /^Dates/ }).click();
    await isShown(button('Apply'));
    expect(await axeViolations()).toEqual([]);
  });
});
