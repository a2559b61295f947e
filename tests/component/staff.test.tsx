import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const REGIONAL = 'regional_manager@demo.test';
const SELLER = 'salesperson@demo.test';

type Person = { id: number; name: string; email: string; role: string; store_ids: number[] };

describe('staff', () => {
  let admin: Caller;
  let screen: OpenScreen;
  let made = 0;
  const idOf = async (email: string) => {
    const { data } = expectDone(await admin.get<{ data: Person[] }>('/staff?per_page=1000'));
    const found = data.find((person) => person.email === email);
    if (!found) throw new Error(`Nobody has ${email}`);
    return found.id;
  };
  /** Adds a person whom no other test knows. */
  const addPerson = async (more: object = {}) => {
    const stores = expectDone(await admin.get<{ id: number; code: string }[]>('/stores'));
    const primary_store_id = stores.find(({ code }) => code === 'MNL-01')?.id;
    made += 1;
    const name = `Made Person ${made}`;
    const email = `made${made}@screen.test`;
    const form = { name, email, password: 'mango-ferry-lantern', role: 'finance', primary_store_id, ...more };
    return expectDone(await admin.post<Person>('/staff', form));
  };
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const open = async (path: string, email = ADMIN) => {
    screen = await openScreen(path, { email });
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const text = (content: string | RegExp) => page.getByText(content);
  const tab = (name: string) => page.getByRole('tab', { name });
  const question = () => page.getByRole('alertdialog');
  const isClean = async (there: Locator) => {
    await isShown(there);
    expect(await axeViolations()).toEqual([]);
  };
  const entries = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((entry) => entry.textContent);

  it('lists who works here with role, store, state and last login, ten a page, and stands for axe', async () => {
    await open('/staff');
    await isShown(page.getByRole('heading', { name: 'Staff Management' }));
    await expect.poll(() => page.getByRole('cell').getByRole('link').elements().length).toBe(10);
    const heads = page.getByRole('columnheader').elements();
    expect(heads.map((head) => head.textContent)).toEqual([
      'Staff member',
      'Role',
      'Primary store',
      'Status',
      'Last login',
      'Actions',
    ]);
    expect(await axeViolations()).toEqual([]);
    await open('/staff?search=maria');
    await isShown(text('No primary store'));
    await open('/staff?search=nobody-of-that-name');
    await isClean(button('Clear filters'));
    failCalls({ path: /api\/v1\/staff\?/, status: 403, body: { message: 'Not for you', code: 'forbidden' } });
    await open('/staff');
    await isClean(text(/could not be loaded/));
  });

  it('offers a reader what they may do with a row, and no more', async () => {
    const { name } = await addPerson();
    const offered = async (row: string, email: string) => {
      await open(`/staff?search=${encodeURIComponent(row)}`, email);
      await button(`Actions for ${row}`).click();
      await isShown(page.getByRole('menuitem', { name: 'View' }));
      return entries();
    };
    const all = ['View', 'Edit', 'Reset Password', 'Deactivate'];
    expect(await offered(name, ADMIN)).toEqual(all);
    expect(await offered(name, MANAGER)).toEqual(all);
    expect(await offered(name, SELLER)).toEqual(['View']);
    expect(await offered('Ana Reyes', REGIONAL)).toEqual(all);
    expect(await offered('Ana Reyes', MANAGER)).toEqual(['View', 'Change Password']);
    await open('/staff', SELLER);
    await isShown(page.getByRole('cell').getByRole('link'));
    await isGone(button('Add Staff Member'));
  });

  it('adds somebody from the keyboard, with the fields’ messages first, and goes to their page', async () => {
    await open('/staff/new', MANAGER);
    await isClean(field('Name'));
    await button(/Create Staff Member/).click();
    for (const message of ['Name is required', 'Email is required', 'Password is required']) {
      await isShown(text(message));
    }
    const given = page.getByRole('radio').elements();
    expect(given).toHaveLength(9);
    await isGone(page.getByRole('radio', { name: /^Store Manager/ }));
    await userEvent.fill(field('Name'), 'Typed Person');
    await userEvent.fill(field('Email'), 'salesperson@demo.test');
    await userEvent.fill(field('First password'), 'mango-ferry-lantern');
    await userEvent.keyboard('{Control>}s{/Control}');
    await isShown(text('This email is taken'));
    await userEvent.fill(field('Email'), 'typed@screen.test');
    await userEvent.keyboard('{Control>}s{/Control}');
    await isShown(page.getByRole('heading', { name: 'Typed Person', level: 1 }));
    expect(screen.address().pathname).toMatch(/^\/staff\/\d+$/);
    await isShown(text('Never'));
  });

  it('asks for one’s own password where another email is given, and for none otherwise', async () => {
    const { id, email } = await addPerson();
    await open(`/staff/${id}/edit`, MANAGER);
    await isShown(field('Email'));
    await isGone(field('Your current password'));
    await userEvent.fill(field('Email'), `other-${email}`);
    await isClean(field('Your current password'));
    await button(/Update Staff Member/).click();
    await isShown(text('Current password is required'));
    await userEvent.fill(field('Your current password'), 'not-this-one');
    await button(/Update Staff Member/).click();
    await isShown(text('Current password is incorrect'));
    // With the address as it was nothing is asked for, and nothing that was typed is in the way.
    await userEvent.fill(field('Email'), email.toUpperCase());
    await isGone(field('Your current password'));
    await userEvent.fill(field('Name'), 'Named Anew');
    await button(/Update Staff Member/).click();
    await isShown(page.getByRole('heading', { name: 'Named Anew', level: 1 }));
    await open(`/staff/${id}/edit`, MANAGER);
    await userEvent.fill(field('Email'), `other-${email}`);
    await userEvent.fill(field('Your current password'), DEMO_PASSWORD);
    await button(/Update Staff Member/).click();
    await isTold('Staff member updated');
    await isShown(text(`other-${email}`));
  });

  it('offers no role that was granted more than a manager holds, nor a password for its people', async () => {
    const { id, name } = await addPerson({ role: 'supplier_liaison' });
    const grants = '/roles/supplier_liaison';
    expectDone(await admin.put<object>(grants, { permissions: ['audit.view', 'staff.manage'] }));
    try {
      await open('/staff/new', MANAGER);
      await isShown(page.getByRole('radio', { name: /^Auditor/ }));
      await isGone(page.getByRole('radio', { name: /^Supplier Liaison/ }));
      await open(`/staff?search=${encodeURIComponent(name)}`, MANAGER);
      await button(`Actions for ${name}`).click();
      await isShown(page.getByRole('menuitem', { name: 'View' }));
      expect(entries()).toEqual(['View', 'Edit', 'Deactivate']);
      await open(`/staff/${id}/edit`, MANAGER);
      await userEvent.fill(field('New password'), 'mango-ferry-lantern');
      await button(/Update Staff Member/).click();
      await isShown(text('Supplier Liaison was granted more than your role: “Read the audit log”.'));
      // A person with the permission but without a rank can add nobody.
      await open('/staff/new', 'supplier_liaison@demo.test');
      await isClean(text("You don't have permission to add staff members"));
    } finally {
      expectDone(await admin.delete<object>(grants));
    }
  });

  it('edits somebody: role, stores and state, a blank password keeps theirs', async () => {
    const { id } = await addPerson();
    await open(`/staff/${id}/edit`);
    await isClean(field('Name'));
    await page.getByRole('radio', { name: /^Auditor/ }).click();
    await page.getByRole('checkbox', { name: 'Cebu – IT Park' }).click();
    await button(/Update Staff Member/).click();
    await isTold('Staff member updated');
    const person = expectDone(await admin.get<Person>(`/staff/${id}`));
    expect(person.role).toBe('auditor');
    expect(person.store_ids).toHaveLength(2);
    await isShown(text('Cebu – IT Park'));
  });

  it('moves somebody from an inactive store to another one', async () => {
    const form = { code: 'ZS-1', name: 'Zs Closed', timezone: 'Asia/Manila' };
    const closed = expectDone(await admin.post<{ id: number }>('/stores/create', form));
    const { id } = await addPerson({ primary_store_id: closed.id });
    expectDone(await admin.delete(`/stores/${closed.id}`));
    await open(`/staff/${id}/edit`);
    await field('Primary store').selectOptions('Makati – Ayala');
    await field('Zs Closed (inactive)').click();
    await button(/Update Staff Member/).click();
    await isTold('Staff member updated');
    const { store_ids } = expectDone(await admin.get<Person>(`/staff/${id}`));
    expect(store_ids).not.toContain(closed.id);
    expect(store_ids).toHaveLength(1);
  });

  it('asks on its field for a primary store that somebody lacks, also where it was chosen and taken back', async () => {
    const id = await idOf(REGIONAL);
    await open(`/staff/${id}/edit`);
    await isShown(field('Name'));
    const before = expectDone(await admin.get<Person>(`/staff/${id}`));
    await field('Primary store').selectOptions('Makati – Ayala');
    await field('Primary store').selectOptions('Select a store');
    await field('Name').fill('Renamed Manager');
    await button(/Update Staff Member/).click();
    await expect.poll(() => errorOf(field('Primary store'))).toBe('Primary store is required');
    expect(expectDone(await admin.get<Person>(`/staff/${id}`))).toEqual(before);
    expect(await axeViolations()).toEqual([]);
  });

  it('keeps what somebody else saved meanwhile, and asks before it replaces what both changed', async () => {
    const { id } = await addPerson();
    const path = `/staff/${id}`;
    await open(`${path}/edit`);
    await userEvent.fill(field('Name'), 'Mine');
    expectDone(await admin.put<Person>(path, { name: 'Theirs', role: 'auditor' }));
    await button(/Update Staff Member/).click();
    await isShown(text('Somebody else changed this meanwhile. Save again to replace it'));
    await expect.element(page.getByRole('radio', { name: /^Auditor/ })).toBeChecked();
    expect(expectDone(await admin.get<Person>(path)).name).toBe('Theirs');
    await button(/Update Staff Member/).click();
    await isTold('Staff member updated');
    expect(expectDone(await admin.get<Person>(path))).toMatchObject({ name: 'Mine', role: 'auditor' });
  });

  it('refuses a manager whoever also works at a store that is not theirs', async () => {
    const stores = expectDone(await admin.get<{ id: number; code: string }[]>('/stores'));
    const cebu = stores.find(({ code }) => code === 'CEB-01')?.id;
    const { id } = await addPerson({ store_ids: [cebu] });
    await open(`/staff/${id}/edit`, MANAGER);
    await isShown(text("You don't have permission to edit this staff member"));
  });

  it('lets everybody change their own name and email alone, and refuses the rest in place', async () => {
    const own = await idOf(SELLER);
    await open(`/staff/${own}/edit`, SELLER);
    await isClean(field('Name'));
    expect(page.getByRole('radio').elements()).toEqual([]);
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    const { id } = await addPerson();
    await open(`/staff/${id}/edit`, SELLER);
    await isClean(text("You don't have permission to edit this staff member"));
    await open(`/staff/${await idOf(ADMIN)}/edit`, REGIONAL);
    await isShown(text("You don't have permission to edit this staff member"));
    await open(`/staff/${id}/reset-password`, SELLER);
    await isShown(text("You don't have permission to reset this password"));
  });

  it('asks before a deactivation, and says that the person can no longer log in', async () => {
    const { name } = await addPerson();
    await open(`/staff?search=${encodeURIComponent(name)}`, MANAGER);
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await isClean(question());
    await isShown(text(/can no longer log in/));
    await userEvent.keyboard('{Escape}');
    await isGone(question());
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await button(`Deactivate ${name}`).click();
    await isTold(`${name} deactivated`);
    await isShown(page.getByRole('cell', { name: 'Inactive' }));
  });

  it('names the tills that the person set up, and ends their access with the deactivation', async () => {
    const { name, email } = await addPerson({ role: 'store_manager' });
    const key = `device-of-${crypto.randomUUID()}`;
    const at = { headers: { 'X-Till': key } };
    const own = await callerAs(email, 'mango-ferry-lantern');
    await own.post('/staff/update-password', {
      current_password: 'mango-ferry-lantern',
      new_password: 'violet-anchor-91',
      new_password_confirmation: 'violet-anchor-91',
    });
    expectDone(await own.post('/tills', { name: `Till of ${name}` }, at));
    expectDone(await own.post('/tills/credential', { secret: crypto.randomUUID().padEnd(43, '-') }, at));
    await open(`/staff?search=${encodeURIComponent(name)}`, ADMIN);
    await button(`Actions for ${name}`).click();
    await page.getByRole('menuitem', { name: 'Deactivate' }).click();
    await isClean(text(new RegExp(`${name} set up Till of ${name}`)));
    await page.getByRole('checkbox', { name: 'End the access of these tills, too' }).click();
    await button(`Deactivate ${name}`).click();
    await isTold(`Access ended: Till of ${name}`);
    await isGone(question());
  });

  it('shows a temporary password once, and asks before it is left', async () => {
    const { id, name } = await addPerson();
    await open(`/staff/${id}/reset-password`, MANAGER);
    await isClean(button('Reset Password'));
    await button('Reset Password').click();
    await isClean(text(/is not shown again/));
    expect(document.querySelector('code')?.textContent).toMatch(/^[A-Za-z2-9]{16}$/);
    await button('Done').click();
    await isShown(text('Leave this password?'));
    await button('Stay').click();
    await isShown(text(/is not shown again/));
    await button('Done').click();
    await button('I have told it').click();
    await isShown(page.getByRole('heading', { name, level: 1 }));
  });

  it('is Change Password on one’s own row', async () => {
    await open(`/staff/${await idOf(MANAGER)}/reset-password`, MANAGER);
    await isClean(page.getByRole('dialog', { name: 'Change Password' }));
  });

  it('shows somebody in four tabs, each of them clean', async () => {
    const id = await idOf(SELLER);
    await open(`/staff/${id}`, MANAGER);
    await isClean(text('Quick stats'));
    const [name, facts] = ['main h1', 'main header p'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    expect(facts?.left).toBe(name?.left);
    await tab('Transactions').click();
    await isClean(page.getByRole('cell').getByRole('link'));
    const heads = page.getByRole('columnheader').elements();
    expect(heads.map((head) => head.textContent)).toEqual([
      'Transaction #',
      'Date',
      'Customer',
      'Store',
      'Total',
      'Status',
      'View',
    ]);
    await tab('Activity').click();
    await isClean(text('Signed in'));
    await tab('Permissions').click();
    await isClean(text(/transaction processing/));
    await open('/staff/99999999', MANAGER);
    await isClean(text('Staff member not found'));
  });

  it('hides what somebody sold and did from whoever may not see it', async () => {
    const id = await idOf(MANAGER);
    await open(`/staff/${id}`, 'auditor@demo.test');
    await isShown(tab('Permissions'));
    for (const name of ['Activity', 'Transactions']) expect(tab(name).elements()).toEqual([]);
    await callerAs(MANAGER);
    await open(`/staff/${id}`, SELLER);
    await tab('Activity').click();
    await isShown(text('Signed in'));
    await open(`/staff/${await idOf('auditor@demo.test')}`, 'auditor@demo.test');
    await isShown(tab('Activity'));
    await tab('Transactions').click();
    await isShown(text('No transactions found'));
  });
});
