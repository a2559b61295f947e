import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, failCalls, openScreen, type OpenScreen } from '#tests/support/component/open-screen.tsx';
import { errorOf, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type Entry = { id: number; name: string; slug?: string; discount_percentage?: number };

const ADMIN = 'admin@demo.test';
const FAULT = { message: 'Something broke', code: 'server_error' };
const BELONG = 'Customers belong to it. Give them another one first.';

describe('customer groups and signup channels in the settings', () => {
  let admin: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const groups = () => page.getByRole('region', { name: 'Customer groups' });
  const channels = () => page.getByRole('region', { name: 'Signup channels' });
  const open = async () => {
    screen = await openScreen('/settings', { email: ADMIN });
  };
  const openLoaded = async () => {
    await open();
    await expect.element(channels().getByText('Facebook', { exact: true })).toBeVisible();
    await expect.element(groups().getByText('wholesale', { exact: true })).toBeVisible();
  };
  beforeEach(openLoaded);

  const cellsOf = (card: ReturnType<typeof groups>, name: string) => {
    const rows = card.getByRole('row').elements();
    const cells = rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
    return cells.find(([first]) => first === name);
  };
  const dialog = () => page.getByRole('dialog');
  const field = (label: string) => dialog().getByLabelText(label, { exact: true });
  const choose = async (name: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const storedGroups = async () => expectDone(await admin.get<Entry[]>('/customer-groups'));
  const storedChannels = async () => expectDone(await admin.get<Entry[]>('/signup-channels'));

  it('say of each group its slug, what it pays, and that its percentage is a label', async () => {
    const label = (percent: string) => `“${percent}% off” is only the label on the till.`;
    for (const row of [
      ['Regular', 'regular', 'Pays the retail price.'],
      ['Member', 'member', `Pays the member price, else retail. ${label('5')}`],
      [
        'VIP',
        'vip',
        `Pays 10% less than the member price (or retail), never below the minimum. ${label('10')}`,
      ],
      ['Wholesale', 'wholesale', `Pays the wholesale price, else retail. ${label('15')}`],
    ]) {
      await expect.poll(() => cellsOf(groups(), row[0] ?? '')?.slice(0, 3)).toEqual(row);
    }
  });

  it('add a group, with the messages of its fields, the server’s too', async () => {
    await page.getByRole('button', { name: 'Add group' }).click();
    const add = dialog().getByRole('button', { name: 'Add group' });
    await add.click();
    await expect.poll(() => errorOf(field('Name'))).toBe('Name is required');
    await expect.poll(() => errorOf(field('Slug'))).toBe('Slug is required');
    await field('Slug').fill('Big Spender');
    await expect.poll(() => errorOf(field('Slug'))).toBe('Use small letters, digits and hyphens');
    await field('Percent off on the card').fill('101');
    await expect
      .poll(() => errorOf(field('Percent off on the card')))
      .toBe('A percentage is between 0 and 100');
    await field('Percent off on the card').fill('2.5');
    await field('Name').fill('Member');
    await field('Slug').fill('big-spender');
    await expect.element(dialog().getByText('Pays the retail price.')).toBeVisible();
    await add.click();
    await expect.poll(() => errorOf(field('Name'))).toBe('This name is taken');
    await field('Name').fill('Big Spender');
    await field('Slug').fill('vip');
    await add.click();
    await expect.poll(() => errorOf(field('Slug'))).toBe('This slug is taken');
    await field('Slug').fill('big-spender');
    await add.click();
    await isTold('Big Spender added');
    await expect.poll(() => cellsOf(groups(), 'Big Spender')?.[2]).toContain('“2.5% off”');
    expect(await storedGroups()).toContainEqual(
      expect.objectContaining({ name: 'Big Spender', slug: 'big-spender', discount_percentage: 2.5 }),
    );
  });

  it('rename a group whose slug stays, and show the new name on the list of customers', async () => {
    const group = expectDone(
      await admin.post<Entry>('/customer-groups', { name: 'Trade', slug: 'trade', discount_percentage: 3 }),
    );
    const member = { name: 'Trades Much', phone: '0917 555 8100', customer_group_id: group.id };
    expectDone(await admin.post('/customers', member));
    await openLoaded();
    await choose('Trade', 'Edit');
    await expect.element(field('Slug')).toHaveAttribute('readonly');
    await field('Name').fill('Dealers');
    await field('Percent off on the card').fill('12.25');
    await userEvent.keyboard('{Enter}');
    await isTold('Customer group updated');
    await expect.poll(() => cellsOf(groups(), 'Dealers')?.[2]).toContain('“12.25% off”');
    expect((await storedGroups()).find(({ slug }) => slug === 'trade')).toMatchObject({
      name: 'Dealers',
      discount_percentage: 12.25,
    });
    await screen.goTo('/customers');
    const choice = page.getByLabelText('Customer group', { exact: true });
    await expect.element(choice.getByRole('option', { name: 'Dealers' })).toBeInTheDocument();
    await userEvent.selectOptions(choice, 'Dealers');
    await expect
      .poll(() => [...document.querySelectorAll('tbody td:nth-child(4)')].map((cell) => cell.textContent))
      .toEqual(['Dealers']);
  });

  it('delete a group after a question, refuse while customers belong to it, and keep those with prices', async () => {
    const group = expectDone(
      await admin.post<Entry>('/customer-groups', {
        name: 'Passing',
        slug: 'passing',
        discount_percentage: 0,
      }),
    );
    const belonging = { name: 'Passing By', phone: '0917 555 8000', customer_group_id: group.id };
    const member = expectDone(await admin.post<{ id: number }>('/customers', belonging));
    await openLoaded();
    await page.getByRole('button', { name: 'Actions for VIP', exact: true }).click();
    await expect
      .poll(() =>
        page
          .getByRole('menuitem')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(['Edit']);
    await userEvent.keyboard('{Escape}');
    await choose('Passing', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete Passing?' });
    await question.getByRole('button', { name: 'Delete Passing' }).click();
    await expect.element(question.getByRole('alert').getByText(BELONG)).toBeVisible();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await storedGroups()).map(({ id }) => id)).toContain(group.id);
    expectDone(await admin.put(`/customers/${member.id}`, { customer_group_id: null }));
    await choose('Passing', 'Delete');
    await question.getByRole('button', { name: 'Delete Passing' }).click();
    await isTold('Passing deleted');
    await expect.poll(() => cellsOf(groups(), 'Passing')).toBeUndefined();
    expect((await storedGroups()).map(({ id }) => id)).not.toContain(group.id);
  });

  it('add, rename and delete a channel from the keyboard alone', async () => {
    const press = (keys: string) => userEvent.keyboard(keys);
    const focus = async (name: string) => {
      // While a dialog is still closing, roles do not find the page behind it.
      const button = page.getByRole('button', { name, exact: true });
      await expect.element(button).toBeVisible();
      (button.element() as HTMLElement).focus();
    };
    const choose = async (name: string, entry: string, keys: string) => {
      await focus(`Actions for ${name}`);
      await press('{Enter}');
      await expect.element(page.getByRole('menuitem', { name: entry })).toBeVisible();
      await press(keys);
    };
    await focus('Add channel');
    await press('{Enter}');
    await expect.element(field('Name')).toHaveFocus();
    await press('{Enter}');
    await expect.poll(() => errorOf(field('Name'))).toBe('Name is required');
    await press('facebook{Enter}');
    await expect.poll(() => errorOf(field('Name'))).toBe('This name is taken');
    await press('{Control>}a{/Control}Radio{Enter}');
    await isTold('Radio added');
    await choose('Radio', 'Rename', '{Enter}');
    await expect.element(field('Name')).toHaveValue('Radio');
    await expect.element(field('Name')).toHaveFocus();
    await press('{Control>}a{/Control}Local radio{Enter}');
    await isTold('Signup channel renamed');
    await choose('Local radio', 'Delete', '{ArrowDown}{Enter}');
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Local radio?' })).toBeVisible();
    await press('{Tab}{Enter}');
    await isTold('Local radio deleted');
    expect((await storedChannels()).map(({ name }) => name)).not.toContain('Local radio');
  });

  it('refuse to delete a channel by which customers came', async () => {
    const channel = expectDone(await admin.post<Entry>('/signup-channels', { name: 'Billboard' }));
    const member = { name: 'Saw It', phone: '0917 555 8001', signup_channel_id: channel.id };
    expectDone(await admin.post('/customers', member));
    await openLoaded();
    await choose('Billboard', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete Billboard?' });
    await question.getByRole('button', { name: 'Delete Billboard' }).click();
    await expect.element(question.getByRole('alert').getByText(BELONG)).toBeVisible();
    expect((await storedChannels()).map(({ id }) => id)).toContain(channel.id);
  });

  it('say that they could not be loaded, and load with Retry', async () => {
    // An unreachable server would be retried automatically as soon as it is back.
    const { mend } = failCalls({ path: /\/signup-channels$/, status: 500, body: FAULT });
    await open();
    await expect.element(page.getByText('Signup channels could not be loaded')).toBeVisible();
    mend();
    await channels().getByRole('button', { name: 'Retry' }).click();
    await expect.element(channels().getByText('Facebook', { exact: true })).toBeVisible();
  });
});
