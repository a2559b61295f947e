import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { phonesAt, startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { startDroppingProxy, type DroppingProxy } from '#tests/support/dropping-proxy.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { dismissToasts } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';
import type { WireCurrent, WireShift, WireX } from '#tests/support/shifts.ts';
import { saveSettings, type WireSettings } from '#tests/support/store-settings.ts';
import {
  cart,
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  pressTillKey,
  scanToLine,
  signInAs,
} from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const CODE = 'MNL-01';
const NUMBER = /^MNL-01-T\d+[A-Z]+-X\d{6}$/;

const RULES: WireSettings['offline_sales'] = { enabled: true, hours: 24, max_total: null, methods: ['cash'] };

type WireStore = { id: number; code: string; settings: WireSettings };

const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection.' });
const completed = (page: Page) => page.getByRole('complementary', { name: 'Completed sale' });
const list = (page: Page) => page.getByRole('dialog', { name: 'Sales without the server' });
const keptShift = (page: Page) =>
  page.getByText(/’s shift since .*Kept on this till, sent first when the server is back$/);
const toSend = (page: Page, count: number) => page.getByRole('button', { name: `${count} to send` });

describe('a till that sells without its server', () => {
  let server: DemoServer;
  let proxy: DroppingProxy;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let folder: string;
  let store: WireStore;
  let admin: Caller;
  /** The till's name for itself, which Electron keeps over a restart; each start of the stand-in is of another profile. */
  let tillKey: string | null = null;
  const launch = async () => {
    const started = await launchTill({
      env: {
        TINDAHAN_SERVER: proxy.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: folder,
      },
    });
    if (tillKey === null) return started;
    await started.page.evaluate((key) => localStorage.setItem('tindahan.till-key', key), tillKey);
    await started.page.reload();
    return started;
  };
  beforeAll(async () => {
    server = await startDemoServer();
    proxy = await startDroppingProxy(server.url);
    printer = await startNetworkPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    admin = await signIn(server.url, 'admin@demo.test');
    const stores = expectDone(await admin.get<WireStore[]>('/stores'));
    store = stores.find(({ code }) => code === CODE) as WireStore;
    await saveSettings(admin, store.id, { ...store.settings, offline_sales: RULES });
    till = await launch();
    await signInAs(till.page, MANAGER);
  });
  afterAll(async () => {
    proxy.flow();
    await till.close();
    await printer.close();
    await proxy.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Calls the server as the page of the till does; returns its answer. */
  const askAsTill = async <T>(method: 'GET' | 'POST', path: string, sent?: object): Promise<T> => {
    const { status, body } = await till.page.evaluate(
      async ([method, path, sent, storeId]) => {
        const answer = await fetch(`/api/v1${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            'x-store-id': String(storeId),
            'x-till': localStorage.getItem('tindahan.till-key') ?? '',
          },
          body: sent ? JSON.stringify(sent) : null,
        });
        return { status: answer.status, body: (await answer.json()) as unknown };
      },
      [method, path, sent, store.id] as const,
    );
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as T;
  };
  /** Makes the device a till of the store, and waits for its credential and its copy of the store. */
  const becomeTill = async () => {
    await askAsTill('POST', '/tills', { name: 'Front' });
    tillKey = await till.page.evaluate(() => localStorage.getItem('tindahan.till-key'));
    await till.page.reload();
    await openTill(till.page);
    const credential = () => till.page.evaluate(async () => (await window.till?.offline.state())?.till);
    await expect.poll(credential).toMatchObject({ store_id: store.id, till_name: 'Front' });
    const copy = () =>
      till.page.evaluate(
        async (store_id) => (await window.till?.units.version({ store_id }))?.as_of,
        store.id,
      );
    await expect.poll(copy).toBeTruthy();
  };
  /** Starts the till again, as after a power cut, and waits until it has noticed that the server is away. */
  const restart = async () => {
    await till.kill();
    till = await launch();
    await till.page.getByRole('link', { name: 'Point of Sale' }).click();
    await banner(till.page).waitFor();
  };
  const sell = async (imei: string) => {
    await scanToLine(till.page, imei);
    await goToPayment(till.page);
    await completeSale(till.page);
  };
  const signInNote = () => till.page.evaluate(() => window.till?.notes.read('sign-in'));
  const figuresOf = async (shiftId: number | undefined) => {
    const inStore = { headers: { 'X-Store-Id': String(store.id) } };
    return expectDone(await admin.get<WireX>(`/shifts/${shiftId}/x-reading`, inStore)).figures;
  };
  const paper = (index: number) => {
    const { rows, pulses } = decodeEscPos(printer.jobs[index] ?? new Uint8Array());
    return { text: rows.map((row) => row.text).join('\n'), pulses: pulses.length };
  };
  const saleOf = (unitId: number) =>
    server.database.reader
      .selectFrom('transaction_items as item')
      .innerJoin('transactions as sale', 'sale.id', 'item.transaction_id')
      .selectAll('sale')
      .where('item.inventory_item_id', '=', unitId)
      .where('sale.status', '=', 'completed')
      .execute();

  it('sells a cart whose line was cut, keeps the sale over a restart, and gets its invoice number once', async () => {
    await becomeTill();
    const [first, second, third] = await phonesAt(server.database, CODE, 3);
    if (!first || !second || !third) throw new Error('The demo shop has too few phones');
    await scanToLine(till.page, first.imei);
    await draftSaved(till.page);

    proxy.refuse();
    await scanToLine(till.page, second.imei);
    await banner(till.page).getByText('Sales are kept on this till and sent when it is back.').waitFor();
    await banner(till.page)
      .getByText(/^(23|24) h left$/)
      .waitFor();
    await cart(till.page).getByText('Known on this till').waitFor();
    await goToPayment(till.page);
    await completeSale(till.page);
    const number = (await completed(till.page).getByText(NUMBER).textContent()) ?? '';
    await completed(till.page).getByText('Not the invoice.').waitFor();
    await expect.poll(() => printer.jobs.length).toBe(1);
    expect(paper(0).text).toContain('NOT THE INVOICE');
    expect(paper(0).text).toContain(number);
    expect(paper(0).text).toContain(second.imei);
    expect(paper(0).text.match(/Warranty 12 months, to/g)).toHaveLength(2);
    expect(paper(0).pulses).toBe(1);

    await till.kill();
    till = await launch();
    await till.page.getByRole('link', { name: 'Point of Sale' }).click();
    await banner(till.page).waitFor();
    await toSend(till.page, 1).waitFor();
    // Nothing was loaded yet: the cards are those of the till's copy.
    const cards = till.page.getByRole('group', { name: 'Products' }).getByRole('button');
    await cards
      .first()
      .getByText(/\d+ left/)
      .waitFor();
    await till.page.getByRole('searchbox', { name: 'Search products' }).fill(third.product);
    await expect.poll(() => cards.count()).toBeLessThan(10);
    await cards.filter({ hasText: third.product }).first().click();
    await till.page.getByRole('dialog').getByText(third.imei).first().waitFor();
    await till.page.keyboard.press('Escape');
    await till.page.getByRole('searchbox', { name: 'Search products' }).fill('');
    expect(await till.page.getByRole('button', { name: 'Recover cart' }).count()).toBe(0);
    await pressTillKey(till.page, 'F11');
    await list(till.page).getByText(number).waitFor();
    await list(till.page).getByText('Waiting').waitFor();
    await till.page.keyboard.press('Escape');
    await list(till.page).waitFor({ state: 'detached' });

    // Another sale, still without the server, which stays on the screen until its number comes.
    await scanToLine(till.page, third.imei);
    await goToPayment(till.page);
    await completeSale(till.page);
    await expect.poll(() => printer.jobs.length).toBe(2);
    await toSend(till.page, 2).waitFor();

    proxy.flow();
    await completed(till.page)
      .getByText(/^MNL-01-\d{6}$/)
      .waitFor();
    await toSend(till.page, 2).waitFor({ state: 'detached' });
    // Both are sent: each is listed with its invoice.
    await pressTillKey(till.page, 'F11');
    await expect
      .poll(() =>
        list(till.page)
          .getByText(/^Invoice MNL-01-\d{6}$/)
          .count(),
      )
      .toBe(2);
    await till.page.keyboard.press('Escape');
    await list(till.page).waitFor({ state: 'detached' });
    await expect.poll(() => saleOf(first.id)).toMatchObject([{ offline_number: number }]);
    await expect.poll(() => saleOf(second.id)).toMatchObject([{ offline_number: number }]);
    const [sale, ...others] = await saleOf(third.id);
    expect(others).toEqual([]);
    // Nothing has come out by itself; the first paper with the invoice number is no copy, and opens no drawer.
    expect(printer.jobs).toHaveLength(2);
    await dismissToasts(till.page);
    await completed(till.page).getByRole('button', { name: 'Print invoice' }).click();
    await expect.poll(() => printer.jobs.length).toBe(3);
    expect(paper(2).text).toContain(`Invoice  ${sale?.invoice_number}`);
    expect(paper(2).text).not.toContain('REPRINT');
    expect(paper(2).text).not.toContain('NOT THE INVOICE');
    expect(paper(2).pulses).toBe(0);
  });

  /** Changes a file of the till while that is off. */
  const changeFile = async (prefix: string, statement: string) => {
    const name = (await readdir(folder)).find((file) => file.startsWith(prefix) && file.endsWith('.db'));
    const db = new Database(path.join(folder, name ?? ''));
    db.exec(statement);
    db.close();
  };
  /** Kills the till as if it had stopped between its last sale and the paper, some time ago; then starts it. */
  const stopBeforePaper = async (milliseconds: number) => {
    await till.kill();
    await changeFile('print-queue', "delete from print_jobs where job_key like '%/offline-%'");
    await changeFile(
      'offline-',
      `update sales set made_at = made_at - ${milliseconds} where state = 'waiting'`,
    );
    till = await launch();
    await till.page.getByRole('link', { name: 'Point of Sale' }).click();
    await completed(till.page).waitFor();
  };
  /** Presses the panel's button for paper, once the panel has been there for longer than a double click takes. */
  const printHere = async () => {
    await till.page.waitForFunction(
      (until) => performance.now() > until,
      (await till.page.evaluate(() => performance.now())) + SECOND_CLICK,
    );
    await completed(till.page)
      .getByRole('button', { name: /^Print/ })
      .click();
  };
  const newPaper = async (before: number) => {
    await expect.poll(() => printer.jobs.length).toBe(before + 1);
    return paper(before);
  };
  const printListed = async (badge: string | RegExp) => {
    await pressTillKey(till.page, 'F11');
    await list(till.page).getByText(badge).first().waitFor();
    await list(till.page)
      .getByRole('button', { name: /^Print / })
      .first()
      .click();
  };
  const closeList = async () => {
    await till.page.keyboard.press('Escape');
    await list(till.page).waitFor({ state: 'detached' });
  };

  it('shows a sale whose paper was cut off, and its first paper is no reprint, with the invoice number neither', async () => {
    const [phone] = await phonesAt(server.database, CODE, 1);
    if (!phone) throw new Error('The demo shop has too few phones');
    proxy.refuse();
    const made = printer.jobs.length;
    await sell(phone.imei);
    expect((await newPaper(made)).pulses).toBe(1);
    const before = printer.jobs.length;

    // At once: the paper comes out by itself, with the drawer.
    await stopBeforePaper(0);
    const first = await newPaper(before);
    expect(first.text).not.toContain('REPRINT');
    expect(first.pulses).toBe(1);
    await completed(till.page).getByText('Receipt printed').waitFor();

    // Two hours later: only where the cashier asks for it, and no drawer opens.
    await stopBeforePaper(2 * 3_600_000);
    await completed(till.page).getByText('Receipt not printed').waitFor();
    expect(printer.jobs).toHaveLength(before + 1);
    await printHere();
    const second = await newPaper(before + 1);
    expect(second.text).toContain('NOT THE INVOICE');
    expect(second.text).not.toContain('REPRINT');
    expect(second.pulses).toBe(0);
    await printListed('Waiting');
    expect((await newPaper(before + 2)).text).toContain('*** REPRINT 1 ***');
    await closeList();

    proxy.flow();
    await toSend(till.page, 1).waitFor({ state: 'detached' });
    await completed(till.page)
      .getByText(/^MNL-01-\d{6}$/)
      .waitFor();
    await printListed(/^Invoice MNL-01-/);
    const invoice = await newPaper(before + 3);
    expect(invoice.text).toContain('Invoice  ');
    expect(invoice.text).not.toContain('REPRINT');
    expect(invoice.pulses).toBe(0);
    await closeList();
    await dismissToasts(till.page);
    await completed(till.page)
      .getByRole('link', { name: /^MNL-01-/ })
      .click();
    await till.page.getByRole('button', { name: 'Print Receipt' }).click();
    const copy = await newPaper(before + 4);
    expect(copy.text).toContain('*** REPRINT 1 ***');
    expect(copy.text).toContain('Invoice  ');
    await dismissToasts(till.page);
  });

  it('shows the sale where its payment page is reloaded, and prints its first paper once there is a printer', async () => {
    const [first, second] = await phonesAt(server.database, CODE, 2);
    if (!first || !second) throw new Error('The demo shop has too few phones');
    const usePrinter = (isThere: boolean) =>
      till.page.evaluate(
        async (port) => {
          const settings = await window.till?.settings.read();
          if (!settings) throw new Error('No settings');
          const connection = { kind: 'network' as const, host: '127.0.0.1', port: port ?? 0 };
          const one = {
            columns: 48 as const,
            code_page: 'cp858' as const,
            cutter: true,
            drawer_pin: 2 as const,
          };
          await window.till?.settings.write({
            ...settings,
            printer: port === null ? null : { connection, ...one, asks_status: true },
          });
        },
        isThere ? printer.port : null,
      );
    await till.page.getByRole('link', { name: 'Point of Sale' }).click();
    await till.page.getByRole('searchbox', { name: 'Search products' }).waitFor();
    await usePrinter(false);
    const before = printer.jobs.length;
    await scanToLine(till.page, first.imei);
    await draftSaved(till.page);
    const [draft] = await server.database.reader
      .selectFrom('transactions')
      .select('id')
      .where('status', '=', 'draft')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    proxy.refuse();
    await scanToLine(till.page, second.imei);
    await goToPayment(till.page);
    await completeSale(till.page);
    for (const page of [`/pos/${draft?.id}/payment`, '/pos/payment']) {
      await till.page.evaluate((page) => location.assign(page), page);
      await completed(till.page).getByText(NUMBER).waitFor();
      expect(await till.page.getByRole('region', { name: 'Notifications' }).innerText()).toBe('');
    }
    await usePrinter(true);
    await printHere();
    expect((await newPaper(before)).text).not.toContain('REPRINT');
    proxy.flow();
    await toSend(till.page, 1).waitFor({ state: 'detached' });
    await dismissToasts(till.page);
  });

  it('goes on with its cart where the payment is reloaded without the server, and when it is back', async () => {
    const [first, second] = await phonesAt(server.database, CODE, 2);
    if (!first || !second) throw new Error('The demo shop has too few phones');
    const { page } = till;
    await scanToLine(page, first.imei);
    await draftSaved(page);
    proxy.refuse();
    await scanToLine(page, second.imei);
    await goToPayment(page);
    await page.getByLabel('Amount').fill('250000');
    for (const isBack of [false, true]) {
      if (isBack) proxy.flow();
      await page.reload();
      await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
      await page.getByText(first.imei).waitFor();
      await page.getByText(second.imei).waitFor();
      await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('250000');
    }
    await banner(page).waitFor({ state: 'detached' });
    await dismissToasts(page);
    await completeSale(page);
    const [sale] = await saleOf(first.id);
    expect(await saleOf(second.id)).toMatchObject([{ id: sale?.id, offline_number: null }]);
  });

  it('opens its shift in the morning of an outage, sells in it over another restart, and all of it is recorded', async () => {
    const [first, second] = await phonesAt(server.database, CODE, 2);
    if (!first || !second) throw new Error('The demo shop has too few phones');
    await saveSettings(admin, store.id, {
      ...store.settings,
      offline_sales: RULES,
      shifts: { enabled: true, difference_limit: 0 },
    });
    // In the evening its shift is closed.
    const evening = await askAsTill<WireShift>('POST', '/shifts', { amount: 1000 });
    await askAsTill('POST', `/shifts/${evening.id}/count`, { denominations: { bill_1000: 1 } });
    await askAsTill('POST', `/shifts/${evening.id}/close`, {});
    await till.page.reload();
    await till.page.getByText('No shift is open at Front').waitFor();
    await expect.poll(signInNote).toContain(`"number":"${evening.number}"`);

    proxy.refuse();
    await restart();
    await till.page.getByText('No shift is open at Front').waitFor();
    await pressTillKey(till.page, 'F10');
    await till.page.locator('input[name=amount]:focus').waitFor();
    await till.page.keyboard.type('2500');
    await till.page.keyboard.press('Enter');
    await keptShift(till.page).waitFor();
    await till.page.getByRole('dialog').waitFor({ state: 'detached' });
    await sell(first.imei);
    await toSend(till.page, 2).waitFor();
    await restart();
    await keptShift(till.page).waitFor();
    await sell(second.imei);
    await toSend(till.page, 3).waitFor();

    proxy.flow();
    await toSend(till.page, 3).waitFor({ state: 'detached' });
    await till.page.getByRole('button', { name: 'Close shift' }).waitFor();
    const { shift } = await askAsTill<WireCurrent>('GET', '/shifts/current');
    const sales = [...(await saleOf(first.id)), ...(await saleOf(second.id))];
    expect(sales).toMatchObject([
      { offline_number: expect.stringMatching(NUMBER) as string },
      { offline_number: expect.stringMatching(NUMBER) as string },
    ]);
    const total = sales.reduce((sum, sale) => sum + sale.total_amount, 0) / 100;
    expect(shift).toMatchObject({ status: 'open', float_amount: 2500 });
    const figures = await figuresOf(shift?.id);
    expect(figures).toMatchObject({
      sales: { count: 2, total },
      cash: { float: 2500, taken: total, change: 0, correction: 0 },
    });
  });

  it('goes on in the shift that was open when it was switched off', async () => {
    const [phone] = await phonesAt(server.database, CODE, 1);
    if (!phone) throw new Error('The demo shop has too few phones');
    const { shift } = await askAsTill<WireCurrent>('GET', '/shifts/current');
    const before = await figuresOf(shift?.id);
    await expect.poll(signInNote).toContain(`"number":"${shift?.number}"`);
    proxy.refuse();
    await restart();
    await till.page.getByRole('button', { name: 'Close shift' }).waitFor();
    await sell(phone.imei);
    await toSend(till.page, 1).waitFor();
    proxy.flow();
    await toSend(till.page, 1).waitFor({ state: 'detached' });
    const [sale] = await saleOf(phone.id);
    expect(sale?.offline_number).toMatch(NUMBER);
    const { sales } = await figuresOf(shift?.id);
    expect(sales).toEqual({
      count: before.sales.count + 1,
      total: before.sales.total + (sale?.total_amount ?? 0) / 100,
    });
  });
});
