import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cashMovements } from '#contract/shifts.ts';
import { clock } from '#renderer/lib/clock.ts';
import { keepActsOf } from '#renderer/lib/kept-acts.ts';
import { forgetAct, takeLeft } from '#renderer/lib/left-acts.ts';
import { till } from '#renderer/lib/till.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, loseAnswer, loseServer, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold, pressUntilGone } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, phonesOnSale, sell, type WireTransaction } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const pesos = (amount: number) => formatMoney(pesosToCentavos(amount), 'transaction');

describe('a change whose screen was left before its answer came', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const read = async (id: number) => expectDone(await manager.get<WireTransaction>(`/transactions/${id}`));
  const sold = async () => (await sell(manager, await phonesOnSale(manager, 1))).transaction;
  const asked = () => page.getByRole('alertdialog', { name: /^Void/ });
  /** Voids a sale, and leaves its page for the dashboard without an answer. */
  const voidAndLeave = async (sale: WireTransaction, lose: () => unknown) => {
    const screen = await openScreen(`/transactions/${sale.id}?dialog=void`, {
      email: MANAGER,
      withMenu: true,
    });
    await asked().getByLabelText('Reason').fill('Wrong customer');
    lose();
    await asked()
      .getByRole('button', { name: /^Void ₱/ })
      .click();
    await isTold('The server cannot be reached');
    await expect.element(asked().getByRole('button', { name: 'Keep Transaction' })).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    const question = page.getByRole('alertdialog', { name: 'Leave before the server has answered?' });
    await question.getByRole('button', { name: 'Leave' }).click();
    await isGone(asked());
    void screen.goTo('/dashboard');
    // As long as the sale's page is there, that finds out by itself.
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    return screen;
  };

  it('is told of once the server is back, if it was done: with what is to be handed back', async () => {
    const sale = await sold();
    const lost: { mend: () => void }[] = [];
    const screen = await voidAndLeave(sale, () =>
      lost.push(loseAnswer({ path: /\/void$/, method: 'POST', isCut: true })),
    );
    lost[0]?.mend();
    const told = page.getByRole('alertdialog', { name: `Void of ${sale.invoice_number} was done` });
    await isShown(told.getByText(`Hand back ${pesos(sale.total_amount)} in cash.`, { exact: false }));
    await isShown(told.getByText(/^Ana Reyes sent it at /));
    expect(await axeViolations()).toEqual([]);
    await pressUntilGone('{Control>}{Enter}{/Control}', told);
    await expect.poll(() => screen.address().pathname).toBe(`/transactions/${sale.id}`);
    expect((await read(sale.id)).status).toBe('void');
  });

  it('is told of as not done, and never done later, if the server did not get it', async () => {
    const sale = await sold();
    const lost: { mend: () => void }[] = [];
    await voidAndLeave(sale, () => lost.push(loseServer()));
    lost[0]?.mend();
    const told = page.getByRole('alertdialog', { name: `Void of ${sale.invoice_number} was not done` });
    await isShown(told.getByText(/the server did not get it\. Do it again if it is still wanted\.$/));
    await pressUntilGone('{Escape}', told);
    expect((await read(sale.id)).status).toBe('completed');
  });

  it('takes no key in the first second, in which nobody has read it', async () => {
    const sale = await sold();
    const lost: { mend: () => void }[] = [];
    await voidAndLeave(sale, () => lost.push(loseServer()));
    let at = performance.now();
    const held = vi.spyOn(performance, 'now').mockImplementation(() => at);
    onTestFinished(() => held.mockRestore());
    lost[0]?.mend();
    const told = page.getByRole('alertdialog', { name: `Void of ${sale.invoice_number} was not done` });
    await isShown(told);
    await userEvent.keyboard('{Escape}');
    expect(await till.journal.list('acts')).toHaveLength(1);
    await isShown(told);
    at += 1001;
    await userEvent.keyboard('{Escape}');
    await isGone(told);
    expect(await till.journal.list('acts')).toEqual([]);
  });

  it('is told of after the till was started again, until somebody has read it', async () => {
    const sale = await sold();
    const lost: { mend: () => void }[] = [];
    await voidAndLeave(sale, () => lost.push(loseAnswer({ path: /\/void$/, method: 'POST', isCut: true })));
    lost[0]?.mend();
    const told = page.getByRole('alertdialog', { name: `Void of ${sale.invoice_number} was done` });
    const openAgain = () => openScreen('/dashboard', { email: MANAGER, withMenu: true, restarts: true });
    await openAgain();
    await isShown(told);
    // Nobody closed it, as when the till locked itself.
    await openAgain();
    await isShown(told);
    await pressUntilGone('{Escape}', told);
    expect(await till.journal.list('acts')).toEqual([]);
  });

  it('is told of without an amount, if it was changed and sent again under its key', async () => {
    const acts = keepActsOf({ id: 7, name: 'Ana' })(cashMovements.create, ({ body }) => ({
      what: `Pay-out of ${pesos(body.amount / 100)}`,
      then: 'Do not note it again.',
      to: '/pos/shift',
      slip: null,
    }));
    const sent = (amount: number) => ({ body: { kind: 'pay_out' as const, amount, reason: 'Courier' } });
    const [first, second] = [sent(15_000), sent(20_000)];
    let at = clock.now();
    const later = vi.spyOn(clock, 'now').mockImplementation(() => (at += 1));
    onTestFinished(() => later.mockRestore());
    acts.unanswered?.write([first]);
    acts.unanswered?.write([first, second]);
    expect((await takeLeft()).acts, 'its screen is there').toEqual([]);
    acts.leave();
    const [left, ...others] = (await takeLeft()).acts;
    expect(others).toEqual([]);
    expect(left).toMatchObject({
      what: `Pay-out of ${pesos(150)} or Pay-out of ${pesos(200)}`,
      then: 'It was sent more than once. Its page shows what was done.',
      path: '/api/v1/cash-movements',
      staff_id: 7,
    });
    expect((await takeLeft()).acts, 'it is told of once').toEqual([]);
    if (left) await forgetAct(left);
    expect(await till.journal.list('acts')).toEqual([]);
  });

  it('is not asked about once the server has forgotten it', async () => {
    const WEEK = 7 * 24 * 60 * 60 * 1000;
    const entry = { about: 'acts', body: '{}' };
    await till.journal.write({ ...entry, key: 'older', made_at: clock.now() - WEEK - 1000 });
    await till.journal.write({ ...entry, key: 'younger', made_at: clock.now() - WEEK + 60_000 });
    expect((await till.journal.list('acts')).map(({ key }) => key)).toEqual(['younger']);
    await till.journal.forget('younger');
  });
});
