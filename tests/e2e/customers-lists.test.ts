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
  const dialog = () => page.getByRole('dialog');
  const choose = async (name: string, entry: string) => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const storedChannels = async () => expectDone(await admin.get<Entry[]>('/signup-channels'));
  const errorOf = async (label: string) => {
    const described = (await dialog().getByLabel(label).getAttribute('aria-describedby')) ?? '';
    const error = described.split(' ').find((id) => id.endsWith('-error'));
    return error ? page.locator(`[id="${error}"]`).textContent() : null;
  };

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
