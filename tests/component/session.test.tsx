import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { stores } from '#contract/stores.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { listLoaded } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  holdCall,
  loseAnswer,
  loseServer,
  openScreen,
  watchCalls,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold, notices } from '#tests/support/component/shown.ts';
import { cart, cartLines } from '#tests/support/component/till.ts';
import { call, DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import {
  createDraft,
  expectDone,
  openDraft,
  unitsOnSale,
  type WireTransaction,
} from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';

type Stores = z.input<typeof stores.list.response>;

describe('the session', () => {
  let admin: Caller;
  let all: Stores;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    all = expectDone(await admin.get<Stores>('/stores'));
  });
  const idOf = (code: string) => all.find((one) => one.code === code)?.id ?? 0;
  const store = () => page.getByLabelText('Store', { exact: true });
  const told = () => notices().getByRole('button', { name: 'Dismiss' }).elements();

  it('refuses what cannot be a sign-in on its field, and a wrong password above the fields', async () => {
    const screen = await openScreen('/login', { email: null });
    const [email, password] = [
      page.getByLabelText('Email'),
      page.getByLabelText('Password', { exact: true }),
    ];
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await signIn.click();
    await expect.poll(() => errorOf(email)).toBe('Email is required');
    await expect.poll(() => errorOf(password)).toBe('Password is required');
    await expect.element(email).toHaveFocus();
    await email.fill('joel');
    await password.fill('12345');
    await expect.poll(() => errorOf(email)).toBe('Invalid email');
    await expect.poll(() => errorOf(password)).toBe('Password must be at least 6 characters');
    await email.fill('salesperson@demo.test');
    await password.fill('not-the-one');
    await signIn.click();
    await isShown(page.getByRole('alert').getByText('Invalid email or password', { exact: true }));
    expect(screen.address().pathname).toBe('/login');
    expect(told()).toEqual([]);
  });

  it('says so where the browser did not keep the sign-in, and takes the next one', async () => {
    await openScreen('/login', { email: null });
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await page.getByLabelText('Email').fill(ADMIN);
    await page.getByLabelText('Password', { exact: true }).fill(DEMO_PASSWORD);
    const answered = holdCall({ path: /\/staff\/login$/, method: 'POST', isAnswered: true });
    await signIn.click();
    await expect.poll(answered.sent).toBe(1);
    // As a proxy does that takes the cookie out of the answer.
    expect((await call('', 'POST', '/staff/logout')).status).toBe(200);
    answered.release();
    await isShown(page.getByRole('alert').getByText(/did not keep you signed in\. Allow cookies/));
    await signIn.click();
    await isShown(page.getByRole('heading', { name: /^Good / }));
  });

  it('refuses a new password on its field, and takes a good one', async () => {
    const NEXT = 'long-enough';
    await openScreen('/dashboard', { email: 'auditor@demo.test', withMenu: true });
    await page.getByRole('button', { name: /Auditor/ }).click();
    await page.getByRole('menuitem', { name: 'Change Password' }).click();
    const dialog = page.getByRole('dialog');
    const field = (label: string) => dialog.getByLabelText(label, { exact: true });
    const labels = ['Current password', 'New password', 'Confirm new password'];
    const submit = dialog.getByRole('button', { name: 'Change Password' });
    const fill = async (...values: string[]) => {
      for (const [index, label] of labels.entries()) await field(label).fill(values[index] ?? '');
      await submit.click();
    };
    const says = (label: string, text: string) => expect.poll(() => errorOf(field(label))).toBe(text);
    await submit.click();
    await says('Current password', 'Current password is required');
    await says('New password', 'New password is required');
    await says('Confirm new password', 'Please confirm your new password');
    await fill('x', 'short', 'other');
    await says('New password', 'Password must be at least 8 characters');
    await fill('x', NEXT, 'other');
    await says('Confirm new password', 'Passwords do not match');
    await fill('wrong-one', NEXT, NEXT);
    await says('Current password', 'Current password is incorrect');
    // The answer is lost: sent again, it is done already.
    loseAnswer({ path: /\/staff\/update-password$/, method: 'POST' });
    await fill(DEMO_PASSWORD, NEXT, NEXT);
    await isTold('The server cannot be reached');
    await submit.click();
    await isGone(dialog);
    await isTold('Password updated');
    // Others sign in with the demo shop's password.
    const back = {
      current_password: NEXT,
      new_password: DEMO_PASSWORD,
      new_password_confirmation: DEMO_PASSWORD,
    };
    expectDone(await call<object>('', 'POST', '/staff/update-password', back));
  });

  it('stands in a frame of the widths that were asked for, its menu wide or narrow', async () => {
    const screen = await openScreen('/dashboard', { email: MANAGER, withMenu: true });
    const widthOf = (what: Element | null) => Math.round(what?.getBoundingClientRect().width ?? 0);
    const menu = () => page.getByRole('navigation').first().element();
    await isShown(page.getByRole('link', { name: 'Staff', exact: true }));
    await expect.poll(() => widthOf(menu())).toBe(300);
    expect(widthOf(store().element())).toBe(200);
    expect(await axeViolations()).toEqual([]);
    // However low the window is, the entry of the current page is in sight, also of a page that is a tab of it.
    await page.viewport(1366, 400);
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await isShown(page.getByRole('heading', { name: 'Staff', level: 1 }));
    const main = page.getByRole('main');
    await expect.element(main).toHaveFocus();
    await expect.element(page.getByRole('link', { name: 'Staff', exact: true })).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name: 'Imports' }).click();
    await isShown(page.getByRole('heading', { name: 'Imports', level: 1 }));
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' });
    await expect.element(entry).toHaveAttribute('aria-current', 'page');
    await expect.element(entry).toBeInViewport({ ratio: 1 });
    const tab = page.getByRole('link', { name: 'Imports' });
    await expect.element(tab).toHaveAttribute('aria-current', 'page');
    await expect.element(tab).toHaveFocus();
    await page.viewport(1366, 768);
    await page.getByRole('button', { name: /collapse/i }).click();
    await expect.poll(() => widthOf(menu())).toBe(80);
    // In a phone's window the menu is a drawer.
    await page.viewport(390, 844);
    const button = page.getByRole('button', { name: 'Open menu' });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await button.click();
    await isShown(drawer.getByRole('link', { name: 'Transactions' }));
    await expect.element(drawer.getByRole('link', { name: 'Products', exact: true })).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await isGone(drawer);
    await expect.element(button).toHaveFocus();
    await button.click();
    await drawer.getByRole('link', { name: 'Customers', exact: true }).click();
    await isShown(page.getByRole('heading', { name: 'Customers', level: 1 }));
    await isGone(drawer);
    await expect.element(main).toHaveFocus();
    // Nor does it cover the page that somebody goes back to.
    await screen.go(-1);
    await isShown(page.getByRole('heading', { name: 'Imports', level: 1 }));
    await isGone(drawer);
    await page.viewport(1366, 768);
  });

  it('ends without the server: the cart is kept, and the server is told before anybody signs in again', async () => {
    const SELLER = 'salesperson@demo.test';
    const seller = await callerAs(SELLER);
    const draft = await openDraft(seller, await unitsOnSale(seller, 2));
    const screen = await openScreen(`/pos/${draft.id}`, { email: SELLER, withMenu: true });
    await isShown(cartLines().first());
    const { mend } = loseServer();
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await isShown(page.getByText(/^Offline since/));
    await page.getByRole('button', { name: /^Joel/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: 'The server cannot be reached' });
    await isShown(question.getByText('Nobody can sign in here until it is back.'));
    await question.getByRole('button', { name: 'Stay' }).click();
    await isGone(question);
    await isShown(cartLines().first());
    await page.getByRole('button', { name: /^Joel/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Logout' }).click();
    await isTold('Signed out without the server');
    await isTold('The cart is kept on this till until you sign in again.');
    await screen.goTo('/login');
    await isShown(page.getByRole('button', { name: 'Sign in' }));

    mend();
    const ended = watchCalls({ path: /\/staff\/logout$/, method: 'POST' });
    expect((await call('', 'GET', '/staff/me')).status).toBe(200);
    await page.getByLabelText('Email').fill(SELLER);
    await page.getByLabelText('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await isShown(page.getByRole('heading', { name: /^Good / }));
    expect(ended).toHaveLength(1);
    expect((await ended[0]?.answer)?.status).toBe(200);
    await screen.goTo('/pos');
    await isShown(page.getByText(`(${draft.draft_number})`));
  });

  it('sends whoever may not sell from the till to the dashboard', async () => {
    for (const email of ['inventory_checker@demo.test', 'regional_manager@demo.test', 'finance@demo.test']) {
      const screen = await openScreen('/pos', { email, withMenu: true });
      await isShown(page.getByRole('heading', { name: /^Good / }));
      expect([email, screen.address().pathname]).toEqual([email, '/dashboard']);
      expect(page.getByRole('link', { name: 'Point of Sale' }).elements()).toEqual([]);
    }
  });

  it('asks before it switches the store with a cart or a half-typed payment, keeps the draft, and starts empty at the other store', async () => {
    const [manila, cebu] = [idOf('MNL-01'), idOf('CEB-01')];
    const units = await unitsOnSale(await callerAs(MANAGER), 1);
    const at = { storeId: manila };
    const draft = expectDone(await createDraft<WireTransaction>(admin, units, {}, at));
    const screen = await openScreen(`/pos/${draft.id}`, { email: ADMIN, withMenu: true, ...at });
    await expect.poll(() => cartLines().elements()).toHaveLength(1);
    await isTold('Transaction loaded');
    await screen.goTo(`/pos/${draft.id}/payment`);
    await page.getByLabelText('Amount').fill('100');

    const unsaved = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const choose = async (id: number) => {
      await userEvent.selectOptions(store(), String(id));
      await isShown(unsaved);
    };
    await choose(cebu);
    await unsaved.getByRole('button', { name: 'Stay' }).click();
    await isGone(unsaved);
    await expect.element(page.getByLabelText('Amount')).toHaveValue('100');
    await choose(cebu);
    await unsaved.getByRole('button', { name: 'Discard changes' }).click();
    const question = page.getByRole('alertdialog', { name: 'Switch the store?' });
    await isShown(question.getByText(`The item in the cart stays in draft ${draft.draft_number}`));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(store()).toHaveValue(String(manila));
    await choose(cebu);
    await unsaved.getByRole('button', { name: 'Discard changes' }).click();
    await question.getByRole('button', { name: 'Switch store' }).click();
    await isShown(cart().getByText('Scan an item to start'));
    await expect.poll(() => screen.address().pathname).toBe('/pos');
    await expect.element(store()).toHaveValue(String(cebu));
    await expect.poll(told).toEqual([]);
    const kept = expectDone(await admin.get<WireTransaction>(`/transactions/${draft.id}`, at));
    expect([kept.status, kept.transaction_items.length]).toEqual(['draft', 1]);
  });

  it('stays in the store that was chosen while it was asked anew who this is', async () => {
    const [manila, cebu] = [idOf('MNL-01'), idOf('CEB-01')];
    const screen = await openScreen('/customers', { email: ADMIN, withMenu: true, storeId: manila });
    await isShown(page.getByRole('heading', { name: 'Customers', level: 1 }));
    const asked = holdCall({ path: /\/staff\/me$/, method: 'GET', isAnswered: true });
    const { shop_name } = expectDone(await admin.get<{ shop_name: string }>('/settings'));
    expectDone(await admin.put('/settings', { shop_name }));
    await screen.goTo('/suppliers');
    await expect.poll(asked.sent).toBe(1);
    await userEvent.selectOptions(store(), String(cebu));
    await expect.element(store()).toHaveValue(String(cebu));
    await isShown(page.getByRole('heading', { name: 'Suppliers', level: 1 }));
    asked.release();
    await screen.goTo('/customers');
    await isShown(page.getByRole('heading', { name: 'Customers', level: 1 }));
    await listLoaded();
    await expect.element(store()).toHaveValue(String(cebu));
  });
});
