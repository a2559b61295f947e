import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { dashboardFigures } from '#contract/dashboard.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { PaidUnitDialog } from '#renderer/features/pos/catalogue/paid-unit-dialog.tsx';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, nobodyApproves, openScreen } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { cart, cartIsEmpty, cartLines, enterCode, inCart, openTill } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, pay, serialsOnSale } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const DEPOSIT = {
  amount: 200_000,
  customer: 'Ana Cruz',
  draft: { id: 447, transaction_number: 'MNL-01-D000447' },
};
const PAID = '₱2,000.00 was paid for this by Ana Cruz (draft MNL-01-D000447)';

const closed = vi.fn();
const agreed = vi.fn();
/** The question by itself. */
const alone: Screen = {
  path: '/paid',
  title: 'Paid',
  permission: 'signed_in',
  load: () =>
    Promise.resolve(() => (
      <PaidUnitDialog paid={{ unitId: 1, deposit: DEPOSIT }} onAgreed={agreed} onClose={closed} />
    )),
};

describe('an item that another customer paid for', () => {
  let manager: Caller;
  let unit: { id: number; code: string };
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    expectDone(await setPin(manager));
  });

  beforeEach(() => {
    closed.mockClear();
    agreed.mockClear();
  });

  const question = () => page.getByRole('alertdialog', { name: 'This item was paid for' });
  const sellIt = () => question().getByRole('button', { name: 'Sell it anyway' });
  const asking = () => page.getByRole('dialog', { name: 'Ask a manager' });
  const pin = () => asking().getByLabelText('PIN', { exact: true });
  /** Scans a free unit, of which the server says that it was paid for: its hold ends at midnight alone. */
  const scanPaid = async (email: string) => {
    const [found] = await serialsOnSale(manager, 1);
    if (!found) throw new Error('No unit is free');
    unit = found;
    const deposit = { ...DEPOSIT, amount: 2000 };
    const body = { code: 'item_unavailable', message: PAID, inventory_item_ids: [unit.id], deposit };
    failCalls({ path: /\/pos\/scan$/, method: 'POST', status: 409, body });
    await openTill(email);
    await enterCode(unit.code);
  };

  it('is sold by a manager after a question that says who paid how much, with its keys', async () => {
    await scanPaid(MANAGER);
    await isShown(question().getByText(`${PAID}. Sell it anyway?`));
    expect(await axeViolations()).toEqual([]);
    // Enter alone is what a scanner sends: it leaves the item where it is.
    await expect.element(question().getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isGone(question());
    await expect.poll(() => cartLines().elements().length).toBe(1);
  });

  it('stays where it is after Esc', async () => {
    await scanPaid(MANAGER);
    await isShown(question());
    await userEvent.keyboard('{Escape}');
    await isGone(question());
    await cartIsEmpty();
    const { locked_by } = expectDone(
      await manager.get<{ locked_by: string | null }>(`/inventory/${unit.id}`),
    );
    expect(locked_by).toBeNull();
  });

  it('is sold by a cashier whom a manager approves, with a PIN that is right', async () => {
    await scanPaid(SELLER);
    await sellIt().click();
    await isShown(
      asking().getByText('Sell an item that another customer paid for. You stay signed in.', { exact: true }),
    );
    await isShown(asking().getByText(`${PAID}.`, { exact: true }));
    await expect.element(pin()).toHaveFocus();
    await pin().fill('135791');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => errorOf(pin())).toBe('This PIN is wrong');
    expect(cartLines().elements()).toHaveLength(0);
    await pin().fill(PIN);
    await userEvent.keyboard('{Enter}');
    await isGone(asking());
    await isGone(question());
    await expect.poll(() => cartLines().elements().length).toBe(1);
  });

  it('is not sold where the cashier goes back from the manager’s PIN', async () => {
    await scanPaid(SELLER);
    await sellIt().click();
    await isShown(asking());
    await userEvent.keyboard('{Escape}');
    await isGone(asking());
    await isShown(question());
    await userEvent.keyboard('{Escape}');
    await isGone(question());
    await cartIsEmpty();
  });

  it('is told to a cashier where nobody approves, who can only close', async () => {
    nobodyApproves();
    await openScreen('/paid', { email: SELLER, more: [alone] });
    const told = page.getByRole('dialog', { name: 'This item was paid for' });
    await isShown(told.getByText(`${PAID}. Only a manager can sell it to another customer.`));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => closed.mock.calls.length).toBe(1);
    expect(agreed).not.toHaveBeenCalled();
  });

  it('is not sold where somebody else was faster, which is told', async () => {
    const body = { code: 'item_unavailable', message: 'This item is not available' };
    failCalls({ path: /\/lock-paid-for$/, method: 'POST', status: 409, body });
    await openScreen('/paid', { email: MANAGER, more: [alone] });
    await sellIt().click();
    await isTold('Failed to add item');
    expect(agreed).not.toHaveBeenCalled();
  });

  it('is said in the cart of its own draft that it is paid and no longer held', async () => {
    const [own, other] = await serialsOnSale(manager, 2);
    const draft = await openDraft(manager, [own?.id ?? 0, other?.id ?? 0]);
    await pay(manager, draft.id, { method: 'cash', amount: 500 });
    expectDone(await manager.post(`/transactions/${draft.id}/refresh-locks`, { leave: true }));
    const lost = {
      inventory_item_id: own?.id ?? 0,
      message: 'Sold meanwhile',
      locked_by: null,
      locked_until: null,
    };
    const expires_at = new Date(Date.now() + 300_000).toISOString();
    const body = { locked: [{ inventory_item_id: other?.id ?? 0, expires_at }], lost: [lost] };
    failCalls({ path: /\/refresh-locks$/, method: 'POST', status: 200, body });
    await openScreen(`/pos/${draft.id}`, { email: MANAGER });
    await isShown(cartLines());
    await expect
      .poll(() => cart().element().textContent)
      .toContain(`${inCart(500)} paid, 1 of 2 items no longer held`);
  });

  it.each([
    [0, null],
    [1, '1 draft: paid, item no longer held. '],
    [3, '3 drafts: paid, item no longer held. '],
  ])('is counted on the dashboard, with the way to the drafts: %i', async (count, text) => {
    type Figures = z.input<typeof dashboardFigures>;
    const figures = expectDone(await manager.get<Figures>('/dashboard'));
    failCalls({ path: /\/dashboard$/, status: 200, body: { ...figures, deposits_not_held: count } });
    await openScreen('/dashboard', { email: MANAGER });
    await isShown(page.getByRole('heading', { name: 'Latest transactions' }));
    // In the first hours of a day nothing was sold yet.
    await isShown(page.getByText(/^(Average|No sale yet today)/));
    const way = page.getByRole('link', { name: 'Show drafts' });
    if (text === null) return expect(way.elements()).toEqual([]);
    await isShown(page.getByText(text));
    await expect.element(way).toHaveAttribute('href', '/transactions?status=draft');
  });
});
