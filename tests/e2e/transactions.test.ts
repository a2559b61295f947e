import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '#domain/money.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { openDraft, sell } from '#tests/support/selling.ts';
import { typeByHand } from '#tests/support/till-page.ts';

const ZONE = 'Asia/Manila';
const MANAGER = 'store_manager@demo.test';
const today = () => storeDate(Date.now(), ZONE);
const LIST = /\/api\/v1\/transactions\?/;

describe('the list of transactions', () => {
  const shop = demoShop();
  let page: Page;
  const open = async (path = '/transactions', email = MANAGER) => {
    page = await shop.open({ email, path });
  };
  const rows = () => page.locator('tbody tr').filter({ has: page.getByRole('link') });
  const links = () => rows().getByRole('link');
  const loaded = () => rows().first().waitFor();
  const badges = () => rows().locator('td:nth-child(6)').allTextContents();
  const cells = (column: number) => rows().locator(`td:nth-child(${column})`).allTextContents();
  const place = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('status').textContent();
  const param = (name: string) => new URL(page.url()).searchParams.get(name);
  const chooseStatus = (label: string) => page.getByLabel('Status').selectOption({ label });
  const chooseDates = async (preset: string) => {
    await page.getByRole('button', { name: /^Dates/ }).click();
    await page.getByRole('button', { name: preset, exact: true }).click();
  };
  /** Transactions of a store, the newest first. */
  const sales = (storeCode = 'MNL-01') =>
    shop.server.database.reader
      .selectFrom('transactions')
      .innerJoin('stores', 'stores.id', 'transactions.store_id')
      .leftJoin('customers', 'customers.id', 'transactions.customer_id')
      .select([
        'transactions.id',
        'transactions.invoice_number',
        'transactions.draft_number',
        'transactions.status',
        'transactions.balance_due',
        'transactions.refunded_amount',
        'transactions.dated_at',
        'customers.name as customer',
        'customers.phone as phone',
      ])
      .where('stores.code', '=', storeCode)
      .where('transactions.deleted_at', 'is', null)
      .orderBy('transactions.dated_at', 'desc')
      .execute();
  const saleWhere = async (fits: (sale: Awaited<ReturnType<typeof sales>>[number]) => boolean) => {
    const sale = (await sales()).find(fits);
    if (!sale) throw new Error('The demo shop has no such sale');
    return sale;
  };

  it('begins with the store’s current month, and asks for nothing more in its address', async () => {
    await open('/dashboard');
    const asked = page.waitForRequest(LIST);
    await page.getByRole('link', { name: 'Transactions' }).click();
    const { searchParams } = new URL((await asked).url());
    expect(searchParams.get('start_date')).toBe(`${today().slice(0, 7)}-01`);
    expect(searchParams.get('end_date')).toBe(today());
    expect(searchParams.get('per_page')).toBe('20');
    await loaded();
    expect(new URL(page.url()).search).toBe('');
    await page.getByText('Sales and drafts at Makati – Ayala.').waitFor();
    await expect.poll(() => rows().count()).toBe(20);
  });

  it('narrows by status, keeps it in the address over a reload, and names a void sale Cancelled', async () => {
    await open('/transactions?start_date=&end_date=');
    const words = { draft: 'Draft', completed: 'Completed', void: 'Cancelled', refunded: 'Refunded' };
    for (const [status, label] of Object.entries(words)) {
      await chooseStatus(label);
      await expect.poll(async () => [...new Set(await badges())]).toEqual([label]);
      expect(param('status')).toBe(status);
    }
    await page.reload();
    await expect.poll(async () => [...new Set(await badges())]).toEqual(['Refunded']);
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('refunded');
  });

  it('finds a sale by its invoice number and by its draft’s, also one of another month', async () => {
    const old = (await sales()).filter((sale) => sale.invoice_number !== null).at(-1);
    await open();
    await loaded();
    await page.getByLabel('Transaction number').fill(old?.invoice_number ?? '');
    await page.getByText('No transactions for these filters').waitFor();
    await page.getByRole('button', { name: 'Search all dates' }).click();
    await expect.poll(() => links().allTextContents()).toEqual([old?.invoice_number]);
    await page.getByLabel('Transaction number').fill(old?.draft_number.toLowerCase() ?? '');
    await expect.poll(() => param('search')).toBe(old?.draft_number.toLowerCase());
    await expect.poll(() => links().allTextContents()).toEqual([old?.invoice_number]);
  });

  it('narrows by customer name or phone and by staff name, however they are written', async () => {
    const { customer, phone } = await saleWhere((sale) => sale.customer !== null);
    await open('/transactions?start_date=&end_date=');
    const field = page.getByLabel('Customer name or phone');
    await field.fill(` ${customer?.toUpperCase()} `);
    await expect.poll(async () => [...new Set(await cells(2))]).toEqual([customer]);
    expect(param('customer')).toBe(customer?.toUpperCase());
    await field.fill(phone?.replace(/\D/g, '') ?? '');
    await expect.poll(() => param('customer')).toBe(phone?.replace(/\D/g, ''));
    await expect.poll(async () => [...new Set(await cells(2))]).toEqual([customer]);
    await field.fill('');
    await page.getByLabel('Staff name').fill('joel');
    await expect.poll(async () => [...new Set(await cells(3))]).toEqual(['Joel Cruz']);
    await expect.poll(() => [param('customer'), param('staff')]).toEqual([null, 'joel']);
  });

  it('takes two fields that are filled one right after the other', async () => {
    await open('/transactions?start_date=&end_date=');
    await loaded();
    await page.getByLabel('Transaction number').fill('MNL-01');
    await page.getByLabel('Staff name').fill('Ana');
    await expect.poll(() => [param('search'), param('staff')]).toEqual(['MNL-01', 'Ana']);
  });

  it('asks once for what is typed without a pause, and at once with Enter', async () => {
    await open();
    await loaded();
    const asked: string[] = [];
    page.on('request', (request) => {
      const search = LIST.test(request.url()) && new URL(request.url()).searchParams.get('search');
      if (search) asked.push(search);
    });
    await page.getByLabel('Transaction number').pressSequentially('MNL-01-0004', { delay: 20 });
    await expect.poll(() => asked.at(-1)).toBe('MNL-01-0004');
    expect(asked).toEqual(['MNL-01-0004']);
    expect(param('search')).toBe('MNL-01-0004');
    await page.getByLabel('Transaction number').fill('MNL-01-00044');
    await page.keyboard.press('Enter');
    await expect.poll(() => param('search')).toBe('MNL-01-00044');
  });

  it('narrows by dates: the usual ones at a click, others by their two ends', async () => {
    await open();
    await loaded();
    const yesterday = addDays(today(), -1);
    await chooseDates('Yesterday');
    await expect.poll(() => [param('start_date'), param('end_date')]).toEqual([yesterday, yesterday]);
    const dayOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    await expect
      .poll(async () => (await cells(1)).every((cell) => cell.includes(dayOf.format(Date.parse(yesterday)))))
      .toBe(true);
    await page.getByRole('button', { name: /^Dates/ }).click();
    await page.getByLabel('From').fill('2026-02-10');
    await page.getByLabel('To', { exact: true }).fill('2026-02-01');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('Ends before it starts').waitFor();
    await page.getByLabel('From').fill(addDays(today(), -9));
    await page.getByLabel('To', { exact: true }).fill(addDays(today(), -2));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => param('start_date')).toBe(addDays(today(), -9));
    const among = (await sales()).filter((sale) => {
      const date = storeDate(sale.dated_at, ZONE);
      return date >= addDays(today(), -9) && date <= addDays(today(), -2);
    });
    await expect.poll(place).toBe(`1–20 of ${among.length}`);
    await chooseDates('This month');
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  it('says when nothing fits, and clears the filters but not the order', async () => {
    await open('/transactions?sort=total&status=void&customer=nobody-of-that-name');
    await page.getByText('No transactions for these filters').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await loaded();
    expect(new URL(page.url()).search).toBe('?sort=total');
    expect(await page.getByLabel('Customer name or phone').inputValue()).toBe('');
    expect(await page.getByLabel('Status').inputValue()).toBe('');
  });

  it('takes what an address means, and ignores what it does not understand', async () => {
    await open('/transactions?status=nonsense&start_date=2026-99-99&page=-4&sort=wild&all_stores=true');
    await loaded();
    expect(await page.getByLabel('Status').inputValue()).toBe('');
    await page.getByText('Page 1 of').waitFor();
    expect(new Set(await cells(4))).toEqual(new Set(['Makati – Ayala']));
  });

  it('turns pages, keeps the page in the address, and goes back to the first with another filter', async () => {
    await open('/transactions?start_date=&end_date=');
    await loaded();
    const total = (await sales()).length;
    await expect.poll(() => place()).toBe(`1–20 of ${total}`);
    const first = await links().allTextContents();
    await expect
      .poll(() => page.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(place).toBe(`21–40 of ${total}`);
    expect(param('page')).toBe('2');
    expect((await links().allTextContents()).filter((number) => first.includes(number))).toEqual([]);
    await page.goBack();
    await expect.poll(() => links().allTextContents()).toEqual(first);
    await page.goForward();
    await expect.poll(place).toBe(`21–40 of ${total}`);
    await chooseStatus('Completed');
    await expect.poll(() => param('page')).toBeNull();
    await page.goto('/transactions?start_date=&end_date=&page=999');
    await page.getByRole('button', { name: 'Go to the first page' }).click();
    await expect.poll(place).toBe(`1–20 of ${total}`);
  });

  it('sorts by date and by total, both ways', async () => {
    await open('/transactions?start_date=&end_date=');
    await loaded();
    const totals = async () =>
      (await cells(5)).map((cell) => Number(/₱([\d,.]+)/.exec(cell)?.[1]?.replace(/,/g, '')));
    const isSorted = (numbers: number[], sign: 1 | -1) =>
      numbers.every((number, index) => index === 0 || sign * (number - (numbers[index - 1] ?? 0)) >= 0);
    await page.getByRole('button', { name: 'Total' }).click();
    await expect.poll(() => param('sort')).toBe('-total');
    await expect.poll(async () => isSorted(await totals(), -1)).toBe(true);
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort'))
      .toBe('descending');
    await page.getByRole('button', { name: 'Total' }).click();
    await expect.poll(() => param('sort')).toBe('total');
    await expect.poll(async () => isSorted(await totals(), 1)).toBe(true);
    await page.getByRole('button', { name: 'Number and date' }).click();
    await expect.poll(() => param('sort')).toBeNull();
    const newest = (await sales())[0];
    await expect
      .poll(async () => (await links().allTextContents())[0])
      .toBe(newest?.invoice_number ?? newest?.draft_number);
    await page.getByRole('button', { name: 'Number and date' }).click();
    await expect.poll(() => param('sort')).toBe('date');
    const oldest = (await sales()).at(-1);
    await expect.poll(async () => (await links().allTextContents())[0]).toBe(oldest?.invoice_number);
  });

  it('shows what a sale lacks, what was refunded, and walk-ins', async () => {
    const due = await saleWhere((sale) => sale.balance_due > 0);
    await open(`/transactions?start_date=&end_date=&search=${due.invoice_number}`);
    await rows()
      .getByText(`${formatMoney(due.balance_due, 'transaction')} due`)
      .waitFor();
    const walkIn = await saleWhere((sale) => sale.customer === null && sale.invoice_number !== null);
    await page.getByLabel('Transaction number').fill(walkIn.invoice_number ?? '');
    await expect.poll(() => cells(2)).toEqual(['Walk-in Customer']);
  });

  it('shows all stores to a regional manager, one of them when it is chosen, and to nobody else', async () => {
    await open('/transactions', MANAGER);
    await loaded();
    expect(await page.getByRole('switch', { name: 'View all stores' }).count()).toBe(0);
    await shop.leave(page);
    await open('/transactions', 'regional_manager@demo.test');
    await loaded();
    expect(new Set(await cells(4)).size).toBe(1);
    await page.getByRole('switch', { name: 'View all stores' }).click();
    await page.getByText('Sales and drafts at all stores.').waitFor();
    await expect.poll(async () => new Set(await cells(4)).size).toBeGreaterThan(1);
    expect(param('all_stores')).toBe('true');
    await page.getByLabel('Filter by store').selectOption({ label: 'Davao – Abreeza' });
    await expect.poll(async () => [...new Set(await cells(4))]).toEqual(['Davao – Abreeza']);
    await page.reload();
    await expect.poll(async () => [...new Set(await cells(4))]).toEqual(['Davao – Abreeza']);
    await page.getByRole('switch', { name: 'View all stores' }).click();
    await expect.poll(() => [param('all_stores'), param('store_id')]).toEqual([null, null]);
  });

  it('says that it stopped counting', async () => {
    const counts = await Promise.all(
      ['MNL-01', 'CEB-01', 'DVO-01'].map(async (code) => (await sales(code)).length),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1000);
    await open('/transactions?start_date=&end_date=&all_stores=true', 'admin@demo.test');
    await loaded();
    await expect.poll(() => place()).toBe('1–20 of 1,000+');
  });

  it('exports what is filtered, and says so when it cannot', async () => {
    await open('/transactions?start_date=&end_date=&status=void');
    await loaded();
    const voided = (await sales()).filter((sale) => sale.status === 'void');
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe('transactions.csv');
    const text = await readFile(await download.path(), 'utf8');
    const [, ...lines] = text.trim().split('\r\n');
    expect(lines).toHaveLength(voided.length);
    for (const sale of voided) {
      expect(lines.filter((line) => line.includes(sale.invoice_number ?? '-'))).toHaveLength(1);
    }
    await page.route(/\/transactions\/export/, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Export' }).click();
    await toast(page, 'Server Error').waitFor();
    await dismissToasts(page);
    await page.unroute(/\/transactions\/export/);
    const again = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await again;
  });

  it('offers in a row’s menu what its state and the person allow', async () => {
    const menuOf = async (number: string | null) => {
      await page.goto(`/transactions?start_date=&end_date=&search=${number}`);
      await page.getByRole('button', { name: `Actions for ${number}` }).click();
      const entries = await page.getByRole('menuitem').allTextContents();
      await page.keyboard.press('Escape');
      return entries;
    };
    const completed = await saleWhere((sale) => sale.status === 'completed' && sale.refunded_amount === 0);
    const draft = await saleWhere((sale) => sale.status === 'draft');
    const voided = await saleWhere((sale) => sale.status === 'void');
    await open();
    expect(await menuOf(completed.invoice_number)).toEqual([
      'View Details',
      'Print Receipt',
      'Refund',
      'Void Transaction',
    ]);
    expect(await menuOf(draft.draft_number)).toEqual(['View Details', 'Continue Checkout']);
    expect(await menuOf(voided.invoice_number)).toEqual(['View Details', 'Print Receipt']);
    await shop.leave(page);
    await open('/transactions', 'salesperson@demo.test');
    expect(await menuOf(completed.invoice_number)).toEqual(['View Details', 'Print Receipt']);
    await shop.leave(page);
    await open('/transactions', 'regional_manager@demo.test');
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Makati – Ayala' });
    expect(await menuOf(draft.draft_number)).toEqual(['View Details']);
  });

  it('continues a draft in the till, and opens the void and refund dialogs on the sale’s page', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const [one, two] = await phonesAt(shop.server.database, 'MNL-01', 2);
    const draft = await openDraft(manager, [one?.id ?? 0]);
    const { transaction: sale } = await sell(manager, [two?.id ?? 0]);
    await open();
    const choose = async (number: string | null, entry: string) => {
      await page.goto(`/transactions?search=${number}`);
      await page.getByRole('button', { name: `Actions for ${number}` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    await choose(sale.invoice_number, 'Void Transaction');
    await page.getByRole('alertdialog', { name: `Void ${sale.invoice_number}?` }).waitFor();
    await choose(sale.invoice_number, 'Refund');
    await page.getByRole('dialog', { name: `Refund ${sale.invoice_number}` }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    await choose(draft.draft_number, 'Continue Checkout');
    await expect.poll(() => page.url()).toMatch(/\/pos/);
  });

  it('opens a sale by a click anywhere in its row and comes back to the list as it was filtered', async () => {
    await open('/transactions?start_date=&end_date=&status=refunded&sort=-total');
    await loaded();
    const number = await links().first().textContent();
    await rows().first().locator('td:nth-child(3)').click();
    await page.getByRole('heading', { name: number ?? '' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Transactions' }).click();
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe('?start_date=&end_date=&status=refunded&sort=-total');
    await loaded();
  });

  it('works from the keyboard alone: filter, sort, open, menu, back', async () => {
    await open('/transactions?start_date=&end_date=');
    await loaded();
    await page.getByLabel('Transaction number').focus();
    await typeByHand(page, 'MNL-01');
    await page.keyboard.press('Enter');
    await expect.poll(() => param('search')).toBe('MNL-01');
    const focusedName = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    const tabTo = async (wanted: RegExp) => {
      for (let step = 0; step < 30; step += 1) {
        await page.keyboard.press('Tab');
        if (wanted.test((await focusedName()) ?? '')) return;
      }
      throw new Error(`Tab never came to ${wanted}, but to ${await focusedName()}`);
    };
    await tabTo(/^Total$/);
    // The old rows stay until the new ones are there, and take a menu of theirs with them.
    const sorted = page.waitForResponse(/sort=-total/);
    await page.keyboard.press('Enter');
    await sorted;
    await expect.poll(() => param('sort')).toBe('-total');
    await loaded();
    await tabTo(/^MNL-01-/);
    await tabTo(/^Actions for/);
    await page.keyboard.press('Enter');
    const details = page.getByRole('menuitem', { name: 'View Details' });
    await expect.poll(() => details.evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    await page.getByRole('main').focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName()).toContain('Transactions');
    await page.keyboard.press('Enter');
    await expect.poll(() => param('sort')).toBe('-total');
  });

  it('says when the month has nothing yet, and that the list could not be loaded, with Retry', async () => {
    await open('/transactions');
    await page.route(LIST, (route) => route.abort());
    await page.reload();
    await page.getByText('Transactions could not be loaded').waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: 'Export' }).getAttribute('aria-disabled'))
      .toBe('true');
    await page.unroute(LIST);
    await page.getByRole('button', { name: 'Retry' }).click();
    await loaded();
    await shop.leave(page);
    await shop.server.database.write((writer) =>
      writer
        .insertInto('staff_stores')
        .columns(['staff_id', 'store_id'])
        .expression((eb) =>
          eb
            .selectFrom('staff')
            .innerJoin('stores', (join) => join.on('stores.code', '=', 'WH-01'))
            .select(['staff.id', 'stores.id'])
            .where('staff.email', '=', 'salesperson@demo.test'),
        )
        .execute(),
    );
    await open('/transactions', 'salesperson@demo.test');
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Parañaque Warehouse' });
    await page.getByText('No transactions this month').waitFor();
  });

  it('is not there for whoever may not see transactions', async () => {
    await open('/transactions', 'warehouse_staff@demo.test');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
    expect(await page.getByRole('link', { name: 'Transactions' }).count()).toBe(0);
  });
});
