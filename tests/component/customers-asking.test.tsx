import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { drawn, later, typeAtOnce } from '#tests/support/component/clock.ts';
import { listLoaded } from '#tests/support/component/list-rows.ts';
import { openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';

const MANAGER = 'store_manager@demo.test';
const LIST = /\/api\/v1\/customers\?/;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('the list of customers asks the server', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const open = async (path = '/customers') => openScreen(path, { email: MANAGER });
  const search = () => page.getByLabelText('Name, phone or email');
  const searches = (asked: ReturnType<typeof watchCalls>) =>
    asked.map(({ url }) => url.searchParams.get('search')).filter((text) => text !== null);
  const isDashboard = () => isShown(page.getByRole('heading', { name: /^Good / }));

  it('once, 300 ms after the last letter', async () => {
    const screen = await open();
    await listLoaded();
    const asked = watchCalls({ path: LIST });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (const typed of ['ald', 'alden']) {
      typeAtOnce(search(), typed);
      await vi.advanceTimersByTimeAsync(299);
      await drawn();
    }
    expect(screen.address().search).toBe('');
    expect(searches(asked)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(() => searches(asked)).toEqual(['alden']);
  });

  it('not again for five minutes', async () => {
    const screen = await open('/customers?search=maria');
    await listLoaded();
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = watchCalls({ path: LIST });
    // The clock moves on the dashboard, or a list that has just been shown still checks its age by the new time. The
    // dashboard has rows, too: the list is known by its heading.
    const leaveFor = async (milliseconds: number) => {
      await screen.goTo('/dashboard');
      await isDashboard();
      expect(asked).toEqual([]);
      later(milliseconds);
      await screen.go(-1);
      await isShown(page.getByRole('heading', { name: 'Customers', level: 1 }));
      await listLoaded();
    };
    await leaveFor(4 * MINUTE);
    await leaveFor(MINUTE + SECOND);
    await expect.poll(() => asked.length).toBe(1);
  });

  it('for the groups and channels once in thirty minutes', async () => {
    const screen = await open('/dashboard');
    await isDashboard();
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = watchCalls({ path: /\/(customer-groups|signup-channels)$/ });
    const visit = async () => {
      await screen.goTo('/customers');
      await listLoaded();
      // Both requests: one that was left before its answer is sent again.
      await expect.element(page.getByRole('option', { name: 'VIP' })).toBeInTheDocument();
      await expect.element(page.getByRole('option', { name: 'Referral' })).toBeInTheDocument();
      await screen.goTo('/dashboard');
      await isDashboard();
    };
    await visit();
    expect(asked).toHaveLength(2);
    later(29 * MINUTE);
    await visit();
    expect(asked).toHaveLength(2);
    later(2 * MINUTE);
    await visit();
    await expect.poll(() => asked.length).toBe(4);
  });
});
