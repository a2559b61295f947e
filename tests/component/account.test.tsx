import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { keepLastCalls, lastCalls } from '#renderer/lib/last-calls.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { call, DEMO_PASSWORD } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const AUDITOR = 'auditor@demo.test';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name });
const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
const openCard = (path: string) => openScreen(path, { email: null, withMenu: true });

describe('a password that somebody was given', () => {
  it('is changed before anything else is shown, or asked of the server', async () => {
    const admin = await callerAs('admin@demo.test');
    const [store] = expectDone(await admin.get<{ id: number }[]>('/stores'));
    const email = 'newcomer@demo.test';
    expectDone(
      await admin.post<object>('/staff', {
        name: 'Nena Newcomer',
        email,
        password: DEMO_PASSWORD,
        role: 'salesperson',
        primary_store_id: store?.id,
      }),
    );
    const others = watchCalls({ path: /\/api\/v1\/(?!staff\/(me|login|update-password)$)/ });
    await openScreen('/pos', { email, withMenu: true });
    await isShown(page.getByRole('heading', { name: 'Change Password' }));
    expect(await axeViolations()).toEqual([]);
    await button('Change Password').click();
    await expect.poll(() => errorOf(field('Current password'))).toBe('Current password is required');
    await isGone(page.getByRole('navigation'));
    expect(others).toEqual([]);
    await field('Current password').fill(DEMO_PASSWORD);
    await field('New password').fill('copper-violin-tide');
    await field('Confirm new password').fill('copper-violin-tide');
    await button('Change Password').click();
    await isTold('Password updated');
    await isShown(page.getByRole('navigation'));
  });
});

describe('a forgotten password', () => {
  it('is asked for from the sign-in, and what is said is the same for every address', async () => {
    const screen = await openCard('/login');
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await isShown(page.getByRole('heading', { name: 'Forgot password' }));
    expect(await axeViolations()).toEqual([]);
    await button('Send link').click();
    await expect.poll(() => errorOf(field('Email'))).toBe('Email is required');
    await field('Email').fill('nobody@demo.test');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByText('If somebody works here as nobody@demo.test'));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await isShown(button('Sign in'));
    expect(screen.address().pathname).toBe('/login');
  });

  it('is not set by a link that is broken or used, which says what to do', async () => {
    await openCard('/reset-password?token=abc');
    await isShown(page.getByRole('alert').getByText('This link is not whole'));
    await openCard('/reset-password?token=abc&email=auditor%40demo.test');
    await button('Set password').click();
    await expect.poll(() => errorOf(field('New password'))).toBe('New password is required');
    await field('New password').fill('short');
    await field('Confirm new password').fill('other');
    await button('Set password').click();
    await expect.poll(() => errorOf(field('New password'))).toBe('Password must be at least 8 characters');
    await field('New password').fill('blue lantern 42');
    await button('Set password').click();
    await expect.poll(() => errorOf(field('Confirm new password'))).toBe('Passwords do not match');
    await field('Confirm new password').fill('blue lantern 42');
    await button('Set password').click();
    await isShown(
      page
        .getByRole('alert')
        .getByText('This link was used already, is older than an hour, or is not the newest one'),
    );
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await isShown(page.getByRole('heading', { name: 'Forgot password' }));
  });
});

describe('one’s own account', () => {
  const otherSessions = () => callerAs(AUDITOR);
  const openAccount = async () => {
    await openScreen('/dashboard', { email: AUDITOR, withMenu: true });
    await page.getByRole('button', { name: /Auditor/ }).click();
    await page.getByRole('menuitem', { name: 'My Account' }).click();
    await isShown(page.getByRole('heading', { name: 'My Account' }));
  };

  it('shows who one is and where one is signed in, each with an end', async () => {
    const other = await otherSessions();
    await openAccount();
    await isShown(page.getByRole('region', { name: 'You' }).getByText(AUDITOR));
    await isShown(page.getByText('This one'));
    expect(rows()[0]).toContain('This one');
    expect(await axeViolations()).toEqual([]);
    await page
      .getByRole('button', { name: /^Sign out on/ })
      .first()
      .click();
    await isTold('Signed out there');
    expect((await other.get('/staff/me')).status).toBe(401);

    const next = await otherSessions();
    await openAccount();
    await button('Sign out everywhere else').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out elsewhere' }).click();
    await isTold('Signed out everywhere else');
    await expect.poll(() => rows().length).toBe(1);
    expect((await next.get('/staff/me')).status).toBe(401);
    await isGone(button('Sign out everywhere else'));
  });

  it('says so where the sign-ins cannot be loaded', async () => {
    const { mend } = failCalls({ path: /\/staff\/sessions$/, status: 500, body: {} });
    await openScreen('/account', { email: AUDITOR });
    await isShown(page.getByText('Your sign-ins could not be loaded'));
    mend();
    await button('Retry').click();
    await isShown(page.getByText('This one'));
  });

  it('leads to one’s own form, which the own page among the staff offers to managers alone', async () => {
    for (const [email, isOffered] of [
      [AUDITOR, false],
      ['store_manager@demo.test', true],
    ] as const) {
      const screen = await openScreen('/account', { email });
      await page.getByRole('region', { name: 'You' }).getByRole('button', { name: 'Edit' }).click();
      await isShown(field('Name'));
      await screen.goTo(screen.address().pathname.replace(/\/edit$/, ''));
      await isShown(button('Change Password'));
      expect(button('Edit').elements()).toHaveLength(isOffered ? 1 : 0);
    }
  });

  it('says that the password could not be changed where the server says nothing better', async () => {
    await openScreen('/account', { email: AUDITOR });
    await button('Change Password').click();
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      await field(label).fill('copper-violin-tide');
    }
    const body = { message: '', code: 'illegal_state' };
    failCalls({ path: /\/update-password$/, method: 'POST', status: 409, body });
    await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
    await isTold('Failed to update password');
  });

  it('changes the password', async () => {
    await openScreen('/account', { email: AUDITOR });
    await button('Change Password').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabelText('Current password').fill(DEMO_PASSWORD);
    // At 200 % its last field is in sight above its foot.
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    const boxOf = (part: Locator) => part.element().getBoundingClientRect();
    expect(boxOf(dialog.getByLabelText('Confirm new password')).bottom).toBeLessThan(
      boxOf(dialog.getByRole('button', { name: 'Change Password' })).top,
    );
    await dialog.getByLabelText('New password', { exact: true }).fill('Password123');
    await dialog.getByLabelText('Confirm new password').fill('Password123');
    await dialog.getByRole('button', { name: 'Change Password' }).click();
    await expect
      .poll(() => errorOf(dialog.getByLabelText('New password', { exact: true })))
      .toContain('it was leaked');
  });
});

describe('what support needs', () => {
  it('is there without a sign-in: versions, engine, address, and a report without a secret', async () => {
    keepLastCalls();
    await openCard('/login');
    await page.getByRole('link', { name: 'Contact support' }).click();
    await isShown(page.getByText('SQLite', { exact: true }));
    await isShown(page.getByText(location.origin, { exact: true }));
    expect(await axeViolations()).toEqual([]);
    await call('', 'GET', '/staff/me?search=a-secret');
    await expect.poll(() => lastCalls().at(-1)).toContain('/api/v1/staff/me 4');
    const saved = Promise.withResolvers<Blob>();
    const { createObjectURL } = URL;
    URL.createObjectURL = (file: Blob) => {
      saved.resolve(file);
      return createObjectURL(file);
    };
    await button('Save report').click();
    const report = await (await saved.promise).text();
    URL.createObjectURL = createObjectURL;
    expect(report).toContain('Database: SQLite');
    expect(report).toContain('/api/v1/health 200');
    expect(report).toContain('/api/v1/staff/me 401');
    expect(report).not.toMatch(/demo-pass-1|@demo\.test|a-secret/);
  });
});

describe('the set-up of a new chain', () => {
  const open = async (needs_code: boolean) => {
    failCalls({ path: /\/setup$/, status: 200, body: { is_needed: true, needs_code } });
    const screen = await openCard('/login');
    await isShown(page.getByRole('heading', { name: 'Set up your shop' }));
    return screen;
  };

  it('says on each field what is missing, and asks for no code on the server’s computer', async () => {
    await open(false);
    expect(await axeViolations()).toEqual([]);
    expect(document.activeElement).toBe(field('Shop name').element());
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(field('Shop name'))).toBe('Shop name is required');
    expect(errorOf(field('Code'))).toBe('Store code is required');
    expect(errorOf(field('Email'))).toBe('Email is required');
    expect(errorOf(field('Password'))).toBe('New password is required');
    await isGone(page.getByLabelText('Code from the server’s log'));
    expect(await axeViolations()).toEqual([]);
  });

  it('asks for the code elsewhere, and leads to the sign-in where somebody was faster', async () => {
    await open(true);
    const fill = async (label: string, text: string) => field(label).fill(text);
    await fill('Shop name', 'Gadgets');
    await userEvent.type(field('Code'), 'mnl-01');
    await expect.element(field('Code')).toHaveValue('MNL-01');
    await fill('Name', 'Makati');
    await fill('Your name', 'Nena');
    await fill('Email', 'nena@gadgets.test');
    await fill('Password', 'blue lantern 42');
    await fill('Confirm password', 'blue lantern 42');
    await button('Set up the shop').click();
    await expect.poll(() => errorOf(field('Code from the server’s log'))).toContain('The code is needed');
    await fill('Code from the server’s log', 'k7qm2rxa');
    const sent = watchCalls({ path: /\/setup$/, method: 'POST' });
    await button('Set up the shop').click();
    await isShown(button('Sign in'));
    expect(sent[0]?.body).toMatchObject({ code: 'k7qm2rxa', store_code: 'MNL-01', tax_rate: 12 });
  });

  it('stands as it was typed when the page is opened again, but for passwords and the code', async () => {
    const screen = await open(true);
    await field('Shop name').fill('Aling Nena');
    await field('Your name').fill('Nena');
    await page.getByRole('checkbox', { name: 'Prices include the tax' }).click();
    for (const label of ['Password', 'Confirm password', 'Code from the server’s log']) {
      await field(label).fill('blue lantern 42');
    }
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('blue lantern');
    // As after a reload, the form starts anew.
    await screen.goTo('/support');
    await isGone(field('Shop name'));
    await screen.goTo('/login');
    await expect.element(field('Shop name')).toHaveValue('Aling Nena');
    await expect.element(field('Your name')).toHaveValue('Nena');
    await expect.element(page.getByRole('checkbox', { name: 'Prices include the tax' })).not.toBeChecked();
    for (const label of ['Password', 'Confirm password', 'Code from the server’s log']) {
      await expect.element(field(label)).toHaveValue('');
    }
  });
});
