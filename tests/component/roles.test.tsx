import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { sidewaysFaults } from '#tests/support/component/fits.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';

describe('roles', () => {
  let admin: Caller;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  afterEach(async () => {
    for (const role of ['auditor', 'tech_support']) expectDone(await admin.delete(`/roles/${role}`));
  });
  const cell = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}(,|$)`) });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const held = async (wanted: string) => {
    type Role = { role: string; permissions: string[] };
    const roles = expectDone(await admin.get<Role[]>('/roles'));
    return roles.find(({ role }) => role === wanted)?.permissions;
  };
  const open = async () => {
    await openScreen('/roles', { email: ADMIN });
    await isShown(cell('Auditor: See reports'));
  };

  it('stand by rank across and by group down, admin’s fixed, and are clean for axe', async () => {
    await open();
    const heads = [...document.querySelectorAll('thead th')].map((head) => head.textContent);
    expect(heads.slice(1, 5)).toEqual(['Admin', 'Regional Manager', 'Store Manager', 'Salesperson']);
    expect(heads).toHaveLength(13);
    // A heading of rows is that of its own group alone.
    for (const group of document.querySelectorAll('tbody')) {
      expect(group.querySelectorAll('th[scope=rowgroup]')).toHaveLength(1);
      expect(group.querySelector('th')?.scope).toBe('rowgroup');
    }
    await isShown(page.getByText('See costs', { exact: true }));
    expect(page.getByRole('checkbox', { name: /^Admin/ }).elements()).toEqual([]);
    expect(page.getByRole('checkbox').elements()).toHaveLength(
      11 * document.querySelectorAll('tbody th[scope=row]').length,
    );
    expect(await axeViolations()).toEqual([]);
    // In a wide window no head stands on its side, and each has room.
    onTestFinished(() => page.viewport(1366, 768));
    await page.viewport(1920, 1080);
    const names = [...document.querySelectorAll<HTMLElement>('thead th[abbr] > :first-child')];
    const onSide = () => names.filter((name) => name.offsetHeight > name.offsetWidth);
    await expect.poll(onSide).toEqual([]);
    expect(names.filter((name) => name.scrollWidth > name.clientWidth)).toEqual([]);
  });

  it('are changed from the keyboard, saved, marked, and go back to the defaults after a question', async () => {
    await open();
    (cell('Auditor: See reports').element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{ArrowRight}{ArrowRight} ');
    await isShown(page.getByText('2 unsaved changes in Auditor, Tech Support'));
    await isShown(page.getByText('Tech Support gets: See reports.'));
    expect(await axeViolations()).toEqual([]);
    await button('Save').click();
    await isShown(page.getByText('No changes'));
    expect(await held('auditor')).toEqual(['reports.view']);
    expect(await held('tech_support')).toEqual(['reports.view']);
    await isShown(cell('Auditor: See reports, differs from the default'));
    await button('Back to the defaults: Auditor').click();
    await isShown(page.getByRole('alertdialog', { name: 'Set Auditor back to the defaults?' }));
    await isShown(page.getByText('Loses: See reports.'));
    await button('Back to the defaults').click();
    await isTold('Auditor is back to the defaults');
    expect(await held('auditor')).toEqual([]);
    await isGone(button('Back to the defaults: Auditor'));
  });

  it('say what a permission needs to be of use', async () => {
    await open();
    await cell('Auditor: Change customers').click();
    await isShown(page.getByText('Auditor: “Change customers” needs “See customers”.'));
    await cell('Auditor: See customers').click();
    await isGone(page.getByText(/needs “See customers”/));
    await button('Cancel').click();
    await isShown(page.getByText('No changes'));
  });

  it('are a list of one role in a phone’s window, each permission with all of its words', async () => {
    onTestFinished(() => page.viewport(1366, 768));
    await page.viewport(390, 844);
    await openScreen('/roles', { email: ADMIN, withMenu: true });
    await page.getByLabelText('Role', { exact: true }).selectOptions('Auditor');
    const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} `) });
    await box('Change customers').click();
    await isShown(page.getByText('Needs “See customers”', { exact: true }));
    await box('See customers').click();
    await isShown(page.getByText('Auditor gets: See customers, Change customers.'));
    const cut = page
      .getByRole('checkbox')
      .elements()
      .map((each) => each.closest('li'))
      .filter((row) => !row || row.scrollWidth > row.clientWidth || row.clientHeight < 44);
    expect([cut, sidewaysFaults(), await axeViolations()]).toEqual([[], [], []]);
    await button('Save').click();
    await expect.element(button('Save')).toBeDisabled();
    expect(await held('auditor')).toEqual(expect.arrayContaining(['customers.view', 'customers.edit']));
    await isShown(button('Back to the defaults: Auditor'));
  });

  it('keep what another admin changed while this one looked', async () => {
    await open();
    await cell('Auditor: See reports').click();
    expectDone(await admin.put('/roles/auditor', { permissions: ['customers.view'] }));
    await button('Save').click();
    await isShown(page.getByText('No changes'));
    expect(await held('auditor')).toEqual(expect.arrayContaining(['customers.view', 'reports.view']));
    await expect.element(cell('Auditor: See customers')).toBeChecked();
  });

  it('lead a menu that stands open, with the next answer of the server', async () => {
    const screen = await openScreen('/dashboard', { email: 'auditor@demo.test', withMenu: true });
    await isShown(page.getByRole('link', { name: 'Staff', exact: true }));
    await isGone(page.getByRole('link', { name: 'Customers', exact: true }));
    expectDone(await admin.put('/roles/auditor', { permissions: ['customers.view'] }));
    await screen.goTo('/staff');
    await isShown(page.getByRole('link', { name: 'Customers', exact: true }));
    expectDone(await admin.put('/roles/auditor', { permissions: [] }));
    await screen.goTo('/customers');
    await isGone(page.getByRole('link', { name: 'Customers', exact: true }));
  });

  it('are no screen for others', async () => {
    const screen = await openScreen('/roles', { email: 'regional_manager@demo.test' });
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });
});
