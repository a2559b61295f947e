import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callerAs, failCalls, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { dismissNotices, isShown, isTold } from '#tests/support/component/shown.ts';
import { addCustomer, type WireCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('a customer’s points', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = async ({ id, name }: WireCustomer, search = '') => {
    await openScreen(`/customers/${id}${search}`, { email: MANAGER });
    await isShown(page.getByRole('heading', { name, level: 1 }));
  };
  const addWithPoints = async (name: string, points: number) => {
    const { id } = await addCustomer(manager, name);
    const given = { points, reason: 'A beginning' };
    return expectDone(await manager.post<WireCustomer>(`/customers/${id}/add-points`, given));
  };
  const stored = async (id: number) =>
    expectDone(await manager.get<WireCustomer>(`/customers/${id}`)).loyalty_points;
  const adjustButton = () => page.getByRole('button', { name: 'Adjust loyalty points' });
  const adjust = async (entry: 'Add Points' | 'Deduct Points') => {
    await adjustButton().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  /** The figure with the button beside it. */
  const shown = () => adjustButton().query()?.closest('dd')?.textContent.replace('Adjust', '');
  const dialog = () => page.getByRole('dialog');
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const points = () => dialog().getByLabelText('Points', { exact: true });
  const reason = () => dialog().getByLabelText('Reason', { exact: true });
  const enterPoints = async (text: string) => {
    await points().fill(text);
    await userEvent.keyboard('{Enter}');
  };
  const rows = () =>
    [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent),
    );

  it('are given with a reason, show in the figures at once, and keep who gave them', async () => {
    const someone = await addCustomer(manager, 'Given Points');
    await open(someone, '?tab=loyalty');
    await isShown(page.getByText('No points yet'));
    await adjust('Add Points');
    await isShown(page.getByRole('dialog', { name: 'Add Loyalty Points' }));
    const asked = watchCalls({ path: /./, method: 'POST' });
    const add = dialog().getByRole('button', { name: /^Add / });
    const isRefused = () => expect.element(add).toHaveAttribute('aria-disabled', 'true');
    await isRefused();
    await enterPoints('250');
    await isRefused();
    await reason().fill('   ');
    await add.click({ force: true });
    await reason().fill('Birthday gift');
    await enterPoints('0');
    await enterPoints('-5');
    await isRefused();
    await enterPoints('1.5');
    await isShown(dialog().getByText('Points must be at least 1'));
    expect(asked).toEqual([]);
    await points().fill('250');
    await press('Add 250 points');
    await isTold('250 points added');
    await expect.poll(shown).toBe('250');
    await expect.poll(() => rows().length).toBe(1);
    const [date, ...cells] = rows()[0] ?? [];
    expect(date).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/);
    const { name: by } = expectDone(await manager.get<{ staff: { name: string } }>('/staff/me')).staff;
    expect(cells).toEqual(['Birthday gift', by, '+250', '250']);
    expect(await stored(someone.id)).toBe(250);
  });

  it('are taken, at most the balance, which is named', async () => {
    const someone = await addWithPoints('Taken Points', 1200);
    await open(someone);
    await expect.poll(shown).toBe('1,200');
    await adjust('Deduct Points');
    await isShown(page.getByRole('dialog', { name: 'Deduct Loyalty Points' }));
    await isShown(dialog().getByText('Current balance: 1,200 points'));
    await expect.element(points()).toHaveAttribute('max', '1200');
    await reason().fill('Exchanged for a case');
    await enterPoints('1201');
    await isShown(dialog().getByText('At most the balance of 1,200'));
    expect(await stored(someone.id)).toBe(1200);
    await points().fill('1200');
    await press('Deduct 1,200 points');
    await isTold('1,200 points deducted');
    await expect.poll(shown).toBe('0');
    await page.getByRole('tab', { name: 'Loyalty' }).click();
    await expect.poll(() => rows()[0]?.slice(3)).toEqual(['−1,200', '0']);
    await dismissNotices();
    await adjustButton().click();
    const deduct = page.getByRole('menuitem', { name: 'Deduct Points' });
    await expect.element(deduct).toHaveAttribute('aria-disabled', 'true');
  });

  it('say which of the two failed, and what the server says of a field on it', async () => {
    const someone = await addWithPoints('Failing Points', 100);
    await open(someone);
    for (const [entry, verb, title] of [
      ['Add Points', 'Add', 'Failed to add loyalty points'],
      ['Deduct Points', 'Deduct', 'Failed to deduct loyalty points'],
    ] as const) {
      const body = { message: 'Not today', code: 'illegal_state' };
      const { mend } = failCalls({ path: /-points$/, method: 'POST', status: 409, body });
      await adjust(entry);
      await points().fill('60');
      await reason().fill('A reason');
      await press(`${verb} 60 points`);
      await isTold(title);
      mend();
      // It would cover the next menu until its time is up.
      await dismissNotices();
      if (entry === 'Add Points') await press('Cancel');
    }
    // Another person takes most of them meanwhile.
    const taken = { points: 90, reason: 'Before' };
    expectDone(await manager.post(`/customers/${someone.id}/deduct-points`, taken));
    await press('Deduct 60 points');
    await isShown(dialog().getByText('Only 10 points are there to deduct'));
  });

  it('are shown as they are once a deduction was refused because somebody else was faster', async () => {
    const someone = await addWithPoints('Deducted Elsewhere', 500);
    await open(someone);
    await adjust('Deduct Points');
    await isShown(dialog().getByText('Current balance: 500 points'));
    const taken = { points: 400, reason: 'Elsewhere' };
    expectDone<object>(await manager.post(`/customers/${someone.id}/deduct-points`, taken));
    await reason().fill('Here');
    await enterPoints('300');
    await isShown(dialog().getByText('Only 100 points are there to deduct'));
    await isShown(dialog().getByText('Current balance: 100 points'));
    await press('Cancel');
    await expect.poll(shown).toContain('100');
  });
});
