import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import type { OfflineCompletion } from '#bridge/offline-sales.ts';
import { sendJson } from '#tests/support/backend.ts';
import { makeCertificate } from '#tests/support/certificates.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import { aCompletion, enrolment, newFolder, SERVER_TIME } from '#tests/support/offline-sales.ts';
import { startOfflineServer, type Fate } from '#tests/support/offline-server.ts';

// The built main's own part of selling without the server, before a server that answers as the contract says.

const out = shellWithPage('shell-offline-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function aServer(options: Parameters<typeof startOfflineServer>[0] = {}) {
  const server = await startOfflineServer(options);
  closers.push(server.close);
  return server;
}

async function launch(data: string, server: string) {
  const till = await launchTill({ out, env: { TINDAHAN_TILL_DATA: data, TINDAHAN_SERVER: server } });
  closers.push(till.close);
  return till;
}

const state = (page: Page) => page.evaluate(() => window.till?.offline.state());
const sales = (page: Page) => page.evaluate(() => window.till?.offline.sales()).then((kept) => kept ?? []);
const complete = (page: Page, completion: OfflineCompletion) =>
  page.evaluate((value) => window.till?.offline.complete(value), completion);
const busy: Fate = (response) => sendJson(response, 503, { code: 'busy', message: 'Later' });

it('sells while the server is busy, and sends over a power cut and a sign-out', async () => {
  const server = await aServer();
  const data = newFolder();
  const first = await launch(data, server.url);
  expect(await complete(first.page, aCompletion())).toHaveProperty('refused');
  await first.page.evaluate(() => fetch('/api/v1/staff/login', { method: 'POST', body: '{}' }));
  await first.page.evaluate(() => fetch('/api/v1/stores'));
  const { till_key: _key, ...till } = enrolment;
  expect(await first.page.evaluate((value) => window.till?.offline.enrol(value), enrolment)).toMatchObject({
    till,
    answered_at: SERVER_TIME,
  });
  await first.page.evaluate(() => fetch('/api/v1/staff/logout', { method: 'POST' }));

  server.state.fate = () => busy;
  const completion = aCompletion();
  const made = await complete(first.page, completion);
  expect(made).toMatchObject({ sale: { number: 'MNL-01-T2A-X000001', state: 'waiting' } });
  const elsewhere = await aServer({ shop: 'another-shop' });
  expect(
    await first.page.evaluate((url) => window.till?.server.choose({ url, fingerprint: null }), elsewhere.url),
  ).toMatchObject({ state: 'refused', reason: expect.stringMatching('^1 sale or shift waits') as string });
  await first.kill();

  const { page } = await launch(data, server.url);
  expect(await state(page)).toMatchObject({ till, waiting: 1, answered_at: SERVER_TIME });
  expect(await complete(page, completion)).toEqual(made);
  await page.evaluate(() => {
    const told: number[] = [];
    Object.assign(window, { told });
    window.till?.offline.onChange(({ waiting }) => told.push(waiting));
  });
  server.state.fate = () => 'answered';
  await expect.poll(() => sales(page)).toMatchObject([{ state: 'recorded', invoice_number: 'INV-1' }]);
  expect(server.sent).toHaveLength(1);
  expect(await page.evaluate(() => Reflect.get(window, 'told') as number[])).toContain(0);

  const secret = server.secrets[0] ?? '';
  const kept = readdirSync(data).filter((name) => name.startsWith('offline-'));
  expect(kept.some((name) => name.endsWith('.credential'))).toBe(true);
  for (const name of [...kept, 'logs/till.log']) {
    if (existsSync(join(data, name)))
      expect(readFileSync(join(data, name)).includes(secret), name).toBe(false);
  }
});

it('ends while a sale is on its way, and says so of no fault', async () => {
  const server = await aServer();
  const till = await launch(newFolder(), server.url);
  await till.page.evaluate(() => fetch('/api/v1/staff/login', { method: 'POST', body: '{}' }));
  await till.page.evaluate(() => fetch('/api/v1/stores'));
  await till.page.evaluate((value) => window.till?.offline.enrol(value), enrolment);
  // It never answers.
  server.state.fate = () => () => undefined;
  expect(await complete(till.page, aCompletion())).toHaveProperty('sale');
  await expect.poll(() => server.heard.some(({ path }) => path.includes('offline-sales'))).toBe(true);
  till.signal('SIGHUP');
  expect(await till.ended).toBe(0);
  expect(till.output()).not.toMatch(/was not sent|not open/);
});

it('goes on where its server has another address: signed in, with its credential, and sends what waits there', async () => {
  const tls = await makeCertificate();
  const server = await aServer({ tls });
  const { page } = await launch(newFolder(), 'http://127.0.0.1:9');
  const choose = (url: string, fingerprint: string | null) =>
    page.evaluate((choice) => window.till?.server.choose(choice), { url, fingerprint });
  expect(await choose(server.url, tls.fingerprint)).toMatchObject({ state: 'ready' });
  await page.evaluate(() => fetch('/api/v1/staff/login', { method: 'POST', body: '{}' }));
  await page.evaluate(() => fetch('/api/v1/stores'));
  await page.evaluate((value) => window.till?.offline.enrol(value), enrolment);
  await server.close();
  closers.splice(closers.indexOf(server.close), 1);
  expect(await complete(page, aCompletion())).toMatchObject({ sale: { state: 'waiting' } });

  const moved = await aServer({ tls });
  moved.secrets.push(...server.secrets);
  expect(await choose(moved.url, null)).toMatchObject({ state: 'ready', is_same: true });
  await expect.poll(() => sales(page)).toMatchObject([{ state: 'recorded', invoice_number: 'INV-1' }]);
  expect(moved.sent).toHaveLength(1);
  expect(await page.evaluate(() => fetch('/api/v1/stores').then(({ status }) => status))).toBe(200);
  const asked = moved.heard.filter(({ path }) => path.endsWith('/stores'));
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer token']);
});

it('sends nothing to the server of another shop that answers at the same address, keeps all, and goes on when its own is back', async () => {
  const ours = await aServer();
  const data = newFolder();
  const { page } = await launch(data, ours.url);
  const signIn = () =>
    page.evaluate(async () => {
      const answer = await fetch('/api/v1/staff/login', { method: 'POST', body: '{}' });
      return (await answer.json()) as unknown;
    });
  const enrol = async () => {
    await page.evaluate(() => fetch('/api/v1/stores'));
    return page.evaluate((value) => window.till?.offline.enrol(value), enrolment);
  };
  const replace = async (former: { close: () => Promise<void> }, shop: string) => {
    closers.splice(closers.indexOf(former.close), 1);
    await former.close();
    return aServer({ shop, port: ours.port });
  };
  await signIn();
  await enrol();
  ours.state.fate = () => busy;
  expect(await complete(page, aCompletion())).toMatchObject({ sale: { state: 'waiting' } });

  const theirs = await replace(ours, 'another-shop');
  expect(await signIn()).toMatchObject({ code: 'other_shop' });
  expect(await enrol()).toMatchObject({ waiting: 1, has_sales: true });
  expect(theirs.heard.map(({ path, headers }) => [path, headers.authorization])).toEqual(
    theirs.heard.map(() => ['/api/v1/health', undefined]),
  );

  const back = await replace(theirs, 'a-shop');
  back.secrets.push(...ours.secrets);
  await page.evaluate(() => fetch('/api/v1/stores'));
  await expect.poll(() => sales(page)).toMatchObject([{ state: 'recorded', number: 'MNL-01-T2A-X000001' }]);
  expect(back.sent).toHaveLength(1);
});
