import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSHandle } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callNames, eventNames } from '#bridge/channel-names.ts';
import { printDocument, type PrintStatus } from '#bridge/printing.ts';
import type { DeviceSettings, TillSettings } from '#bridge/settings.ts';
import type { Till } from '#bridge/till.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { sendJson, startBackend } from '#tests/support/backend.ts';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import { launchTill, type LaunchedTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { aReceipt, aSlip, IMEI, SERIAL } from '#tests/support/receipts.ts';

// The built main and preload under the stand-in for Electron, with an empty page: the shell's own guarantees.

declare global {
  interface Window {
    heard: PrintStatus[];
  }
}

const place = { staff_id: 1, store_id: 2 };
const draft = { cart_key: 'cart-1', ...place, saved_at: 1_000, cart: '{"lines":[1,2]}' };
const out = shellWithPage('shell-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type BridgedTill = LaunchedTill & { bridge: JSHandle<Till> };

/** A started till, with `bridge` for its `window.till`. It is closed after the test. */
async function launch(env: Record<string, string> = {}): Promise<BridgedTill> {
  const till = await start(env);
  closers.push(till.close);
  return till;
}

async function start(env: Record<string, string>): Promise<BridgedTill> {
  const till = await launchTill({ out, env: { TINDAHAN_TILL_DATA: newFolder(), ...env } });
  const bridge: JSHandle<Till> = await till.page.evaluateHandle(() => window.till as Till);
  return { ...till, bridge };
}

const wire = (receipt: ReceiptDocument) => z.encode(printDocument, { kind: 'receipt', receipt });
const newFolder = () => mkdtempSync(join(tmpdir(), 'till-'));

describe('a till without printer or server', () => {
  let till: BridgedTill;
  beforeAll(async () => {
    till = await start({ TINDAHAN_SERVER: 'http://127.0.0.1:9' });
  });
  afterAll(() => till.close());

  it('shows the built renderer at app://till, with the bridge and without Node', async () => {
    const { page } = till;
    expect(await page.title()).toContain('Tindahan');
    const seen = await page.evaluate(() => ({
      kind: window.till?.kind,
      node: [typeof require, typeof process, typeof module].join(),
      secure: window.isSecureContext,
      frozen: Object.isFrozen(window.till),
    }));
    expect(seen).toEqual({
      kind: 'electron',
      node: 'undefined,undefined,undefined',
      secure: true,
      frozen: true,
    });
  });

  it('has a preload that requires Electron alone, and of the bridge knows the names', () => {
    const preload = readFileSync(join(out, 'preload/index.cjs'), 'utf8');
    expect(preload.match(/require\(.*?\)/g)).toEqual(['require("electron")']);
    for (const name of [...callNames, ...eventNames]) expect(preload).toContain(`"${name}"`);
    expect(preload.length).toBeLessThan(5_000);
  });

  it('cannot leave its page, and opens no window', async () => {
    const { page } = till;
    const windows = page.context().pages().length;
    await page.evaluate(() => {
      window.open('https://example.com/');
      window.location.href = 'https://example.com/';
    });
    await expect.poll(() => page.context().pages().length).toBe(windows);
    expect(await page.evaluate(() => window.till?.kind)).toBe('electron');
  });

  it('says that there is no printer', async () => {
    const { bridge } = till;
    const job = { job_key: 'sale-1', document: wire(aReceipt()), open_drawer: true, logo: null };
    const answer = await bridge.evaluate((bridged, message) => bridged.printer.print(message), job);
    expect(answer.state).toBe('no_printer');
  });

  it('answers 503 to the page for a backend that is gone', async () => {
    const answer = await till.page.evaluate(() =>
      fetch('/api/v1/stores').then(async (response) => [response.status, await response.json()] as const),
    );
    expect(answer).toEqual([503, expect.objectContaining({ code: 'server_unreachable' })]);
  });

  it('refuses a server over plain HTTP on another computer', async () => {
    const choice = { url: 'http://10.0.0.5', fingerprint: null };
    const look = await till.bridge.evaluate((bridged, value) => bridged.server.choose(value), choice);
    expect(look).toMatchObject({ state: 'refused', reason: 'The server address must begin with https://' });
  });

  it('refuses a message of another shape before anything is done with it', async () => {
    const { bridge } = till;
    const refusal = await bridge.evaluate((bridged) =>
      bridged.drafts.save({ staff_id: 'x' } as never).catch((fault: unknown) => String(fault)),
    );
    expect(refusal).toContain('staff_id');
    expect(await bridge.evaluate((bridged, where) => bridged.drafts.list(where), place)).toEqual([]);
  });

  it('refuses a message from any frame but the main one, though it has our origin', async () => {
    const refusal = await till.page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const inside = frame.contentWindow as Window | null;
      return inside?.till?.settings.read().catch((fault: unknown) => String(fault));
    });
    expect(refusal).toContain('Not the till’s page');
  });
});

describe('printing', () => {
  let printer: NetworkPrinter;
  let till: BridgedTill;
  beforeAll(async () => {
    printer = await startNetworkPrinter();
    till = await start({ TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:42` });
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
  });

  it('brings a receipt from the page to the printer as bytes, and tells the page how it went', async () => {
    const { page, bridge } = till;
    await bridge.evaluate((bridged) => {
      window.heard = [];
      bridged.printer.onStatus((status) => window.heard.push(status));
    });
    const job = { job_key: 'sale-1', document: wire(aReceipt()), open_drawer: true, logo: null };
    const answer = await bridge.evaluate((bridged, message) => bridged.printer.print(message), job);
    expect(answer).toMatchObject({ job_key: 'sale-1', state: 'queued', printer: '127.0.0.1' });
    await expect
      .poll(() => page.evaluate(() => window.heard.map(({ state }) => state)))
      .toEqual(['queued', 'sending', 'confirmed']);

    const again = await bridge.evaluate((bridged, message) => bridged.printer.print(message), job);
    expect(again.state).toBe('confirmed');
    expect(printer.jobs).toHaveLength(1);
    const printout = decodeEscPos(printer.jobs[0] ?? new Uint8Array());
    const text = printout.rows.map((row) => row.text).join('\n');
    for (const part of [IMEI, SERIAL, 'PHP 64,289.12', 'PHP 710.88']) expect(text).toContain(part);
    expect(printout.pulses).toHaveLength(1);
    expect(printout.cuts).toHaveLength(1);
  });

  it('brings a slip to a printer set up meanwhile, and kicks the drawer only when it is asked to', async () => {
    const { bridge } = till;
    await bridge.evaluate(async (bridged) => {
      const { server: _server, ...devices } = (await bridged.settings.read()) as TillSettings;
      const narrow = devices.printer && { ...devices.printer, columns: 32 as const };
      await bridged.settings.write({ ...devices, printer: narrow });
    });
    const before = printer.jobs.length;
    const document = z.encode(printDocument, { kind: 'slip', slip: aSlip() });
    for (const open_drawer of [true, false]) {
      const job = { job_key: `refund-${open_drawer}`, document, open_drawer, logo: null };
      await bridge.evaluate((bridged, message) => bridged.printer.print(message), job);
    }
    await expect.poll(() => printer.jobs.length).toBe(before + 2);
    const printouts = printer.jobs.slice(before).map(decodeEscPos);
    expect(printouts.map(({ pulses }) => pulses.length)).toEqual([1, 0]);
    const text = printouts[0]?.rows.map((row) => row.text).join('\n');
    for (const part of [IMEI, SERIAL, 'REFUND', 'PHP 37,900.00']) expect(text).toContain(part);
    expect(printouts.flatMap(({ rows }) => rows).filter(({ text }) => text.length > 32)).toEqual([]);
  });
});

describe('the backend', () => {
  it('is reached by fetch with the token, which the page never sees', async () => {
    const backend = await startBackend(({ path }, response) => {
      if (path.endsWith('/login')) sendJson(response, 200, { staff: { id: 1 }, token: 'top-secret' });
      else sendJson(response, 200, { data: [] });
    });
    closers.push(backend.close);
    const data = newFolder();
    const env = { TINDAHAN_SERVER: backend.url, TINDAHAN_TILL_DATA: data };
    const first = await launch(env);
    const seen = await first.page.evaluate(async () => {
      const body = JSON.stringify({ email: 'a@demo.test', password: 'x' });
      const headers = { 'content-type': 'application/json' };
      const login = await fetch('/api/v1/staff/login', { method: 'POST', body, headers });
      const stores = await fetch('/api/v1/stores?page=1');
      return {
        answers: [await login.text(), await stores.text()],
        headers: [...login.headers, ...stores.headers],
        kept: [document.cookie, JSON.stringify(localStorage)],
      };
    });
    expect(seen.answers).toEqual(['{"staff":{"id":1}}', '{"data":[]}']);
    expect(JSON.stringify(seen)).not.toContain('top-secret');
    const heard = backend.heard.filter(({ path }) => !path.endsWith('/health'));
    expect(heard.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer top-secret']);
    expect(heard[0]?.body).toBe('{"email":"a@demo.test","password":"x"}');
    expect(heard[1]?.path).toBe('/api/v1/stores?page=1');

    await first.close();
    const second = await launch(env);
    await second.page.evaluate(() => fetch('/api/v1/stores').then((answer) => answer.status));
    expect(backend.heard.at(-1)?.headers.authorization).toBe('Bearer top-secret');
  });
});

describe('what is kept on disk', () => {
  it('holds the cart and the settings when the main process is killed', async () => {
    const env = { TINDAHAN_TILL_DATA: newFolder() };
    const settings: DeviceSettings = {
      till_name: 'Till 1',
      printer: null,
      label_printer: null,
      scanners: [],
      log_level: 'warn',
      kiosk: false,
    };
    const first = await launch(env);
    await first.bridge.evaluate((till, snapshot) => till.drafts.save(snapshot), draft);
    await first.bridge.evaluate((till, value) => till.settings.write(value), settings);
    await first.kill();
    const second = await launch(env);
    expect(await second.bridge.evaluate((till) => till.settings.read())).toMatchObject(settings);
    expect(await second.bridge.evaluate((till, where) => till.drafts.list(where), place)).toEqual([draft]);
    await second.bridge.evaluate((till, key) => till.drafts.remove(key), draft.cart_key);
    expect(await second.bridge.evaluate((till, where) => till.drafts.list(where), place)).toEqual([]);
  });
});
