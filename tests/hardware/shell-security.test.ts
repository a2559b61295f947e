import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceSettings } from '#bridge/settings.ts';
import { sendJson, startBackend } from '#tests/support/backend.ts';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import {
  isTillOnWindows,
  launchTill,
  nameForTill,
  type LaunchedTill,
} from '#tests/support/electron/launch.ts';

// The shell's security guarantees, as far as the stand-in for Electron can show them.

declare global {
  interface Window {
    violations: string[];
  }
}

const out = shellWithPage('shell-security-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
const closers: (() => Promise<unknown>)[] = [];
const newFolder = () => mkdtempSync(join(tmpdir(), 'till-'));

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function launch(env: Record<string, string>): Promise<LaunchedTill> {
  const till = await launchTill({ out, env: { TINDAHAN_SERVER: 'http://127.0.0.1:9', ...env } });
  closers.push(till.close);
  return till;
}

const devices: DeviceSettings = {
  till_name: '',
  printer: null,
  label_printer: null,
  scanners: [],
  log_level: 'info',
  kiosk: false,
};
const write = (page: Page, settings: DeviceSettings) =>
  page.evaluate(
    (value) =>
      window.till?.settings.write(value).then(
        () => 'saved',
        (fault: unknown) => String(fault),
      ),
    settings,
  );
const save = (page: Page, name: string) =>
  page.evaluate((file) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['a,b\n']));
    link.download = file;
    link.click();
  }, name);

describe('a packaged till', () => {
  const data = newFolder();
  const log = () => readFileSync(join(data, 'logs/till.log'), 'utf8');
  let till: LaunchedTill;
  beforeAll(async () => {
    till = await launchTill({
      out,
      env: { TINDAHAN_TILL_DATA: data, TINDAHAN_SERVER: 'http://127.0.0.1:9', STAND_IN_PACKAGED: 'yes' },
    });
  });
  afterAll(() => till.close());

  it('has a sandboxed window without Node, menu, developer tools, webviews and spell checker', () => {
    const [, options] = /^stand-in: window (.*)$/m.exec(till.output()) ?? [];
    expect(JSON.parse(options ?? '{}')).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: false,
    });
    expect(till.output()).toContain('stand-in: no menu');
  });

  it('loads, runs and frames nothing but its own', async () => {
    const { page } = till;
    await page.evaluate(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        window.violations.push(event.effectiveDirective);
      });
      const add = (name: string, properties: object) =>
        document.body.appendChild(Object.assign(document.createElement(name), properties));
      add('script', { textContent: 'window.ran = true' });
      add('script', { src: 'https://example.com/a.js' });
      add('img', { src: 'https://example.com/a.png' });
      add('iframe', { src: 'https://example.com/' });
      add('object', { data: 'https://example.com/a.swf' });
      add('link', { rel: 'stylesheet', href: 'https://example.com/a.css' });
      add('video', { src: 'https://example.com/a.mp4' });
      add('link', { rel: 'manifest', href: 'https://example.com/a.json' });
      void fetch('https://example.com/').catch(() => undefined);
      new Worker(URL.createObjectURL(new Blob(['0'])));
      const form = add('form', { action: 'https://example.com/' }) as HTMLFormElement;
      form.submit();
    });
    const wanted = [
      'script-src-elem',
      'img-src',
      'frame-src',
      'object-src',
      'style-src-elem',
      'media-src',
      'connect-src',
      'form-action',
    ];
    await expect.poll(() => page.evaluate(() => window.violations)).toEqual(expect.arrayContaining(wanted));
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.evaluate(() => location.origin)).toContain('till');
  });

  it('logs what the page complains of, without what is secret in it', async () => {
    await till.page.evaluate(() => {
      console.error('Cannot greet ana@demo.test with token=f00ba4 and IMEI 356938035643809');
    });
    await expect.poll(log).toContain('IMEI 356938035643809');
    expect(log()).not.toMatch(/ana@|f00ba4/);
    expect(log()).toMatch(/Z info till ready$/m);
    // Windows keeps it by the folder's rights.
    if (!isTillOnWindows) expect(statSync(join(data, 'logs/till.log')).mode & 0o077).toBe(0);
  });

  it('logs as much as the settings say, at once', async () => {
    expect(await write(till.page, { ...devices, log_level: 'error' })).toBe('saved');
    await till.page.evaluate(() => {
      console.error('one that is not written');
    });
    expect(await write(till.page, { ...devices, log_level: 'debug' })).toBe('saved');
    await till.page.evaluate(() => {
      console.error('one that is written');
    });
    await expect.poll(log).toContain('one that is written');
    expect(log()).not.toContain('one that is not written');
  });

  it('saves an export where the person says, and no program', async () => {
    await save(till.page, 'export.csv');
    await expect.poll(till.output).toContain('stand-in: save dialog');
    await save(till.page, 'export.exe');
    await expect.poll(till.output).toContain('stand-in: download refused');
  });
});

it('brings the page back when it crashes, with the cart that was kept', async () => {
  const { page } = await launch({ TINDAHAN_TILL_DATA: newFolder() });
  const draft = { cart_key: 'cart-1', staff_id: 1, store_id: 2, saved_at: 1_000, cart: '{}' };
  await page.evaluate((snapshot) => window.till?.drafts.save(snapshot), draft);
  const another = page.context().waitForEvent('page');
  void page.goto('chrome://crash').catch(() => undefined);
  const next = await another;
  await next.waitForFunction(() => document.title === 'Tindahan');
  const place = { staff_id: 1, store_id: 2 };
  expect(await next.evaluate((where) => window.till?.drafts.list(where), place)).toEqual([draft]);
});

it('starts only once, and the second one touches nothing', async () => {
  const data = newFolder();
  const second = launchTill({ out, env: { TINDAHAN_TILL_DATA: data, STAND_IN_LOCK: 'taken' } });
  await expect(second).rejects.toThrow('ended with 0');
  expect(readdirSync(data).filter((file) => file.endsWith('.db'))).toEqual([]);
});

it('gives a screen of its own back only to a manager, whom the server knows', async () => {
  let role = 'salesperson';
  const backend = await startBackend(({ path }, response) => {
    if (path.endsWith('/login')) sendJson(response, 200, { staff: { role }, token: 'top-secret' });
    else sendJson(response, 200, { staff: { role } });
  });
  closers.push(backend.close);
  const [data, downloads] = [newFolder(), newFolder()];
  writeFileSync(join(data, 'settings.json'), JSON.stringify({ till: { kiosk: true } }));
  const { page, output } = await launch({
    TINDAHAN_SERVER: backend.url,
    TINDAHAN_TILL_DATA: data,
    STAND_IN_DOWNLOADS: downloads,
  });
  const screens = () => [...output().matchAll(/^stand-in: kiosk (\w+)$/gm)].map(([, state]) => state);
  const leave = () => page.evaluate(() => window.till?.kiosk.leave());
  await page.evaluate(() => fetch('/api/v1/staff/login', { method: 'POST', body: '{}' }));

  expect(output()).toContain('stand-in: no menu');
  expect(await leave()).toEqual({ left: false, reason: 'Only a manager can leave the full screen' });
  expect(await write(page, { ...devices, till_name: 'Mine' })).toContain('Only a manager');
  expect(await page.evaluate(() => window.till?.settings.read())).toMatchObject({
    till_name: '',
    kiosk: true,
  });
  expect(backend.heard.at(-1)).toMatchObject({ path: '/api/v1/staff/me' });
  expect(backend.heard.at(-1)?.headers.authorization).toBe('Bearer top-secret');

  await save(page, 'export.csv');
  await expect.poll(output).toContain(`stand-in: saved as ${nameForTill(join(downloads, 'export.csv'))}`);

  role = 'store_manager';
  expect(screens()).toEqual(['on']);
  expect(await leave()).toEqual({ left: true, reason: null });
  expect(screens()).toEqual(['on', 'off']);
  expect(await write(page, { ...devices, kiosk: true })).toBe('saved');
  expect(screens()).toEqual(['on', 'off']);
  expect(await write(page, devices)).toBe('saved');
  role = 'salesperson';
  expect(await write(page, { ...devices, kiosk: true })).toBe('saved');
  expect(screens()).toEqual(['on', 'off', 'on']);
  expect((await leave())?.left).toBe(false);
});
