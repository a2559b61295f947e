import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import type { supplier } from '#contract/suppliers.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { drawn } from '#tests/support/component/clock.ts';
import { EMPTY_LIST, listCells, listLinks, listLoaded, rowMenu } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type Supplier = z.input<typeof supplier>;
type Units = z.input<typeof inventory.list.response>;

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = /\/api\/v1\/suppliers\?/;
const ONE = /\/suppliers\/\d+$/;
const FAULT = { message: 'Something broke', code: 'server_error' };
const REFUSED = { message: 'Not now', code: 'illegal_state' };

describe('suppliers', () => {
  let admin: Caller;
  let manager: Caller;
  let screen: OpenScreen;
  let made = 0;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    manager = await callerAs(MANAGER);
  });
  const open = async (path: string, email = ADMIN) => {
    screen = await openScreen(path, { email });
  };
  /** Creates a supplier that no other test shows. */
  const create = async (values: object = {}) => {
    made += 1;
    const form = { name: `Yy Trading ${made}`, code: `YY-${made}-${crypto.randomUUID().slice(0, 6)}` };
    return expectDone(await admin.post<Supplier>('/suppliers', { ...form, ...values }));
  };
  const addUnit = async (supplier_id: number) => {
    const { data } = expectDone(await manager.get<Units>('/inventory?status=available&per_page=50'));
    const product_variation_id = data.find(({ serial_number }) => serial_number)?.product_variation.id;
    const serial_number = `SUP-${crypto.randomUUID().slice(0, 12)}`;
    const body = { product_variation_id, category: 'new', serial_number, supplier_id, purchase_cost: 250 };
    return expectDone(await manager.post<Units['data'][number]>('/inventory', body));
  };
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** The button also shows its key. */
  const send = (name: string) => page.getByRole('button', { name });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const question = () => page.getByRole('alertdialog');
  const errorAt = (label: string) => expect.poll(() => errorOf(field(label)));
  const counts = () => document.querySelector('[aria-label="On this page"]')?.textContent;

  describe('as a list', () => {
    it('keep a letter that is typed while the list follows the ones before', async () => {
      await open('/suppliers');
      await listLoaded();
      const search = page.getByRole('searchbox');
      await search.fill('gul');
      const input = search.element() as HTMLInputElement;
      input.focus();
      onTestFinished(() => void vi.useRealTimers());
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      // Before the address has changed.
      document.execCommand('insertText', false, 'f');
      await expect.poll(() => screen.address().search).toBe('?search=gul');
      await drawn();
      expect(input.value).toBe('gulf');
      await vi.advanceTimersByTimeAsync(300);
      await expect.poll(() => screen.address().search).toBe('?search=gulf');
    });

    it('show what is specified, count the page, and are searched', async () => {
      onTestFinished(() => page.viewport(1366, 768));
      await page.viewport(1920, 1080);
      await open('/suppliers');
      await listLoaded();
      const lines = [...document.querySelectorAll('tbody td')].map((cell) => cell.clientHeight);
      expect(lines.filter((height) => height > 56)).toEqual([]);
      const heads = [...document.querySelectorAll('th')].map((head) => head.textContent).slice(0, 8);
      expect(heads).toEqual([
        'Name',
        'Code',
        'Contact person',
        'Email',
        'Phone',
        'Status',
        'Payment terms',
        'Created',
      ]);
      const calls = watchCalls({ path: LIST });
      await page.getByRole('searchbox').fill('gulf');
      await expect.poll(listLinks).toEqual(['Davao Gulf Game Importers']);
      expect(calls.map(({ url }) => url.searchParams.get('search'))).toEqual(['gulf']);
      expect(calls[0]?.url.searchParams.get('per_page')).toBe('20');
      expect([listCells(2), listCells(6), listCells(7)]).toEqual([['DGG-01'], ['Inactive'], ['Prepaid']]);
      await expect.poll(counts).toBe('On this page1Active0Inactive1');
      await userEvent.selectOptions(field('Status'), 'Active');
      await isShown(page.getByText('No suppliers for these filters'));
      expect(screen.address().search).toBe('?search=gulf&active=true');
      await button('Clear filters').click();
      await listLoaded();
      expect(await axeViolations()).toEqual([]);
    });

    it.each([
      [ADMIN, ['View', 'Edit', 'Deactivate', 'Delete'], 1],
      [MANAGER, ['View'], 1],
      [SELLER, ['View'], 0],
    ])('offer %s what they may do', async (email, actions, adds) => {
      await open('/suppliers?search=luzon', email);
      await expect.poll(listLinks).toEqual(['Luzon Mobile Distribution Inc.']);
      expect(await rowMenu('Luzon Mobile Distribution Inc.')).toEqual(actions);
      expect(button('Add Supplier').elements()).toHaveLength(adds);
    });

    it('break no name apart, and cut nothing, where codes and phones stand below', async () => {
      onTestFinished(() => page.viewport(1366, 768));
      await openScreen('/suppliers', { email: ADMIN, withMenu: true });
      await listLoaded();
      const heads = [...document.querySelectorAll('th')].map((head) => head.textContent).slice(0, 6);
      expect(heads).toEqual([
        'Name, code',
        'Contact person',
        'Email, phone',
        'Status',
        'Payment terms',
        'Created',
      ]);
      for (const width of [1366, 1024]) {
        await page.viewport(width, 700);
        // No column is narrower than the longest word of a name; the menu gives way first.
        const [name] = document.querySelectorAll('tbody td');
        await expect.poll(() => name?.clientWidth).toBeGreaterThan(150);
        expect(name?.textContent).toMatch(/[A-Z]{3}-\d{2}$/);
        const cells = [...document.querySelectorAll('tbody td, tbody td *')];
        expect(cells.filter((cell) => cell.scrollWidth > cell.clientWidth && cell.clientWidth > 0)).toEqual(
          [],
        );
      }
    });

    it('say that they could not be loaded, and what to do when there are none', async () => {
      const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
      await open('/suppliers');
      await isShown(page.getByText('Suppliers could not be loaded'));
      mend();
      await button('Retry').click();
      await listLoaded();
      failCalls({ path: LIST, status: 200, body: EMPTY_LIST });
      await open('/suppliers');
      await isShown(page.getByText('No suppliers yet'));
      expect(await axeViolations()).toEqual([]);
      await button('Add Supplier').first().click();
      await isShown(heading('New Supplier'));
      expect(screen.address().pathname).toBe('/suppliers/create');
    });

    it('are deactivated and activated where they stand, each time after a question', async () => {
      const { name, code } = await create();
      await open(`/suppliers?search=${code}`);
      await listLoaded();
      await rowMenu(name);
      await entry('Deactivate').click();
      await isShown(question().getByText(/^Deactivate .+\?$/));
      expect(await axeViolations()).toEqual([]);
      const { mend } = failCalls({ path: ONE, method: 'PUT', status: 409, body: REFUSED });
      await button(`Deactivate ${name}`).click();
      await isTold('Failed to update supplier status');
      mend();
      const sent = watchCalls({ path: ONE, method: 'PUT' });
      await button(`Deactivate ${name}`).click();
      await isTold(`${name} deactivated`);
      await isGone(question());
      await expect.poll(() => listCells(4)).toEqual(['Inactive']);
      await rowMenu(name);
      await entry('Activate').click();
      await button(`Activate ${name}`).click();
      await isTold(`${name} activated`);
      await expect.poll(() => listCells(4)).toEqual(['Active']);
      expect(sent.map(({ body }) => body)).toEqual([{ is_active: false }, { is_active: true }]);
    });

    it('are deleted after a question, which warns where items came from one and orders are open', async () => {
      const { id, name, code } = await create();
      await open(`/suppliers?search=${code}`);
      await listLoaded();
      await rowMenu(name);
      await entry('Delete').click();
      await isShown(
        question().getByText(`${name} leaves the list of suppliers and can no longer be chosen.`),
      );
      await isGone(question().getByRole('status'));
      expect(
        question()
          .getByText(/came from them/)
          .query(),
      ).toBeNull();
      await userEvent.keyboard('{Escape}');
      await isGone(question());
      await addUnit(id);
      const [variation] = expectDone(
        await admin.get<{ data: { id: number }[] }>('/product-variations?per_page=1'),
      ).data;
      const [store] = expectDone(await admin.get<{ id: number }[]>('/stores'));
      const items = [{ product_variation_id: variation?.id, quantity_ordered: 2, unit_cost: 1 }];
      expectDone(await admin.post('/supplier-transactions', { supplier_id: id, store_id: store?.id, items }));
      await rowMenu(name);
      await entry('Delete').click();
      await isShown(
        question().getByText('1 order is still open with them. It stays, and can be received or ended.'),
      );
      await isShown(
        question().getByText('1 inventory item came from them, all in stock. They stay, and keep the name.'),
      );
      expect(await axeViolations()).toEqual([]);
      const { mend } = failCalls({ path: ONE, method: 'DELETE', status: 409, body: REFUSED });
      await button(`Delete ${name}`).click();
      await isTold('Failed to delete supplier');
      mend();
      await button(`Delete ${name}`).click();
      await isTold(`${name} deleted`);
      await isShown(page.getByText('No suppliers for these filters'));
    });
  });

  describe('the form', () => {
    it('names what is wrong on its field, and creates an active supplier, who is then shown', async () => {
      await open('/suppliers/create', MANAGER);
      for (const title of ['Basic Information', 'Contact Information', 'Business Information']) {
        await isShown(page.getByRole('region', { name: title }));
      }
      const active = page.getByRole('switch', { name: 'Active Supplier' });
      await expect.element(active).toBeChecked();
      await isShown(page.getByText('Inactive suppliers do not appear in new purchase orders'));
      await field('Email').fill('orders@');
      await send('Create Supplier').click();
      await errorAt('Name').toBe('Supplier name is required');
      await errorAt('Code').toBe('Supplier code is required');
      await errorAt('Email').toBe('Invalid email format');
      await expect.element(field('Name')).toHaveFocus();
      expect(await axeViolations()).toEqual([]);
      const name = `Yy Made ${crypto.randomUUID().slice(0, 6)}`;
      await field('Name').fill(name);
      await userEvent.type(field('Code'), 'lmd-01');
      await expect.element(field('Code')).toHaveValue('LMD-01');
      await field('Email').fill('orders@yy.test');
      await send('Create Supplier').click();
      await errorAt('Code').toBe('This code is taken');
      const code = `YY-${crypto.randomUUID().slice(0, 8)}`.toUpperCase();
      await field('Code').fill(code);
      const sent = watchCalls({ path: /\/suppliers$/, method: 'POST' });
      await userEvent.keyboard('{Control>}s{/Control}');
      await isTold(`${name} created`);
      await isShown(heading(name));
      expect(screen.address().pathname).toMatch(/^\/suppliers\/\d+$/);
      expect(sent.map(({ body }) => body)).toMatchObject([
        { name, code, email: 'orders@yy.test', phone: null, notes: null, is_active: true },
      ]);
    });

    it('changes what was touched under its banner, and keeps what somebody else saved meanwhile', async () => {
      const { id, name } = await create({ phone: '0917 555 0100', payment_terms: 'COD' });
      await open(`/suppliers/${id}/edit`);
      await isShown(
        page.getByText(
          'Changes are saved immediately and affect all future transactions with this supplier.',
        ),
      );
      await field('Phone').fill('0999 555 0100');
      expectDone(await admin.put(`/suppliers/${id}`, { phone: '0918', payment_terms: 'Net 15' }));
      await send('Update Supplier').click();
      await errorAt('Phone').toBe('Somebody else changed this meanwhile. Save again to replace it');
      await expect.element(field('Payment terms')).toHaveValue('Net 15');
      await page.getByRole('switch', { name: 'Active Supplier' }).click();
      await send('Update Supplier').click();
      await isTold('Supplier updated');
      await isShown(heading(name));
      const after = expectDone(await admin.get<Supplier>(`/suppliers/${id}`));
      expect(after).toMatchObject({ phone: '0999 555 0100', payment_terms: 'Net 15', is_active: false });
    });

    it('shows what is wrong clear of the bar that is pinned below, also where one is already', async () => {
      const [{ id }, other] = [await create(), await create()];
      await page.viewport(1366, 768);
      await open(`/suppliers/${id}/edit`);
      await isShown(field('Code'));
      const foot = () => send('Update Supplier').element().getBoundingClientRect().top;
      await field('Code').fill(other.code);
      // Scrolled so far that the field could be behind the bar.
      const scroller = field('Code').element().closest('form')?.parentElement?.parentElement?.parentElement;
      await page.viewport(1366, 460);
      scroller?.scrollTo({ top: 0 });
      await userEvent.keyboard('{Control>}s{/Control}');
      await errorAt('Code').toBe('This code is taken');
      const isClear = () => {
        const said = document.getElementById(
          field('Code').element().getAttribute('aria-describedby')?.split(' ')[0] ?? '',
        );
        return (said?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY) < foot();
      };
      await expect.poll(isClear).toBe(true);
      await page.viewport(1366, 768);
    });

    it.each([
      ['POST', true, 'Create Supplier', 'Failed to create supplier'],
      ['PUT', false, 'Update Supplier', 'Failed to update supplier'],
    ])('tells that %s failed', async (method, isNew, label, title) => {
      const { id } = await create();
      await open(isNew ? '/suppliers/create' : `/suppliers/${id}/edit`);
      await field('Name').fill('Yy Lost');
      if (isNew) await field('Code').fill('YY-LOST');
      failCalls({ path: /suppliers/, method, status: 409, body: REFUSED });
      await send(label).click();
      await isTold(title);
      await isTold('Not now');
    });

    it('is not for everybody, which it says in its place', async () => {
      const { id } = await create();
      await open(`/suppliers/${id}/edit`, MANAGER);
      await isShown(page.getByRole('alert').getByText("You don't have permission to edit suppliers."));
      expect(await axeViolations()).toEqual([]);
      await button('Back to Suppliers').click();
      await isShown(heading('Suppliers'));
      await open('/suppliers/create', SELLER);
      await isShown(page.getByRole('alert').getByText("You don't have permission to create suppliers."));
      await open('/suppliers/create', 'finance@demo.test');
      await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    });
  });

  describe('one of them', () => {
    it('is shown with its figures, its value to those who see costs, and leads to its items', async () => {
      const { id, name, code } = await create({ contact_person: 'Yy Ramos', notes: 'Delivers on Fridays.' });
      const unit = await addUnit(id);
      await open(`/suppliers/${id}`, MANAGER);
      await isShown(heading(name));
      await isShown(page.getByText('₱250.00'));
      const figures = [...document.querySelectorAll('dl')][0]?.textContent;
      expect(figures).toContain('Inventory items1');
      expect(figures).toContain('Active items1');
      await isShown(page.getByText('Delivers on Fridays.'));
      expect(button('Edit Supplier').elements()).toEqual([]);
      expect(await axeViolations()).toEqual([]);
      await button('Show items').click();
      await expect.poll(listLinks).toEqual([unit.product_variation.product.name]);
      expect(screen.address()).toMatchObject({ pathname: '/inventory', search: `?supplier_id=${id}` });
      const filter = page.getByRole('combobox', { name: 'Supplier' });
      await expect.element(filter).toHaveValue(name);
      await filter.fill('yy ramos');
      await page.getByRole('option', { name: new RegExp(code) }).click();
      await expect.element(filter).toHaveValue(name);
      await filter.fill('');
      await userEvent.tab();
      await expect.poll(() => screen.address().search).not.toContain(String(id));
      await open(`/suppliers/${id}`, SELLER);
      await isShown(page.getByText('Active items'));
      expect(page.getByText('Total value').query()).toBeNull();
    });

    it('is ended from its page, and is not found any more', async () => {
      const { id, name } = await create();
      await open(`/suppliers/${id}`);
      await chooseMore('Delete');
      await button(`Delete ${name}`).click();
      await isTold(`${name} deleted`);
      await isShown(heading('Suppliers'));
      await open(`/suppliers/${id}`);
      await isShown(page.getByRole('alert').getByText('Supplier not found'));
      await open(`/suppliers/${id}/edit`);
      await isShown(page.getByRole('alert').getByText('Supplier not found'));
      expect(await axeViolations()).toEqual([]);
    });
  });

  describe('of an item', () => {
    const chosen = () => page.getByRole('combobox', { name: 'Supplier' });

    it('are offered while they are active, and kept with Create and next', async () => {
      const word = `Qq${crypto.randomUUID().slice(0, 6)}`;
      const { id, name } = await create({ name: `${word} Active` });
      await create({ name: `${word} Ended`, is_active: false });
      await open('/inventory/create', MANAGER);
      const sent = watchCalls({ path: /\/api\/v1\/inventory$/, method: 'POST' });
      const product = page.getByRole('combobox', { name: 'Product variation' });
      await product.fill('iphone 15');
      await page
        .getByRole('option', { name: /iPhone 15/ })
        .first()
        .click();
      await chosen().fill(word);
      await isShown(page.getByRole('option', { name: new RegExp(word) }));
      expect(page.getByRole('option', { name: new RegExp(word) }).elements()).toHaveLength(1);
      await page.getByRole('option', { name: new RegExp(word) }).click();
      for (const no of [1, 2]) {
        await field('Serial number').fill(`${word}-${no}`);
        await button('Create and next').click();
        await expect.element(field('Serial number')).toHaveValue('');
        await expect.element(chosen()).toHaveValue(name);
      }
      expect(sent.map(({ body }) => (body as { supplier_id: number }).supplier_id)).toEqual([id, id]);
    });

    it('stand on its page and in its history with links, also when they are changed', async () => {
      const [first, second] = [await create(), await create()];
      const unit = await addUnit(first.id);
      await open(`/inventory/${unit.id}/edit`, MANAGER);
      await expect.element(chosen()).toHaveValue(first.name);
      const sent = watchCalls({ path: /\/inventory\/\d+$/, method: 'PUT' });
      await chosen().fill(second.name);
      await page.getByRole('option', { name: new RegExp(second.code, 'i') }).click();
      await send('Update Item').click();
      await isTold('Inventory item updated');
      expect(sent.map(({ body }) => body)).toEqual([{ supplier_id: second.id }]);
      const item = page.getByRole('region', { name: 'Item' });
      const history = page.getByRole('region', { name: 'History' });
      await expect
        .element(item.getByRole('link', { name: second.name }))
        .toHaveAttribute('href', `/suppliers/${second.id}`);
      await isShown(history.getByText(`Supplier: ${first.name} → ${second.name}`));
      await expect
        .element(history.getByRole('link', { name: first.name }))
        .toHaveAttribute('href', `/suppliers/${first.id}`);
      expectDone(await admin.delete(`/suppliers/${second.id}`));
      await open(`/inventory/${unit.id}`, MANAGER);
      await isShown(item.getByText(second.name));
      expect(item.getByRole('link', { name: second.name }).query()).toBeNull();
    });
  });
});
