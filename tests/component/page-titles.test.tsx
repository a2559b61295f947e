import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { screens } from '#renderer/app/screens.tsx';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { newDraft, SELLER } from '#tests/support/component/payment.ts';
import { sidewaysFaults } from '#tests/support/component/fits.ts';
import { addLongestRows } from '#tests/support/component/longest-rows.ts';
import { isShown } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';

const ADMIN = 'admin@demo.test';
/** Pages of the menu that are no lists. */
const NO_LISTS = [
  '/dashboard',
  '/pos',
  '/store-day',
  '/roles',
  '/reports',
  '/settings',
  '/account',
  '/device',
];
const UNKNOWN = '999999999';
const isList = (path: string) =>
  screens.some((screen) => screen.path === path && (screen.menu ?? screen.tab)) && !NO_LISTS.includes(path);
/** Leads to the till without a draft, and is tried with one below. */
const needsDraft = (path: string) => path === '/pos/payment' || path.startsWith('/pos/:');

/** Returns the pages about one thing but the till's, each with a real one. */
const pagesAbout = (ids: Record<string, number | undefined>): string[] =>
  screens.flatMap(({ path }) => {
    const [, name = ''] = /:(\w+)/.exec(path) ?? [];
    return name === '' || path.startsWith('/pos') ? [] : [path.replace(`:${name}`, String(ids[name]))];
  });

/** A phone's window, for the test that asks for it. */
async function onPhone(): Promise<void> {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1366, 768));
}

const isLoaded = () =>
  document.querySelector('[aria-busy="true"]') === null &&
  ![...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
    textContent.startsWith('Loading'),
  );

/** The places of the first row of a list whose rows are cards, and of the window's end. */
function firstRow() {
  const row = document.querySelector('main table tbody tr[data-opens], main table tbody tr');
  if (!row) return null;
  const { top, height } = row.getBoundingClientRect();
  return { isWhole: top + Math.min(height, LEAST_ROW) <= window.innerHeight, top };
}

/** Pixels of a row without long texts. */
const LEAST_ROW = 96;

const titleIs = (title: string) => expect.poll(() => document.title).toBe(`${title} · Tindahan`);

describe('the title of the window', () => {
  let customer: WireCustomer;
  let longest: Awaited<ReturnType<typeof addLongestRows>>;
  beforeAll(async () => {
    const admin = await callerAs(ADMIN);
    customer = await addCustomer(admin, 'Titania Titular');
    longest = await addLongestRows(admin);
  });
  const openLongest = () =>
    openScreen('/dashboard', { email: ADMIN, storeId: longest.store.id, withMenu: true });

  it('is another one on every page, also where a thing is not there; no page is wider than a phone, and at 200 % a list shows a row', async () => {
    await onPhone();
    const screen = await openLongest();
    const titles = new Map<string, string>();
    const wide: string[] = [];
    const listed: string[] = [];
    const hidden: string[] = [];
    const isDrawn = (path: string) =>
      screen.address().pathname === path &&
      document.title !== before &&
      document.querySelectorAll('h1').length === 1 &&
      (!path.includes(UNKNOWN) || document.title.includes(' not found · '));
    let before = '';
    for (const { path } of screens.filter((each) => !needsDraft(each.path))) {
      const address = path.replaceAll(/:\w+/g, UNKNOWN);
      await screen.goTo(address);
      await expect.poll(() => [address, isDrawn(address) && isLoaded()]).toEqual([address, true]);
      // The till has its own layout.
      if (!path.startsWith('/pos')) wide.push(...sidewaysFaults().map((fault) => `${address}: ${fault}`));
      if (isList(path) && firstRow()) {
        await page.viewport(683, 384);
        const row = firstRow();
        listed.push(path);
        if (!row?.isWhole) hidden.push(`${path}: ${row?.top}`);
        await page.viewport(390, 844);
      }
      before = document.title;
      titles.set(path, before);
    }
    expect(wide.join('\n')).toBe('');
    expect(listed.length).toBeGreaterThan(14);
    expect(hidden.join('\n')).toBe('');
    expect([...titles.values()].filter((title) => !/^\S.* · Tindahan$/.test(title))).toEqual([]);
    const shared = [...Map.groupBy(titles, ([, title]) => title).values()].filter((some) => some.length > 1);
    expect(shared).toEqual([]);
    expect(titles.get('/pos/shift')).toBe('Close shift · Point of Sale · Tindahan');
    expect(titles.get('/customers/:customerId')).toBe('Customer not found · Customers · Tindahan');
  });

  it('changes with what is shown, in pages that are no wider than a phone', async () => {
    await onPhone();
    const pages = pagesAbout(longest.ids);
    expect(pages.length).toBeGreaterThan(20);
    const screen = await openLongest();
    const wide: string[] = [];
    for (const address of pages) {
      const before = document.title;
      await screen.goTo(address);
      await expect.poll(() => [address, document.title !== before && isLoaded()]).toEqual([address, true]);
      wide.push(...sidewaysFaults().map((fault) => `${address}: ${fault}`));
    }
    expect(wide.join('\n')).toBe('');
  });

  it('says what is shown, or what became of it', async () => {
    const path = `/customers/${customer.id}`;
    const screen = await openScreen(path, { email: ADMIN });
    await titleIs('Titania Titular · Customers');
    await screen.goTo(`${path}/edit`);
    await titleIs('Edit Customer · Titania Titular');
    await screen.goTo('/customers/new');
    await titleIs('New Customer · Customers');
    await screen.goTo('/customers');
    await titleIs('Customers');
    failCalls({ path: /\/transactions\/\d+$/, status: 500, body: {} });
    await screen.goTo('/transactions/1');
    await titleIs('The transaction could not be loaded · Transactions');
  });

  it('names the draft at the till, and while it is paid', async () => {
    const { id, transaction_number: number } = await newDraft(await callerAs(SELLER));
    const screen = await openScreen('/pos', { email: SELLER });
    await titleIs('Point of Sale');
    await screen.goTo(`/pos/${id}`);
    await titleIs(`${number} · Point of Sale`);
    await screen.goTo(`/pos/${id}/payment`);
    await titleIs(`${number} · Complete Payment`);
  });

  it('is there before the sign-in, too', async () => {
    const screen = await openScreen('/login', { email: null });
    await titleIs('Sign in');
    for (const [path, title] of [
      ['/forgot-password', 'Forgot password'],
      ['/reset-password', 'Set a new password'],
      ['/support', 'Contact support'],
    ] as const) {
      await screen.goTo(path);
      await titleIs(title);
    }
    await isShown(page.getByRole('heading', { name: 'Contact support', level: 1 }));
  });
});
