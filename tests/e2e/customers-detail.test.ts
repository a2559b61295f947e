import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, storeDate } from '#domain/store-time.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { dismissToasts, toast } from '#tests/support/open-till.ts';
import { expectDone, openDraft, refundSale, sell, voidSale } from '#tests/support/selling.ts';
import { typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const ZONE = 'Asia/Manila';
const dollars = (pesos: number) =>
  `$${pesos.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const count = (points: number) => points.toLocaleString('en-US');

describe('a customer’s page', () => {
  const shop = demoShop();
  let manager: Caller;
  let page: Page;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
  });
  const open = async (path: string, email = MANAGER) => {
    page = await shop.open({ email, path });
    page.setDefaultTimeout(10_000);
  };
  const openCustomer = async (customer: { id: number; name: string }, search = '', email = MANAGER) => {
    await open(`/customers/${customer.id}${search}`, email);
    await page.getByRole('heading', { name: customer.name, level: 1 }).waitFor();
  };
  /** The value that stands below a label: a figure, a fact. */
  const valueOf = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('dd')
      .first()
      .textContent();
  const pointsShown = async () => (await valueOf('Loyalty Points'))?.replace('Adjust', '');
  const tab = (name: string) => page.getByRole('tab', { name });
  const tableRows = () => page.locator('tbody tr');
  const cellsOf = async (row: number) => tableRows().nth(row).locator('td').allTextContents();
  const adjust = async (entry: 'Add Points' | 'Deduct Points') => {
    await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const dialog = () => page.getByRole('dialog');
  const stored = async (id: number) => expectDone(await manager.get<WireCustomer>(`/customers/${id}`));
  const givePoints = async (id: number, points: number) =>
    expectDone(
      await manager.post<WireCustomer>(`/customers/${id}/add-points`, { points, reason: 'A beginning' }),
    );

  it('shows everything that is known, with dates in words', async () => {
    const { id, name } = await addCustomer(manager, 'Known Person', 'member');
    const { created_at } = expectDone(
      await manager.put<WireCustomer>(`/customers/${id}`, {
        email: 'known@example.ph',
        address: 'Unit 1204\nMakati City',
        birthday: '1990-03-05',
        notes: 'Prefers GCash.',
      }),
    );
    const [phone] = await phonesAt(shop.server.database, 'MNL-01', 1);
    const { transaction } = await sell(manager, [phone?.id ?? 0], { customer_id: id });
    await openCustomer({ id, name });
    await expect.poll(() => valueOf('Total Spent')).toBe(dollars(transaction.total_amount));
    expect(await valueOf('Transactions')).toBe('1');
    expect(await pointsShown()).toBe(count((await stored(id)).loyalty_points));
    const since = formatDate(storeDate(Date.parse(created_at), ZONE));
    const lastPurchase = formatInstant(Date.parse(transaction.completed_at ?? ''), ZONE);
    expect({
      email: await valueOf('Email'),
      address: await valueOf('Address'),
      birthday: await valueOf('Birthday'),
      group: await valueOf('Customer Group'),
      channel: await valueOf('Signup Channel'),
      since: await valueOf('Customer Since'),
      last: await valueOf('Last Purchase'),
      notes: await valueOf('Notes'),
    }).toEqual({
      email: 'known@example.ph',
      address: 'Unit 1204\nMakati City',
      birthday: 'March 5, 1990',
      group: 'Member',
      channel: '–',
      since,
      last: lastPurchase,
      notes: 'Prefers GCash.',
    });
    await page.getByText(`Last ${lastPurchase}`).waitFor();
  });

  it('says Regular, dashes, and that there is nothing yet, of somebody new', async () => {
    const someone = await addCustomer(manager, 'New Here');
    await openCustomer(someone);
    await page.getByText('No purchases yet').waitFor();
    expect(await valueOf('Total Spent')).toBe('$0.00');
    for (const label of ['Email', 'Address', 'Birthday', 'Signup Channel', 'Last Purchase', 'Notes']) {
      expect(await valueOf(label)).toBe('–');
    }
    expect(await valueOf('Customer Group')).toBe('Regular');
    await tab('Transactions').click();
    await page.getByText('No transactions yet').waitFor();
    await tab('Loyalty').click();
    await page.getByText('No points yet').waitFor();
    await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'Deduct Points' }).getAttribute('aria-disabled'))
      .toBe('true');
  });

  it('lists the transactions with their states, and opens one', async () => {
    const { id, name } = await addCustomer(manager, 'Frequent Buyer');
    const units = await phonesAt(shop.server.database, 'MNL-01', 5);
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = units.map((unit) => unit.id);
    const customer = { customer_id: id };
    const { transaction: kept } = await sell(manager, [a, b], customer);
    const { transaction: voided } = await sell(manager, [c], customer);
    expectDone(await voidSale(manager, voided.id, 'Changed mind'));
    const { transaction: refunded } = await sell(manager, [d], customer);
    expectDone(await refundSale(manager, refunded.id));
    const draft = await openDraft(manager, [e], customer);
    await openCustomer({ id, name }, '?tab=transactions');
    await expect.poll(() => tableRows().count()).toBe(4);
    const heads = await page.getByRole('columnheader').allTextContents();
    expect(heads).toEqual(['Transaction #', 'Date', 'Store', 'Items', 'Total', 'Status', 'View']);
    const shown = await Promise.all([0, 1, 2, 3].map((row) => cellsOf(row)));
    const byNumber = new Map(shown.map((cells) => [cells[0], cells]));
    expect(byNumber.get(kept.invoice_number ?? '')?.slice(2, 6)).toEqual([
      'Makati – Ayala',
      '2',
      dollars(kept.total_amount),
      'Completed',
    ]);
    expect(byNumber.get(voided.invoice_number ?? '')?.[5]).toBe('Cancelled');
    expect(byNumber.get(refunded.invoice_number ?? '')?.[5]).toBe('Refunded');
    expect(byNumber.get(draft.draft_number)?.[5]).toBe('Draft');
    const colourOf = (label: string) =>
      tableRows()
        .getByText(label, { exact: true })
        .evaluate((badge) => getComputedStyle(badge).color);
    expect(await colourOf('Completed')).toBe('rgb(23, 96, 47)');
    expect(await colourOf('Cancelled')).toBe('rgb(164, 38, 44)');
    expect(await colourOf('Refunded')).toBe('rgb(138, 70, 0)');
    expect(await colourOf('Draft')).toBe('rgb(70, 80, 80)');
    await page.getByRole('button', { name: `View ${kept.invoice_number}` }).click();
    await page.getByRole('heading', { name: kept.invoice_number ?? '' }).waitFor();
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  });

  it('says that it lists the own stores’ sales only, to those who do not see every store', async () => {
    const someone = await addCustomer(manager, 'Two Stores');
    const [elsewhere] = await phonesAt(shop.server.database, 'CEB-01', 1);
    const there = await signIn(shop.server.url, 'salesperson.ceb@demo.test');
    const { transaction } = await sell(there, [elsewhere?.id ?? 0], { customer_id: someone.id });
    const words = 'Only sales at your stores are listed. The figures above count every store.';
    await openCustomer(someone, '?tab=transactions');
    await page.getByText('No transactions yet').waitFor();
    await page.getByText(words).waitFor();
    await page.getByText('Sales to this customer at your stores show here.').waitFor();
    await expect.poll(() => valueOf('Transactions')).toBe('1');
    await shop.leave(page);
    for (const email of ['admin@demo.test', 'regional_manager@demo.test']) {
      await openCustomer(someone, '?tab=transactions', email);
      await expect.poll(() => tableRows().count()).toBe(1);
      expect((await cellsOf(0))[0]).toBe(transaction.invoice_number);
      expect(await page.getByText(words).count()).toBe(0);
      if (email !== 'regional_manager@demo.test') await shop.leave(page);
    }
  });

  it('shows ten transactions at first, and turns to the others', async () => {
    const someone = await addCustomer(manager, 'Daily Buyer');
    const units = await shop.server.database.reader
      .selectFrom('inventory_items')
      .innerJoin('stores', 'stores.id', 'inventory_items.store_id')
      .select('inventory_items.id')
      .where('stores.code', '=', 'MNL-01')
      .where('inventory_items.status', '=', 'available')
      .orderBy('inventory_items.id', 'desc')
      .limit(11)
      .execute();
    for (const unit of units) await sell(manager, [unit.id], { customer_id: someone.id });
    await openCustomer(someone, '?tab=transactions');
    await expect.poll(() => tableRows().count()).toBe(10);
    const place = page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
    await expect.poll(() => place.textContent()).toBe('1–10 of 11');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=transactions&page=2');
    await expect.poll(() => place.textContent()).toBe('11–11 of 11');
    await page.reload();
    await expect.poll(() => place.textContent()).toBe('11–11 of 11');
  });

  it('keeps the tab in its address, and moves between tabs with the arrows', async () => {
    const someone = await addCustomer(manager, 'Tabbed Person');
    await givePoints(someone.id, 5);
    await openCustomer(someone, '?tab=loyalty');
    await expect.poll(() => tab('Loyalty').getAttribute('aria-selected')).toBe('true');
    await tab('Loyalty').focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=transactions');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByText('Customer Since', { exact: true }).waitFor();
    await page.goto(`/customers/${someone.id}?tab=wild`);
    await page.getByText('Customer Since', { exact: true }).waitFor();
  });

  it('gives points with a reason, shows the new figures at once, and keeps who gave them', async () => {
    const someone = await addCustomer(manager, 'Given Points');
    await openCustomer(someone, '?tab=loyalty');
    await page.getByText('No points yet').waitFor();
    await adjust('Add Points');
    await page.getByRole('dialog', { name: 'Add Loyalty Points' }).waitFor();
    const add = dialog().getByRole('button', { name: /^Add / });
    const asked: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
    const points = dialog().getByLabel('Points');
    const reason = dialog().getByLabel('Reason');
    await points.fill('250');
    await points.press('Enter');
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
    await reason.fill('   ');
    await add.click({ force: true });
    await reason.fill('Birthday gift');
    await points.fill('0');
    await points.press('Enter');
    await points.fill('-5');
    await points.press('Enter');
    await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
    await points.fill('1.5');
    await points.press('Enter');
    await dialog().getByText('Points must be at least 1').waitFor();
    expect(asked).toEqual([]);
    await points.fill('250');
    await dialog().getByRole('button', { name: 'Add 250 points' }).click();
    await toast(page, '250 points added').waitFor();
    await expect.poll(pointsShown).toBe('250');
    await expect.poll(() => tableRows().count()).toBe(1);
    const [date, ...cells] = await cellsOf(0);
    expect(date).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/);
    const { name: by } = expectDone(await manager.get<{ staff: { name: string } }>('/staff/me')).staff;
    expect(cells).toEqual(['Birthday gift', by, '+250', '250']);
    expect((await stored(someone.id)).loyalty_points).toBe(250);
  });

  it('takes points, at most the balance, which it names', async () => {
    const someone = await addCustomer(manager, 'Taken Points');
    await givePoints(someone.id, 1200);
    await openCustomer(someone);
    await expect.poll(pointsShown).toBe('1,200');
    await adjust('Deduct Points');
    await page.getByRole('dialog', { name: 'Deduct Loyalty Points' }).waitFor();
    await dialog().getByText('Current balance: 1,200 points').waitFor();
    const points = dialog().getByLabel('Points');
    await expect.poll(() => points.getAttribute('max')).toBe('1200');
    await dialog().getByLabel('Reason').fill('Exchanged for a case');
    await points.fill('1201');
    await points.press('Enter');
    await dialog().getByText('At most the balance of 1,200').waitFor();
    expect((await stored(someone.id)).loyalty_points).toBe(1200);
    await points.fill('1200');
    await dialog().getByRole('button', { name: 'Deduct 1,200 points' }).click();
    await toast(page, '1,200 points deducted').waitFor();
    await expect.poll(pointsShown).toBe('0');
    await tab('Loyalty').click();
    await expect.poll(async () => (await cellsOf(0)).slice(3)).toEqual(['−1,200', '0']);
    await dismissToasts(page);
    await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
    await expect
      .poll(() => page.getByRole('menuitem', { name: 'Deduct Points' }).getAttribute('aria-disabled'))
      .toBe('true');
  });

  it('says which of the two failed, and shows what the server says of a field on it', async () => {
    const someone = await addCustomer(manager, 'Failing Points');
    await givePoints(someone.id, 100);
    await openCustomer(someone);
    for (const [entry, verb, title] of [
      ['Add Points', 'Add', 'Failed to add loyalty points'],
      ['Deduct Points', 'Deduct', 'Failed to deduct loyalty points'],
    ] as const) {
      const path = /-points$/;
      await page.route(path, (route) =>
        route.fulfill({ status: 409, json: { message: 'Not today', code: 'illegal_state' } }),
      );
      await adjust(entry);
      await dialog().getByLabel('Points').fill('60');
      await dialog().getByLabel('Reason').fill('A reason');
      await dialog()
        .getByRole('button', { name: `${verb} 60 points` })
        .click();
      await toast(page, title).waitFor();
      await page.unroute(path);
      if (entry === 'Add Points') await dialog().getByRole('button', { name: 'Cancel' }).click();
    }
    // Somebody else takes most of them meanwhile.
    expectDone(
      await manager.post(`/customers/${someone.id}/deduct-points`, { points: 90, reason: 'Before' }),
    );
    await dialog().getByRole('button', { name: 'Deduct 60 points' }).click();
    await dialog().getByText('Only 10 points are there to deduct').waitFor();
  });

  it('offers no button that the person has no permission for', async () => {
    const someone = await addCustomer(manager, 'Guarded Person');
    await openCustomer(someone, '', 'salesperson@demo.test');
    await page.getByText('At all stores').waitFor();
    expect(await page.getByRole('button', { name: 'Edit Customer' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Adjust loyalty points' }).count()).toBe(0);
    await shop.leave(page);
    await openCustomer(someone);
    await page.getByRole('button', { name: 'Adjust loyalty points' }).waitFor();
    await page.getByRole('button', { name: 'Edit Customer' }).click();
    await page.getByRole('heading', { name: 'Edit Customer' }).waitFor();
  });

  it('says that a customer is not there', async () => {
    for (const address of ['/customers/999999', '/customers/wild', '/customers/0']) {
      await open(address);
      const alert = page.getByRole('alert');
      await alert.getByText('Customer not found').waitFor();
      await alert.getByText('The customer you are looking for does not exist.').waitFor();
      if (address !== '/customers/0') await shop.leave(page);
    }
    await page.getByRole('button', { name: 'Back to Customers' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/customers');
  });

  it('says what could not be loaded, and loads it with Retry', async () => {
    const someone = await addCustomer(manager, 'Unreachable Person');
    await open('/dashboard');
    const path = /\/customers\/\d+/;
    await page.route(/\/api\/v1\/customers\/\d+/, (route) => route.abort());
    await page.goto(`/customers/${someone.id}?tab=loyalty`);
    await page.getByText('The customer could not be loaded').waitFor();
    await page.unroute(/\/api\/v1\/customers\/\d+/);
    await page.route(/\/loyalty\?/, (route) => route.abort());
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Loyalty points could not be loaded').waitFor();
    await page.locator('dl').getByText('Could not be loaded').waitFor();
    expect(await page.getByText('No changes yet').count()).toBe(0);
    await page.unroute(/\/loyalty\?/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('No points yet').waitFor();
    expect(page.url()).toMatch(path);
  });

  it('is worked from the keyboard alone: points given and the focus back where it was', async () => {
    const someone = await addCustomer(manager, 'Keyboard Person');
    await openCustomer(someone);
    const adjustButton = page.getByRole('button', { name: 'Adjust loyalty points' });
    await adjustButton.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Add Points' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await expect
      .poll(() =>
        dialog()
          .getByLabel('Points')
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.type('75');
    await page.keyboard.press('Tab');
    await typeByHand(page, 'Typed by hand');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(pointsShown).toBe('75');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => adjustButton.evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
