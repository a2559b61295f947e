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
import { watchPrints } from '#tests/support/browser.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { describePrinter, openDevicePage, saveDevices } from '#tests/support/device-page.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone, refundSale, sell, voidSale } from '#tests/support/selling.ts';
import { signInAs } from '#tests/support/till-page.ts';

const ZONE = 'Asia/Manila';
const MANAGER = 'store_manager@demo.test';

type Report = z.input<typeof payments.dailyReport.response>;

const amountText = (amount: number) => formatAmount(Math.abs(pesosToCentavos(amount)));

describe('the daily report', () => {
  const shop = demoShop();
  let manager: Caller;
  let today: string;
  beforeAll(async () => {
    manager = await signIn(shop.server.url, MANAGER);
    const [kept, voided, returned] = await phonesAt(shop.server.database, 'MNL-01', 3);
    await sell(manager, [kept?.id ?? 0]);
    const toVoid = await sell(manager, [voided?.id ?? 0]);
    expectDone(await voidSale(manager, toVoid.transaction.id, 'Rung up twice'));
    const toRefund = await sell(manager, [returned?.id ?? 0]);
    expectDone(await refundSale(manager, toRefund.transaction.id));
    today = storeDate(Date.now(), ZONE);
  });
  const reportOf = async () => expectDone(await manager.get<Report>('/payments/daily-report'));
  const isLoaded = (page: Page) => page.getByRole('table', { name: 'Payments by method' }).waitFor();

  it('is reached from the menu, kept by back and reload, and printed by a browser’s print dialog', async () => {
    const page = await shop.open({ email: MANAGER, path: '/dashboard' });
    const prints = await watchPrints(page);
    await page.getByRole('link', { name: 'Reports' }).click();
    await isLoaded(page);
    await page.getByRole('button', { name: 'Previous day' }).click();
    const yesterday = page.getByText(formatDate(addDays(today, -1)));
    await yesterday.waitFor();
    await page.reload();
    await yesterday.waitFor();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.goBack();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    await page.goForward();
    await isLoaded(page);
    await page.getByRole('button', { name: 'Print' }).click();
    await expect.poll(prints).toHaveLength(1);
    const report = await reportOf();
    const [printed] = await prints();
    expect(printed).toContain('DAILY REPORT');
    expect(printed).toMatch(new RegExp(`NET SALES +PHP ${amountText(report.net_sales)}`));
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
        await signInAs(till.page, MANAGER);
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
          new RegExp(`Sales \\(${report.sales.count}\\) +PHP ${amountText(report.sales.total)}`),
        );
        for (const [label, { count, total }] of [
          ['Voids', report.voids],
          ['Refunds', report.refunds],
        ] as const) {
          expect(printed).toMatch(new RegExp(`${label} \\(${count}\\) +-PHP ${amountText(total)}`));
        }
        expect(printed).toMatch(new RegExp(`NET CASH +PHP ${amountText(report.cash.net)}`));
        expect(rows.filter(({ text }) => text.length > 42)).toEqual([]);
        expect([pulses, cuts.length, qr]).toEqual([[], 1, []]);
        await toast(till.page, 'Daily report printed').waitFor();

        // A port without a listener, ever: that of a closed printer may be another test's by now.
        await openDevicePage(till.page);
        await describePrinter(till.page, { port: 9 });
        await saveDevices(till.page);
        await till.page.getByRole('link', { name: 'Reports' }).click();
        await isLoaded(till.page);
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
