import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, failCalls, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { localSpellings } from '#tests/support/phones.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const LIST = /\/api\/v1\/customers\?/;

const FAULT = { message: 'Something broke', code: 'server_error' };
const inigo = { name: 'Íñigo Zárraga-Muñoz', phone: '0917-481-2260' };

describe('the list of customers', () => {
  let manager: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    expectDone(await manager.post('/customers', inigo));
  });
  const open = async (path = '/customers', email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const rows = () => [...document.querySelectorAll('tbody tr')].filter((row) => row.querySelector('a'));
  const names = () => rows().map((row) => row.querySelector('a')?.textContent);
  const cells = (column: number) =>
    rows().map((row) => row.querySelector(`td:nth-child(${column})`)?.textContent);
  const loaded = () => expect.poll(() => rows().length).toBeGreaterThan(0);
  const place = () =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('status').query()?.textContent;
  const param = (name: string) => screen.address().searchParams.get(name);
  const search = () => page.getByLabelText('Name, phone or email');
  /** Everybody, in the order of the list. */
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
  const menuOf = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    return page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent);
  };

  it('finds by name, phone in any spelling, and e-mail, and keeps the search in its address', async () => {
    const { name, phone } = await addCustomer(manager, 'Peña Quizon');
    await open();
    for (const text of ['pena QUIZON', phone.replace('0917 ', '+63917-')]) {
      await search().fill(text);
      await expect.poll(() => param('search')).toBe(text);
      await expect.poll(names).toEqual([name]);
    }
    const withEmail = (await everybody()).find(({ email }) => email !== null);
    await search().fill(withEmail?.email ?? '');
    await expect.poll(names).toEqual([withEmail?.name]);
    await open(`/customers${screen.address().search}`);
    await expect.poll(names).toEqual([withEmail?.name]);
    await expect.element(search()).toHaveValue(withEmail?.email);
  });

  it('finds a number in every local spelling, and a name with accents without them', async () => {
    for (const text of [
      ...localSpellings('0917', '481', '2260'),
      'inigo zarraga munoz',
      'ZARRAGA',
      'Muñoz, Í',
    ]) {
      await open(`/customers?search=${encodeURIComponent(text)}`);
      await expect.poll(() => [text, names()]).toEqual([text, [inigo.name]]);
    }
  });

  it('narrows by group and by channel, together too, and clears what finds nothing', async () => {
    await open();
    const group = () => page.getByLabelText('Customer group');
    await userEvent.selectOptions(group(), 'VIP');
    await expect.poll(() => [...new Set(cells(4))]).toEqual(['VIP']);
    await userEvent.selectOptions(page.getByLabelText('Signup channel'), 'Facebook');
    await expect.poll(() => [...new Set(cells(5))]).toEqual(['Facebook']);
    const fits = (await everybody()).filter(
      ({ customer_group: of, signup_channel: by }) => of?.name === 'VIP' && by?.name === 'Facebook',
    );
    await expect.poll(place).toBe(`1–${Math.min(15, fits.length)} of ${fits.length}`);
    await open(`/customers${screen.address().search}`);
    await loaded();
    await expect.poll(() => [...new Set(cells(5))]).toEqual(['Facebook']);
    await expect.element(group()).toHaveValue(param('customer_group_id'));
    await search().fill('nobody-of-that-name');
    await expect.element(page.getByText('No customers for these filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(place).toMatch(/^1–15 of \d+$/);
    await loaded();
    expect(screen.address().search).toBe('');
    await expect.element(search()).toHaveValue('');
  });

  it('narrows by the least and the most points, and takes nothing but digits for them', async () => {
    await open();
    const least = () => page.getByLabelText('Min points');
    await userEvent.type(least(), '1x0.0e00');
    await expect.poll(() => param('min_points')).toBe('10000');
    await expect.element(least()).toHaveValue('10000');
    await page.getByLabelText('Max points').fill('20000');
    await expect.poll(() => param('max_points')).toBe('20000');
    const fits = (await everybody()).filter(
      ({ loyalty_points: points }) => points >= 10_000 && points <= 20_000,
    );
    await expect.poll(place).toBe(`1–${Math.min(15, fits.length)} of ${fits.length}`);
    await expect.poll(names).toEqual(fits.slice(0, 15).map(({ name }) => name));
    await least().fill('');
    await expect.poll(() => param('min_points')).toBeNull();
    const poor = (await everybody()).filter(({ loyalty_points: points }) => points <= 20_000);
    await expect.poll(place).toBe(`1–15 of ${poor.length}`);
  });

  it('turns pages in its address, and goes back to the first with another filter', async () => {
    await open();
    await loaded();
    const { length: total } = await everybody();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(place).toBe(`16–30 of ${total}`);
    expect(param('page')).toBe('2');
    await screen.go(-1);
    await expect.poll(place).toBe(`1–15 of ${total}`);
    await screen.go(1);
    await expect.poll(place).toBe(`16–30 of ${total}`);
    await userEvent.selectOptions(page.getByLabelText('Customer group'), 'Member');
    await expect.poll(() => param('page')).toBeNull();
    await screen.goTo('/customers?page=999&min_points=-4&customer_group_id=wild');
    await page.getByRole('button', { name: 'Go to the first page' }).click();
    await expect.poll(place).toBe(`1–15 of ${total}`);
  });

  it('opens somebody by a click anywhere in the row and comes back to the list as it was filtered', async () => {
    await open('/customers?search=al&page=2');
    await loaded();
    const [name] = names();
    await page.elementLocator(rows()[0]?.querySelector('td:nth-child(4)') ?? document.body).click();
    await expect.element(page.getByRole('heading', { name: name ?? '', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await expect.poll(() => screen.address().search).toBe('?search=al&page=2');
    await loaded();
  });

  it.each([
    [ADMIN, ['View', 'Edit', 'Delete'], 1],
    [MANAGER, ['View', 'Edit'], 1],
    ['salesperson@demo.test', ['View'], 1],
    ['regional_manager@demo.test', ['View'], 0],
  ])('offers %s what they may do, and nothing else', async (email, entries, creating) => {
    await open('/customers', email);
    await loaded();
    const [name = ''] = names();
    await expect
      .poll(() => page.getByRole('button', { name: 'New Customer' }).elements())
      .toHaveLength(creating);
    expect(await menuOf(name ?? '')).toEqual(entries);
    await page.getByRole('menuitem', { name: 'View' }).click();
    await expect.element(page.getByRole('heading', { name: name ?? '', level: 1 })).toBeVisible();
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

  it('says that it could not be loaded, and loads with Retry', async () => {
    // A server that is gone would be asked again by itself as soon as it is back.
    const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
    await open();
    await expect.element(page.getByText('Customers could not be loaded')).toBeVisible();
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await loaded();
  });
});
