import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addDays } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { listCells, listLinks, listLoaded, listPlace, listRows } from '#tests/support/component/list-rows.ts';
import { callerAs, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  expectDone,
  sell,
  unitsOnSale,
  type WireTransaction,
  type WireTransactions,
} from '#tests/support/selling.ts';

const ZONE = 'Asia/Manila';
const MANAGER = 'store_manager@demo.test';
const ALL_DATES = '/transactions?start_date=&end_date=';
const today = () => storeDate(Date.now(), ZONE);

describe('the filters of the list of transactions', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let buyer: WireCustomer;
  let sale: WireTransaction;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    buyer = await addCustomer(manager, 'Corazón Dimaandal');
    const form = { customer_id: buyer.id };
    sale = (await sell(manager, await unitsOnSale(manager, 1), form)).transaction;
  });
  let openedAt = 0;
  const open = async (path = '/transactions', email = MANAGER) => {
    performance.clearResourceTimings();
    openedAt = performance.now();
    screen = await openScreen(path, { email });
  };
  const listed = async (query: string, by = manager) =>
    expectDone(await by.get<WireTransactions>(`/transactions?${query}`));
  /** Returns the screen's requests since it was opened, list by list. */
  const asked = () => {
    const calls = performance.getEntriesByType('resource').filter(({ startTime }) => startTime > openedAt);
    return calls
      .map(({ name }) => new URL(name))
      .filter(({ pathname }) => pathname.endsWith('/transactions'))
      .map(({ searchParams }) => searchParams);
  };
  const badges = () => [...new Set(listCells(6))];
  const stores = () => [...new Set(listCells(4))];
  const param = (name: string) => screen.address().searchParams.get(name);
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const number = () => field('Transaction number');
  const chooseStatus = (label: string) => userEvent.selectOptions(field('Status'), label);
  const chooseDates = async (preset: string) => {
    await page.getByRole('button', { name: /^Dates/ }).click();
    await page.getByRole('button', { name: preset, exact: true }).click();
  };

  it('begin with the store’s current month, and ask for nothing more in the address', async () => {
    await open();
    await listLoaded();
    const [first] = asked();
    const month = { start_date: `${today().slice(0, 7)}-01`, end_date: today() };
    expect(Object.fromEntries(first ?? [])).toEqual({ ...month, sort: '-date', per_page: '20' });
    expect(screen.address().search).toBe('');
    await isShown(page.getByText('Sales and drafts at Makati – Ayala.'));
    const { total } = await listed(`start_date=${month.start_date}&end_date=${month.end_date}`);
    await expect.poll(() => listRows().length).toBe(Math.min(20, total));
  });

  it('narrow by status, which the address keeps, and name a void sale Cancelled', async () => {
    await open(ALL_DATES);
    const text = { draft: 'Draft', completed: 'Completed', void: 'Cancelled', refunded: 'Refunded' };
    for (const [status, label] of Object.entries(text)) {
      await chooseStatus(label);
      await expect.poll(badges).toEqual([label]);
      expect(param('status')).toBe(status);
    }
    await open(`/transactions${screen.address().search}`);
    await expect.poll(badges).toEqual(['Refunded']);
    await expect.element(field('Status')).toHaveValue('refunded');
  });

  it('find a sale by its invoice number and by its draft’s, also one of another month', async () => {
    const old = (await listed('status=completed&sort=date')).data[0];
    await open();
    await listLoaded();
    await number().fill(old?.invoice_number ?? '');
    await isShown(page.getByText('No transactions for these filters'));
    await page.getByRole('button', { name: 'Search all dates' }).click();
    await expect.poll(listLinks).toEqual([old?.invoice_number]);
    const draft = old?.draft_number.toLowerCase() ?? '';
    await number().fill(draft);
    await expect.poll(() => param('search')).toBe(draft);
    await expect.poll(listLinks).toEqual([old?.invoice_number]);
  });

  it('narrow by customer name or phone and by staff name, however they are written', async () => {
    const { name, phone } = buyer;
    await open(ALL_DATES);
    const customer = field('Customer name or phone');
    await customer.fill(` ${name.toUpperCase()} `);
    await expect.poll(listLinks).toEqual([sale.invoice_number]);
    expect(listCells(2)).toEqual([name]);
    expect(param('customer')).toBe(name.toUpperCase());
    const digits = phone.replace(/\D/g, '');
    await customer.fill(digits);
    await expect.poll(() => param('customer')).toBe(digits);
    await expect.poll(listLinks).toEqual([sale.invoice_number]);
    await customer.fill('');
    await field('Staff name').fill('joel');
    await expect.poll(() => [...new Set(listCells(3))]).toEqual(['Joel Cruz']);
    await expect.poll(() => [param('customer'), param('staff')]).toEqual([null, 'joel']);
  });

  it('take two fields that are filled one right after the other', async () => {
    await open(ALL_DATES);
    await listLoaded();
    await number().fill('MNL-01');
    await field('Staff name').fill('Ana');
    await expect.poll(() => [param('search'), param('staff')]).toEqual(['MNL-01', 'Ana']);
  });

  it('ask once for what is typed without a pause, and at once with Enter', async () => {
    await open();
    await listLoaded();
    const searched = () => asked().flatMap((query) => query.get('search') ?? []);
    const input = number().element() as HTMLInputElement;
    // Letter by letter in one go: a busy machine may pause between keys from outside.
    for (const letter of 'MNL-01-0004') {
      input.setRangeText(letter, input.value.length, input.value.length, 'end');
      input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter }));
    }
    await expect.poll(() => searched().at(-1)).toBe('MNL-01-0004');
    expect(searched()).toEqual(['MNL-01-0004']);
    expect(param('search')).toBe('MNL-01-0004');
    await number().fill('MNL-01-00044');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => param('search')).toBe('MNL-01-00044');
  });

  it('narrow by dates: the usual ones at a click, others by their two ends', async () => {
    await open();
    await listLoaded();
    const yesterday = addDays(today(), -1);
    await chooseDates('Yesterday');
    await expect.poll(() => [param('start_date'), param('end_date')]).toEqual([yesterday, yesterday]);
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const text = day.format(Date.parse(yesterday));
    await expect.poll(() => listCells(1).filter((cell) => !cell?.includes(text))).toEqual([]);
    await page.getByRole('button', { name: /^Dates/ }).click();
    await field('From').fill('2026-02-10');
    await field('To').fill('2026-02-01');
    await page.getByRole('button', { name: 'Apply' }).click();
    await isShown(page.getByText('Ends before it starts'));
    const [start, end] = [addDays(today(), -9), addDays(today(), -2)];
    await field('From').fill(start);
    await field('To').fill(end);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => [param('start_date'), param('end_date')]).toEqual([start, end]);
    const { total } = await listed(`start_date=${start}&end_date=${end}`);
    await expect.poll(listPlace).toBe(`1–20 of ${total}`);
    await chooseDates('This month');
    await expect.poll(() => screen.address().search).toBe('');
  });

  it('say when nothing fits, and are cleared, but not the order', async () => {
    await open('/transactions?sort=total&status=void&customer=nobody-of-that-name');
    await isShown(page.getByText('No transactions for these filters'));
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await listLoaded();
    expect(screen.address().search).toBe('?sort=total');
    await expect.element(field('Customer name or phone')).toHaveValue('');
    await expect.element(field('Status')).toHaveValue('');
  });

  it('take what an address means, and ignore what it does not understand', async () => {
    await open('/transactions?status=nonsense&start_date=2026-99-99&page=-4&sort=wild&all_stores=true');
    await listLoaded();
    await expect.element(field('Status')).toHaveValue('');
    expect(listPlace()).toMatch(/^1–\d+ of \d+$/);
    expect(stores()).toEqual(['Makati – Ayala']);
  });

  it('show all stores to a regional manager, one of them when it is chosen, and to nobody else', async () => {
    const all = page.getByRole('switch', { name: 'View all stores' });
    await open();
    await listLoaded();
    expect(all.elements()).toEqual([]);
    // Sales made while this runs are made at one store.
    await open(`${ALL_DATES}${addDays(today(), -1)}`, 'regional_manager@demo.test');
    await listLoaded();
    expect(stores()).toHaveLength(1);
    await all.click();
    await isShown(page.getByText('Sales and drafts at all stores.'));
    await expect.poll(() => stores().length).toBeGreaterThan(1);
    expect(param('all_stores')).toBe('true');
    await userEvent.selectOptions(field('Filter by store'), 'Davao – Abreeza');
    await expect.poll(stores).toEqual(['Davao – Abreeza']);
    await open(`/transactions${screen.address().search}`, 'regional_manager@demo.test');
    await expect.poll(stores).toEqual(['Davao – Abreeza']);
    await all.click();
    await expect.poll(() => [param('all_stores'), param('store_id')]).toEqual([null, null]);
  });
});
