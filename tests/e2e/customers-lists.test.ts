import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import { typeByHand } from '#tests/support/till-page.ts';

type Entry = { id: number; name: string; slug?: string; discount_percentage?: number };

describe('customer groups and signup channels in the settings', () => {
  const shop = demoShop();
  let admin: Caller;
  let page: Page;
  beforeAll(async () => {
    admin = await signIn(shop.server.url, 'admin@demo.test');
  });
  beforeEach(async () => {
    page = await shop.open({
      email: 'admin@demo.test',
      path: '/settings',
    });
    page.setDefaultTimeout(10_000);
    await channels().getByText('Facebook').waitFor();
    await groups().getByText('wholesale', { exact: true }).waitFor();
  });
  const groups = () => page.getByRole('region', { name: 'Customer Groups' });
  const channels = () => page.getByRole('region', { name: 'Signup Channels' });
  const rowOf = (card: ReturnType<typeof groups>, name: string) =>
    card.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) });
  const dialog = () => page.getByRole('dialog');
  const choose = async (name: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const storedGroups = async () => expectDone(await admin.get<Entry[]>('/customer-groups'));
  const storedChannels = async () => expectDone(await admin.get<Entry[]>('/signup-channels'));
  const addChannel = async (name: string) =>
    expectDone(await admin.post<Entry>('/signup-channels', { name }));
  const errorOf = async (label: string) => {
    const described = (await dialog().getByLabel(label).getAttribute('aria-describedby')) ?? '';
    const error = described.split(' ').find((id) => id.endsWith('-error'));
    return error ? page.locator(`[id="${error}"]`).textContent() : null;
  };

  it('say of each group its slug, its percentage, and how it prices in words', async () => {
    const cells = async (name: string) =>
      (await rowOf(groups(), name).locator('td').allTextContents()).slice(1, 4);
    await expect.poll(() => cells('Regular')).toEqual(['regular', '0%', 'Retail price']);
    await expect.poll(() => cells('Member')).toEqual(['member', '5%', 'Member price, else retail']);
    await expect
      .poll(() => cells('VIP'))
      .toEqual(['vip', '10%', '10% off the member price, never below the minimum']);
    await expect.poll(() => cells('Wholesale')).toEqual(['wholesale', '15%', 'Wholesale price, else retail']);
  });

  it('add a group, with the messages of its fields, the server’s too', async () => {
    await page.getByRole('button', { name: 'Add group' }).click();
    const add = dialog().getByRole('button', { name: 'Add group' });
    await add.click();
    await expect.poll(() => errorOf('Name')).toBe('Name is required');
    await expect.poll(() => errorOf('Slug')).toBe('Slug is required');
    await dialog().getByLabel('Slug').fill('Big Spender');
    await expect.poll(() => errorOf('Slug')).toBe('Use small letters, digits and hyphens');
    await dialog().getByLabel('Discount').fill('101');
    await expect.poll(() => errorOf('Discount')).toBe('A percentage is between 0 and 100');
    await dialog().getByLabel('Discount').fill('2.5');
    await dialog().getByLabel('Name').fill('Member');
    await dialog().getByLabel('Slug').fill('big-spender');
    await dialog().getByText('Prices: retail price.').waitFor();
    await add.click();
    await expect.poll(() => errorOf('Name')).toBe('This name is taken');
    await dialog().getByLabel('Name').fill('Big Spender');
    await dialog().getByLabel('Slug').fill('vip');
    await add.click();
    await expect.poll(() => errorOf('Slug')).toBe('This slug is taken');
    await dialog().getByLabel('Slug').fill('big-spender');
    await add.click();
    await toast(page, 'Big Spender added').waitFor();
    await rowOf(groups(), 'Big Spender').getByText('2.5%').waitFor();
    await expect
      .poll(() => storedGroups())
      .toContainEqual(
        expect.objectContaining({ name: 'Big Spender', slug: 'big-spender', discount_percentage: 2.5 }),
      );
  });

  it('rename a group whose slug stays, and show the new name on the list of customers', async () => {
    await choose('Wholesale', 'Edit');
    await expect.poll(() => dialog().getByLabel('Slug').getAttribute('readonly')).not.toBeNull();
    await dialog().getByLabel('Name').fill('Dealers');
    await dialog().getByLabel('Discount').fill('12.25');
    await page.keyboard.press('Enter');
    await toast(page, 'Customer group saved').waitFor();
    await rowOf(groups(), 'Dealers').getByText('12.25%').waitFor();
    expect((await storedGroups()).find(({ slug }) => slug === 'wholesale')).toMatchObject({
      name: 'Dealers',
      discount_percentage: 12.25,
    });
    await page.getByRole('link', { name: 'Customers', exact: true }).click();
    await page.getByLabel('Customer group', { exact: true }).selectOption({ label: 'Dealers' });
    await page.locator('tbody').getByText('Dealers').first().waitFor();
  });

  it('delete a group after a question, refuse while customers belong to it, and keep those with prices', async () => {
    const group = expectDone(
      await admin.post<Entry>('/customer-groups', {
        name: 'Passing',
        slug: 'passing',
        discount_percentage: 0,
      }),
    );
    const member = expectDone(
      await admin.post<{ id: number }>('/customers', {
        name: 'Passing By',
        phone: '0917 555 8000',
        customer_group_id: group.id,
      }),
    );
    await page.reload();
    await page.getByRole('button', { name: 'Actions for VIP' }).click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Edit']);
    await page.keyboard.press('Escape');
    await choose('Passing', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete Passing?' });
    await question.getByRole('button', { name: 'Delete Passing' }).click();
    await question
      .getByRole('alert')
      .getByText('Customers belong to it. Give them another one first.')
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await storedGroups()).map(({ id }) => id)).toContain(group.id);
    expectDone(await admin.put(`/customers/${member.id}`, { customer_group_id: null }));
    await choose('Passing', 'Delete');
    await question.getByRole('button', { name: 'Delete Passing' }).click();
    await toast(page, 'Passing deleted').waitFor();
    await rowOf(groups(), 'Passing').waitFor({ state: 'detached' });
    expect((await storedGroups()).map(({ id }) => id)).not.toContain(group.id);
  });

  it('add, rename and delete a channel, with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Add channel' }).focus();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await expect
      .poll(() =>
        dialog()
          .getByLabel('Name')
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => errorOf('Name')).toBe('Name is required');
    await typeByHand(page, 'facebook');
    await page.keyboard.press('Enter');
    await expect.poll(() => errorOf('Name')).toBe('This name is taken');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Radio');
    await page.keyboard.press('Enter');
    await toast(page, 'Radio added').waitFor();
    await page.getByRole('button', { name: 'Actions for Radio' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await expect.poll(() => dialog().getByLabel('Name').inputValue()).toBe('Radio');
    await dialog().getByLabel('Name').press('Control+a');
    await typeByHand(page, 'Local radio');
    await page.keyboard.press('Enter');
    await toast(page, 'Signup channel saved').waitFor();
    await page.getByRole('button', { name: 'Actions for Local radio' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog', { name: 'Delete Local radio?' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast(page, 'Local radio deleted').waitFor();
    expect((await storedChannels()).map(({ name }) => name)).not.toContain('Local radio');
  });

  it('refuse to delete a channel by which customers came', async () => {
    const channel = await addChannel('Billboard');
    expectDone(
      await admin.post('/customers', {
        name: 'Saw It',
        phone: '0917 555 8001',
        signup_channel_id: channel.id,
      }),
    );
    await page.reload();
    await choose('Billboard', 'Delete');
    const question = page.getByRole('alertdialog', { name: 'Delete Billboard?' });
    await question.getByRole('button', { name: 'Delete Billboard' }).click();
    await question
      .getByRole('alert')
      .getByText('Customers belong to it. Give them another one first.')
      .waitFor();
    expect((await storedChannels()).map(({ id }) => id)).toContain(channel.id);
  });

  it('say that they could not be loaded, and load with Retry', async () => {
    await page.route(/\/signup-channels$/, (route) => route.abort());
    await page.reload();
    await page.getByText('Signup Channels could not be loaded').waitFor();
    await page.unroute(/\/signup-channels$/);
    await channels().getByRole('button', { name: 'Retry' }).click();
    await channels().getByText('Facebook').waitFor();
  });

  it('show nothing that axe finds in their dialogs and menus', async () => {
    const violations = () => axeViolations(page);
    await page.getByRole('button', { name: 'Add group' }).click();
    await dialog().getByRole('button', { name: 'Add group' }).click();
    await dialog().getByText('Name is required').waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add channel' }).click();
    await dialog().waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Actions for Facebook' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    expect(await violations()).toEqual([]);
    await page.keyboard.press('Escape');
    await choose('Facebook', 'Delete');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete Facebook' }).click();
    await question.getByRole('alert').waitFor();
    expect(await violations()).toEqual([]);
  });
});
