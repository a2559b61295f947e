import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { BackupState } from '#contract/backups.ts';
import { call, DEMO_PASSWORD, signIn, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { runProcess, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { expectDone, sell, unitsOnSale, type WireSale } from '#tests/support/selling.ts';

type Changes = { version: string; is_first: boolean };

const root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-restored-'));
const [first, second, place] = ['first', 'second', 'place'].map((name) => path.join(root, name)) as [
  string,
  string,
  string,
];
const key = path.join(root, 'paper.txt');
const started: ServerProcess[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.end('SIGKILL');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const startIn = async (dataDir: string, args: string[] = []) => {
  const server = await startProcess({ dataDir, args });
  started.push(server);
  return server;
};
const enter = ({ url }: ServerProcess, who: string) => signIn(url, `${who}@demo.test`, undefined, unlessBusy);

/** Asks for a backup, and waits for one that was checked after that. */
async function backUp(admin: Caller): Promise<void> {
  const state = async () => expectDone(await admin.get<BackupState>('/backups')).state;
  const before = (await state())?.good?.at;
  expectDone(await admin.post('/backups'));
  await expect.poll(async () => (await state())?.good?.at, { timeout: 100_000 }).not.toBe(before);
}

it('a shop whose server is killed and whose disk is lost is back with all that was copied', async () => {
  mkdirSync(place);
  const lost = await startIn(first, ['--demo']);
  const admin = await enter(lost, 'admin');
  expectDone(await admin.post('/backups/places', { path: place }));
  writeFileSync(
    key,
    expectDone(await admin.post<{ key: string }>('/backups/key', { current_password: DEMO_PASSWORD })).key,
  );
  await backUp(admin);
  const manager = await enter(lost, 'store_manager');
  const { transaction } = await sell(manager, await unitsOnSale(manager, 1));
  await backUp(admin);
  const changes = async (by: Caller, since: string) =>
    expectDone(await by.get<Changes>(`/pos/changes?since=${since}`));
  const { version } = await changes(manager, '');
  const shopAt = async ({ url }: ServerProcess) =>
    expectDone(await call<{ shop_id: string }>(url, 'GET', '/health')).shop_id;
  const shop = await shopAt(lost);
  expect((await changes(manager, version)).is_first).toBe(false);
  await lost.end('SIGKILL');
  rmSync(first, { recursive: true });

  const restore = (...args: string[]) => runProcess({ dataDir: second, args: ['--restore', place, ...args] });
  expect(await restore('--key-file', `${key}.none`)).toMatchObject({ code: 1 });
  const { code, output } = await restore('--key-file', key);
  expect(output).toMatch(
    /^Restoring .*\n(.*\n)*The shop is in .*second, as it was on .*: \d+ sales, \d+ units\./,
  );
  expect(code).toBe(0);
  expect(await restore('--key-file', key)).toEqual({
    code: 1,
    output: expect.stringContaining('There is a shop in'),
  });

  const server = await startIn(second);
  const back = await enter(server, 'store_manager');
  expect((await back.get<WireSale>(`/transactions/${transaction.id}`)).body).toMatchObject({
    invoice_number: transaction.invoice_number,
    status: 'completed',
  });
  expect((await changes(back, version)).is_first).toBe(true);
  expect(await shopAt(server)).toBe(shop);
  expect(await shopAt(await startIn(path.join(root, 'another')))).not.toBe(shop);
  const next = (await sell(back, await unitsOnSale(back, 1))).transaction;
  expect(next.invoice_number).not.toBe(transaction.invoice_number);
});
