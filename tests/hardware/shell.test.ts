import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSHandle } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PrintStatus, Till } from '#bridge/till.ts';
import { receipt } from '#contract/receipts.ts';
import { sendJson, startBackend } from '#tests/support/backend.ts';
import { buildShell } from '#tests/support/electron/build-shell.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import { aReceipt, IMEI, SERIAL } from '#tests/support/receipts.ts';

// The built main and preload under the stand-in for Electron, with an empty page: what the shell itself promises.

declare global {
  interface Window {
    heard: PrintStatus[];
  }
}

const draft = { staff_id: 1, store_id: 2, saved_at: 1_000, cart: '{"lines":[1,2]}' };
let out: string;
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  out = await buildShell('shell-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A started till, with `bridge` for its `window.till`. */
async function launch(env: Record<string, string> = {}) {
  const till = await launchTill({ out, env: { TINDAHAN_TILL_DATA: newFolder(), ...env } });
  closers.push(till.close);
  const bridge: JSHandle<Till> = await till.page.evaluateHandle(() => window.till as Till);
  return { ...till, bridge };
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'till-'));

describe('the page', () => {
  it('is the built renderer at app://till, with the bridge and without Node', async () => {
    const { page } = await launch();
    expect(await page.title()).toBe('Tindahan');
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

  it('cannot leave, and opens no window', async () => {
    const { page } = await launch();
    const windows = page.context().pages().length;
    await page.evaluate(() => {
      window.open('https://example.com/');
      window.location.href = 'https://example.com/';
    });
    await expect.poll(() => page.context().pages().length).toBe(windows);
    expect(await page.evaluate(() => window.till?.kind)).toBe('electron');
  });
});

describe('printing', () => {
  it('brings a receipt from the page to the printer as bytes, and tells the page how it went', async () => {
    const printer = await startNetworkPrinter();
    closers.push(printer.close);
    const { page, bridge } = await launch({ TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:42` });
    await bridge.evaluate((till) => {
      window.heard = [];
      till.printer.onStatus((status) => window.heard.push(status));
    });
    const job = { job_key: 'sale-1', receipt: z.encode(receipt, aReceipt()), open_drawer: true };
    const answer = await bridge.evaluate((till, message) => till.printer.print(message), job);
    expect(answer).toMatchObject({ job_key: 'sale-1', state: 'queued', printer: '127.0.0.1' });
    await expect
      .poll(() => page.evaluate(() => window.heard.map(({ state }) => state)))
      .toEqual(['queued', 'sending', 'confirmed']);

    const again = await bridge.evaluate((till, message) => till.printer.print(message), job);
    expect(again.state).toBe('confirmed');
    expect(printer.jobs).toHaveLength(1);
    const paper = decodeEscPos(printer.jobs[0] ?? new Uint8Array());
    const text = paper.rows.map((row) => row.text).join('\n');
    for (const part of [IMEI, SERIAL, 'PHP 64,289.12', 'PHP 710.88']) expect(text).toContain(part);
    expect(paper.pulses).toHaveLength(1);
    expect(paper.cuts).toHaveLength(1);
  });

  it('says that there is no printer', async () => {
    const { bridge } = await launch();
    const job = { job_key: 'sale-1', receipt: z.encode(receipt, aReceipt()), open_drawer: true };
    const answer = await bridge.evaluate((till, message) => till.printer.print(message), job);
    expect(answer.state).toBe('no_printer');
  });
});

describe('a message', () => {
  it('of another shape is refused before anything is done with it', async () => {
    const { bridge } = await launch();
    const refusal = await bridge.evaluate((till) =>
      till.drafts.save({ staff_id: 'x' } as never).catch((fault: unknown) => String(fault)),
    );
    expect(refusal).toContain('staff_id');
    expect(await bridge.evaluate((till) => till.drafts.load())).toBeNull();
  });

  it('from any frame but the main one is refused, though it has our origin', async () => {
    const { page } = await launch();
    const refusal = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      const inside = frame.contentWindow as Window | null;
      return inside?.till?.settings.read().catch((fault: unknown) => String(fault));
    });
    expect(refusal).toContain('Not the till’s page');
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
    expect(backend.heard.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer top-secret',
    ]);
    expect(backend.heard[0]?.body).toBe('{"email":"a@demo.test","password":"x"}');
    expect(backend.heard[1]?.path).toBe('/api/v1/stores?page=1');

    await first.close();
    const second = await launch(env);
    await second.page.evaluate(() => fetch('/api/v1/stores').then((answer) => answer.status));
    expect(backend.heard.at(-1)?.headers.authorization).toBe('Bearer top-secret');
  });

  it('that is gone answers 503 to the page', async () => {
    const { page } = await launch({ TINDAHAN_SERVER: 'http://127.0.0.1:9' });
    const answer = await page.evaluate(() => fetch('/api/v1/stores').then((response) => response.json()));
    expect(answer).toEqual({ message: 'The server cannot be reached', code: 'server_unreachable' });
  });
});

describe('what is kept on disk', () => {
  it('holds the cart when the main process is killed', async () => {
    const env = { TINDAHAN_TILL_DATA: newFolder() };
    const first = await launch(env);
    await first.bridge.evaluate((till, snapshot) => till.drafts.save(snapshot), draft);
    await first.kill();
    const second = await launch(env);
    expect(await second.bridge.evaluate((till) => till.drafts.load())).toEqual(draft);
    await second.bridge.evaluate((till) => till.drafts.clear());
    expect(await second.bridge.evaluate((till) => till.drafts.load())).toBeNull();
  });

  it('holds the settings, and refuses a server over plain HTTP elsewhere', async () => {
    const env = { TINDAHAN_TILL_DATA: newFolder() };
    const settings = { server_url: 'https://shop.example', till_name: 'Till 1', printer: null };
    const first = await launch(env);
    await first.bridge.evaluate((till, value) => till.settings.write(value), settings);
    const refusal = await first.bridge.evaluate(
      (till, value) => till.settings.write(value).catch((fault: unknown) => String(fault)),
      { ...settings, server_url: 'http://10.0.0.5' },
    );
    expect(refusal).toContain('must begin with https://');
    await first.close();
    const second = await launch(env);
    expect(await second.bridge.evaluate((till) => till.settings.read())).toEqual(settings);
  });
});
