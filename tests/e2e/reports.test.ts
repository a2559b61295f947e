import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { payments } from '#contract/payments.ts';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import { addDays, formatDate } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { watchPrints } from '#tests/support/browser.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone, refundSale, sell, voidSale } from '#tests/support/selling.ts';
import { signInAs } from '#tests/support/till-page.ts';

const ZONE = 'Asia/Manila';

type Report = z.input<typeof payments.dailyReport.response>;

const words = (amount: number) => formatAmount(Math.abs(pesosToCentavos(amount)));
const pesos = (amount: number) => `${amount < 0 ? '−' : ''}₱${words(amount)}`;

describe('the daily report', () => {
  const shop = demoShop();
  let manager: Caller;
  let today: string;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, 'store_manager@demo.test');
    const [kept, voided, returned] = await phonesAt(shop.server.database, 'MNL-01', 3);
    await sell(manager, [kept?.id ?? 0]);
    const toVoid = await sell(manager, [voided?.id ?? 0]);
    expectDone(await voidSale(manager, toVoid.transaction.id, 'Rung up twice'));
    const toRefund = await sell(manager, [returned?.id ?? 0]);
    expectDone(await refundSale(manager, toRefund.transaction.id));
    today = storeDate(Date.now(), ZONE);
  });
  const openAs = (email: string, at = '/reports') => shop.open({ email, path: at });
  const reportOf = async (query = '') =>
    expectDone(await manager.get<Report>(`/payments/daily-report${query}`));
  const term = (page: Page, label: string) =>
    page
      .locator('dt', { hasText: new RegExp(`^${label}$`) })
      .locator('xpath=following-sibling::dd')
      .first();
  /** What the demo shop sold today depends on the time of day; here something was sold in any case. */
  const storeSoldAt = () =>
    shop.server.database.reader
      .selectFrom('stores')
      .select(['id', 'name'])
      .where('code', '=', 'MNL-01')
      .executeTakeFirstOrThrow();
  const isLoaded = (page: Page) => page.getByRole('table', { name: 'Payments by method' }).waitFor();

  it('tells the sums of the day, its invoices, its payments and what lies in the drawer', async () => {
    const page = await openAs('store_manager@demo.test');
    await isLoaded(page);
    const report = await reportOf();
    expect(report.voids.count).toBeGreaterThan(0);
    expect(report.refunds.count).toBeGreaterThan(0);
    const sums = {
      'Net sales': report.net_sales,
      Sales: report.sales.total,
      Tax: report.tax,
      Discounts: report.discounts.total,
      Voids: report.voids.total,
      Refunds: report.refunds.total,
      Taken: report.cash.taken,
      'Change given': -report.cash.change,
      'Refunded in cash': -report.cash.refunded,
      Voided: -report.cash.voided,
      'Net in the drawer': report.cash.net,
    };
    for (const [label, amount] of Object.entries(sums)) {
      expect([label, await term(page, label).textContent()]).toEqual([label, pesos(amount)]);
    }
    await page.getByText(`Invoices ${report.first_invoice} to ${report.last_invoice}`).waitFor();
    const cash = report.payments.find(({ method, status }) => method === 'cash' && status === 'completed');
    const line = page.getByRole('row', { name: /^Cash/ });
    await line.getByText(pesos(cash?.total ?? -1)).waitFor();
    await line.getByText(`${cash?.count} payments`).waitFor();
    await page.getByRole('img', { name: /^Sales by hour/ }).waitFor();
    expect(await page.getByText('$').count()).toBe(0);
  });

  it('goes from day to day, keeps the day in the address, and knows no day to come', async () => {
    const page = await openAs('store_manager@demo.test');
    await isLoaded(page);
    const next = page.getByRole('button', { name: /^Next day/ });
    await expect.poll(() => next.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Previous day' }).click();
    const yesterday = addDays(today, -1);
    await page.waitForURL(new RegExp(`date=${yesterday}$`));
    const before = await reportOf(`?date=${yesterday}`);
    await page.getByText(new RegExp(`${formatDate(yesterday)}.*${before.first_invoice}`)).waitFor();
    await expect.poll(() => term(page, 'Net sales').textContent()).toBe(pesos(before.net_sales));
    await page.reload();
    await page.getByText(new RegExp(`${formatDate(yesterday)}.*${before.first_invoice}`)).waitFor();
    await page.getByLabel('Date', { exact: true }).fill(addDays(today, 1));
    await page.getByText('Not in the future').waitFor();
    await page.getByLabel('Date', { exact: true }).fill(addDays(today, -2));
    await page.waitForURL(new RegExp(`date=${addDays(today, -2)}$`));
    await page.getByRole('button', { name: 'Today' }).click();
    await page.waitForURL((url) => url.search === '');
    for (const wrong of [addDays(today, 5), '2026-02-31', 'soon']) {
      await page.goto(`/reports?date=${wrong}`);
      await page.getByText(new RegExp(`${formatDate(today)} · as of`)).waitFor();
    }
  });

  it('says where nothing happened, and offers to try again when the server does not answer', async () => {
    const page = await openAs('store_manager@demo.test', '/reports?date=2020-01-05');
    await page.getByText('Nothing happened on this day').waitFor();
    await page.route(/daily-report/, (route) => route.fulfill({ status: 500, json: { message: 'x' } }));
    await page.goto('/reports');
    await page.getByText('The report could not be loaded').waitFor();
    const print = page.getByRole('button', { name: 'Print' });
    await expect.poll(() => print.getAttribute('aria-disabled')).toBe('true');
    await page.unroute(/daily-report/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await isLoaded(page);
  });

  it('offers every store to whoever sees them, in the address', async () => {
    const page = await openAs('admin@demo.test');
    const makati = await storeSoldAt();
    await page.getByLabel('Store', { exact: true }).selectOption({ label: 'Davao – Abreeza' });
    await page.getByLabel('Store of the report').selectOption(String(makati.id));
    await page.waitForURL(new RegExp(`store_id=${makati.id}$`));
    const { first_invoice } = await reportOf();
    await page.getByText(new RegExp(`${makati.name}.*${first_invoice}`)).waitFor();

    const mine = await openAs('store_manager@demo.test');
    await isLoaded(mine);
    expect(await mine.getByLabel('Store of the report').count()).toBe(0);
  });

  it('is for whoever reviews payments or sees reports, and hidden from the rest', async () => {
    const entry = (page: Page) => page.getByRole('link', { name: 'Reports' });
    for (const email of ['regional_manager@demo.test', 'store_manager@demo.test']) {
      const page = await openAs(email, '/dashboard');
      await entry(page).click();
      await page.getByRole('heading', { name: 'Daily report' }).waitFor();
    }
    for (const email of ['salesperson@demo.test', 'finance@demo.test']) {
      const page = await openAs(email);
      await page.waitForURL((url) => url.pathname === '/dashboard');
      await page.getByRole('heading', { name: /^Good / }).waitFor();
      expect(await entry(page).count()).toBe(0);
    }
  });

  it('has nothing that axe finds', async () => {
    const page = await openAs('admin@demo.test', `/reports?store=${(await storeSoldAt()).id}`);
    await isLoaded(page);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('is printed by a browser’s print dialog', async () => {
    const page = await openAs('store_manager@demo.test');
    const prints = await watchPrints(page);
    await isLoaded(page);
    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(prints).toHaveLength(1);
    const report = await reportOf();
    const [printed] = await prints();
    expect(printed).toContain('DAILY REPORT');
    expect(printed).toMatch(new RegExp(`NET SALES +PHP ${words(report.net_sales)}`));
  });

  describe('at a till with a receipt printer', () => {
    it('is printed as a slip, without the drawer, and says so', async () => {
      const printer = await startNetworkPrinter();
      const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
      const till = await launchTill({
        env: {
          TINDAHAN_SERVER: shop.server.url,
          TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:42`,
          TINDAHAN_TILL_DATA: folder,
        },
      });
      try {
        await signInAs(till.page, 'store_manager@demo.test');
        await till.page.getByRole('link', { name: 'Reports' }).click();
        await isLoaded(till.page);
        const job = printer.nextJob();
        await till.page.getByRole('button', { name: 'Print' }).click();
        const { rows, pulses, cuts, qr } = decodeEscPos(await job);
        const report = await reportOf();
        const printed = rows.map(({ text }) => text).join('\n');
        for (const part of [
          'TINDAHAN',
          'DAILY REPORT',
          formatDate(today),
          report.first_invoice ?? '-',
          report.last_invoice ?? '-',
          'Ana Reyes',
        ]) {
          expect(printed).toContain(part);
        }
        expect(printed).toMatch(
          new RegExp(`Sales \\(${report.sales.count}\\) +PHP ${words(report.sales.total)}`),
        );
        for (const [label, { count, total }] of [
          ['Voids', report.voids],
          ['Refunds', report.refunds],
        ] as const) {
          expect(printed).toMatch(new RegExp(`${label} \\(${count}\\) +-PHP ${words(total)}`));
        }
        expect(printed).toMatch(new RegExp(`NET CASH +PHP ${words(report.cash.net)}`));
        expect(rows.filter(({ text }) => text.length > 42)).toEqual([]);
        expect([pulses, cuts.length, qr]).toEqual([[], 1, []]);
        await toast(till.page, 'Daily report printed').waitFor();

        await printer.close();
        await till.page.getByRole('button', { name: 'Print' }).click();
        await toast(till.page, 'Daily report waits for the printer').waitFor();
      } finally {
        await till.close();
        await printer.close();
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
});
