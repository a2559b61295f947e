import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clock } from '#renderer/lib/clock.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { expectDone } from '#tests/support/selling.ts';

/** Milliseconds within which menus follow a role's permissions: 30 s. */
const WITHIN = 30_000;
/** Timers below this belong to calls and connections. */
const SOON = 20_000;

describe('a screen that nobody touches', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('follows within 30 seconds what the role may do, again and again', async () => {
    const admin = await callerAs('admin@demo.test');
    const grant = async (permissions: string[]) =>
      expectDone(await admin.put<object>('/roles/finance', { permissions }));
    await grant([]);
    const after = vi.spyOn(clock, 'after');
    const looks = () => after.mock.calls.filter(([wait]) => wait > SOON && wait <= WITHIN);
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' });
    await openScreen('/dashboard', { email: 'finance@demo.test', withMenu: true });
    await isShown(page.getByRole('heading', { name: /^Good / }));
    await expect.poll(() => looks().length).toBe(1);
    await grant(['customers.view']);
    await isGone(entry);
    looks().at(-1)?.[1]();
    await isShown(entry);
    expect(looks()).toHaveLength(2);
    await grant([]);
    looks().at(-1)?.[1]();
    await isGone(entry);
  });
});
