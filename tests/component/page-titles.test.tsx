import { beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { screens } from '#renderer/app/screens.tsx';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { newDraft, SELLER } from '#tests/support/component/payment.ts';
import { isShown } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';

const ADMIN = 'admin@demo.test';
const UNKNOWN = '999999999';
/** Leads to the till without a draft, and is tried with one below. */
const needsDraft = (path: string) => path === '/pos/payment' || path.startsWith('/pos/:');

const titleIs = (title: string) => expect.poll(() => document.title).toBe(`${title} · Tindahan`);

describe('the title of the window', () => {
  let customer: WireCustomer;
  beforeAll(async () => {
    customer = await addCustomer(await callerAs(ADMIN), 'Titania Titular');
  });

  it('is another one on every page, also where a thing is not there', async () => {
    const screen = await openScreen('/dashboard', { email: ADMIN });
    const titles = new Map<string, string>();
    const isDrawn = (path: string) =>
      screen.address().pathname === path &&
      document.title !== before &&
      document.querySelectorAll('h1').length === 1 &&
      (!path.includes(UNKNOWN) || document.title.includes(' not found · '));
    let before = '';
    for (const { path } of screens.filter((each) => !needsDraft(each.path))) {
      const address = path.replaceAll(/:\w+/g, UNKNOWN);
      await screen.goTo(address);
      await expect.poll(() => [address, isDrawn(address)]).toEqual([address, true]);
      before = document.title;
      titles.set(path, before);
    }
    expect([...titles.values()].filter((title) => !/^\S.* · Tindahan$/.test(title))).toEqual([]);
    const shared = [...Map.groupBy(titles, ([, title]) => title).values()].filter((some) => some.length > 1);
    expect(shared).toEqual([]);
    expect(titles.get('/pos/shift')).toBe('Close shift · Point of Sale · Tindahan');
    expect(titles.get('/customers/:customerId')).toBe('Customer not found · Customers · Tindahan');
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
