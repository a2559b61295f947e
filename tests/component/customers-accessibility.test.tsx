import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import { expectDone } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
// Unlike a fault, a refusal is not retried a second later.
const REFUSAL = { message: 'Not for you', code: 'forbidden' };

describe('axe finds nothing', () => {
  let plain: WireCustomer;
  let busiest: WireCustomer;
  beforeAll(async () => {
    const admin = await callerAs(ADMIN);
    plain = await addCustomer(admin, 'Plain Person');
    const rich = '/customers?min_points=5000&per_page=100';
    const { data } = expectDone(await admin.get<{ data: WireCustomer[] }>(rich));
    const [first] = data.sort((a, b) => b.loyalty_points - a.loyalty_points);
    if (!first) throw new Error('Nobody has points');
    busiest = first;
  });
  const open = (path: string) => openScreen(path, { email: ADMIN });
  const fail = (path: RegExp) => failCalls({ path, status: 403, body: REFUSAL });
  const loaded = () => expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const question = () => page.getByRole('alertdialog');
  /** Checks the state of the screen in which this element is there. */
  const isClean = async (there: Locator) => {
    await isShown(there);
    expect(await axeViolations()).toEqual([]);
  };
  const leave = async (dialog: Locator) => {
    await userEvent.keyboard('{Escape}');
    await isGone(dialog);
  };

  it('in the list: full, asking, empty, not loaded', async () => {
    await open('/customers');
    await isClean(page.getByRole('cell').getByRole('link'));
    await open(`/customers?search=${encodeURIComponent(plain.phone)}`);
    await button('Actions for Plain Person').click();
    await isClean(page.getByRole('menuitem', { name: 'Delete' }));
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await isClean(question());
    await leave(question());
    await open('/customers?page=999');
    await isClean(page.getByText('The list ends before this page'));
    await open('/customers?search=nobody-of-that-name');
    await isClean(page.getByText('No customers for these filters'));
    fail(/\/api\/v1\/customers\?/);
    await open('/customers');
    await isClean(page.getByText('Customers could not be loaded'));
  });

  it('in a form: empty, with its errors, with a number that is somebody’s, not loaded', async () => {
    const field = (label: string) => page.getByLabelText(label, { exact: true });
    await open('/customers/new');
    await isClean(field('Name'));
    await button('Create Customer').click();
    await isClean(page.getByText('Name is required'));
    await field('Name').fill('Another');
    await field('Birthday').fill('1990-03-05');
    await field('Phone').fill(plain.phone);
    await isClean(page.getByText('has this number'));
    await button('Create Customer').click();
    await isClean(question());
    await leave(question());
    await page.getByRole('link', { name: 'Customers' }).click();
    await isClean(page.getByRole('alertdialog', { name: 'Leave without saving?' }));
    await leave(question());
    fail(/\/signup-channels$/);
    await open('/customers/new');
    await isClean(page.getByText('could not be loaded'));
  });

  it('in the form of somebody: with the number of another', async () => {
    await open(`/customers/${busiest.id}/edit`);
    await page.getByLabelText('Phone', { exact: true }).fill(plain.phone);
    await isClean(page.getByText('has this number'));
    await button('Update Customer').click();
    await isClean(question());
  });

  it('on a customer: every tab full and empty, not found', async () => {
    for (const { id } of [plain, busiest]) {
      for (const tab of ['information', 'transactions', 'loyalty']) {
        await open(`/customers/${id}?tab=${tab}`);
        await isShown(page.getByText('At all stores'));
        await loaded();
        await isClean(page.getByRole('tabpanel'));
      }
    }
    await open('/customers/999999');
    await isClean(page.getByText('Customer not found'));
  });

  it('in both dialogs of the points, with their errors, and in the menu before them', async () => {
    const dialog = page.getByRole('dialog');
    await open(`/customers/${busiest.id}`);
    for (const entry of ['Add Points', 'Deduct Points']) {
      await button('Adjust loyalty points').click();
      // Both have the same menu.
      if (entry === 'Add Points') await isClean(page.getByRole('menuitem', { name: entry }));
      await page.getByRole('menuitem', { name: entry }).click();
      await isClean(dialog);
      await dialog.getByLabelText('Reason').fill('A reason');
      await dialog.getByLabelText('Points', { exact: true }).fill('1.5');
      await userEvent.keyboard('{Enter}');
      await isClean(page.getByText('Points must be at least 1'));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await isGone(dialog);
    }
  });

  it('where parts of a customer, or all of them, could not be loaded', async () => {
    const { mend } = fail(/\/api\/v1\/customers\/\d+\/(stats|transactions|loyalty)/);
    for (const tab of ['transactions', 'loyalty']) {
      await open(`/customers/${plain.id}?tab=${tab}`);
      await isShown(button('Retry'));
      await isClean(page.getByText('Could not be loaded', { exact: true }));
    }
    mend();
    fail(/\/api\/v1\/customers\/\d+$/);
    await open(`/customers/${plain.id}`);
    await isClean(page.getByText('The customer could not be loaded'));
  });

  it('at the till’s customer: searched, not found, found, made, edited', async () => {
    const dialog = page.getByRole('dialog');
    await open('/pos');
    // Otherwise hundreds of products behind the dialogs would be checked each time.
    const products = page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    await products.fill('nothing-of-that-name');
    await isShown(page.getByText('No product for'));
    (products.element() as HTMLElement).blur();
    await userEvent.keyboard('{F3}');
    const search = page.getByPlaceholder('Name, phone or email');
    await isClean(search);
    await search.fill('nobody-of-that-name');
    await isClean(page.getByText('No customer for'));
    await page.getByRole('tab', { name: 'Quick Create' }).click();
    await button('Create Customer').click();
    await isClean(page.getByText('Name is required'));
    await page.getByRole('tab', { name: 'Search Customer' }).click();
    await search.fill(busiest.name);
    await isClean(page.getByRole('option', { name: busiest.name }));
    await userEvent.keyboard('{Enter}');
    await isGone(dialog);
    await button(`Edit ${busiest.name}`).click();
    await dialog.getByLabelText('Phone', { exact: true }).fill(plain.phone);
    await isClean(dialog.getByText('has this number'));
    await dialog.getByRole('button', { name: 'Update Customer' }).click();
    await isClean(question());
  });

  it('in the settings’ dialogs and menus of groups and channels', async () => {
    const dialog = page.getByRole('dialog');
    await open('/settings');
    await button('Add group').click();
    await dialog.getByRole('button', { name: 'Add group' }).click();
    await isClean(dialog.getByText('Name is required'));
    await leave(dialog);
    await button('Add channel').click();
    await isClean(dialog);
    await leave(dialog);
    await button('Actions for Facebook').click();
    await isClean(page.getByRole('menuitem', { name: 'Delete' }));
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question().getByRole('button', { name: 'Delete Facebook' }).click();
    await isClean(question().getByRole('alert'));
  });
});
