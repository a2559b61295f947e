import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printDocument } from '#bridge/printing.ts';
import { sendJson, startBackend } from '#tests/support/backend.ts';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import { launchTill, nameForTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import { aReceipt } from '#tests/support/receipts.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';

// The built main when its disk fails: full, damaged, or held by another program.

declare global {
  interface Window {
    news: number[];
  }
}

const out = shellWithPage('shell-disk-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
const closers: (() => unknown)[] = [];
const newFolder = () => mkdtempSync(join(tmpdir(), 'till-'));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function launch(env: Record<string, string>): Promise<LaunchedTill> {
  const till = await launchTill({ out, env: { TINDAHAN_SERVER: 'http://127.0.0.1:9', ...env } });
  closers.push(till.close);
  return till;
}

const draft = { cart_key: 'cart-1', staff_id: 1, store_id: 2, saved_at: Date.now(), cart: '{}' };
const save = (page: Page, snapshot = draft) =>
  page.evaluate(
    (value) =>
      window.till?.drafts.save(value).then(
        () => 'saved',
        () => 'refused',
      ),
    snapshot,
  );
const keptCarts = (page: Page) =>
  page.evaluate(() => window.till?.drafts.list({ staff_id: 1, store_id: 2 })).then((carts) => carts ?? []);
const troubles = (page: Page) => page.evaluate(() => window.till?.troubles.take());
describe.skipIf(!hasSmallDisks)('a disk that is full', () => {
  it('is told, logged and outlived; a receipt that it did not take is printed when there is room', async () => {
    const disk = mountSmallDisk();
    if (!disk) throw new Error('There was one just now');
    closers.push(disk.remove);
    const printer = await startNetworkPrinter();
    closers.push(printer.close);
    const till = await launch({
      TINDAHAN_TILL_DATA: disk.folder,
      TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
    });
    const { page } = till;
    const job = {
      job_key: 'sale-1',
      document: z.encode(printDocument, { kind: 'receipt', receipt: aReceipt() }),
      open_drawer: true,
      logo: null,
    };
    const print = () => page.evaluate((wanted) => window.till?.printer.print(wanted), job);
    await page.evaluate(() => {
      window.news = [];
      window.till?.troubles.onNew((count) => window.news.push(count));
    });

    disk.fill();
    expect(await save(page)).toBe('refused');
    expect(await save(page)).toBe('refused');
    expect(await print()).toMatchObject({
      state: 'failed',
      printer: null,
      reason: 'This computer’s disk is full',
    });
    expect(await page.evaluate(() => window.news)).toEqual([1]);
    expect(await troubles(page)).toEqual([
      {
        title: 'This till does not keep its carts',
        detail:
          'This computer’s disk is full. Selling goes on, but a cart is lost if the till stops before it is saved. Free some space on it.',
      },
    ]);
    expect(await troubles(page)).toEqual([]);
    expect(till.output()).toContain('drafts.save failed:');
    expect(printer.jobs).toEqual([]);

    disk.makeRoom();
    expect(await save(page)).toBe('saved');
    expect(await print()).toMatchObject({ state: 'queued', printer: '127.0.0.1' });
    await expect.poll(() => printer.jobs.length).toBe(1);
  });

  it('does not keep a till from starting that has its files, with the carts in them', async () => {
    const disk = mountSmallDisk();
    if (!disk) throw new Error('There was one just now');
    closers.push(disk.remove);
    const first = await launch({ TINDAHAN_TILL_DATA: disk.folder });
    expect(await save(first.page)).toBe('saved');
    await first.kill();
    disk.fill();
    const again = await launch({ TINDAHAN_TILL_DATA: disk.folder });
    expect(await keptCarts(again.page)).toEqual([draft]);
  });

  it('stops the start of a till that has none, with its reason and what helps', async () => {
    const disk = mountSmallDisk();
    if (!disk) throw new Error('There was one just now');
    closers.push(disk.remove);
    disk.fill();
    const failed = launch({ TINDAHAN_TILL_DATA: disk.folder });
    await expect(failed).rejects.toThrow(/This computer’s disk is full[^]*Free some space on it, then start/);
  });
});

it('says why it cannot start, what to do and where to look, and ends with a fault', async () => {
  const data = newFolder();
  mkdirSync(join(data, 'print-queue.db'));
  const failed = launch({ TINDAHAN_TILL_DATA: data });
  await expect(failed).rejects.toThrow(/stand-in: error box .*"title":"Tindahan cannot start"/);
  await expect(failed).rejects.toThrow('ended with 1');
  await expect(failed).rejects.toThrow('The till may not write to its own folder');
  await expect(failed).rejects.toThrow(JSON.stringify(nameForTill(data)).slice(1, -1));
});

describe('a settings file that is damaged', () => {
  it('is kept beside and told, opens no full screen, and gives no token to another server', async () => {
    const backend = await startBackend(({ path }, response) => {
      if (path.endsWith('/login'))
        sendJson(response, 200, { staff: { role: 'salesperson' }, token: 'top-secret' });
      else sendJson(response, 200, { staff: { role: 'salesperson' } });
    });
    closers.push(backend.close);
    const data = newFolder();
    const settings = join(data, 'settings.json');
    writeFileSync(
      settings,
      JSON.stringify({ till: { kiosk: true, server: { url: backend.url, trusted: null } } }),
    );
    const first = await launch({ TINDAHAN_TILL_DATA: data });
    await first.page.evaluate(() => fetch('/api/v1/staff/login', { method: 'POST', body: '{}' }));
    await expect.poll(() => existsSync(join(data, 'session'))).toBe(true);
    await first.close();
    truncateSync(settings, 20);

    const { page, output } = await launch({ TINDAHAN_TILL_DATA: data, TINDAHAN_SERVER: backend.url });
    expect(output()).toContain('stand-in: kiosk on');
    expect(readFileSync(`${settings}.damaged`, 'utf8')).toHaveLength(20);
    expect(readFileSync(join(data, 'logs/till.log'), 'utf8')).toContain('settings.json cannot be read');
    expect(await troubles(page)).toEqual([
      expect.objectContaining({ title: 'Settings of this till could not be read' }),
    ]);
    expect(await page.evaluate(() => window.till?.settings.read())).toMatchObject({ kiosk: true });
    await page.evaluate(() => fetch('/api/v1/stores'));
    expect(backend.heard.at(-1)?.headers.authorization).toBeUndefined();
  });
});

it('recovers what can be read of its damaged files, says so, and goes on', async () => {
  const data = newFolder();
  const first = await launch({ TINDAHAN_TILL_DATA: data });
  await save(first.page);
  await first.close();
  const prints = join(data, 'print-queue.db');
  writeSync(openSync(prints, 'r+'), Buffer.alloc(4096, 0x5a), 0, 4096, 0);
  const { page } = await launch({ TINDAHAN_TILL_DATA: data });
  expect(await troubles(page)).toEqual([
    expect.objectContaining({ title: 'The till’s print queue was damaged' }),
  ]);
  expect(existsSync(`${prints}.damaged`)).toBe(true);
  expect(await page.evaluate(() => window.till?.printer.queue())).toEqual([]);
  expect(await keptCarts(page)).toEqual([draft]);
});
