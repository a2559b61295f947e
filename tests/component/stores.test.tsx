import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { store } from '#contract/stores.ts';
import { addDays, formatDate } from '#domain/calendar-dates.ts';
import { rangeText } from '#domain/date-ranges.ts';
import { pesosToCentavos } from '#domain/money.ts';
import { formatInstant, storeDate } from '#domain/store-time.ts';
import { inWholePesos } from '#renderer/ui/sales-hours.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { EMPTY_LIST, listCells, listLinks, listLoaded, rowMenu } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { dismissNotices, errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { call, callerWith, type Caller } from '#tests/support/http.ts';
import { createDraft, expectDone, openDraft, sell, type WireTransaction } from '#tests/support/selling.ts';
import { saveSettings } from '#tests/support/store-settings.ts';

type WireStore = z.input<typeof store>;

const ADMIN = 'admin@demo.test';
const REGIONAL = 'regional_manager@demo.test';
const MANAGER = 'store_manager@demo.test';
const CHECKER = 'inventory_checker@demo.test';
const LIST = /\/stores\/list/;
const FAULT = { message: 'Something broke', code: 'server_error' };

describe('the stores', () => {
  let admin: Caller;
  let screen: OpenScreen;
  let made = 0;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const open = async (path = '/stores?search=zz', email = ADMIN) => {
    screen = await openScreen(path, { email });
  };
  /** Creates a store that no other test shows: it is inactive as soon as its own test is done with it. */
  const create = async (values: object = {}) => {
    made += 1;
    const form = { code: `ZZ-${made}`, name: `Zz Store ${made}`, timezone: 'Asia/Manila', ...values };
    return expectDone(await admin.post<WireStore>('/stores/create', form));
  };
  const end = (id: number) => admin.delete(`/stores/${id}`);
  /** Adds a unit to a store's stock. */
  const addUnit = async (store_id: number) => {
    const { data } = expectDone(
      await admin.get<{ data: { id: number }[] }>('/product-variations?per_page=1'),
    );
    const numbers = { serial_number: `CLOSING-${store_id}`, category: 'new' };
    const form = { product_variation_id: data[0]?.id, ...numbers, store_id };
    return expectDone(await admin.post<{ id: number }>('/inventory', form));
  };
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const question = (name: string) => page.getByRole('alertdialog', { name: `Deactivate ${name}?` });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  /** The button also shows its key. */
  const send = (name: string) => page.getByRole('button', { name });
  const errorAt = (label: string) => expect.poll(() => errorOf(field(label)));
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });

  describe('list', () => {
    it('shows what a directory has, searched and filtered in its address', async () => {
      await open('/stores');
      await listLoaded();
      const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
      expect(heads.slice(0, 5)).toEqual(['Name, code', 'Address', 'Type', 'Email, phone', 'Status']);
      const calls = watchCalls({ path: LIST });
      await page.getByRole('searchbox').fill('wh-01');
      await expect.poll(listLinks).toEqual(['Parañaque Warehouse']);
      expect(listCells(1)).toEqual(['Parañaque WarehouseWH-01']);
      expect(calls.map(({ url }) => url.searchParams.get('search'))).toEqual(['wh-01']);
      expect(calls[0]?.url.searchParams.get('per_page')).toBe('10');
      expect(listCells(3)).toEqual(['Warehouse']);
      expect(listCells(5)).toEqual(['Active']);
      await userEvent.selectOptions(field('Type'), 'Retail Store');
      await isShown(page.getByText('No stores for these filters'));
      expect(screen.address().search).toBe('?search=wh-01&is_warehouse=false');
      await userEvent.selectOptions(field('Status'), 'Inactive');
      await expect.poll(() => screen.address().search).toContain('is_active=false');
      await button('Clear filters').click();
      await listLoaded();
      expect(await axeViolations()).toEqual([]);
    });

    it.each([
      [ADMIN, 'MNL-01', ['View', 'Edit', 'Staff', 'Deactivate']],
      [REGIONAL, 'CEB-01', ['View', 'Edit', 'Staff', 'Deactivate']],
      [MANAGER, 'MNL-01', ['View']],
      [CHECKER, 'MNL-01', ['View']],
    ])('offers %s what they may do with %s', async (email, code, actions) => {
      await open(`/stores?search=${code}`, email);
      await expect.poll(() => listCells(1)).toEqual([expect.stringMatching(`${code}$`)]);
      const offered = await rowMenu(listLinks()[0] ?? '');
      expect(offered.filter((each) => each !== 'Settings')).toEqual(actions);
      const adds = page.getByRole('button', { name: 'Add Store' }).elements();
      expect(adds).toHaveLength(actions.includes('Edit') ? 1 : 0);
    });

    it('says that it could not be loaded, and what to do when there are none', async () => {
      const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
      await open('/stores');
      await isShown(page.getByText('Stores could not be loaded'));
      mend();
      await button('Retry').click();
      await listLoaded();
      failCalls({ path: LIST, status: 200, body: EMPTY_LIST });
      await open('/stores');
      await isShown(page.getByText('No stores yet'));
      expect(await axeViolations()).toEqual([]);
    });
  });

  describe('deactivating', () => {
    const ask = async (name: string) => {
      await open();
      await listLoaded();
      await rowMenu(name);
      await entry('Deactivate').click();
    };

    it('asks, in the specification’s words, and names what is open there', async () => {
      const { id, name } = await create();
      const work = {
        drafts: 2,
        paid_drafts: 1,
        units_held: 3,
        units_arriving: 1,
        units_leaving: 2,
        units_standing: 1717,
        units_defective: 3,
        units_lost: 1,
        units_returned: 2,
        open_orders: 1,
        open_shifts: 1,
        open_counts: 1,
        pending_payments: 2,
        people_left: 4,
        tills_waiting: 1,
        sales_to_settle: 2,
      };
      failCalls({ path: /open-work/, status: 200, body: work });
      await ask(name);
      const dialog = question(name);
      await isShown(dialog.getByText(/This cannot be undone, and the store will no longer be accessible\./));
      await isShown(dialog.getByText('4 people work only there'));
      const terms = dialog.getByRole('term').elements();
      const told = dialog.getByRole('definition').elements();
      expect(terms.map((term, place) => `${term.textContent}: ${told[place]?.textContent}`)).toEqual([
        '4 people work only there: No work until given another store',
        '2 drafts: Can only be cancelled',
        '1 open stock count: Can only be cancelled',
        '1 open order: Nothing is received; can only be ended',
        '1 unit on its way there: Not received; taken back by the sender',
        '2 units on their way from there: Can still be received elsewhere',
        '1,717 units in stock: Not sold; can be sent to another store',
        '3 held units: Free again within minutes',
        '3 defective units: Returned, or repaired and sent elsewhere',
        '1 lost unit: If found, sent to another store',
        '2 units with suppliers: Received back, then sent elsewhere',
        '1 till with sales that are not sent: Recorded once connected',
        '2 sales to settle: Can still be settled',
        '1 open shift: Can be counted and closed',
        '2 pending payments: Can be verified or marked failed',
      ]);
      await isShown(dialog.getByText(/^Payments were taken for 1 draft there\. Complete it or delete its/));
      await expect
        .element(dialog.getByRole('button', { name: /^Deactivate / }))
        .toHaveAttribute('aria-disabled', 'true');
      expect(await axeViolations()).toEqual([]);
      await userEvent.keyboard('{Escape}');
      await isGone(dialog);
      await end(id);
    });

    it('ends it for good; its row stays, with nothing more to deactivate', async () => {
      const { id, name } = await create();
      await ask(name);
      await isShown(
        question(name).getByText(
          'Nothing is open there: no units, orders, shifts, stock counts, drafts or pending payments.',
        ),
      );
      await question(name)
        .getByRole('button', { name: /^Deactivate / })
        .click();
      await isTold(`${name} deactivated`);
      await isGone(question(name));
      const row = page.getByRole('row').filter({ hasText: name });
      await isShown(row.getByText('Inactive'));
      expect(await rowMenu(name)).toEqual(['View', 'Staff', 'Deactivate']);
      await expect.element(entry('Deactivate')).toHaveAttribute('aria-disabled', 'true');
      await open(`/stores/${id}/edit`);
      await isShown(page.getByRole('alert').getByText(`${name} is inactive`));
      await isShown(page.getByText('It cannot be changed any more.'));
      await button(`Back to ${name}`).click();
      await isShown(heading(name));
      await isShown(page.getByText(/^Nothing is left there: no units/));
      expect(screen.address().pathname).toBe(`/stores/${id}`);
      expect(button('Edit').elements()).toEqual([]);
      await open(`/stores/${id}/settings`);
      await isShown(page.getByText(`${name} is inactive. Its settings can be read`));
      await expect.element(field('Tax rate')).toBeDisabled();
      await expect.element(page.getByRole('switch', { name: 'POS' })).toBeDisabled();
      await expect.element(send('Save')).toHaveAttribute('aria-disabled', 'true');
      expect(await axeViolations()).toEqual([]);
    });

    it('tells whoever worked there, and lets them choose where to go on', async () => {
      const { id, name } = await create();
      screen = await openScreen('/customers', { email: REGIONAL, storeId: id, withMenu: true });
      await listLoaded();
      await end(id);
      await screen.goTo('/stores');
      await isShown(page.getByText(`You no longer work at ${name}.`));
      await page.getByLabelText('Store', { exact: true }).selectOptions('Makati – Ayala');
      await isGone(page.getByText(`You no longer work at ${name}.`));
    });

    it('lets whoever sees all stores choose it, to read its lists and clear it; nothing is sold there', async () => {
      const { id, name } = await create();
      const [variation] = expectDone(
        await admin.get<{ data: { id: number; product: { id: number } }[] }>(
          '/product-variations?per_page=1',
        ),
      ).data;
      const unit = await addUnit(id);
      const draft = expectDone(await createDraft<WireTransaction>(admin, [unit.id], {}, { storeId: id }));
      const supplier = expectDone(await admin.get<{ data: { id: number }[] }>('/suppliers?active=true'))
        .data[0];
      const order = expectDone(
        await admin.post<{ id: number; transaction_number: string }>('/supplier-transactions', {
          supplier_id: supplier?.id,
          store_id: id,
          items: [{ product_variation_id: variation?.id, quantity_ordered: 1, unit_cost: 1 }],
        }),
      );
      await end(id);
      screen = await openScreen('/purchase-orders', { email: ADMIN, withMenu: true });
      await listLoaded();
      const switcher = page.getByRole('banner').getByLabelText('Store', { exact: true });
      await switcher.selectOptions(`${name} (inactive)`);
      await isShown(page.getByText(`${name} is inactive.`));
      await listLoaded();
      await page.getByRole('link', { name: order.transaction_number }).click();
      await isShown(heading(order.transaction_number));
      await chooseMore('Cancel order');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('textbox').fill('Closing down');
      await dialog.getByRole('button', { name: /^Cancel order/ }).click();
      await isGone(dialog);
      expect(expectDone(await admin.get<object>(`/supplier-transactions/${order.id}`))).toMatchObject({
        status: 'complete',
      });
      await screen.goTo('/inventory/transfers/new');
      await isShown(page.getByText(`From ${name}.`));
      // Offers nothing that would be refused.
      for (const [path, shown, offered] of [
        ['/inventory', `CLOSING-${id}`, /^(Add Item|Trade In)$/],
        ['/inventory/counts', 'No stock counts yet', /^Start count$/],
        ['/transactions', draft.transaction_number, /^Continue Checkout$/],
      ] as const) {
        await screen.goTo(path);
        await isShown(page.getByText(shown));
        expect(page.getByRole('button', { name: offered }).elements()).toEqual([]);
      }
      for (const path of [
        '/inventory/create',
        '/inventory/trade-in',
        `/inventory/${unit.id}/edit`,
        '/customers/new',
        `/purchase-orders/${order.id}/receive`,
      ]) {
        await screen.goTo(path);
        await isShown(page.getByRole('alert').getByText(`${name} is inactive`));
      }
      expect(await axeViolations()).toEqual([]);
      await screen.goTo('/qr-codes?tab=generate');
      await isShown(page.getByText(/so no codes are generated for it/));
      await screen.goTo(`/products/${variation?.product.id}`);
      await isShown(page.getByText('Store is inactive').first());
      expect(page.getByRole('textbox', { name: new RegExp(`at ${name}$`) }).elements()).toEqual([]);
      await screen.goTo('/pos');
      await isShown(page.getByRole('main').getByText(`${name} is inactive`));
      expect(await axeViolations()).toEqual([]);
      // From any store its records are found, and its drafts are cancelled.
      await switcher.selectOptions('Makati – Ayala');
      await screen.goTo('/transactions?all_stores=true');
      await page.getByLabelText('Filter by store', { exact: true }).selectOptions(`${name} (inactive)`);
      await isShown(page.getByRole('link', { name: draft.transaction_number }));
      await screen.goTo(`/stores/${id}`);
      await isShown(
        page.getByRole('region', { name: 'Left to clear' }).getByText('1 draft', { exact: true }),
      );
      await screen.goTo(`/transactions/${draft.id}`);
      await button('Cancel Transaction').click();
      await dialog.getByRole('textbox').fill('Closing down');
      await dialog.getByRole('button', { name: 'Cancel Transaction' }).click();
      await isTold('Transaction cancelled');
      screen = await openScreen('/stores', { email: MANAGER, withMenu: true });
      await listLoaded();
      expect(page.getByRole('option', { name: `${name} (inactive)` }).elements()).toEqual([]);
    });

    it('keeps what somebody is typing there, and tells them why it is not saved', async () => {
      const { id, name } = await create();
      const unit = await addUnit(id);
      screen = await openScreen(`/inventory/${unit.id}/edit`, { email: ADMIN, storeId: id, withMenu: true });
      await field('Notes').fill('Scratched');
      await end(id);
      await send('Update Item').click();
      await isShown(page.getByText(/^This store is inactive\. Only clearing its stock/));
      await isShown(page.getByText(`You no longer work at ${name}.`));
      await expect.element(field('Notes')).toHaveValue('Scratched');
    });

    it('keeps what somebody is typing who works nowhere else', async () => {
      screen = await openScreen('/inventory/create', { email: MANAGER, withMenu: true });
      await field('Notes').fill('Scratched');
      const { id } = await create();
      await end(id);
      // The list of one's stores after the only one was deactivated.
      failCalls({ path: /\/stores$/, status: 200, body: [] });
      await page.getByRole('combobox', { name: 'Product variation' }).fill('phone');
      await isShown(page.getByText(/You are not assigned to any active store\. Ask a manager/));
      await expect.element(field('Notes')).toHaveValue('Scratched');
    });

    it('cannot be confirmed before what is open there is known', async () => {
      const { id, name } = await create();
      const { mend } = failCalls({ path: /open-work/, status: 500, body: FAULT });
      await ask(name);
      const dialog = question(name);
      await isShown(dialog.getByText('What is open there could not be loaded.'));
      const confirm = dialog.getByRole('button', { name: /^Deactivate / });
      await expect.element(confirm).toHaveAttribute('aria-disabled', 'true');
      mend();
      await dialog.getByRole('button', { name: 'Retry' }).click();
      await isShown(
        dialog.getByText(
          'Nothing is open there: no units, orders, shifts, stock counts, drafts or pending payments.',
        ),
      );
      await expect.element(confirm).not.toHaveAttribute('aria-disabled', 'true');
      await end(id);
    });

    it('says in its place why the last active store stays, and tells other failures', async () => {
      const { id, name } = await create();
      const last = 'The last active store cannot be deactivated';
      failCalls({
        path: /stores\/\d+$/,
        method: 'DELETE',
        status: 409,
        body: { message: last, code: 'last_store' },
      });
      await ask(name);
      const confirm = question(name).getByRole('button', { name: /^Deactivate / });
      await isShown(
        question(name).getByText(
          'Nothing is open there: no units, orders, shifts, stock counts, drafts or pending payments.',
        ),
      );
      await confirm.click();
      await isShown(question(name).getByRole('alert').getByText(`${last}.`));
      await isTold(last);
      await dismissNotices();
      await userEvent.keyboard('{Escape}');
      failCalls({
        path: /stores\/\d+$/,
        method: 'DELETE',
        status: 404,
        body: { message: 'Gone', code: 'store_not_found' },
      });
      await rowMenu(name);
      await entry('Deactivate').click();
      await isShown(
        question(name).getByText(
          'Nothing is open there: no units, orders, shifts, stock counts, drafts or pending payments.',
        ),
      );
      await confirm.click();
      await isTold('Failed to deactivate store');
      await dismissNotices();
      const { mend } = failCalls({ path: /stores\/\d+$/, method: 'DELETE', status: 409, body: {} });
      await confirm.click();
      await isTold('Failed to deactivate store');
      mend();
      await end(id);
    });
  });

  it('are deleted where they were never used', async () => {
    const { id, name } = await create();
    await open(`/stores/${id}`);
    await chooseMore('Delete');
    const dialog = page.getByRole('alertdialog', { name: `Delete ${name}?` });
    await isShown(dialog.getByText(/was never used/));
    await dialog.getByRole('button', { name: `Delete ${name}` }).click();
    await isTold(`${name} deleted`);
    await expect.poll(() => screen.address().pathname).toBe('/stores');
    expect((await admin.get(`/stores/${id}`)).status).toBe(404);
  });

  describe('form', () => {
    it('names what is wrong with each field, its code in capitals while it is typed', async () => {
      await open('/stores/new');
      await send('Create Store').click();
      await errorAt('Name').toBe('Name is required');
      await errorAt('Code').toBe('Code is required');
      await expect.element(field('Name')).toHaveFocus();
      await userEvent.type(field('Code'), 'mnl 01-long-code');
      await expect.element(field('Code')).toHaveValue('MNL 01-LON');
      await errorAt('Code').toBe('Use letters, digits and hyphens');
      await field('Code').fill('mnl-01');
      await expect.element(field('Code')).toHaveValue('MNL-01');
      await field('Email').fill('shop@');
      await errorAt('Email').toBe('Invalid email address');
      await field('Phone').fill('0917 call');
      await errorAt('Phone').toBe('Use digits, spaces, +, - and parentheses');
      await field('Name').fill('x'.repeat(101));
      await errorAt('Name').toBe('Name must be 100 characters or less');
      await expect.element(field('Timezone')).toHaveDisplayValue('Asia/Manila');
      expect((field('Timezone').element() as HTMLSelectElement).options).toHaveLength(17);
      expect(await axeViolations()).toEqual([]);
      await field('Name').fill('Twice');
      await field('Email').fill('');
      await field('Phone').fill('');
      await send('Create Store').click();
      await errorAt('Code').toBe('This code is taken');
    });

    it('creates a store and shows it, changes it and comes back; its code stays', async () => {
      await open('/stores/new');
      await field('Name').fill('Zz Warehouse');
      await field('Code').fill('zz-wh');
      await userEvent.selectOptions(field('Type'), 'Warehouse');
      await field('Address').fill('Sucat');
      await field('Phone').fill('+63 (2) 8825-6190');
      await field('Email').fill('zz@demo.test');
      await userEvent.selectOptions(field('Timezone'), 'America/New York');
      await userEvent.keyboard('{Control>}s{/Control}');
      await isTold('Zz Warehouse created');
      await isShown(heading('Zz Warehouse'));
      const id = Number(/\d+$/.exec(screen.address().pathname)?.[0]);
      expect(expectDone(await admin.get<object>(`/stores/${id}`))).toMatchObject({
        code: 'ZZ-WH',
        is_warehouse: true,
        phone: '+63 (2) 8825-6190',
        timezone: 'America/New_York',
        settings: { tax_rate: 12, features: { pos_enabled: false } },
      });
      await button('Edit').click();
      await isShown(heading('Edit Store'));
      await expect.element(field('Code')).toHaveAttribute('readonly');
      await expect.element(field('Type')).toHaveDisplayValue('Warehouse');
      const sent = watchCalls({ path: /stores\/\d+$/, method: 'PUT' });
      await field('Phone').fill('');
      await field('Name').fill('Zz Depot');
      await send('Update Store').click();
      await isTold('Store updated');
      await isShown(heading('Zz Depot'));
      expect(screen.address().pathname).toBe(`/stores/${id}`);
      expect(sent.map(({ body }) => body)).toMatchObject([{ name: 'Zz Depot', phone: null }]);
      expect(Object.keys(sent[0]?.body ?? {}).sort()).toEqual(['known', 'name', 'phone']);
      await end(id);
    });

    it('with another time zone keeps the date and time of what was sold before, on every page and paper', async () => {
      const [first, second, last] = ['America/Los_Angeles', 'Asia/Tokyo', 'Australia/Sydney'] as const;
      const { id } = await create({ timezone: first });
      await saveSettings(admin, id);
      const till = callerWith('', admin.token, (url, method, path, sent, headers) =>
        call(url, method, path, sent, { ...headers, 'X-Store-Id': String(id) }),
      );
      const { data } = expectDone(
        await admin.get<{ data: { id: number }[] }>('/product-variations?per_page=1'),
      );
      const newUnit = async () => {
        const serial_number = `ZONE-${crypto.randomUUID().slice(0, 12)}`;
        const unit = { product_variation_id: data[0]?.id, category: 'new', serial_number };
        return expectDone(await till.post<{ id: number }>('/inventory', unit)).id;
      };
      const sellOne = async () => (await sell(till, [await newUnit()])).transaction;
      const [sold, draft] = [await sellOne(), await openDraft(till, [await newUnit()])];
      const tab = (name: string) => page.getByRole('tab', { name }).click();
      const isUpTo = (timezone: string) => {
        const end = storeDate(Date.now(), timezone);
        const shown = button(`Dates: ${rangeText({ start: addDays(end, -13), end })}`);
        // Sooner than the clocks of the page look for the date.
        return expect.element(shown, { timeout: 25_000 }).toBeVisible();
      };
      const text = (instant: string | null, timezone: string) =>
        formatInstant(Date.parse(instant ?? ''), timezone);

      screen = await openScreen(`/stores/${id}?tab=performance`, { email: ADMIN, storeId: id });
      await isUpTo(first);
      expectDone(await admin.put<object>(`/stores/${id}`, { timezone: second }));
      // The page's next call says that the store changed.
      await tab('Staff');
      await tab('Performance');
      await isUpTo(second);

      await button('Edit').click();
      await userEvent.selectOptions(field('Timezone'), last.replaceAll('_', ' '));
      await send('Update Store').click();
      await isTold('Store updated');
      await tab('Performance');
      await isUpTo(last);
      const next = await sellOne();
      await button(/^Dates/).click();
      await button('Last 7 days').click();
      const sums = new Map<string, number>();
      for (const [sale, timezone] of [
        [sold, first],
        [next, last],
      ] as const) {
        const date = storeDate(Date.parse(sale.completed_at ?? ''), timezone);
        sums.set(date, (sums.get(date) ?? 0) + pesosToCentavos(sale.total_amount));
      }
      for (const [date, sum] of sums) {
        const row = page.getByRole('row', { name: `${formatDate(date)} ${inWholePesos(sum)}` });
        await expect.element(row).toBeInTheDocument();
      }

      const printed = watchPrinting();
      for (const [sale, timezone] of [
        [sold, first],
        [next, last],
      ] as const) {
        await screen.goTo(`/transactions/${sale.id}`);
        await isShown(heading(sale.invoice_number ?? '-'));
        await isShown(page.getByText(`Completed ${text(sale.completed_at, timezone)}`));
        await button('Print Receipt').click();
        await expect.poll(() => printed.at(-1)).toContain(`Date     ${text(sale.completed_at, timezone)}`);
      }
      await screen.goTo('/pos');
      await page.getByRole('button', { name: 'View Transactions' }).click();
      await isShown(page.getByRole('dialog').getByText(`Saved ${text(draft.updated_at, first)}`));
      await end(id);
    });

    it('keeps what somebody else saved meanwhile, and says what both changed before it is replaced', async () => {
      const { id } = await create({ phone: '0917 555 0100' });
      await open(`/stores/${id}/edit`);
      await field('Name').fill('Zz Mine');
      expectDone(await admin.put(`/stores/${id}`, { name: 'Zz Theirs', phone: '0918 555 0100' }));
      await send('Update Store').click();
      await errorAt('Name').toBe('Somebody else changed this meanwhile. Save again to replace it');
      await expect.element(field('Phone')).toHaveValue('0918 555 0100');
      await send('Update Store').click();
      await isTold('Store updated');
      expect(expectDone(await admin.get<object>(`/stores/${id}`))).toMatchObject({
        name: 'Zz Mine',
        phone: '0918 555 0100',
      });
      await end(id);
    });

    it.each([
      ['POST', '/stores/new', 'Create Store', 'Failed to create store'],
      ['PUT', null, 'Update Store', 'Failed to update store'],
    ])('tells that %s failed', async (method, path, label, title) => {
      const { id } = await create();
      await open(path ?? `/stores/${id}/edit`);
      await field('Name').fill('Zz Lost');
      if (path) await field('Code').fill('ZZ-LOST');
      failCalls({
        path: /stores\//,
        method,
        status: 409,
        body: { message: 'Not now', code: 'illegal_state' },
      });
      await send(label).click();
      await isTold(title);
      await isTold('Not now');
      await end(id);
    });

    it.each(['/stores/new', '/stores/1/edit'])('at %s is for those who manage stores', async (path) => {
      await open(path, MANAGER);
      await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    });
  });
});
