import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import { typeByHand } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const LIST = /\/api\/v1\/customers\?/;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

const inigo = { name: 'Íñigo Zárraga-Muñoz', phone: '0917-481-2260' };

describe('the list of customers', () => {
  const shop = demoShop();
  let page: Page;
  beforeAll(async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    expectDone(await manager.post('/customers', inigo));
  });
  const open = async (path = '/customers', email = MANAGER) => {
    page = await shop.open({ email, path });
    page.setDefaultTimeout(10_000);
  };
  const rows = () => page.locator('tbody tr').filter({ has: page.getByRole('link') });
  const links = () => rows().getByRole('link');
  const loaded = () => rows().first().waitFor();
  const cells = (column: number) => rows().locator(`td:nth-child(${column})`).allTextContents();
  const place = () => page.getByRole('navigation', { name: 'Pages' }).getByRole('status').textContent();
  const param = (name: string) => new URL(page.url()).searchParams.get(name);
  const everybody = () =>
    shop.server.database.reader
      .selectFrom('customers')
      .leftJoin('customer_groups', 'customer_groups.id', 'customers.customer_group_id')
      .leftJoin('signup_channels', 'signup_channels.id', 'customers.signup_channel_id')
      .select([
        'customers.id',
        'customers.name',
        'customers.phone',
        'customers.email',
        'customers.loyalty_points',
        'customer_groups.name as group',
        'signup_channels.name as channel',
      ])
      .where('customers.deleted_at', 'is', null)
      .orderBy('customers.name_key')
      .orderBy('customers.id')
      .execute();
  const menuOf = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    return page.getByRole('menuitem').allTextContents();
  };

  it('is reached from the menu, shows fifteen by name, and what is known of each', async () => {
    await open('/dashboard');
    const asked = page.waitForRequest(LIST);
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    expect(new URL((await asked).url()).searchParams.get('per_page')).toBe('15');
    await loaded();
    const people = await everybody();
    await expect.poll(() => links().allTextContents()).toEqual(people.slice(0, 15).map(({ name }) => name));
    await expect.poll(() => cells(2)).toEqual(people.slice(0, 15).map(({ phone }) => phone));
    await expect.poll(() => cells(3)).toEqual(people.slice(0, 15).map(({ email }) => email ?? '–'));
    await expect.poll(() => cells(4)).toEqual(people.slice(0, 15).map(({ group }) => group ?? 'Regular'));
    await expect.poll(() => cells(5)).toEqual(people.slice(0, 15).map(({ channel }) => channel ?? '–'));
    await expect
      .poll(() => cells(6))
      .toEqual(people.slice(0, 15).map((person) => person.loyalty_points.toLocaleString('en-US')));
    await expect.poll(() => place()).toBe(`1–15 of ${people.length}`);
    expect(new URL(page.url()).search).toBe('');
  });

  it('asks 300 ms after the last letter, and not again for five minutes', async () => {
    await open();
    await loaded();
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => LIST.test(request.url()) && asked.push(request.url()));
    const field = page.getByLabel('Name, phone or email');
    await page.clock.pauseAt(Date.now() + SECOND);
    await field.fill('maria');
    await page.clock.runFor(299);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => asked.length).toBe(1);
    await page.clock.resume();
    await expect.poll(() => param('search')).toBe('maria');
    await loaded();
    const comeBack = async () => {
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { name: /^Good / }).waitFor();
      await page.goBack();
      await loaded();
    };
    await page.clock.fastForward(4 * MINUTE);
    await comeBack();
    expect(asked).toHaveLength(1);
    await page.clock.fastForward(MINUTE + SECOND);
    await comeBack();
    await expect.poll(() => asked.length).toBe(2);
  });

  it('asks for the groups and channels once in thirty minutes', async () => {
    await open('/dashboard');
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/(customer-groups|signup-channels)$/.test(pathname)) asked.push(pathname);
    });
    const visit = async () => {
      await page.getByRole('link', { name: 'Customers', exact: true }).click();
      await loaded();
      await page.getByRole('option', { name: 'VIP' }).waitFor({ state: 'attached' });
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { name: /^Good / }).waitFor();
    };
    await visit();
    expect(asked).toHaveLength(2);
    await page.clock.fastForward(29 * MINUTE);
    await visit();
    expect(asked).toHaveLength(2);
    await page.clock.fastForward(2 * MINUTE);
    await visit();
    await expect.poll(() => asked.length).toBe(4);
  });

  it('asks once for what is typed without a pause', async () => {
    await open();
    await loaded();
    const asked: string[] = [];
    page.on('request', (request) => {
      const search = LIST.test(request.url()) && new URL(request.url()).searchParams.get('search');
      if (search) asked.push(search);
    });
    await page.getByLabel('Name, phone or email').pressSequentially('Alden', { delay: 20 });
    await expect.poll(() => asked.at(-1)).toBe('Alden');
    expect(asked).toEqual(['Alden']);
  });

  it('has no place in the menu of whoever may not see it', async () => {
    await open('/dashboard', 'warehouse_staff@demo.test');
    await page.getByRole('link', { name: 'Dashboard' }).waitFor();
    expect(await page.getByRole('link', { name: 'Customers' }).count()).toBe(0);
  });

  it('deletes after a question that names the person and what is lost, and says when it cannot', async () => {
    const { length: before } = await everybody();
    const gone = (await everybody()).find(({ loyalty_points: points }) => points > 1000);
    await open(`/customers?search=${gone?.phone}`, ADMIN);
    await menuOf(gone?.name ?? '');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${gone?.name}?` });
    await question.getByText(`${gone?.loyalty_points.toLocaleString('en-US')} points`).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await everybody()).toHaveLength(before);

    await menuOf(gone?.name ?? '');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const path = /\/customers\/\d+$/;
    await page.route(path, (route) =>
      route.fulfill({ status: 409, json: { message: 'They are needed', code: 'illegal_state' } }),
    );
    await question.getByRole('button', { name: `Delete ${gone?.name}` }).click();
    await toast(page, 'Failed to delete customer').waitFor();
    await toast(page, 'They are needed').waitFor();
    await page.unroute(path);
    await question.getByRole('button', { name: `Delete ${gone?.name}` }).click();
    await toast(page, `${gone?.name} deleted`).waitFor();
    await page.getByText('No customers for these filters').waitFor();
    expect((await everybody()).map(({ id }) => id)).not.toContain(gone?.id);
    await page.goto(`/customers/${gone?.id}`);
    await page.getByRole('alert').getByText('Customer not found').waitFor();
  });

  it('says what to do while there is nobody yet, by what the person may do', async () => {
    const deletedAt = Date.now();
    await shop.server.database.write((writer) =>
      writer
        .updateTable('customers')
        .set({ deleted_at: deletedAt })
        .where('deleted_at', 'is', null)
        .execute(),
    );
    try {
      await open('/customers', 'regional_manager@demo.test');
      await page.getByText('No customers yet').waitFor();
      await page.getByText('Customers that the till adds show here.').waitFor();
      expect(await page.getByRole('button', { name: 'New Customer' }).count()).toBe(0);
      await shop.leave(page);
      await open();
      await page.getByText('No customers yet').waitFor();
      await page.getByRole('button', { name: 'New Customer' }).last().click();
      await page.getByRole('heading', { name: 'New Customer' }).waitFor();
    } finally {
      await shop.server.database.write((writer) =>
        writer
          .updateTable('customers')
          .set({ deleted_at: null })
          .where('deleted_at', '=', deletedAt)
          .execute(),
      );
    }
  });

  it('works from the keyboard alone: search, open, back, menu, edit', async () => {
    await open();
    await loaded();
    const focusedName = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    const tabTo = async (wanted: RegExp) => {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        if (wanted.test((await focusedName()) ?? '')) return;
      }
      throw new Error(`Tab never came to ${wanted}, but to ${await focusedName()}`);
    };
    const someone = (await everybody()).at(40);
    await page.getByLabel('Name, phone or email').focus();
    await typeByHand(page, someone?.phone ?? '');
    await page.keyboard.press('Enter');
    await expect.poll(() => links().allTextContents()).toEqual([someone?.name]);
    await tabTo(new RegExp(`^${someone?.name}$`));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: someone?.name ?? '', level: 1 }).waitFor();
    await page.getByRole('main').focus();
    await tabTo(/^Customers$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => param('search')).toBe(someone?.phone);
    await loaded();
    await page.getByRole('main').focus();
    await tabTo(/^Actions for/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Edit Customer' }).waitFor();
  });
});
