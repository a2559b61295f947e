import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rowMenu } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  holdCall,
  loseAnswer,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold, leavesAtOnce } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const CUSTOMERS = /\/api\/v1\/customers$/;
const CUSTOMER = /\/api\/v1\/customers\/\d+$/;

// Tested on the customers' form, which all form pages are built like.
describe('a form in a hurry', () => {
  let admin: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const question = () => page.getByRole('alertdialog');
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const save = () => userEvent.keyboard('{Control>}s{/Control}');
  const open = async (path: string, withMenu = false) => {
    screen = await openScreen(path, { email: ADMIN, withMenu });
    await isShown(field('Name'));
  };
  const openNew = async (name: string, phone: string) => {
    await open('/customers/new');
    await field('Name').fill(name);
    await field('Phone').fill(phone);
  };
  const openEdit = async (name: string, withMenu = false) => {
    const customer = await addCustomer(admin, name);
    await open(`/customers/${customer.id}/edit`, withMenu);
    await field('Notes').fill('Changed');
    return customer;
  };
  const namesOf = async (phone: string) =>
    expectDone(
      await admin.get<{ data: WireCustomer[] }>(`/customers?phone=${encodeURIComponent(phone)}`),
    ).data.map(({ name }) => name);

  it('creates once and goes on to what it made when Enter is pressed twice', async () => {
    await openNew('Pressed Twice', '0917 600 0001');
    const { sent, release } = holdCall({ path: CUSTOMERS, method: 'POST' });
    await field('Name').click();
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('button', { name: 'Creating…' }));
    await userEvent.keyboard('{Enter}');
    await save();
    release();
    await isShown(heading('Pressed Twice'));
    expect(question().elements()).toEqual([]);
    expect(sent()).toBe(1);
  });

  it('takes no input while it is on its way: the answer would throw it away', async () => {
    await openEdit('Typed Meanwhile');
    const { release } = holdCall({ path: CUSTOMER, method: 'PUT' });
    await field('Notes').click();
    await save();
    await isShown(page.getByRole('button', { name: 'Updating…' }));
    await userEvent.keyboard(' and more');
    await expect.element(field('Notes')).toHaveValue('Changed');
    await expect.element(field('Notes')).toHaveFocus();
    release();
    await isShown(heading('Typed Meanwhile'));
  });

  it('leaves whoever went elsewhere meanwhile where they are', async () => {
    // The next page is loaded already, so that it would open at once.
    const other = await addCustomer(admin, 'Seen Before');
    await openScreen(`/customers/${other.id}`, { email: ADMIN });
    await isShown(heading('Seen Before'));
    await openEdit('Left Behind');
    const { release } = holdCall({ path: CUSTOMER, method: 'PUT' });
    await save();
    await isShown(page.getByRole('button', { name: 'Updating…' }));
    await screen.goTo('/dashboard');
    release();
    await isTold('Customer updated');
    expect(screen.address().pathname).toBe('/dashboard');
  });

  it('makes nobody twice when the answer was lost and a field is corrected before it is pressed again', async () => {
    const phone = '0917 600 0002';
    await openNew('Lost Twice', phone);
    const { keys } = loseAnswer({ path: CUSTOMERS, method: 'POST' });
    await save();
    await isTold('The server cannot be reached');
    await field('Notes').fill('Corrected');
    await save();
    await isTold('This was done at the first try, as it was then. Your later changes are not in it.');
    // The result is shown: nothing is left to press a third time.
    await isShown(heading('Lost Twice'));
    await leavesAtOnce('The server cannot be reached');
    expect(new Set(keys).size).toBe(1);
    expect(await namesOf(phone)).toEqual(['Lost Twice']);
  });

  it('makes nobody twice either when what was corrected is refused before it is pressed again', async () => {
    const phone = '0917 600 0003';
    await openNew('Lost And Refused', phone);
    const { keys } = loseAnswer({ path: CUSTOMERS, method: 'POST' });
    await save();
    await isTold('The server cannot be reached');
    await field('Email').fill('nobody@shop..test');
    await save();
    await field('Email').fill('');
    await field('Notes').fill('Corrected');
    await save();
    await isShown(heading('Lost And Refused'));
    expect(new Set(keys).size).toBe(1);
    expect(await namesOf(phone)).toEqual(['Lost And Refused']);
  });

  it('saves what is changed after a lost answer, also back to what stood there at first', async () => {
    const customer = await openEdit('Back To First');
    const read = async () => expectDone(await admin.get<WireCustomer>(`/customers/${customer.id}`)).notes;
    const { keys } = loseAnswer({ path: CUSTOMER, method: 'PUT' });
    await save();
    await isTold('The server cannot be reached');
    expect(await read()).toBe('Changed');
    await field('Notes').fill('');
    await save();
    await isTold('Customer updated');
    expect(await read()).toBe(null);
    expect(keys).toHaveLength(3);
  });

  it('is not saved from below a dialog', async () => {
    await openEdit('Below A Dialog', true);
    const sent = watchCalls({ path: CUSTOMER, method: 'PUT' });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await isShown(question());
    await save();
    await question().getByRole('button', { name: 'Stay' }).click();
    await isGone(question());
    expect(sent).toEqual([]);
    await expect.element(field('Notes')).toHaveValue('Changed');
  });

  it('is left once by a double click on Discard changes', async () => {
    await openEdit('Left Once', true);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question().getByRole('button', { name: 'Discard changes' }).dblClick();
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    await isGone(question());
  });

  it('is asked about before a sign-out', async () => {
    await openEdit('Signed Out', true);
    const logout = async () => {
      await page.getByRole('banner').getByRole('button').last().click();
      await page.getByRole('menuitem', { name: 'Logout' }).click();
      await isShown(question());
    };
    const sent = watchCalls({ path: /\/staff\/logout$/, method: 'POST' });
    await logout();
    await question().getByRole('button', { name: 'Stay' }).click();
    await isGone(question());
    expect(sent).toEqual([]);
    await expect.element(page.getByRole('banner').getByRole('button').last()).toHaveFocus();
    await expect.element(field('Notes')).toHaveValue('Changed');
    await logout();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => sent.length).toBe(1);
  });
});

describe('a question before something is deleted', () => {
  let admin: Caller;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const question = () => page.getByRole('alertdialog');
  const askToDelete = async (name: string, withMenu = false) => {
    await addCustomer(admin, name);
    await openScreen(`/customers?search=${encodeURIComponent(name)}`, { email: ADMIN, withMenu });
    await rowMenu(name);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await isShown(question());
  };

  it('has both its buttons whole within it, however long the name is', async () => {
    await page.viewport(1024, 700);
    for (const name of ['Of the House of Many Names and Titles '.repeat(6).trim(), 'W'.repeat(200)]) {
      await askToDelete(name);
      const frame = question().element().getBoundingClientRect();
      for (const button of question().getByRole('button').elements()) {
        const { left, right } = button.getBoundingClientRect();
        expect([left >= frame.left, right <= frame.right, right - left >= 64]).toEqual([true, true, true]);
      }
      const { scrollWidth, clientWidth } = question().element();
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      // Also at 200 % both the title and the buttons are in sight.
      await page.viewport(683, 384);
      const title = question().getByRole('heading').element().getBoundingClientRect();
      const ends = question()
        .getByRole('button')
        .elements()
        .map((button) => button.getBoundingClientRect().bottom);
      expect([title.top >= 0, Math.max(...ends) <= window.innerHeight]).toEqual([true, true]);
      await page.viewport(1024, 700);
    }
    await page.viewport(1366, 768);
  });

  it('leaves the focus on the page when what opened it is gone', async () => {
    await askToDelete('Gone With Its Row', true);
    await question()
      .getByRole('button', { name: /^Delete / })
      .click();
    await isTold('Gone With Its Row deleted');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });
});
