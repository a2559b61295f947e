import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clock } from '#renderer/lib/clock.ts';
import { till } from '#renderer/lib/till.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { makeBadge, PIN } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, loseServer, openScreen } from '#tests/support/component/open-screen.tsx';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { cartIsEmpty, cartLines, pressTillKey } from '#tests/support/component/till.ts';
import { DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, unitsOnSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const MINUTES = 7;
const LIMIT = MINUTES * 60_000;

describe('an idle till', () => {
  let admin: Caller;
  let seller: Caller;
  beforeAll(async () => {
    [admin, seller] = await Promise.all([callerAs('admin@demo.test'), callerAs(SELLER)]);
  });
  beforeEach(async () => {
    expectDone(await admin.put('/settings', { lock_after_minutes: MINUTES }));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    expectDone(await admin.put('/settings', { lock_after_minutes: null }));
  });
  const lock = () => page.getByRole('dialog', { name: 'Locked' });
  const field = () => lock().getByLabelText('PIN or password', { exact: true });
  const unlock = async (secret: string) => {
    await field().fill(secret);
    await userEvent.keyboard('{Enter}');
  };
  /** Opens a cart at the till; `pass` advances its clock. */
  const openCart = async () => {
    const after = vi.spyOn(clock, 'after');
    const draft = await openDraft(seller, await unitsOnSale(seller, 1));
    await openScreen(`/pos/${draft.id}`, { email: SELLER, withMenu: true });
    await isShown(cartLines());
    const waits = () => after.mock.calls.filter(([wait]) => wait > LIMIT - 60_000 && wait <= LIMIT);
    await expect.poll(() => waits().length).toBeGreaterThan(0);
    const pass = (milliseconds: number) => {
      const later = Date.now() + milliseconds;
      vi.spyOn(clock, 'now').mockImplementation(() => later);
      waits().at(-1)?.[1]();
    };
    return { draft, pass };
  };

  it('is covered; a wrong PIN keeps it so, its cashier’s password opens it, and the cart and what was typed stay', async () => {
    const { pass } = await openCart();
    await pressTillKey('F4');
    const typed = page.getByRole('dialog', { name: 'Discounts' }).getByLabelText('Percent off');
    await typed.fill('5');
    // Not a moment too early.
    pass(LIMIT - 5000);
    expect(lock().elements()).toEqual([]);
    pass(LIMIT + 5000);
    await isShown(lock());
    await expect.element(field()).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    for (const at of [0.01, 0.5, 0.99]) {
      const top = document.elementFromPoint(width * at, height * at);
      expect(top?.closest('dialog')).toBe(lock().element());
    }
    await userEvent.keyboard('{Escape}{Escape}');
    await unlock('246811');
    await expect.poll(() => errorOf(field())).toBe('This PIN is wrong');
    const below = lock().getByText('This PIN is wrong').element().getBoundingClientRect().bottom;
    const button = lock().getByRole('button', { name: 'Unlock' }).element().getBoundingClientRect();
    expect(below).toBeLessThan(button.top);
    await unlock(DEMO_PASSWORD);
    await isGone(lock());
    await expect.element(typed).toHaveValue('5');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await isShown(cartLines());
  });

  it('is unlocked without the server by what the till knows of its cashier, and leaves nobody out unasked', async () => {
    const { pass } = await openCart();
    pass(LIMIT + 1);
    await isShown(lock());
    const { mend } = loseServer();
    const wrong = 'This PIN is wrong. 4 tries are left without the server';
    const asked = vi
      .spyOn(till.lock, 'unlock')
      .mockImplementation(({ secret }) => Promise.resolve({ reason: secret === PIN ? null : wrong }));
    await unlock('246811');
    await expect.poll(() => errorOf(field())).toBe(wrong);
    await lock().getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('alertdialog', { name: 'The server cannot be reached' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await isGone(question);
    await unlock(PIN);
    await isGone(lock());
    await isShown(cartLines());
    expect(asked.mock.calls.map(([proof]) => proof)).toEqual([
      { kind: 'pin', secret: '246811' },
      { kind: 'pin', secret: PIN },
    ]);
    mend();
  });

  it('is locked still when its page is loaded again, and hears badges alone', async () => {
    const badge = await makeBadge(seller);
    const { pass } = await openCart();
    pass(LIMIT + 1);
    await isShown(lock());
    const mark = localStorage.getItem('tindahan.locked') ?? '';
    const opening = openScreen('/pos', { email: SELLER, withMenu: true });
    localStorage.setItem('tindahan.locked', mark);
    await opening;
    await isShown(lock());
    onTestFinished(listenToScanners(() => undefined));
    await pressAsScanner([...'356789104523417', 'Enter']);
    await expect.element(field()).toHaveValue('');
    // Keys of the till beneath do nothing, wherever the focus is.
    (lock().getByRole('button', { name: 'Logout' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{F3}');
    expect(page.getByRole('dialog').elements()).toHaveLength(1);
    await pressAsScanner([...badge, 'Enter']);
    await isGone(lock());
    expect(localStorage.getItem('tindahan.locked')).toBeNull();
  });

  it('goes to another cashier only with the server, and says so', async () => {
    const { pass } = await openCart();
    pass(LIMIT + 1);
    await isShown(lock());
    const { mend } = loseServer();
    await lock().getByRole('button', { name: 'Change cashier' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change cashier' });
    await isShown(dialog.getByText('The cashier can be changed when the connection is back'));
    mend();
  });

  it('goes to another cashier, with the cart before in its draft', async () => {
    const { draft, pass } = await openCart();
    pass(LIMIT + 1);
    await lock().getByRole('button', { name: 'Change cashier' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change cashier' });
    await dialog.getByLabelText('PIN', { exact: true }).fill(PIN);
    expect(await axeViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Change cashier' }).click();
    await isGone(lock());
    await isTold(new RegExp(`waits in ${draft.draft_number}`));
    await cartIsEmpty();
    const manager = await callerAs(MANAGER);
    const { staff } = expectDone(await manager.get<{ staff: { name: string } }>('/staff/me'));
    await isShown(page.getByRole('banner').getByText(staff.name));
  });
});
