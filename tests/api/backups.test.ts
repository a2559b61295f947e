import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupState } from '#contract/backups.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, startOnSqlite, type TestServer } from '#tests/support/server.ts';
import { makeShop } from '#tests/support/shop.ts';

const adminOf = async (server: TestServer) => {
  const { seller } = await makeShop(server.database, { seller: { role: 'admin', name: 'Marco Diaz' } });
  return signIn(server.url, seller.email);
};
const stateIn = async (admin: Caller) => expectDone(await admin.get<BackupState>('/backups'));

describe('backups of an SQLite shop', () => {
  let server: TestServer;
  let admin: Caller;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-second-'));
    server = await startOnSqlite({ backsUp: true });
    admin = await adminOf(server);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('tell of none before the first minute, and of no folder but their own', async () => {
    expect(await stateIn(admin)).toMatchObject({
      state: { good: null, trouble: null, places: [{ id: null, bases: [] }] },
      key_check: null,
    });
  });

  it('take a folder that the server can write into, once, and say of others why not', async () => {
    const add = (text: string) => admin.post('/backups/places', { path: text });
    const refused = async (text: string) => {
      const { status, body } = await add(text);
      return [status, body.errors];
    };
    expect(await refused('backups')).toEqual([
      422,
      { path: ['Name the whole path, such as D:\\Backups or /mnt/backups'] },
    ]);
    expect(await refused(path.join(folder, 'nowhere'))).toEqual([
      422,
      { path: ['There is no such folder on the server'] },
    ]);
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect((await refused(file))[0]).toBe(422);
    rmSync(file);
    expect(await refused('/tmp/\u0000')).toMatchObject([422, { path: [expect.any(String)] }]);
    const second = path.join(folder, 'second');
    mkdirSync(second);
    expect((await add(second)).status).toBe(201);
    expect(await refused(second)).toEqual([422, { path: ['This folder is there already'] }]);
    expect(readdirSync(second)).toEqual([]);
  });

  it('are made when asked for, checked, and shown with what was compared', async () => {
    expectDone(await admin.post('/backups'));
    await server.backups?.settled();
    server.clock.advance(MINUTE);
    server.backups?.turn();
    await server.backups?.settled();
    const { state } = await stateIn(admin);
    expect(state).toMatchObject({
      is_running: false,
      good: { sales: 0, units: expect.any(Number) },
      trouble: null,
      places: [{ bases: [expect.any(String)] }, { bases: [expect.any(String)], trouble: null }],
    });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^tindahan_backup_age_seconds 60$/m);
  });

  it('are opened by a key that somebody has typed from paper, spaces or not', async () => {
    const { key } = expectDone(await admin.get<{ key: string }>('/backups/key'));
    const check = (text: string) => admin.post('/backups/key-checks', { key: text });
    expect((await check(`${key}X`)).body.errors).toEqual({ key: ['This is not the key of these backups'] });
    expect((await stateIn(admin)).key_check).toBeNull();
    expectDone(await check(key.toLowerCase().replaceAll(/(.{4})/g, '$1 ')));
    expect((await stateIn(admin)).key_check).toMatchObject({ staff: { name: 'Marco Diaz' } });
    expect((await admin.get('/dashboard/first-steps')).body).toMatchObject({ backups: true });
  });

  it('leave what is in a folder that is taken out', async () => {
    const id = (await stateIn(admin)).state?.places[1]?.id ?? 0;
    expectDone(await admin.delete(`/backups/places/${id}`));
    expect((await stateIn(admin)).state?.places).toHaveLength(1);
    expect(readdirSync(path.join(folder, 'second'))).toHaveLength(1);
    expect((await admin.delete(`/backups/places/${id}`)).status).toBe(404);
  });
});

onEveryEngine('a server that makes no backups of its own', (start) => {
  it('says so, and offers none', async () => {
    const server = await start();
    try {
      const admin = await adminOf(server);
      expect(await stateIn(admin)).toEqual({ state: null, key_check: null });
      for (const { status } of [
        await admin.post('/backups'),
        await admin.get('/backups/key'),
        await admin.post('/backups/key-checks', { key: 'x' }),
        await admin.post('/backups/places', { path: os.tmpdir() }),
      ]) {
        expect(status).toBe(409);
      }
      expect((await admin.get('/dashboard/first-steps')).body).toMatchObject({ backups: true });
    } finally {
      await server.close();
    }
  });
});
