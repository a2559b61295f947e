import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { staff } from '#contract/staff.ts';
import { screens, type Screen } from '#renderer/app/screens.tsx';
import { callRoute } from '#renderer/lib/api-client.ts';
import { isServerBusy } from '#renderer/lib/busy-server.ts';
import { drawn, later, typeAtOnce } from '#tests/support/component/clock.ts';
import { listLoaded, listPlace, listRows } from '#tests/support/component/list-rows.ts';
import { failCalls, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';

const MANAGER = 'store_manager@demo.test';
const LIST = /\/api\/v1\/customers\?/;
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('the list of customers asks the server', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const open = async (path = '/customers') => openScreen(path, { email: MANAGER });
  const search = () => page.getByLabelText('Name, phone or email');
  const searches = (asked: ReturnType<typeof watchCalls>) =>
    asked.map(({ url }) => url.searchParams.get('search')).filter((text) => text !== null);
  /** Counts the calls that were answered: one that was left before its answer is sent again. */
  const answered = async (asked: ReturnType<typeof watchCalls>) => {
    const answers = await Promise.allSettled(asked.map(({ answer }) => answer));
    return answers.filter(({ status }) => status === 'fulfilled').length;
  };
  /** Takes the pointer from whatever another test left it on: a link below it would be asked for ahead. */
  const pointAtHeading = () => userEvent.hover(page.getByRole('heading', { level: 1 }));
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
    await pointAtHeading();
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
    await expect.poll(() => answered(asked)).toBe(1);
  });

  it('beside its script, and not again when that is there', async () => {
    const screen = await open('/dashboard');
    await isDashboard();
    const entry = screens.find(({ path }) => path === '/customers');
    const arrival = Promise.withResolvers<undefined>();
    const script = entry?.load;
    vi.spyOn(entry as Screen, 'load').mockImplementation(async () => {
      await arrival.promise;
      return (script as Screen['load'])();
    });
    const asked = watchCalls({ path: LIST });
    const shown = screen.goTo('/customers');
    await expect.poll(() => asked.length).toBe(1);
    arrival.resolve(undefined);
    await shown;
    await listLoaded();
    expect(asked).toHaveLength(1);
  });

  it('ahead for the row and the page under the pointer, once', async () => {
    const screen = await openScreen('/customers', { email: MANAGER, withMenu: true });
    await listLoaded();
    const asked = watchCalls({ path: /\/api\/v1\/(customers|transactions)\b/ });
    const paths = () => asked.map(({ url }) => url.pathname.replace('/api/v1', '') + url.search).sort();
    const [link] = listRows().flatMap((row) => row.querySelector('a') ?? []);
    const customer = new URL(link?.href ?? '').pathname;
    await userEvent.hover(page.getByRole('row').nth(1).getByRole('cell').nth(1));
    const ofCustomer = [customer, `${customer}/loyalty?page=1&per_page=10`, `${customer}/stats`];
    await expect.poll(paths).toEqual(ofCustomer);
    await userEvent.hover(page.getByRole('button', { name: 'Next page' }));
    const next = '/customers?page=2&per_page=15';
    await expect.poll(paths).toEqual([...ofCustomer, next].sort());
    await Promise.all(asked.map(({ answer }) => answer));
    await userEvent.click(page.getByRole('button', { name: 'Next page' }));
    await expect.poll(() => screen.address().search).toBe('?page=2');
    await expect.poll(listPlace).toMatch(/^16–/);
    await screen.goTo(customer);
    await isShown(page.getByRole('heading', { name: link?.textContent ?? '', level: 1 }));
    expect(paths()).toEqual([...ofCustomer, next].sort());
  });

  it('ahead for nothing that the person may not open, nor while the server is busy', async () => {
    await openScreen('/customers', { email: MANAGER, withMenu: true });
    await listLoaded();
    const asked = watchCalls({ path: /\/api\/v1\/(suppliers|roles)/ });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const restOn = async (address: string) => {
      // A link as any page may have one.
      const link = document.body.appendChild(document.createElement('a'));
      link.href = address;
      link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
      await vi.advanceTimersByTimeAsync(100);
      await drawn();
      link.remove();
    };
    await restOn('/roles');
    expect(asked).toEqual([]);
    await restOn('/suppliers');
    expect(asked).toHaveLength(1);
    const lookups = failCalls({ path: /\/staff\/me$/, status: 503, body: { code: 'busy' } });
    void callRoute(staff.me, {}).catch(() => undefined);
    await expect.poll(() => isServerBusy(Date.now())).toBe(true);
    expect(lookups.failed()).toBe(1);
    lookups.mend();
    const whileBusy = watchCalls({ path: /\/api\/v1\/products/ });
    await restOn('/products');
    expect(whileBusy).toEqual([]);
  });

  it('for the groups and channels once in thirty minutes', async () => {
    const screen = await open('/dashboard');
    await isDashboard();
    await pointAtHeading();
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = watchCalls({ path: /\/(customer-groups|signup-channels)$/ });
    const visit = async (answers: number) => {
      await screen.goTo('/customers');
      await listLoaded();
      await expect.element(page.getByRole('option', { name: 'VIP' })).toBeInTheDocument();
      await expect.element(page.getByRole('option', { name: 'Referral' })).toBeInTheDocument();
      await expect.poll(() => answered(asked)).toBe(answers);
      await screen.goTo('/dashboard');
      await isDashboard();
    };
    await visit(2);
    later(29 * MINUTE);
    await visit(2);
    later(2 * MINUTE);
    await visit(4);
  });
});
