import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { storeDetail, storePerformance, stores } from '#contract/stores.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { storeDate } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { EMPTY_LIST } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type Detail = z.input<typeof storeDetail>;
type Performance = z.input<typeof storePerformance>;
type List = z.input<typeof stores.directory.response>;

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const CHECKER = 'inventory_checker@demo.test';
const FAULT = { message: 'Something broke', code: 'server_error' };

const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'store');
const counted = (count: number | undefined) => (count ?? 0).toLocaleString('en-PH');

describe('a store', () => {
  let admin: Caller;
  let screen: OpenScreen;
  let home: number;
  let warehouse: number;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    const { data } = expectDone(await admin.get<List>('/stores/list?per_page=100'));
    const idOf = (code: string) => data.find((each) => each.code === code)?.id ?? 0;
    [home, warehouse] = [idOf('MNL-01'), idOf('WH-01')];
  });
  const open = async (path: string, email = ADMIN) => {
    screen = await openScreen(path, { email });
  };
  const openTab = (tab: string, more = '', email = ADMIN) => open(`/stores/${home}?tab=${tab}${more}`, email);
  const tab = (name: string) => page.getByRole('tab', { name });
  const tabs = () =>
    page
      .getByRole('tab')
      .elements()
      .map((each) => each.textContent);
  /** Returns the value beside a term of the page's lists. */
  const fact = (label: string) => {
    const term = [...document.querySelectorAll('dt')].find((each) => each.textContent === label);
    return term?.parentElement?.querySelector('dd')?.textContent;
  };
  const factAt = (label: string) => expect.poll(() => fact(label));
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  describe('overview', () => {
    it('shows what it is, what it sold today and what it counts', async () => {
      const detail = expectDone(await admin.get<Detail>(`/stores/${home}`));
      await open(`/stores/${home}`);
      await isShown(page.getByRole('heading', { name: detail.name, level: 1 }));
      await isShown(page.getByText('Retail Store'));
      await isShown(page.getByText('Active', { exact: true }));
      const { sales } = expectDone(await admin.get<Performance>(`/stores/${home}/performance`));
      await factAt("Today's Sales").toBe(pesos(sales.total));
      await factAt('Transactions').toBe(counted(sales.transaction_count));
      expect(fact('Code')).toBe('MNL-01');
      expect(fact('Address')).toBe(detail.address);
      expect(fact('Phone')).toBe(detail.phone);
      expect(fact('Email')).toBe(detail.email);
      expect(fact('Timezone')).toBe('Asia/Manila');
      expect(fact('Primary staff')).toBe(counted(detail.primary_staff_count));
      expect(fact('Additional staff')).toBe(counted(detail.additional_staff_count));
      expect(fact('Inventory items')).toBe(counted(detail.inventory_items_count));
      expect(fact('Total transactions')).toBe(counted(detail.transactions_count));
      expect(tabs()).toEqual(['Overview', 'Performance', 'Staff']);
      expect(await axeViolations()).toEqual([]);
    });

    it('shows a dash for sales to those who see none, and offers no performance', async () => {
      const calls = watchCalls({ path: /performance/ });
      await open(`/stores/${warehouse}`, CHECKER);
      await isShown(page.getByText('Warehouse', { exact: true }));
      await factAt("Today's Sales").toBe('–');
      expect(fact('Transactions')).toBe('–');
      expect(fact('Total transactions')).toBe('–');
      expect(fact('Available Items')).toMatch(/^[\d,]+$/);
      expect(tabs()).toEqual(['Overview', 'Staff']);
      expect(calls).toEqual([]);
    });

    it('of a foreign store shows its entry in the directory alone', async () => {
      await open(`/stores/${warehouse}`, MANAGER);
      await factAt('Code').toBe('WH-01');
      expect(tabs()).toEqual([]);
      for (const label of ["Today's Sales", 'Primary staff', 'Inventory items'])
        expect(fact(label)).toBeUndefined();
      expect(button('Edit').elements()).toEqual([]);
      expect(await axeViolations()).toEqual([]);
    });

    it('offers to edit and to deactivate to those who manage stores', async () => {
      await open(`/stores/${home}`, MANAGER);
      await factAt('Code').toBe('MNL-01');
      expect(button('Edit').elements()).toEqual([]);
      expect(button(/^More actions/).elements()).toEqual([]);
      await open(`/stores/${home}`);
      await chooseMore('Deactivate');
      await isShown(page.getByRole('alertdialog').getByText(/cannot be undone/));
    });

    it.each(['/stores/999999', '/stores/0', '/stores/999999/edit', '/stores/999999/staff'])(
      'at %s is not found',
      async (path) => {
        await open(path);
        await isShown(page.getByText('Store not found'));
        expect(await axeViolations()).toEqual([]);
        await button('Back to Stores').click();
        await expect.poll(() => screen.address().pathname).toBe('/stores');
      },
    );

    it('says when it could not be loaded', async () => {
      const { mend } = failCalls({ path: /\/stores\/\d+$/, status: 500, body: FAULT });
      await open(`/stores/${home}`);
      await isShown(page.getByText('The store could not be loaded'));
      mend();
      await button('Retry').click();
      await factAt('Code').toBe('MNL-01');
    });
  });

  describe('performance', () => {
    it('shows the last two weeks, net, beside as many days before', async () => {
      const today = storeDate(Date.now(), 'Asia/Manila');
      await open(`/stores/${home}`);
      await tab('Performance').click();
      const days = `from=${addDays(today, -13)}&to=${today}`;
      const figures = expectDone(await admin.get<Performance>(`/stores/${home}/performance?${days}`));
      await factAt('Total sales').toBe(pesos(figures.sales.total));
      expect(fact('Average transaction')).toBe(pesos(figures.sales.average_transaction));
      expect(fact('Total transactions')).toBe(counted(figures.sales.transaction_count));
      await isShown(
        page.getByRole('region', { name: 'Sales Summary' }).getByText(pesos(figures.previous.sales.total)),
      );
      await isShown(page.getByRole('heading', { name: 'Sales Summary' }));
      const chart = page.getByRole('img', { name: /^Sales by day/ });
      await isShown(chart);
      await isShown(page.getByRole('img', { name: /^Sales by hour/ }));
      const beforeIn = page.getByRole('table').filter({ hasText: 'Period before' }).getByRole('row');
      expect(beforeIn.elements().map((row) => row.lastElementChild?.textContent)).toEqual([
        'Period before',
        ...(figures.previous.by_day ?? []).map(({ sales }) =>
          formatMoney(pesosToCentavos(sales), 'draft-list'),
        ),
      ]);
      // The first five of them, the others on demand.
      const { top_products: top, products_sold: sold } = figures;
      const rows = page.getByRole('table', { name: 'Top Products' }).getByRole('row');
      await expect.poll(() => rows.elements().length).toBe(5 + 1);
      await isShown(page.getByText(`Top 5 of ${counted(sold ?? 0)} products`));
      await button(`Show ${top.length - 5} more`).click();
      await expect.poll(() => rows.elements().length).toBe(top.length + 1);
      const [first] = top;
      await expect
        .element(rows.nth(1).getByRole('link'))
        .toHaveAttribute('href', `/products/${first?.product_id}`);
      await isShown(rows.nth(1).getByText(pesos(first?.revenue ?? 0)));
      await isShown(rows.nth(1).getByText(first?.name ?? '?'));
      expect(await axeViolations()).toEqual([]);
    });

    it('shows the days that are chosen, which stand in its address', async () => {
      const today = storeDate(Date.now(), 'Asia/Manila');
      await openTab('performance');
      await isShown(page.getByRole('table', { name: 'Top Products' }));
      await button(/^Dates/).click();
      expect(button('All dates').elements()).toEqual([]);
      await button('Last 7 days').click();
      const search = `?tab=performance&from=${addDays(today, -6)}&to=${today}`;
      await expect.poll(() => screen.address().search).toBe(search);
      await isShown(page.getByText(/^Compared with/));
      await button(/^Dates/).click();
      const from = page.getByLabelText('From', { exact: true });
      await from.fill('1/1/2020');
      await button('Apply').click();
      await isShown(page.getByText('At most 366 days'));
      await userEvent.keyboard('{Escape}');
      expect(screen.address().search).toBe(search);
    });

    it('says that there is none on days without sales, and of a damaged address shows the last two weeks', async () => {
      await openTab('performance', '&from=2020-01-01&to=2020-01-05');
      await isShown(page.getByText('No performance data available'));
      expect(await axeViolations()).toEqual([]);
      await openTab('performance', '&from=2020-01-05&to=soon');
      await isShown(page.getByRole('table', { name: 'Top Products' }));
    });

    it('says that no sales data is available where things only came back', async () => {
      const today = storeDate(Date.now(), 'Asia/Manila');
      const summary = { total: -1100, transaction_count: 0, average_transaction: 0 };
      const figures: Performance = {
        from: today,
        to: today,
        sales: summary,
        previous: { from: today, to: today, until: null, sales: { ...summary, total: 0 } },
        by_day: [{ date: today, sales: -1100, transactions: 0 }],
        by_hour: Array.from({ length: 24 }, (_, hour) => ({ hour, sales: hour === 10 ? -1100 : 0 })),
        by_hour_before: Array.from({ length: 24 }, (_, hour) => ({ hour, sales: 0 })),
        inventory: { total_items: 1 },
        top_products: [],
        now: new Date().toISOString(),
      };
      failCalls({ path: /performance/, status: 200, body: figures });
      await openTab('performance');
      await isShown(page.getByText('No sales data available'));
      await factAt('Total sales').toContain('1,100.00');
      await isShown(page.getByText('No day with sales'));
      expect(await axeViolations()).toEqual([]);
    });

    it('says when it could not be loaded', async () => {
      const { mend } = failCalls({ path: /performance/, status: 500, body: FAULT });
      await openTab('performance');
      await isShown(page.getByText('The performance could not be loaded'));
      mend();
      await button('Retry').click();
      await isShown(page.getByRole('table', { name: 'Top Products' }));
    });
  });

  describe('staff', () => {
    it('shows who works there, ten a page', async () => {
      const calls = watchCalls({ path: /\/staff\?/ });
      await openTab('staff', '', MANAGER);
      const row = page
        .getByRole('row')
        .filter({ hasText: CHECKER.replace('inventory_checker', 'salesperson') });
      await isShown(row.getByText('Salesperson'));
      await isShown(row.getByText('Primary'));
      await isShown(page.getByText('Never').first());
      expect(calls[0]?.url.searchParams.get('per_page')).toBe('10');
      expect(await axeViolations()).toEqual([]);
    });

    it('has a page of its own, which leads back to the store', async () => {
      await open(`/stores/${home}/staff?page=7`);
      await isShown(page.getByText('The list ends before this page'));
      await button('Go to the first page').click();
      await isShown(page.getByRole('table', { name: 'Staff' }));
      expect(await axeViolations()).toEqual([]);
      await page.getByRole('link', { name: 'Makati – Ayala' }).click();
      await factAt('Code').toBe('MNL-01');
      await open(`/stores/${warehouse}/staff`, MANAGER);
      await isShown(page.getByText('Store not found'));
    });

    it('says when nobody is assigned', async () => {
      failCalls({ path: /\/staff\?/, status: 200, body: EMPTY_LIST });
      await openTab('staff');
      await isShown(page.getByText('No staff assigned to this store'));
      await isGone(page.getByRole('table', { name: 'Staff' }));
    });
  });
});
