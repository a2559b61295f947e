import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBadge, setPin } from '#tests/support/approvals.ts';
import { watchTroubles } from '#tests/support/browser.ts';
import { isFocused, isSeen, tabTo } from '#tests/support/by-keyboard.ts';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { DEMO_PASSWORD, signIn, type Caller } from '#tests/support/http.ts';
import { isRead } from '#tests/support/is-read.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeStaff, makeUnits, makeVariation } from '#tests/support/shop.ts';
import { saveSettings } from '#tests/support/store-settings.ts';
import {
  completeSale,
  draftSaved,
  openShift,
  scanToLine,
  typeByHand,
  wedgeScan,
} from '#tests/support/till-page.ts';

const CASHIER = 'ana@day.test';
const PIN = '246810';
const RULE = '-'.repeat(48);

// A till's day with every figure written out by hand. 12 % tax on top of the prices.
//
//   sale 1   ₱10,000.00 − ₱478.57 = ₱9,521.43, tax ₱1,142.57: ₱10,664.00, of ₱11,000.00 in cash, change ₱336.00
//   sale 2   2 × ₱10,000.00,                   tax ₱2,400.00: ₱22,400.00 in cash; one phone comes back: ₱11,200.00
//   sale 3   ₱5,000.00,                        tax   ₱600.00:  ₱5,600.00 by card
//   sale 4   ₱3,000.00,                        tax   ₱360.00:  ₱3,360.00 in cash, voided
//   drawer   5,000.00 + 36,760.00 − 336.00 − 11,200.00 − 3,360.00 − 500.00 (courier) = 26,364.00
describe('a till’s day, by keyboard and scanner alone', () => {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let page: Page;
  let folder: string;
  let troubles: string[];
  let manager: Caller;
  let badge: string;
  const codes = { discounted: '', kept: '', returned: '', byCard: '', voided: '' };

  beforeAll(async () => {
    server = await startDemoServer();
    const admin = await signIn(server.url, 'admin@demo.test');
    const store = expectDone(
      await admin.post<{ id: number }>('/stores/create', {
        name: 'Day Shop',
        code: 'DAY-01',
        timezone: 'Asia/Manila',
      }),
    );
    await saveSettings(admin, store.id, { shifts: { enabled: true, difference_limit: 50 } });
    expectDone(await admin.put('/settings', { approve_no_sale: true }));
    const at = { store_id: store.id, primary_store_id: store.id };
    await makeStaff(server.database, { ...at, name: 'Ana Reyes', email: CASHIER });
    const { email } = await makeStaff(server.database, { ...at, name: 'Ben Santos', role: 'store_manager' });
    manager = await signIn(server.url, email);
    expectDone(await setPin(manager, PIN));
    badge = await makeBadge(manager);
    const goods = async (retail_price: number, count: number) => {
      const prices = { retail_price, member_price: null, wholesale_price: null, minimum_price: null };
      const { id } = await makeVariation(server.database, prices);
      const units = await makeUnits(server.database, { count, store_id: store.id, product_variation_id: id });
      return units.map(({ imei }) => imei ?? '');
    };
    const [discounted = '', kept = '', returned = ''] = await goods(1_000_000, 3);
    const [byCard = ''] = await goods(500_000, 1);
    const [voided = ''] = await goods(300_000, 1);
    Object.assign(codes, { discounted, kept, returned, byCard, voided });

    printer = await startNetworkPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: folder,
      },
    });
    page = till.page;
    troubles = watchTroubles(page);
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

  const asking = () => dialog('Ask a manager');

  /** Returns the text of the printout with this title. */
  const printout = async (title: string) => {
    let text = '';
    await expect
      .poll(() => {
        const printouts = printer.jobs
          .filter((job) => job.length > 0)
          .map((job) =>
            decodeEscPos(job)
              .rows.map(({ text }) => text)
              .join('\n'),
          );
        text = printouts.find((one) => one.includes(title)) ?? '';
        return text;
      })
      .toContain(title);
    return text.split('\n').map((row) => row.trim().replace(/ {2,}/g, ' | '));
  };
  const storeDay = () =>
    new Date().toLocaleDateString('en-US', {
      timeZone: 'Asia/Manila',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    });
  const approvedActs = async () => {
    const rows = await server.database.reader
      .selectFrom('audit_log')
      .innerJoin('staff', 'staff.id', 'audit_log.staff_id')
      .select(['audit_log.action', 'staff.name', 'audit_log.details_json'])
      .where('staff.email', '=', CASHIER)
      .where('audit_log.details_json', 'like', '%"approved_by"%')
      .orderBy('audit_log.id')
      .execute();
    return rows.map(({ action, name, details_json }) => {
      const { approved_by } = JSON.parse(details_json ?? '{}') as { approved_by?: { name: string } };
      return [action, name, approved_by?.name];
    });
  };
  const signInByKeys = async () => {
    await isFocused(page.getByLabel('Email'));
    await typeByHand(page, CASHIER);
    await press('Tab');
    await typeByHand(page, DEMO_PASSWORD);
    await press('Enter');
    await page.getByRole('heading', { name: /^Good / }).waitFor();
  };
  const toTheTill = async () => {
    await tabTo(page, page.getByRole('link', { name: 'Point of Sale' }));
    await press('Enter');
    await page.getByRole('heading', { name: 'Point of Sale' }).waitFor();
  };
  /** Goes from the cart to the amount due. */
  const toPayment = async (due: string) => {
    await draftSaved(page);
    await press('F8');
    await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    await isFocused(page.getByLabel('Amount'));
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe(due);
  };
  const openMenuOfSale = async (item: string) => {
    await tabTo(page, button(/^More actions/));
    await press('Enter');
    const entry = page.getByRole('menuitem', { name: item });
    await entry.waitFor();
    while (!(await entry.evaluate((element) => element === document.activeElement))) await press('ArrowDown');
    await press('Enter');
  };

  it('begins with a float, and sells four times', async () => {
    await signInByKeys();
    await toTheTill();
    await openShift(page);

    // Sale 1, less ₱478.57.
    await scanToLine(page, codes.discounted);
    await press('F4');
    await isFocused(page.getByLabel('Percent off'));
    await tabTo(page, page.getByRole('radio', { name: 'Percentage' }), 'Shift+Tab');
    await press('ArrowRight');
    await tabTo(page, page.getByLabel('Amount off'));
    await typeByHand(page, '478.57');
    await press('Tab');
    await typeByHand(page, 'Opening day');
    await press('Enter');
    await page.getByRole('list', { name: 'Discounts given' }).getByText('Opening day').waitFor();
    await press('Escape');
    await dialog('Discounts').waitFor({ state: 'detached' });
    await toPayment('10,664.00');
    await typeByHand(page, '11000');
    await completeSale(page);
    await page.getByText('₱336.00').first().waitFor();

    // Sale 2, exactly paid.
    await scanToLine(page, codes.kept);
    await scanToLine(page, codes.returned);
    await toPayment('22,400.00');
    await completeSale(page);

    // Sale 3, by card.
    await scanToLine(page, codes.byCard);
    await toPayment('5,600.00');
    await tabTo(page, page.getByRole('radio', { name: 'Cash', exact: true }), 'Shift+Tab');
    await press('ArrowRight');
    await tabTo(page, page.getByLabel('Reference number'));
    await typeByHand(page, 'AUTH 4711');
    await completeSale(page);

    // Sale 4.
    await scanToLine(page, codes.voided);
    await toPayment('3,360.00');
    await completeSale(page);
  });

  it('voids a sale by a manager’s PIN, whose wrong one loses nothing', async () => {
    await wedgeScan(page, codes.voided);
    await dialog(/^Refund DAY-01-000004/).waitFor();
    await press('Escape');
    await dialog(/^Refund/).waitFor({ state: 'detached' });
    await openMenuOfSale('Void Transaction');
    const voiding = page.getByRole('alertdialog', { name: /^Void/ });
    await isFocused(voiding.getByLabel('Reason'));
    await typeByHand(page, 'Wrong phone');
    await press('Control+Enter');
    await isFocused(asking().getByLabel('PIN'));
    await isSeen(asking());
    await typeByHand(page, '135791');
    await press('Enter');
    await asking().getByText('This PIN is wrong').waitFor();
    await typeByHand(page, PIN);
    await press('Enter');
    await asking().waitFor({ state: 'detached' });
    await voiding.waitFor({ state: 'detached' });
    expect(await printout('VOID')).toEqual(
      expect.arrayContaining([
        'Approved by | Ben Santos',
        'HANDED BACK | PHP 3,360.00',
        'Reason: Wrong phone',
      ]),
    );
  });

  it('refunds a phone that is scanned, by a manager’s badge', async () => {
    await toTheTill();
    await wedgeScan(page, codes.returned);
    const refunding = dialog(/^Refund DAY-01-000002/);
    await refunding.getByRole('button', { name: 'Refund ₱11,200.00' }).waitFor();
    await isSeen(refunding);
    await tabTo(page, refunding.getByLabel('Reason'));
    await typeByHand(page, 'Does not charge');
    await press('Control+Enter');
    await asking().waitFor();
    await isSeen(asking());
    await wedgeScan(page, badge);
    await toast(page, '₱11,200.00 refunded').waitFor();
    await refunding.waitFor({ state: 'detached' });
    expect(await printout('REFUND')).toEqual(
      expect.arrayContaining(['Approved by | Ben Santos', 'Cash | PHP 11,200.00', 'Reason: Does not charge']),
    );
  });

  it('pays the courier, approved too', async () => {
    await toTheTill();
    await press('F7');
    const movement = dialog('Cash of Counter 1');
    await isFocused(movement.getByLabel('Amount'));
    await isSeen(movement);
    await typeByHand(page, '500');
    await press('Tab');
    await typeByHand(page, 'Courier fee');
    await press('Control+Enter');
    await asking().waitFor();
    await wedgeScan(page, badge);
    await toast(page, 'Pay-out of ₱500.00 noted').waitFor();
    await movement.waitFor({ state: 'detached' });
    expect(await printout('PAY-OUT')).toEqual(
      expect.arrayContaining([
        'Staff | Ana Reyes',
        'Approved by | Ben Santos',
        'AMOUNT | PHP 500.00',
        'Reason: Courier fee',
      ]),
    );
  });

  it('opens the drawer without a sale, for which this chain wants a manager', async () => {
    await press('F9');
    const noSale = dialog('Open the drawer without a sale?');
    await isFocused(noSale.getByLabel('Reason'));
    await typeByHand(page, 'Change for the courier');
    await press('Control+Enter');
    await asking().waitFor();
    await wedgeScan(page, badge);
    await toast(page, 'Drawer opened').waitFor();
    await noSale.waitFor({ state: 'detached' });
    expect(await printout('NO SALE')).toContain('Reason: Change for the courier');
  });

  it('is counted blind and ₱64.00 short, and closes with a reason and without a printer', async () => {
    await press('F10');
    await isFocused(page.getByRole('textbox', { name: '₱1,000 bills' }));
    expect(await page.getByText('26,364').count()).toBe(0);
    await page.keyboard.type('26');
    await press('Enter', 'Enter', 'Enter');
    await isFocused(page.getByRole('textbox', { name: '₱100 bills' }));
    await page.keyboard.type('3');
    await page.getByText('₱26,300.00').waitFor();
    // The page breaks down midway: the counted amounts are there again.
    await page.reload();
    await page.getByText('₱26,300.00').waitFor();
    await isFocused(page.getByRole('textbox', { name: '₱1,000 bills' }));
    await press('Control+Enter');
    const reason = page.getByLabel('Reason');
    await isFocused(reason);
    const cash = page.getByRole('row', { name: /^Cash/ });
    expect((await cash.innerText()).split(/\s*\n\s*|\t/)).toEqual([
      'Cash',
      'Counted ₱26,300.00',
      '₱64.00 short',
    ]);
    for (const shown of [cash, reason, button(/^Close shift/)]) await isSeen(shown);
    await isRead();
    await press('Control+Enter');
    await page.getByText('Reason required').waitFor();
    await typeByHand(page, 'Change given wrong');
    // A printer that is off does not delay closing; its waiting jobs are printed when it is back.
    await printer.close();
    await press('Control+Enter');
    await page.getByRole('heading', { name: 'Shift closed' }).waitFor();
    printer = await startNetworkPrinter('on', printer.port);
    const counted = await printout('SHIFT COUNT');
    expect(counted.slice(counted.indexOf('Cash'), counted.indexOf('Reason: Change given wrong'))).toEqual([
      'Cash',
      'Counted | PHP 26,300.00',
      'DIFFERENCE | PHP 64.00 short',
      RULE,
    ]);
  });

  it('is read once for good, to the figures that were written down', async () => {
    const day = storeDay();
    await tabTo(page, button('Z reading'), 'Shift+Tab');
    await press('Enter');
    const z = await printout('Z READING 1');
    expect(z.slice(z.indexOf('Z READING 1'), z.indexOf('Manager'))).toEqual([
      'Z READING 1',
      RULE,
      'Till | Counter 1',
      `Day | ${day}`,
      'Z counter | 1',
      'First invoice | DAY-01-000001',
      'Last invoice | DAY-01-000004',
      RULE,
      'Gross sales (4) | PHP 42,024.00',
      'Voids (1) | -PHP 3,360.00',
      'Refunds (1) | -PHP 11,200.00',
      'NET SALES | PHP 27,464.00',
      'Discounts given | PHP 478.57',
      'Net before tax | PHP 24,521.43',
      'Tax | PHP 2,942.57',
      RULE,
      'Payments',
      'Cash (3) | PHP 21,864.00',
      'Credit/Debit Card (1) | PHP 5,600.00',
      RULE,
      'Drawer',
      'Float | PHP 5,000.00',
      'Cash taken | PHP 36,760.00',
      'Change given | -PHP 336.00',
      'Cash refunded | -PHP 11,200.00',
      'Cash of voids | -PHP 3,360.00',
      'Pay-outs | -PHP 500.00',
      'CASH IN DRAWER | PHP 26,364.00',
      'Opened without a sale | 1',
      RULE,
      'S-DAY-01-000001',
      'Counted | PHP 26,300.00',
      'Difference | PHP 64.00 short',
      'Reason: Change given wrong',
      RULE,
      'Grand total before | PHP 0.00',
      'GRAND TOTAL | PHP 42,024.00',
      '',
      '',
      RULE,
    ]);
    expect(z.at(-1)).toBe('By | Ana Reyes');
    await press('Escape');
    await page.getByText(/No shift is open at Counter 1/).waitFor();
  });

  it('signed nobody out, names both people, and is the store’s evening', async () => {
    await page.getByRole('banner').getByText('Ana Reyes').waitFor();
    expect(await approvedActs()).toEqual([
      ['transactions.void', 'Ana Reyes', 'Ben Santos'],
      ['transactions.refund', 'Ana Reyes', 'Ben Santos'],
      ['cashMovements.create', 'Ana Reyes', 'Ben Santos'],
      ['pos.noSale', 'Ana Reyes', 'Ben Santos'],
    ]);
    // The store's evening is that of its one till, to the centavo.
    expect(expectDone(await manager.get('/store-day'))).toMatchObject({
      agrees: true,
      total: { net: 27_464 },
      report: { net_sales: 27_464, net_cash: 21_864 },
    });
    expect(troubles).toEqual([]);
  });
});
