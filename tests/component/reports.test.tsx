import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { payments } from '#contract/payments.ts';
import type { stores } from '#contract/stores.ts';
import { addDays, formatDate } from '#domain/calendar-dates.ts';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import { DAY, storeDate } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, unitsOnSale, refundSale, sell, voidSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const REPORT = /\/daily-report/;

type Report = z.input<typeof payments.dailyReport.response>;
type Stores = z.input<typeof stores.list.response>;

const pesos = (amount: number) =>
  `${amount < 0 ? '−' : ''}₱${formatAmount(Math.abs(pesosToCentavos(amount)))}`;

describe('the daily report', () => {
  let manager: Caller;
  let all: Stores;
  let today: string;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    all = expectDone(await (await callerAs(ADMIN)).get<Stores>('/stores'));
    const [kept = 0, voided = 0, returned = 0] = await unitsOnSale(manager, 3);
    await sell(manager, [kept]);
    const toVoid = await sell(manager, [voided]);
    expectDone(await voidSale(manager, toVoid.transaction.id, 'Rung up twice'));
    const toRefund = await sell(manager, [returned]);
    expectDone(await refundSale(manager, toRefund.transaction.id));
    today = storeDate(Date.now(), 'Asia/Manila');
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const open = (path = '/reports', email = MANAGER) => openScreen(path, { email });
  const reportOf = async (query = '') =>
    expectDone(await manager.get<Report>(`/payments/daily-report${query}`));
  const shown = (locator: ReturnType<typeof page.getByText>) => expect.element(locator).toBeVisible();
  const isLoaded = () => shown(page.getByRole('table', { name: 'Payments by method' }));
  const storeOf = (code: string) => {
    const found = all.find((store) => store.code === code);
    if (!found) throw new Error(`no store ${code}`);
    return found;
  };
  /** Returns the value beside a term. */
  const term = (label: string) => {
    const found = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label);
    return found?.parentElement?.querySelector('dd')?.textContent;
  };
  const date = () => page.getByLabelText('Date', { exact: true });

  it('tells the sums of the day, its invoices, its payments and what lies in the drawer', async () => {
    await open();
    await isLoaded();
    const report = await reportOf();
    expect(report.voids.count).toBeGreaterThan(0);
    expect(report.refunds.count).toBeGreaterThan(0);
    const sums = {
      'Net sales': report.net_sales,
      Sales: report.sales.total,
      Tax: report.tax,
      Discounts: report.discounts.total,
      Voids: report.voids.total,
      Refunds: report.refunds.total,
      Taken: report.cash.taken,
      'Change given': -report.cash.change,
      'Refunded in cash': -report.cash.refunded,
      Voided: -report.cash.voided,
      'Net in the drawer': report.cash.in_drawer,
    };
    for (const [label, amount] of Object.entries(sums)) {
      expect([label, term(label)]).toEqual([label, pesos(amount)]);
    }
    const less = report.written_off === 0 ? 'voids and refunds' : 'voids, refunds and amounts written off';
    await shown(page.getByText(`Sales less ${less}`));
    await shown(page.getByText(`Invoices ${report.first_invoice} to ${report.last_invoice}`));
    const cash = report.payments.find(({ method, status }) => method === 'cash' && status === 'completed');
    const line = page.getByRole('row', { name: /^Cash/ });
    await shown(line.getByText(pesos(cash?.total ?? -1)));
    await shown(line.getByText(`${cash?.count} payments`));
    const chart = page.getByRole('img', { name: /^Sales by hour/ });
    await shown(chart);
    const table = page.getByRole('table', { name: 'Payments by method' });
    const [chartBox, tableBox] = [chart, table].map((each) => each.element().getBoundingClientRect());
    expect(chartBox?.bottom).toBeLessThan(tableBox?.top ?? 0);
    expect(page.getByText('$').elements()).toEqual([]);
  });

  it('goes from day to day, keeps the day in the address, and knows no day to come', async () => {
    const screen = await open();
    await isLoaded();
    await expect
      .element(page.getByRole('button', { name: /^Next day/ }))
      .toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Previous day' }).click();
    const yesterday = addDays(today, -1);
    await expect.poll(() => screen.address().search).toBe(`?date=${yesterday}`);
    const before = await reportOf(`?date=${yesterday}`);
    await shown(page.getByText(new RegExp(`${formatDate(yesterday)}.*${before.first_invoice}`)));
    await expect.poll(() => term('Net sales')).toBe(pesos(before.net_sales));
    await date().fill(addDays(today, 1));
    await shown(page.getByText('Not in the future'));
    await date().fill(addDays(today, -2));
    await expect.poll(() => screen.address().search).toBe(`?date=${addDays(today, -2)}`);
    await page.getByRole('button', { name: 'Today' }).click();
    await expect.poll(() => screen.address().search).toBe('');
    for (const wrong of [addDays(today, 5), '2026-02-31', 'soon']) {
      await open(`/reports?date=${wrong}`);
      await shown(page.getByText(new RegExp(`${formatDate(today)} · as of`)));
    }
  });

  it('keeps the focus in the date while another day is typed', async () => {
    const screen = await open();
    await isLoaded();
    await date().fill('');
    await userEvent.type(date(), formatDate(addDays(today, -1)));
    await expect.poll(() => screen.address().search).toBe(`?date=${addDays(today, -1)}`);
    await expect.element(date()).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Open calendar' })).toHaveFocus();
    await expect.element(date()).toHaveValue(formatDate(addDays(today, -1)));
  });

  it.each([-400, 400])('is of the server’s day on a till whose clock is %i days wrong', async (days) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + days * DAY);
    await open();
    await isLoaded();
    await expect.element(date()).toHaveValue(formatDate(today));
    await shown(page.getByText(new RegExp(`${formatDate(today)} · as of`)));
    await expect
      .element(page.getByRole('button', { name: /^Next day/ }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('says where nothing happened, and offers to try again when the server does not answer', async () => {
    await open('/reports?date=2020-01-05');
    await shown(page.getByText('Nothing happened on this day'));
    const { mend } = failCalls({ path: REPORT, status: 500, body: { message: 'x' } });
    await open();
    await shown(page.getByText('The report could not be loaded'));
    await expect
      .element(page.getByRole('button', { name: 'Print' }))
      .toHaveAttribute('aria-disabled', 'true');
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await isLoaded();
  });

  it('offers every store to whoever sees them, in the address', async () => {
    const choice = page.getByLabelText('Store of the report');
    const screen = await openScreen('/reports', { email: ADMIN, storeId: storeOf('DVO-01').id });
    const { id, name } = storeOf('MNL-01');
    await choice.selectOptions(name);
    await expect.poll(() => screen.address().search).toBe(`?store_id=${id}`);
    const { first_invoice } = await reportOf();
    await shown(page.getByText(new RegExp(`${name}.*${first_invoice}`)));

    await open();
    await isLoaded();
    expect(choice.elements()).toEqual([]);
  });

  it('is for whoever reviews payments or sees reports, and hidden from the rest', async () => {
    const entry = page.getByRole('link', { name: 'Reports' });
    await openScreen('/dashboard', { email: 'regional_manager@demo.test', withMenu: true });
    await entry.click();
    await shown(page.getByRole('heading', { name: 'Daily report' }));
    for (const email of ['salesperson@demo.test', 'finance@demo.test']) {
      const screen = await openScreen('/reports', { email, withMenu: true });
      await shown(page.getByRole('heading', { name: /^Good / }));
      expect(screen.address().pathname).toBe('/dashboard');
      expect(entry.elements()).toEqual([]);
    }
  });

  it('has nothing that axe finds', async () => {
    await openScreen('/reports', { email: ADMIN, storeId: storeOf('MNL-01').id });
    await isLoaded();
    expect(await axeViolations()).toEqual([]);
  });
});
