import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  EMPTY_LIST,
  listCells,
  listLinks,
  listLoaded,
  listPlace,
  listRows,
  rowMenu,
} from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const LIST = /\/api\/v1\/customers\?/;

const FAULT = { message: 'Something broke', code: 'server_error' };

describe('the list of customers', () => {
  let manager: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = async (path = '/customers', email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const param = (name: string) => screen.address().searchParams.get(name);
  const search = () => page.getByLabelText('Name, phone or email');
  /** Returns all customers, in the order of the list. */
  const everybody = async () => {
    const people: WireCustomer[] = [];
    for (let number = 1; ; number += 1) {
      const { data, total } = expectDone(
        await manager.get<{ data: WireCustomer[]; total: number }>(`/customers?per_page=100&page=${number}`),
      );
      people.push(...data);
      if (people.length >= total) return people;
    }
  };

  it('shows at which choice of an open filter the keyboard is', async () => {
    await open();
    await listLoaded();
    (page.getByLabelText('Customer group').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(() => document.activeElement?.localName).toBe('option');
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as Element);
    expect([outlineStyle, outlineWidth]).toEqual(['solid', '2px']);
    await userEvent.keyboard('{Escape}');
  });

  it('shows fifteen by name, and what is known of each', async () => {
    const asked = watchCalls({ path: LIST });
    await open();
    await listLoaded();
    expect(asked.map(({ url }) => url.searchParams.get('per_page'))).toEqual(['15']);
    const people = await everybody();
    const first = people.slice(0, 15);
    await expect.poll(listLinks).toEqual(first.map(({ name }) => name));
    expect(listCells(2)).toEqual(first.map(({ phone }) => phone));
    expect(listCells(3)).toEqual(first.map(({ email }) => email ?? '–'));
    expect(listCells(4)).toEqual(first.map(({ customer_group: group }) => group?.name ?? 'Regular'));
    expect(listCells(5)).toEqual(first.map(({ signup_channel: channel }) => channel?.name ?? '–'));
    expect(listCells(6)).toEqual(first.map(({ loyalty_points: points }) => points.toLocaleString('en-US')));
    expect(listPlace()).toBe(`1–15 of ${people.length}`);
    expect(screen.address().search).toBe('');
  });

  it('finds by name, phone in any spelling, and email, and keeps the search in its address', async () => {
    const { name, phone } = await addCustomer(manager, 'Peña Quizon');
    await open();
    for (const text of ['pena QUIZON', 'Quizon, Peñ', phone.replace('0917 ', '+63917-')]) {
      await search().fill(text);
      await expect.poll(() => param('search')).toBe(text);
      await expect.poll(listLinks).toEqual([name]);
    }
    const withEmail = (await everybody()).find(({ email }) => email !== null);
    await search().fill(withEmail?.email ?? '');
    await expect.poll(listLinks).toEqual([withEmail?.name]);
    await open(`/customers${screen.address().search}`);
    await expect.poll(listLinks).toEqual([withEmail?.name]);
    await expect.element(search()).toHaveValue(withEmail?.email);
  });

  it('narrows by group and by channel, together too, and clears what finds nothing', async () => {
    await open();
    const group = () => page.getByLabelText('Customer group');
    await userEvent.selectOptions(group(), 'VIP');
    await expect.poll(() => [...new Set(listCells(4))]).toEqual(['VIP']);
    await userEvent.selectOptions(page.getByLabelText('Signup channel'), 'Facebook');
    await expect.poll(() => [...new Set(listCells(5))]).toEqual(['Facebook']);
    const fits = (await everybody()).filter(
      ({ customer_group: of, signup_channel: by }) => of?.name === 'VIP' && by?.name === 'Facebook',
    );
    await expect.poll(listPlace).toBe(`1–${Math.min(15, fits.length)} of ${fits.length}`);
    await open(`/customers${screen.address().search}`);
    await listLoaded();
    await expect.poll(() => [...new Set(listCells(5))]).toEqual(['Facebook']);
    await expect.element(group()).toHaveValue(param('customer_group_id'));
    await search().fill('nobody-of-that-name');
    await expect.element(page.getByText('No customers for these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(listPlace).toMatch(/^1–15 of \d+$/);
    await listLoaded();
    expect(screen.address().search).toBe('');
    await expect.element(search()).toHaveValue('');
  });

  it('is cards in a phone’s window, filtered in a drawer, ordered by a select, opened by a click', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1366, 768));
    await open();
    await listLoaded();
    await isShown(search());
    await expect.element(page.getByLabelText('Customer group')).not.toBeVisible();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await userEvent.selectOptions(drawer.getByLabelText('Customer group'), 'VIP');
    await expect.poll(() => [...new Set(listCells(4))]).toEqual(['VIP']);
    // Applies although the drawer is closed sooner than a pause in typing.
    await drawer.getByLabelText('Min points').fill('1');
    expect(await axeViolations()).toEqual([]);
    await drawer.getByRole('button', { name: 'Show results' }).click();
    await isGone(drawer);
    await expect.poll(() => param('min_points')).toBe('1');
    await expect.element(page.getByRole('button', { name: 'Filters (2)' })).toHaveFocus();
    await listLoaded();
    expect(await axeViolations()).toEqual([]);
    const [first] = listLinks();
    // Beside the link: the whole card opens.
    await page.getByRole('table', { name: 'Customers' }).getByRole('cell').nth(3).click();
    await isShown(page.getByRole('heading', { name: first ?? '', level: 1 }));
    await screen.goTo('/products');
    await listLoaded();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await userEvent.selectOptions(drawer.getByLabelText('Sort by'), 'Sort by SKU');
    await expect.poll(() => param('sort')).toBe('-sku');
    await drawer.getByRole('button', { name: /^Descending/ }).click();
    await expect.poll(() => param('sort')).toBe('sku');
    await drawer.getByRole('button', { name: 'Show results' }).click();
    await isGone(drawer);
    // The state ends where the amount above it does.
    const endOf = (head: string) =>
      listRows()[0]?.querySelector(`td[data-head="${head}"] > *`)?.getBoundingClientRect().right;
    expect(endOf('Stock')).toBeCloseTo(endOf('Price') ?? 0, 0);
  });

  it('goes to its search by a slash, which is typed there and in any other field, and not from a dialog', async () => {
    await open();
    await listLoaded();
    await userEvent.keyboard('/');
    await expect.element(search()).toHaveFocus();
    await expect.element(search()).toHaveValue('');
    await userEvent.keyboard('/');
    await expect.element(search()).toHaveValue('/');
    await page.getByLabelText('Min points').click();
    await userEvent.keyboard('/');
    await expect.element(page.getByLabelText('Min points')).toHaveValue('/');
    await open('/customers', ADMIN);
    await listLoaded();
    await rowMenu(listLinks()[0] ?? '');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await isShown(page.getByRole('alertdialog'));
    await userEvent.keyboard('/');
    await expect.element(search()).not.toHaveFocus();
  });

  it('narrows by the least and the most points, and refuses what is no whole number as it is written', async () => {
    await open();
    const least = () => page.getByLabelText('Min points');
    await userEvent.type(least(), '1e5');
    await expect.poll(() => errorOf(least())).toBe('Digits only');
    await userEvent.type(least(), '{Enter}');
    expect(param('min_points')).toBeNull();
    await least().fill('10,000');
    await expect.poll(() => param('min_points')).toBe('10000');
    await expect.element(least()).toHaveValue('10,000');
    await page.getByLabelText('Max points').fill('20000');
    await expect.poll(() => param('max_points')).toBe('20000');
    const fits = (await everybody()).filter(
      ({ loyalty_points: points }) => points >= 10_000 && points <= 20_000,
    );
    await expect.poll(listPlace).toBe(`1–${Math.min(15, fits.length)} of ${fits.length}`);
    await expect.poll(listLinks).toEqual(fits.slice(0, 15).map(({ name }) => name));
    await least().fill('');
    await expect.poll(() => param('min_points')).toBeNull();
    const poor = (await everybody()).filter(({ loyalty_points: points }) => points <= 20_000);
    await expect.poll(listPlace).toBe(`1–15 of ${poor.length}`);
  });

  it('turns pages in its address, and goes back to the first with another filter', async () => {
    await open();
    await listLoaded();
    const { length: total } = await everybody();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(listPlace).toBe(`16–30 of ${total}`);
    expect(param('page')).toBe('2');
    await screen.go(-1);
    await expect.poll(listPlace).toBe(`1–15 of ${total}`);
    await screen.go(1);
    await expect.poll(listPlace).toBe(`16–30 of ${total}`);
    await userEvent.selectOptions(page.getByLabelText('Customer group'), 'Member');
    await expect.poll(() => param('page')).toBeNull();
    await screen.goTo('/customers?page=999&min_points=-4&customer_group_id=wild');
    await page.getByRole('button', { name: 'Go to the first page' }).click();
    await expect.poll(listPlace).toBe(`1–15 of ${total}`);
  });

  it('opens somebody by a click anywhere in the row and comes back to the list as it was filtered', async () => {
    await open('/customers?search=al&page=2');
    await listLoaded();
    const [name] = listLinks();
    await page.elementLocator(listRows()[0]?.querySelector('td:nth-child(4)') ?? document.body).click();
    await expect.element(page.getByRole('heading', { name: name ?? '', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await expect.poll(() => screen.address().search).toBe('?search=al&page=2');
    await listLoaded();
  });

  it.each([
    [ADMIN, ['View', 'Edit', 'Delete'], 1],
    [MANAGER, ['View', 'Edit'], 1],
    ['salesperson@demo.test', ['View'], 1],
    ['regional_manager@demo.test', ['View'], 0],
  ])('offers %s what they may do, and nothing else', async (email, entries, creating) => {
    await open('/customers', email);
    await listLoaded();
    const [name = ''] = listLinks();
    await expect
      .poll(() => page.getByRole('button', { name: 'Add Customer' }).elements())
      .toHaveLength(creating);
    expect(await rowMenu(name ?? '')).toEqual(entries);
    await page.getByRole('menuitem', { name: 'View' }).click();
    await expect.element(page.getByRole('heading', { name: name ?? '', level: 1 })).toBeVisible();
  });

  it('deletes after a question that names the person and what is lost, and says when it cannot', async () => {
    const { id, name, phone } = await addCustomer(manager, 'Leaving Soon');
    const given = { points: 1234, reason: 'To be lost' };
    expectDone(await manager.post(`/customers/${id}/add-points`, given));
    const isStored = async () => (await everybody()).some((person) => person.id === id);
    const ask = async () => {
      await rowMenu(name);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
    const confirm = () => question.getByRole('button', { name: `Delete ${name}` }).click();
    await open(`/customers?search=${encodeURIComponent(phone)}`, ADMIN);
    await ask();
    await isShown(question.getByText('1,234 points'));
    await userEvent.keyboard('{Escape}');
    await isGone(question);
    expect(await isStored()).toBe(true);
    await ask();
    const body = { message: 'They are needed', code: 'illegal_state' };
    const { mend } = failCalls({ path: /\/customers\/\d+$/, method: 'DELETE', status: 409, body });
    await confirm();
    await isTold('Failed to delete customer');
    await isTold('They are needed');
    mend();
    await confirm();
    await isTold(`${name} deleted`);
    await isShown(page.getByText('No customers for these filters'));
    expect(await isStored()).toBe(false);
    await screen.goTo(`/customers/${id}`);
    await isShown(page.getByRole('alert').getByText('Customer not found'));
  });

  it('leads whoever may not enter to the dashboard', async () => {
    const [first] = await everybody();
    for (const [email, path] of [
      ['warehouse_staff@demo.test', '/customers'],
      ['warehouse_staff@demo.test', `/customers/${first?.id}`],
      ['regional_manager@demo.test', '/customers/new'],
      ['salesperson@demo.test', `/customers/${first?.id}/edit`],
    ] as const) {
      await open(path, email);
      await expect.poll(() => [email, path, screen.address().pathname]).toEqual([email, path, '/dashboard']);
    }
  });

  it('says what to do while there is nobody yet, by what the person may do', async () => {
    const add = () => page.getByRole('button', { name: 'Add Customer', exact: true });
    failCalls({ path: LIST, status: 200, body: EMPTY_LIST });
    await open('/customers', 'regional_manager@demo.test');
    await isShown(page.getByText('No customers yet'));
    await isShown(page.getByText('Customers that the till adds show here.'));
    expect(add().elements()).toEqual([]);
    await open();
    await isShown(page.getByText('No customers yet'));
    await add().last().click();
    await isShown(page.getByRole('heading', { name: 'New Customer', level: 1 }));
  });

  it('says that it could not be loaded, and loads with Retry', async () => {
    // An unreachable server would be retried automatically as soon as it is back.
    const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
    await open();
    await expect.element(page.getByText('Customers could not be loaded')).toBeVisible();
    await isShown(page.getByText('Something went wrong. Please try again later.'));
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await listLoaded();
  });

  it('asks once more by itself after a dropped connection, and says what it was when that fails too', async () => {
    const lost = failCalls({ path: LIST });
    await open();
    await isShown(page.getByText('The server did not answer.'));
    expect(lost.failed()).toBe(2);
    lost.mend();
  });

  it('says what the server cannot look for', async () => {
    await open('/customers?search=a%00b');
    await isShown(page.getByText('Customers could not be loaded'));
    await isShown(page.getByText('Invalid characters'));
    expect(page.getByText('did not answer').elements()).toEqual([]);
  });
});
