import { beforeAll, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { typeAtOnce } from '#tests/support/component/clock.ts';
import { callerAs, failCalls, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const SELLER = 'salesperson@demo.test';
const MANAGER = 'store_manager@demo.test';

type Person = { id: number; email: string; role: string };

// Every sentence here is the specification's own.
describe('the words of staff', () => {
  let admin: Caller;
  let people: Person[];
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    people = expectDone(await admin.get<{ data: Person[] }>('/staff?per_page=1000')).data;
  });
  const idOf = (email: string) => people.find((person) => person.email === email)?.id ?? 0;
  const open = (path: string, email = ADMIN) => openScreen(path, { email });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const text = (content: string | RegExp) => page.getByText(content);
  const broken = { status: 409, body: { message: '', code: 'illegal_state' } };

  it('say what failed where the server says nothing better', async () => {
    const joel = `/staff/${idOf(SELLER)}`;
    await open('/staff/new');
    await userEvent.fill(field('Name'), 'Nobody');
    await userEvent.fill(field('Email'), 'nobody@screen.test');
    await userEvent.fill(field('First password'), 'mango-ferry-lantern');
    failCalls({ path: /\/staff$/, method: 'POST', ...broken });
    await button(/Create Staff Member/).click();
    await isTold('Failed to create staff member');

    await open(`${joel}/edit`);
    await userEvent.fill(field('Name'), 'Joel Renamed');
    failCalls({ path: /\/staff\/\d+$/, method: 'PUT', ...broken });
    await button(/Update Staff Member/).click();
    await isTold('Failed to update staff member');

    await open('/staff?search=joel');
    await button(/^Actions for Joel/).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    failCalls({ path: /\/staff\/\d+$/, method: 'DELETE', ...broken });
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Deactivate/ })
      .click();
    await isTold('Failed to deactivate staff member');

    await open(`${joel}/reset-password`);
    failCalls({ path: /\/reset-password$/, method: 'POST', ...broken });
    await button('Reset Password').click();
    await isTold('Failed to send password reset');
  });

  it('say Forbidden, or that the server has an error, as everywhere', async () => {
    const joel = `/staff/${idOf(SELLER)}/reset-password`;
    await open(joel);
    const path = /\/reset-password$/;
    failCalls({ path, method: 'POST', status: 403, body: { message: 'No', code: 'forbidden' } });
    await button('Reset Password').click();
    await isTold('Forbidden');
    await isTold('You do not have permission to perform this action');
    failCalls({ path, method: 'POST', status: 500, body: { message: 'No', code: 'server_error' } });
    await button('Reset Password').click();
    await isTold('Server Error');
    await isTold('Something went wrong. Please try again later.');
  });

  it('begin with a salesperson at the store that is worked in, each role with what it is for', async () => {
    await open('/staff/new');
    await expect.element(page.getByRole('radio', { name: /^Salesperson Sells at the till/ })).toBeChecked();
    expect(page.getByRole('radio').elements()).toHaveLength(12);
    await open('/staff/new', MANAGER);
    await expect.element(field('Primary store')).toHaveDisplayValue('Makati – Ayala');
  });

  it('refuse a name over 100 characters, an address that is none, and a password under 8', async () => {
    await open('/staff/new');
    await userEvent.fill(field('Name'), 'x'.repeat(101));
    await userEvent.fill(field('Email'), 'luz@');
    await userEvent.fill(field('First password'), 'seven77');
    await button(/Create Staff Member/).click();
    await expect.poll(() => errorOf(field('Name'))).toBe('Name must be 100 characters or less');
    expect(errorOf(field('Email'))).toBe('Invalid email address');
    expect(errorOf(field('First password'))).toBe('Password must be at least 8 characters');
  });

  it('tell on the overview what is kept of somebody', async () => {
    await open(`/staff/${idOf(SELLER)}`);
    for (const label of [
      'Email',
      'Joined',
      'Last login',
      'Status',
      'Primary store',
      'Additional stores',
      'Total transactions',
      'Items checked',
    ]) {
      await isShown(page.getByRole('term').filter({ hasText: label }));
    }
    await open(`/staff/${idOf('regional_manager@demo.test')}`);
    await isShown(text('No stores assigned'));
  });

  it.each([
    ['admin', 'Full system access'],
    [
      'store_manager',
      'Dashboard, product, inventory, customer, transaction and store-level staff management',
    ],
    [
      'salesperson',
      'Dashboard, product viewing, inventory viewing, customer management and transaction processing',
    ],
    ['auditor', 'This role has no permissions yet.'],
  ])('tell what %s may do', async (role, content) => {
    await open(`/staff/${idOf(`${role}@demo.test`)}?tab=permissions`);
    await isShown(page.getByRole('tabpanel').getByText(content, { exact: true }));
  });

  it('tell what a role really may do once an admin changed it', async () => {
    const held = people.find(({ role }) => role === 'salesperson');
    const { permissions } = expectDone(await admin.get<{ permissions: string[] }>(`/staff/${held?.id ?? 0}`));
    const changed = { permissions: [...permissions, 'payments.review'] };
    expectDone(await admin.put<object>('/roles/salesperson', changed));
    try {
      await open(`/staff/${idOf(SELLER)}?tab=permissions`);
      await isShown(page.getByRole('listitem').filter({ hasText: 'Review payments' }));
      await isGone(text(/transaction processing/));
    } finally {
      expectDone(await admin.delete<object>('/roles/salesperson'));
    }
  });

  it('give each role a colour of its own', async () => {
    await open('/staff/new');
    await isShown(page.getByRole('radio'));
    const colours = [...document.querySelectorAll('label:has(input[type=radio]:not(:checked))')].map(
      (option) => {
        const badge = option.querySelectorAll('span')[1];
        return badge ? `${getComputedStyle(badge).backgroundColor} ${getComputedStyle(badge).color}` : '';
      },
    );
    expect(colours).toHaveLength(11);
    expect(new Set(colours).size).toBe(11);
  });

  it('search 300 ms after the last key, once', async () => {
    await open('/staff');
    await isShown(page.getByRole('cell').getByRole('link'));
    const asked = watchCalls({ path: /\/staff\?.*search=/ });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const part of ['j', 'jo', 'joel']) {
      typeAtOnce(page.getByRole('searchbox'), part);
      await vi.advanceTimersByTimeAsync(299);
    }
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]?.url.searchParams.get('search')).toBe('joel');
  });

  it('narrow the list by role, store and status', async () => {
    const screen = await open('/staff');
    await isShown(page.getByRole('cell').getByRole('link'));
    for (const label of ['Role', 'Store', 'Status']) await isShown(field(label));
    await field('Role').selectOptions('Auditor');
    await expect.poll(() => screen.address().searchParams.get('role')).toBe('auditor');
    await isGone(text('Joel Cruz'));
    await field('Status').selectOptions('Inactive');
    await expect.poll(() => screen.address().searchParams.get('is_active')).toBe('false');
  });

  it('name whoever is signed in, and what they can do about it', async () => {
    const entriesOf = async (email: string, name: RegExp) => {
      await openScreen('/dashboard', { email, withMenu: true });
      await button(name).click();
      await isShown(text(email));
      return page
        .getByRole('menuitem')
        .elements()
        .map((entry) => entry.textContent);
    };
    const own = ['My Account', 'Change cashier', 'Change Password', 'Logout'];
    expect(await entriesOf(MANAGER, /Store Manager/)).toEqual(own);
    expect(await entriesOf(ADMIN, /Admin/)).toEqual(['Settings', ...own]);
  });
});
