import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { payments } from '#contract/payments.ts';
import type { stores } from '#contract/stores.ts';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import { storeDate } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, failCalls, holdCall, openScreen } from '#tests/support/component/open-screen.tsx';
import { drawnPicture } from '#tests/support/component/pictures.ts';
import { movedBy } from '#tests/support/component/steady.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  unitsOnSale,
  type WirePayment,
} from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const REGIONAL = 'regional_manager@demo.test';
const IN_DAVAO = 'salesperson.dvo@demo.test';
const HALF_A_MINUTE = 30_000;

type Pending = z.input<typeof payments.pending.response>;
type Stores = z.input<typeof stores.list.response>;

const pesos = (amount: number) => `₱${formatAmount(pesosToCentavos(amount))}`;

describe('pending payments', () => {
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    [manager, seller] = await Promise.all([callerAs(MANAGER), callerAs(SELLER)]);
  });
  const open = (email = MANAGER, path = '/payments/pending') => openScreen(path, { email });
  const openWithMenu = (email: string, path = '/payments/pending') =>
    openScreen(path, { email, withMenu: true });
  const waiting = async () => expectDone(await manager.get<Pending>('/payments/pending'));
  const rows = () => page.getByRole('table', { name: 'Pending payments' }).getByRole('row');
  const row = (text: string) => rows().filter({ hasText: text });
  const verify = (text: string) => row(text).getByRole('button', { name: /^Verify/ });
  const dialog = () => page.getByRole('dialog');
  const confirm = () => dialog().getByRole('button', { name: /^Verify ₱/ });
  const badge = () => page.getByRole('link', { name: /^Pending Payments/ });
  const count = () => badge().query()?.getAttribute('aria-label');
  /** Returns the figure of a card, and the line below it. */
  const figure = (label: string) => {
    const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label);
    return [...(term?.parentElement?.querySelectorAll('dd') ?? [])].map((part) => part.textContent);
  };
  const shown = (locator: ReturnType<typeof row>) => expect.element(locator).toBeVisible();
  const notice = (text: string) =>
    shown(page.getByRole('region', { name: 'Notifications' }).getByText(text).first());
  const stored = async ({ id, transaction_id: saleId }: WirePayment) =>
    expectDone(await manager.get<WirePayment[]>(`/payments/transaction/${saleId}`)).find(
      (one) => one.id === id,
    );

  /** Makes a pending GCash payment of a sale, or of its draft. */
  const expectMoney = async (reference: string, extra: object = {}, isCompleted = true) => {
    const draft = await openDraft(seller, await unitsOnSale(seller, 1));
    const payment = await pay(seller, draft.id, {
      method: 'gcash',
      amount: draft.total_amount,
      reference_number: reference,
      ...extra,
    });
    if (isCompleted) expectDone(await complete(seller, draft.id));
    return payment;
  };

  /** Returns the text of a payment with a screenshot. */
  const withScreenshot = async () => {
    const form = new FormData();
    form.set('type', 'payment_screenshot');
    form.set('file', await drawnPicture({ width: 300, height: 600, type: 'image/png' }), 'screen.png');
    const { url } = expectDone(await seller.post<{ url: string }>('/media/upload', form));
    return { screenshot_url: url };
  };

  it('keep their filters in place when they come', async () => {
    await expectMoney('steady');
    const { release } = holdCall({ path: /\/payments\/pending$/, method: 'GET' });
    await open();
    const filters = page.getByRole('search', { name: 'Pending payments' });
    await shown(filters);
    const come = async () => {
      release();
      await shown(row('steady'));
    };
    expect(await movedBy({ filters }, come)).toEqual([]);
  });

  it('show the figures of what waits, the row of each, and their count in the menu', async () => {
    const payment = await expectMoney('SHOWN 1');
    await openWithMenu(MANAGER);
    await shown(row('SHOWN 1'));
    const { count: all, total_pending, overdue, expected_today, payments: list } = await waiting();
    await expect.poll(() => figure('Total pending')).toEqual([pesos(total_pending), `${all} payments`]);
    await expect.poll(() => figure('Overdue')[0]).toBe(pesos(overdue.total));
    await expect.poll(() => figure('Expected today')[0]).toBe(pesos(expected_today.total));
    await expect.poll(() => rows().elements()).toHaveLength(all + 1);
    await expect.poll(count).toBe(`Pending Payments ${all} waiting`);
    const number = list.find(({ id }) => id === payment.id)?.transaction.invoice_number ?? '-';
    await expect
      .element(row('SHOWN 1').getByRole('link', { name: number }))
      .toHaveAttribute('href', `/transactions/${payment.transaction_id}`);
    await shown(row('SHOWN 1').getByText('No expected date'));
    await shown(row('SHOWN 1').getByText('Taken today'));
    expect(
      rows()
        .getByText(/^Overdue \d+ days?$/)
        .elements(),
    ).toHaveLength(overdue.count);
    await shown(page.getByText(`1–${all} of ${all}`));
  });

  it('are verified with a note; row, figures and count follow', async () => {
    const payment = await expectMoney('VERIFY 1');
    await openWithMenu(MANAGER);
    await verify('VERIFY 1').click();
    const before = await waiting();
    const asked = page.getByRole('dialog', { name: 'Verify payment' });
    await shown(asked.getByText('VERIFY 1'));
    await asked.getByLabelText('Notes').fill('  Seen in the GCash app ');
    await asked.getByRole('button', { name: `Verify ${pesos(payment.amount)}` }).click();
    await notice('Payment verified');
    await expect.element(asked).not.toBeInTheDocument();
    expect(row('VERIFY 1').elements()).toEqual([]);
    await expect.poll(() => figure('Total pending')[1]).toBe(`${before.count - 1} payments`);
    await expect.poll(count).toBe(`Pending Payments ${before.count - 1} waiting`);
    expect(await stored(payment)).toMatchObject({
      status: 'completed',
      verification_notes: 'Seen in the GCash app',
      verified_by: { name: 'Ana Reyes' },
    });
  });

  it('are marked failed with a reason, which is required', async () => {
    const payment = await expectMoney('FAIL 1');
    await open();
    await row('FAIL 1')
      .getByRole('button', { name: /^Mark failed/ })
      .click();
    const question = page.getByRole('alertdialog');
    const reason = question.getByLabelText('Reason');
    await expect.element(reason).toHaveValue('Payment not received');
    await reason.fill('   ');
    const fail = question.getByRole('button', { name: `Mark ${pesos(payment.amount)} failed` });
    await fail.click();
    await shown(question.getByText('Reason required'));
    expect((await stored(payment))?.status).toBe('pending');
    await reason.fill('The number belongs to nobody');
    await fail.click();
    await notice('Payment marked failed');
    await expect.element(row('FAIL 1')).not.toBeInTheDocument();
    expect(await stored(payment)).toMatchObject({
      status: 'failed',
      failure_reason: 'The number belongs to nobody',
    });
  });

  it('show the screenshot in the row, and large beside what it has to show', async () => {
    await expectMoney('SEEN 1', await withScreenshot());
    await open();
    await row('SEEN 1')
      .getByRole('button', { name: /^Screenshot of the GCash payment/ })
      .click();
    const alone = page.getByRole('dialog', { name: 'GCash screenshot' });
    await shown(alone);
    await alone.getByRole('button', { name: 'Close' }).first().click();
    await expect.element(alone).not.toBeInTheDocument();
    await verify('SEEN 1').click();
    const large = page.getByRole('dialog', { name: 'Verify payment' }).getByRole('img');
    await expect.poll(() => (large.query() as HTMLImageElement | null)?.naturalHeight).toBe(600);
    expect(large.query()?.getBoundingClientRect().height).toBeGreaterThan(300);
  });

  it('are compared with their screenshot side by side in a low window, too', async () => {
    await expectMoney('SEEN 3', await withScreenshot());
    await open();
    await verify('SEEN 3').click();
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    const question = page.getByRole('dialog', { name: 'Verify payment' });
    const picture = question.getByRole('img');
    await expect.element(picture).toBeInViewport();
    const facts = question.getByText('SEEN 3').element().getBoundingClientRect();
    expect(picture.element().getBoundingClientRect().right).toBeLessThan(facts.left);
    // A screenshot higher than the window scrolls beside them.
    await shown(question.getByRole('region', { name: 'Screenshot' }));
    expect(await axeViolations()).toEqual([]);
  });

  it('let the keyboard scroll a screenshot that is higher than the window', async () => {
    await expectMoney('SEEN 2', await withScreenshot());
    await open();
    await row('SEEN 2')
      .getByRole('button', { name: /^Screenshot of the GCash payment/ })
      .click();
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    const body = page.getByRole('dialog').getByRole('region', { name: 'GCash screenshot' });
    await shown(body);
    expect(await axeViolations()).toEqual([]);
    while (document.activeElement !== body.element()) await userEvent.keyboard('{Tab}');
    await userEvent.keyboard('{End}');
    await expect.poll(() => body.element().scrollTop).toBeGreaterThan(0);
  });

  it('warn of a reference that another sale was paid with', async () => {
    const first = await expectMoney('TWICE 9021', { status: 'completed' });
    await expectMoney('twice-9021');
    const { invoice_number: number } = expectDone(
      await manager.get<{ invoice_number: string }>(`/transactions/${first.transaction_id}`),
    );
    await open();
    await shown(row('twice-9021').getByText(`Already used in ${number}`));
    await verify('twice-9021').click();
    await shown(dialog().getByText(`This reference was already used in ${number}`));
  });

  it('are filtered and sorted in the address', async () => {
    await expectMoney('FILTER 1');
    const screen = await open();
    await shown(row('FILTER 1'));
    await page.getByLabelText('Expected date', { exact: true }).selectOptions('No expected date');
    await page.getByLabelText('Method', { exact: true }).selectOptions('GCash');
    await page.getByRole('searchbox').fill('filter-1');
    await expect.poll(() => screen.address().search).toBe('?due=undated&method=gcash&search=filter-1');
    await expect.poll(() => rows().elements()).toHaveLength(2);
    const again = await open(MANAGER, `/payments/pending${screen.address().search}`);
    await shown(row('FILTER 1'));
    expect(rows().elements()).toHaveLength(2);
    await page.getByLabelText('Method', { exact: true }).selectOptions('Maya');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shown(row('FILTER 1'));
    expect(again.address().search).toBe('');
    await page.getByRole('button', { name: 'Amount' }).click();
    await expect.poll(() => again.address().search).toBe('?sort=-amount');
    const amounts = (await waiting()).payments.map(({ amount }) => amount).sort((a, b) => b - a);
    expect(amounts.length).toBeGreaterThan(3);
    await expect
      .poll(() =>
        rows()
          .elements()
          .flatMap(({ textContent }) => /₱[\d,]+\.\d\d/.exec(textContent) ?? []),
      )
      .toEqual(amounts.map(pesos));
  });

  it('say that verification failed where somebody was faster, and leave the list', async () => {
    const payment = await expectMoney('FASTER 1');
    await open();
    await verify('FASTER 1').click();
    expectDone(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Not there' }));
    await confirm().click();
    await notice('Verification failed');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.poll(() => row('FASTER 1').elements()).toEqual([]);
    expect((await stored(payment))?.status).toBe('failed');
  });

  it('keep the note of whoever was too late, and say who was faster', async () => {
    const late = await expectMoney('FASTER 2');
    await open();
    await verify('FASTER 2').click();
    expectDone(await manager.post(`/payments/${late.id}/mark-failed`, { reason: 'Not there' }));
    await dialog().getByLabelText('Notes').fill('Called the bank');
    await confirm().click();
    await shown(dialog().getByText(/ marked this payment failed already$/));
    await expect.element(dialog().getByLabelText('Notes')).toHaveValue('Called the bank');
    await expect.element(confirm()).toBeDisabled();
  });

  it('give the focus to the next row’s button once one is verified', async () => {
    await expectMoney('NEXT 1');
    await expectMoney('NEXT 2');
    await open();
    await shown(row('NEXT 2'));
    await shown(row('NEXT 1'));
    const places = rows().elements();
    // One of the two has a row below it, however the list is sorted.
    const place = places.findIndex(({ textContent }) => textContent.includes('NEXT'));
    const reference = places[place]?.textContent.includes('NEXT 1') ? 'NEXT 1' : 'NEXT 2';
    verify(reference).element().focus();
    await userEvent.keyboard('{Enter}');
    await shown(dialog().getByText(reference));
    await confirm().click();
    await expect.poll(() => row(reference).elements()).toEqual([]);
    await expect.poll(() => document.activeElement?.closest('tr')).toBe(places[place + 1]);
    expect(document.activeElement).toHaveAccessibleName(/^Verify/);
  });

  it('give the focus to the next row’s button where a row goes after its dialog has closed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const late = await expectMoney('LATE 1');
    await expectMoney('LATE 2');
    await open();
    await shown(row('LATE 2'));
    verify('LATE 1').element().focus();
    await userEvent.keyboard('{Enter}');
    await shown(dialog().getByText('LATE 1'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => document.activeElement).toBe(verify('LATE 1').element());
    const places = rows().elements();
    const place = places.findIndex(({ textContent }) => textContent.includes('LATE 1'));
    expectDone(await manager.post(`/payments/${late.id}/verify`, {}));
    vi.advanceTimersByTime(HALF_A_MINUTE);
    await expect.poll(() => row('LATE 1').elements()).toEqual([]);
    const next = places[place + 1] ?? places[place - 1];
    await expect.poll(() => document.activeElement?.closest('tr')).toBe(next);
  });

  it('are no stop of Tab themselves where they are cards, which their page scrolls', async () => {
    await expectMoney('CARD 1');
    const stops = () => page.getByRole('region', { name: 'Pending payments' }).elements().length;
    await open();
    await shown(row('CARD 1'));
    expect(stops()).toBe(1);
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await expect.poll(stops).toBe(0);
  });

  it('are asked for again every 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await open();
      await shown(rows().nth(1));
      await expectMoney('LATER 1');
      vi.advanceTimersByTime(HALF_A_MINUTE - 1);
      expect(row('LATER 1').elements()).toEqual([]);
      vi.advanceTimersByTime(1);
      await shown(row('LATER 1'));
    } finally {
      vi.useRealTimers();
    }
  });

  it('offer to whoever sells the payments of drafts only, and to whoever only looks none', async () => {
    await expectMoney('SOLD 1');
    await expectMoney('HELD 1', {}, false);
    await open(SELLER);
    await shown(row('SOLD 1'));
    expect(row('SOLD 1').getByRole('button').elements()).toEqual([]);
    await verify('HELD 1').click();
    await confirm().click();
    await notice('Payment verified');

    await openWithMenu(REGIONAL, '/dashboard');
    const all = expectDone(await manager.get<Stores>('/stores'));
    await page
      .getByLabelText('Store', { exact: true })
      .selectOptions(all.find(({ code }) => code === 'MNL-01')?.name ?? '');
    await badge().click();
    await shown(row('SOLD 1'));
    expect(page.getByRole('button', { name: /^(Verify|Mark failed)/ }).elements()).toEqual([]);
  });

  it('are not for whoever may not see transactions', async () => {
    for (const email of ['inventory_checker@demo.test', 'finance@demo.test']) {
      const screen = await openWithMenu(email);
      await shown(page.getByRole('heading', { name: /^Good / }));
      expect(screen.address().pathname).toBe('/dashboard');
      expect(badge().elements()).toEqual([]);
    }
  });

  it('say what is missing when the server does not answer, and try again', async () => {
    const { mend } = failCalls({ path: /\/payments\/pending$/, status: 500, body: { message: 'x' } });
    await open();
    await shown(page.getByText('Pending payments could not be loaded'));
    mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await shown(rows().nth(1));
  });

  it('say that nothing is waiting where nothing is', async () => {
    const davao = await callerAs(IN_DAVAO);
    const admin = await callerAs('admin@demo.test');
    const there = expectDone(await davao.get<Stores>('/stores')).find(({ code }) => code.startsWith('DVO'));
    const options = { storeId: there?.id ?? 0 };
    const { payments: list } = expectDone(await admin.get<Pending>('/payments/pending', options));
    for (const { id } of list) expectDone(await admin.post(`/payments/${id}/verify`, {}, options));
    await openWithMenu(IN_DAVAO);
    await shown(page.getByText('No pending payments').first());
    await shown(page.getByText('A payment that is saved as pending shows here'));
    expect(count()).toBeNull();
  });

  it('have nothing that axe finds, also with their dialogs open', async () => {
    await expectMoney('AXE 1', await withScreenshot());
    await expectMoney('AXE 2', { status: 'completed' });
    await expectMoney('axe-2', { expected_date: storeDate(Date.now(), 'Asia/Manila') });
    await open(MANAGER, '/payments/pending?due=overdue');
    await shown(
      rows()
        .getByText(/^Overdue \d/)
        .first(),
    );
    expect(await axeViolations()).toEqual([]);
    await open(MANAGER, '/payments/pending?search=axe');
    await shown(row('axe-2').getByText(/^Already used in/));
    expect(await axeViolations()).toEqual([]);
    await verify('AXE 1').click();
    await shown(dialog().getByRole('img'));
    expect(await axeViolations()).toEqual([]);
  });
});
