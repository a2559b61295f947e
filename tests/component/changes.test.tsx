import { beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { callerAs, failCalls, loseAnswer, openScreen } from '#tests/support/component/open-screen.tsx';
import { isTold, leavesAtOnce, notices } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type Entry = { id: number; name: string };

const ADMIN = 'admin@demo.test';
const SIGNUP_CHANNELS = /\/signup-channels$/;

describe('a change', () => {
  let admin: Caller;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  const dialog = () => page.getByRole('dialog');
  const add = () => dialog().getByRole('button', { name: 'Add channel' });
  const stored = async (name: string) =>
    expectDone(await admin.get<Entry[]>('/signup-channels')).filter((entry) => entry.name === name);
  const beginChannel = async (name: string) => {
    await openScreen('/settings', { email: ADMIN });
    await page.getByRole('button', { name: 'Add channel' }).click();
    await dialog().getByLabelText('Name', { exact: true }).fill(name);
  };

  it('is made once when its answer was lost and it is pressed again', async () => {
    await beginChannel('Lost Answer');
    const { keys } = loseAnswer({ path: SIGNUP_CHANNELS, method: 'POST' });
    await add().click();
    await isTold('The server cannot be reached');
    await add().click();
    await isTold('Lost Answer added');
    await leavesAtOnce('The server cannot be reached');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await stored('Lost Answer')).toHaveLength(1);
  });

  it('is sent once when it is pressed twice before the screen can answer', async () => {
    await beginChannel('Pressed Twice');
    const button = add().element() as HTMLElement;
    button.click();
    button.click();
    await isTold('Pressed Twice added');
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(await stored('Pressed Twice')).toHaveLength(1);
    const taken = page.getByRole('region', { name: 'Notifications' }).getByText('Validation Error');
    expect(taken.elements()).toEqual([]);
  });

  it('tells what is said of a field that its form does not have', async () => {
    await beginChannel('Colourless');
    const body = {
      message: 'Choose a colour',
      code: 'validation_failed',
      errors: { colour: ['Choose a colour'] },
    };
    failCalls({ path: SIGNUP_CHANNELS, method: 'POST', status: 422, body });
    await add().click();
    await isTold('Validation Error');
    await isTold('Choose a colour');
    await expect.element(dialog()).toBeVisible();
  });

  it('says what failed in the screen’s words, where the server has none', async () => {
    await beginChannel('Wordless');
    failCalls({ path: SIGNUP_CHANNELS, method: 'POST', status: 400, body: {} });
    await add().click();
    await isTold('Failed to add signup channel');
    await expect.element(notices()).not.toHaveTextContent('not valid JSON');
  });

  it('shows on the screens it invalidates at once, however fresh they were', async () => {
    const person = expectDone(
      await admin.post<Entry>('/customers', { name: 'Fresh Points', phone: '0917 555 8800' }),
    );
    const screen = await openScreen('/customers?search=Fresh+Points', { email: ADMIN });
    const row = page.getByRole('row').filter({ hasText: 'Fresh Points' });
    await expect.element(row.getByText('0', { exact: true })).toBeVisible();
    await screen.goTo(`/customers/${person.id}`);
    await page.getByRole('button', { name: 'Adjust loyalty points' }).click();
    await page.getByRole('menuitem', { name: 'Add Points' }).click();
    await dialog().getByLabelText('Points', { exact: true }).fill('250');
    await dialog().getByLabelText('Reason', { exact: true }).fill('Birthday');
    await dialog().getByRole('button', { name: 'Add 250 points' }).click();
    await isTold('250 points added');
    await screen.go(-1);
    await expect.element(row.getByText('250', { exact: true })).toBeVisible();
  });
});
