import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { complete, expectDone, openDraft, pay, type WirePayment } from '#tests/support/selling.ts';

const HALF_A_MINUTE = 30_000;

type Pending = { payments: (WirePayment & { transaction: { transaction_number: string } })[] } & {
  count: number;
  total_pending: number;
  overdue: { count: number; total: number };
  expected_today: { count: number; total: number };
};

const pesos = (amount: number) => `₱${formatAmount(pesosToCentavos(amount))}`;

describe('pending payments', () => {
  const shop = demoShop();
  let manager: Awaited<ReturnType<typeof signIn>>;
  let seller: Caller;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, 'store_manager@demo.test');
    seller = await signIn(shop.server.url, 'salesperson@demo.test');
  });
  const openAs = (email: string, path = '/payments/pending') => shop.open({ email, path });
  const waiting = async () => expectDone(await manager.get<Pending>('/payments/pending'));
  const rows = (page: Page) => page.getByRole('table', { name: 'Pending payments' }).getByRole('row');
  const row = (page: Page, text: string) => rows(page).filter({ hasText: text });
  const figure = (page: Page, label: string) =>
    page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');
  const badge = (page: Page) => page.getByRole('link', { name: /^Pending Payments/ });
  const stored = (id: number) =>
    shop.server.database.reader
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  /** A pending GCash payment of a phone's sale, or of its draft. */
  const expectMoney = async (reference: string, extra: object = {}, isCompleted = true) => {
    const [phone] = await phonesAt(shop.server.database, 'MNL-01', 1);
    const draft = await openDraft(seller, [phone?.id ?? 0]);
    const payment = await pay(seller, draft.id, {
      method: 'gcash',
      amount: draft.total_amount,
      reference_number: reference,
      ...extra,
    });
    if (isCompleted) expectDone(await complete(seller, draft.id));
    return payment;
  };

  it('show the figures of what waits, the row of each, and their count in the menu', async () => {
    const payment = await expectMoney('SHOWN 1');
    const page = await openAs('store_manager@demo.test');
    await row(page, 'SHOWN 1').waitFor();
    const { count, total_pending, overdue, expected_today, payments } = await waiting();
    await figure(page, 'Total pending').getByText(pesos(total_pending)).waitFor();
    await expect.poll(() => figure(page, 'Total pending').allTextContents()).toContain(`${count} payments`);
    await expect.poll(() => figure(page, 'Overdue').first().textContent()).toBe(pesos(overdue.total));
    await expect
      .poll(() => figure(page, 'Expected today').first().textContent())
      .toBe(pesos(expected_today.total));
    await expect.poll(() => rows(page).count()).toBe(count + 1);
    await expect
      .poll(() => badge(page).getAttribute('aria-label'))
      .toBe(`Pending Payments, ${count} waiting`);
    const number = payments.find(({ id }) => id === payment.id)?.transaction.transaction_number ?? '-';
    const shown = row(page, 'SHOWN 1');
    await expect
      .poll(() => shown.getByRole('link', { name: number }).getAttribute('href'))
      .toBe(`/transactions/${payment.transaction_id}`);
    await shown.getByText('No expected date').waitFor();
    await shown.getByText('Taken today').waitFor();
    await expect.poll(() => rows(page).getByText('Overdue', { exact: true }).count()).toBe(overdue.count);
  });

  it('are verified with a note; row, figures and count follow', async () => {
    const payment = await expectMoney('VERIFY 1');
    const page = await openAs('store_manager@demo.test');
    await row(page, 'VERIFY 1')
      .getByRole('button', { name: /^Verify/ })
      .click();
    const before = await waiting();
    const dialog = page.getByRole('dialog', { name: 'Verify payment' });
    await dialog.getByText('VERIFY 1').waitFor();
    await dialog.getByLabel('Notes (optional)').fill('  Seen in the GCash app ');
    await dialog.getByRole('button', { name: `Verify ${pesos(payment.amount)}` }).click();
    await toast(page, 'Payment verified').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await row(page, 'VERIFY 1').count()).toBe(0);
    await figure(page, 'Total pending')
      .getByText(`${before.count - 1} payments`)
      .waitFor();
    await expect
      .poll(() => badge(page).getAttribute('aria-label'))
      .toBe(`Pending Payments, ${before.count - 1} waiting`);
    await expect
      .poll(() => stored(payment.id))
      .toMatchObject({
        status: 'completed',
        verification_notes: 'Seen in the GCash app',
        verified_by_id: manager.staff.id,
      });
  });

  it('are marked failed with a reason, which is required', async () => {
    const payment = await expectMoney('FAIL 1');
    const page = await openAs('store_manager@demo.test');
    await row(page, 'FAIL 1')
      .getByRole('button', { name: /^Mark failed/ })
      .click();
    const dialog = page.getByRole('alertdialog');
    const reason = dialog.getByLabel('Reason');
    await expect.poll(() => reason.inputValue()).toBe('Payment not received');
    await reason.fill('   ');
    const confirm = dialog.getByRole('button', { name: `Mark ${pesos(payment.amount)} failed` });
    await confirm.click();
    await dialog.getByText('Reason required').waitFor();
    expect((await stored(payment.id)).status).toBe('pending');
    await reason.fill('The number belongs to nobody');
    await confirm.click();
    await toast(page, 'Payment marked failed').waitFor();
    await row(page, 'FAIL 1').waitFor({ state: 'detached' });
    await expect
      .poll(() => stored(payment.id))
      .toMatchObject({
        status: 'failed',
        failure_reason: 'The number belongs to nobody',
      });
  });

  it('are verified from the keyboard alone', async () => {
    const payment = await expectMoney('KEYS 1');
    const page = await openAs('store_manager@demo.test');
    await row(page, 'KEYS 1').waitFor();
    await page.getByRole('searchbox', { name: 'Reference, number or customer' }).focus();
    await page.keyboard.type('keys1');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(2);
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    for (let stops = 0; stops < 12 && !(await focused())?.startsWith('Verify'); stops += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const notes = page.getByRole('dialog').getByLabel('Notes (optional)');
    await expect.poll(() => notes.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Payment verified').waitFor();
    await page.getByText('No pending payments for these filters').waitFor();
    expect((await stored(payment.id)).status).toBe('completed');
  });

  it('show the screenshot in the row, and large beside what it has to show', async () => {
    const background = { r: 20, g: 110, b: 200 };
    const picture = await sharp({ create: { width: 300, height: 600, channels: 3, background } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('type', 'payment_screenshot');
    form.set('file', new Blob([new Uint8Array(picture)]), 'screen.png');
    const { url } = expectDone(await seller.post<{ url: string }>('/media/upload', form));
    await expectMoney('SEEN 1', { screenshot_url: url });
    const page = await openAs('store_manager@demo.test');
    await row(page, 'SEEN 1')
      .getByRole('button', { name: /^Screenshot of the GCash payment/ })
      .click();
    await page.getByRole('dialog', { name: 'GCash screenshot' }).waitFor();
    await page.keyboard.press('Escape');
    await row(page, 'SEEN 1')
      .getByRole('button', { name: /^Verify/ })
      .click();
    const large = page.getByRole('dialog', { name: 'Verify payment' }).getByRole('img');
    await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(600);
    expect((await large.boundingBox())?.height).toBeGreaterThan(300);
  });

  it('warn of a reference that another sale was paid with', async () => {
    const first = await expectMoney('TWICE 9021', { status: 'completed' });
    await expectMoney('twice-9021');
    const number = (
      await shop.server.database.reader
        .selectFrom('transactions')
        .select('invoice_number')
        .where('id', '=', first.transaction_id)
        .executeTakeFirstOrThrow()
    ).invoice_number;
    const page = await openAs('store_manager@demo.test');
    await row(page, 'twice-9021').getByText(`Already used in ${number}`).waitFor();
    await row(page, 'twice-9021')
      .getByRole('button', { name: /^Verify/ })
      .click();
    await page.getByRole('dialog').getByText(`This reference was already used in ${number}`).waitFor();
  });

  it('are filtered by the address, which a reload keeps', async () => {
    await expectMoney('FILTER 1');
    const page = await openAs('store_manager@demo.test');
    await row(page, 'FILTER 1').waitFor();
    await page.getByLabel('Expected date', { exact: true }).selectOption('undated');
    await page.getByLabel('Method', { exact: true }).selectOption('gcash');
    await page.getByRole('searchbox').fill('filter-1');
    await page.waitForURL(/search=filter-1/);
    await page.reload();
    await row(page, 'FILTER 1').waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(new URL(page.url()).search).toBe('?due=undated&method=gcash&search=filter-1');
    await page.getByLabel('Method', { exact: true }).selectOption('maya');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await row(page, 'FILTER 1').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Amount' }).click();
    await page.waitForURL(/sort=-amount/);
    const amounts = (await rows(page).allTextContents()).flatMap((text) => {
      const [, amount] = /₱([\d,]+\.\d\d)Verify/.exec(text) ?? [];
      return amount ? [Number(amount.replaceAll(',', ''))] : [];
    });
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    expect(amounts.length).toBeGreaterThan(3);
  });

  it('say that verification failed where somebody was faster, and leave the list', async () => {
    const payment = await expectMoney('FASTER 1');
    const page = await openAs('store_manager@demo.test');
    await row(page, 'FASTER 1')
      .getByRole('button', { name: /^Verify/ })
      .click();
    expectDone(await manager.post(`/payments/${payment.id}/mark-failed`, { reason: 'Not there' }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Verify ₱/ })
      .click();
    await toast(page, 'Verification failed').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await row(page, 'FASTER 1').count()).toBe(0);
    expect((await stored(payment.id)).status).toBe('failed');
  });

  it('are asked for again every 30 seconds', async () => {
    const page = await openAs('store_manager@demo.test', '/dashboard');
    await page.clock.install();
    await page.goto('/payments/pending');
    await rows(page).nth(1).waitFor();
    await expectMoney('LATER 1');
    expect(await row(page, 'LATER 1').count()).toBe(0);
    await page.clock.fastForward(HALF_A_MINUTE + 1_000);
    await row(page, 'LATER 1').waitFor();
  });

  it('offer to whoever sells the payments of drafts only, and to whoever only looks none', async () => {
    await expectMoney('SOLD 1');
    await expectMoney('HELD 1', {}, false);
    const cashier = await openAs('salesperson@demo.test');
    await row(cashier, 'SOLD 1').waitFor();
    expect(await row(cashier, 'SOLD 1').getByRole('button').count()).toBe(0);
    await row(cashier, 'HELD 1')
      .getByRole('button', { name: /^Verify/ })
      .click();
    await cashier
      .getByRole('dialog')
      .getByRole('button', { name: /^Verify ₱/ })
      .click();
    await toast(cashier, 'Payment verified').waitFor();

    const regional = await openAs('regional_manager@demo.test', '/dashboard');
    const store = await shop.server.database.reader
      .selectFrom('stores')
      .select('id')
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
    await regional.getByLabel('Store', { exact: true }).selectOption(String(store.id));
    await badge(regional).click();
    await row(regional, 'SOLD 1').waitFor();
    expect(await regional.getByRole('button', { name: /^(Verify|Mark failed)/ }).count()).toBe(0);
  });

  it('are not for whoever may not see transactions', async () => {
    for (const email of ['inventory_checker@demo.test', 'finance@demo.test']) {
      const page = await openAs(email);
      await page.waitForURL((url) => url.pathname === '/dashboard');
      await page.getByRole('heading', { name: /^Good / }).waitFor();
      expect(await badge(page).count()).toBe(0);
    }
  });

  it('say what is missing when the server does not answer, and try again', async () => {
    const page = await openAs('store_manager@demo.test', '/dashboard');
    await page.route(/api\/v1\/payments\/pending$/, (route) =>
      route.fulfill({ status: 500, json: { message: 'x' } }),
    );
    await page.goto('/payments/pending');
    await page.getByText('Pending payments could not be loaded').waitFor();
    await page.unroute(/api\/v1\/payments\/pending$/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await rows(page).nth(1).waitFor();
  });

  it('say that nothing is waiting where nothing is', async () => {
    const davao = await signIn(shop.server.url, 'salesperson.dvo@demo.test');
    const storeId = davao.staff.primary_store?.id ?? 0;
    const admin = await signIn(shop.server.url, 'admin@demo.test');
    const there = expectDone(await admin.get<Pending>('/payments/pending', { storeId }));
    for (const { id } of there.payments) {
      expectDone(await admin.post(`/payments/${id}/verify`, {}, { storeId }));
    }
    const page = await openAs('salesperson.dvo@demo.test');
    await page.getByText('Nothing is waiting').first().waitFor();
    await page.getByText('A payment that is saved as pending shows here').waitFor();
    expect(await badge(page).getAttribute('aria-label')).toBeNull();
  });

  it('have nothing that axe finds, also with their dialogs open', async () => {
    const page = await openAs('store_manager@demo.test');
    await rows(page).nth(1).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await row(page, 'SEEN 1')
      .getByRole('button', { name: /^Verify/ })
      .click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
