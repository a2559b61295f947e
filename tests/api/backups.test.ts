import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupState } from '#contract/backups.ts';
import { DEMO_PASSWORD, signIn, type Caller } from '#tests/support/http.ts';
import { startS3Server, type S3Server } from '#tests/support/s3-server.ts';
import { expectDone } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, startOnSqlite, type TestServer } from '#tests/support/server.ts';
import { makeShop } from '#tests/support/shop.ts';

const adminOf = async (server: TestServer) => {
  const { seller } = await makeShop(server.database, { seller: { role: 'admin', name: 'Marco Diaz' } });
  return signIn(server.url, seller.email);
};
const showKey = (by: Caller, current_password: string) =>
  by.post<{ key: string }>('/backups/key', { current_password });
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
    const { key } = expectDone(await showKey(admin, DEMO_PASSWORD));
    const check = (text: string) => admin.post('/backups/key-checks', { key: text });
    expect((await check(`${key}X`)).body.errors).toEqual({ key: ['This is not the key of these backups'] });
    expect((await stateIn(admin)).key_check).toBeNull();
    expectDone(await check(key.toLowerCase().replaceAll(/(.{4})/g, '$1 ')));
    expect((await stateIn(admin)).key_check).toMatchObject({ staff: { name: 'Marco Diaz' } });
    expect((await admin.get('/dashboard/first-steps')).body).toMatchObject({ backups: true });
  });

  it('show their key for one’s own password alone, and say in the audit log who has seen it', async () => {
    expect((await admin.get('/backups/key')).status).not.toBe(200);
    const eventsOf = async () =>
      server.database.reader
        .selectFrom('audit_log')
        .select(['action', 'details_json'])
        .where('action', '=', 'backups.key')
        .execute();
    const before = (await eventsOf()).length;
    expect(await showKey(admin, 'not-it-at-all')).toMatchObject({
      status: 422,
      body: { code: 'wrong_password', errors: { current_password: ['Current password is incorrect'] } },
    });
    const { key } = expectDone(await showKey(admin, DEMO_PASSWORD));
    expect(key).toMatch(/^AGE-SECRET-KEY-1/);
    const events = await eventsOf();
    expect(events).toHaveLength(before + 2);
    expect(JSON.stringify(events)).not.toContain(key);
    expect(JSON.stringify(events)).not.toContain(DEMO_PASSWORD);
    // Guesses count towards the limit of one’s own password.
    const answers: number[] = [];
    for (let guess = 0; guess < 12; guess += 1)
      answers.push((await showKey(admin, `guess-${guess}-at-it`)).status);
    expect(answers.at(-1)).toBe(429);
    expect((await showKey(admin, DEMO_PASSWORD)).status).toBe(429);
  });

  it('leave what is in a folder that is taken out', async () => {
    const id = (await stateIn(admin)).state?.places[1]?.id ?? 0;
    expectDone(await admin.delete(`/backups/places/${id}`));
    expect((await stateIn(admin)).state?.places).toHaveLength(1);
    expect(readdirSync(path.join(folder, 'second'))).toHaveLength(1);
    expect((await admin.delete(`/backups/places/${id}`)).status).toBe(404);
  });
});

it('a restored copy holds back its places until an admin says that it is the shop from now on', async () => {
  const place = mkdtempSync(path.join(os.tmpdir(), 'tindahan-held-'));
  const server = await startOnSqlite({ backsUp: true });
  try {
    const admin = await adminOf(server);
    const takeOver = () => admin.post('/backups/take-over');
    expect(await takeOver()).toMatchObject({ status: 409, body: { code: 'illegal_state' } });
    expectDone(await admin.post('/backups/places', { path: place }));
    // As a restore leaves it.
    await server.database.write(async (writer) => {
      await writer.updateTable('data_version').set({ parent_line: 'lost' }).execute();
      await writer.updateTable('backup_places').set({ is_held: 1 }).execute();
    });
    expectDone(await admin.post('/backups'));
    await server.backups?.settled();
    expect((await stateIn(admin)).state).toMatchObject({
      is_copy: true,
      places: [{ is_held: false }, { is_held: true, filled_at: null, bases: [] }],
    });
    expect(readdirSync(place)).toEqual([]);
    expectDone(await takeOver());
    await server.backups?.settled();
    expect((await stateIn(admin)).state).toMatchObject({
      is_copy: false,
      trouble: null,
      places: [{ is_held: false }, { is_held: false, bases: [expect.any(String)] }],
    });
    expect((await takeOver()).status).toBe(409);
  } finally {
    await server.close();
    rmSync(place, { recursive: true });
  }
});

describe('a bucket of backups', () => {
  let server: TestServer;
  let admin: Caller;
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
    server = await startOnSqlite({ backsUp: true });
    admin = await adminOf(server);
  });
  afterAll(async () => {
    await server.close();
    await s3.close();
  });

  const form = (change: object = {}) => {
    const { keyId, ...rest } = s3.bucket;
    return { ...rest, key_id: keyId, ...change };
  };
  const add = (change: object = {}) => admin.post('/backups/buckets', form(change));
  const placeIn = async () => (await stateIn(admin)).state?.places[1];
  const save = async (change: object) =>
    admin.put(`/backups/buckets/${(await placeIn())?.id}`, form({ secret: '', ...change }));

  it('is tried before it is saved, and says on its field what is wrong', async () => {
    const refused = async (change: object) => (await add(change)).body.errors;
    expect(await refused({ endpoint: 's3.example.com/copies' })).toEqual({
      endpoint: ['An address without a path, such as https://s3.eu-west-1.amazonaws.com'],
    });
    expect(await refused({ prefix: '../other' })).toMatchObject({ prefix: [expect.any(String)] });
    expect(await refused({ secret: '' })).toEqual({ secret: ['Secret is required'] });
    expect(await refused({ secret: 'other' })).toEqual({
      secret: ['The secret does not belong to this key ID'],
    });
    expect(await refused({ key_id: 'OTHER' })).toMatchObject({ key_id: [expect.any(String)] });
    expect(await refused({ bucket: 'nowhere' })).toMatchObject({ bucket: [expect.any(String)] });
    expect(await refused({ region: 'eu-west-1' })).toMatchObject({ region: [expect.any(String)] });
    s3.mood = ({ method }) => (method === 'DELETE' ? 'forbids' : null);
    expect(await refused({})).toEqual({
      key_id: ['This key may not delete in the bucket our-shop (AccessDenied)'],
    });
    s3.mood = () => null;
    expect((await stateIn(admin)).state?.places).toHaveLength(1);
    expect(expectDone(await add({ endpoint: `${s3.bucket.endpoint}/` }))).toMatchObject({
      path: 's3://our-shop/copies/manila',
    });
    expect(await refused({})).toEqual({ bucket: ['This bucket is there already'] });
  });

  it('is filled, checked and shown with all but its secret', async () => {
    expectDone(await admin.post('/backups'));
    await server.backups?.settled();
    const { state } = await stateIn(admin);
    const { endpoint, region } = s3.bucket;
    expect(state).toMatchObject({
      good: { place: 's3://our-shop/copies/manila' },
      trouble: null,
      places: [
        { id: null, bucket: null },
        {
          bucket: { endpoint, region, bucket: 'our-shop', prefix: 'copies/manila', key_id: s3.bucket.keyId },
          bases: [expect.any(String)],
          free: null,
          trouble: null,
        },
      ],
    });
    expect(JSON.stringify(state)).not.toContain(s3.bucket.secret);
  });

  it('keeps its secret when it is saved without one, and takes another', async () => {
    const other = { ...s3.bucket };
    expectDone(await save({ prefix: null }));
    expect(await placeIn()).toMatchObject({ path: 's3://our-shop', bucket: { prefix: null } });
    // A copy that runs still uses the old secret.
    await server.backups?.settled();
    s3.bucket.secret = 'the next secret';
    expect((await save({ prefix: null, secret: null })).body.errors).toMatchObject({
      secret: [expect.any(String)],
    });
    expectDone(await save({ prefix: null, secret: s3.bucket.secret }));
    await server.backups?.settled();
    server.clock.advance(MINUTE);
    server.backups?.turn();
    await server.backups?.settled();
    expect(await placeIn()).toMatchObject({ trouble: null });
    const events = await server.database.reader.selectFrom('audit_log').selectAll().execute();
    const keys = await server.database.reader.selectFrom('idempotency_keys').selectAll().execute();
    for (const secret of [other.secret, s3.bucket.secret]) {
      expect(JSON.stringify([events, keys])).not.toContain(secret);
    }
    expect(JSON.stringify(events)).toContain('s3://our-shop');
  });

  it('is a folder to nobody, and is taken out as one', async () => {
    const id = (await placeIn())?.id ?? 0;
    expect((await admin.put('/backups/buckets/999999', form())).status).toBe(404);
    const held = s3.objects.size;
    expectDone(await admin.delete(`/backups/places/${id}`));
    expect((await stateIn(admin)).state?.places).toHaveLength(1);
    expect(s3.objects.size).toBe(held);
    expect((await admin.put(`/backups/buckets/${id}`, form())).status).toBe(404);
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
        await showKey(admin, DEMO_PASSWORD),
        await admin.post('/backups/take-over'),
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
