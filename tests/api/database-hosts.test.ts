import { mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { call, callerWith } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import { ask, urlOn } from '#tests/support/postgres.ts';
import { startPrimaryAndStandby, type PrimaryAndStandby } from '#tests/support/primary-and-standby.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';

const SHOP = 'shop';

let both: PrimaryAndStandby;
let folder: string;
let token: string;
let seller: string;
let variationId: number;
let server: ServerProcess;
beforeAll(async () => {
  both = startPrimaryAndStandby();
  folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-hosts-'));
  await both.ask(`create database ${SHOP}`);
  const database = await openDatabase({ dataDir: folder, databaseUrl: both.urlOf(SHOP) });
  const { store, variation } = await makeShop(database, { units: 5 });
  variationId = variation.id;
  const admin = await makeStaff(database, { store_id: store.id, role: 'admin' });
  ({ token } = await signInDirectly(database, admin.id));
  const { id } = await makeStaff(database, { store_id: store.id });
  ({ token: seller } = await signInDirectly(database, id));
  await database.close();
});
afterEach(() => server.end('SIGKILL'));
afterAll(async () => {
  await both.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server that takes the standby for the first host. */
const start = (settings: Record<string, string> = {}, onOutput?: (output: string) => void) => {
  const hosts = [both.standby(), both.primary()].map((host) => encodeURIComponent(host.folder));
  const asked = new URLSearchParams({ target_session_attrs: 'read-write', ...settings });
  const url = `postgres://tester@${hosts.join(',')}/${SHOP}?${asked}`;
  return startProcess({ dataDir: folder, env: { DATABASE_URL: url, DATABASE_CONNECTIONS: '4' }, onOutput });
};
const ready = async () => (await call(server.url, 'GET', '/health/ready')).status;
/** Adds a customer, and again with the same key until it is answered. */
const add = (name: string, no: number) =>
  callerWith(server.url, token, patiently).post(
    '/customers',
    { name, phone: `0917${no}` },
    { key: `key of ${name}` },
  );
/** Locks a unit under a key, as above: claiming the key tells whether it was done before, without a look beforehand. */
const lockNext = (key: string) =>
  callerWith(server.url, seller, patiently).post(`/pos/variations/${variationId}/lock-next`, undefined, {
    key,
  });
const askShop = (text: string) => ask(urlOn(both.primary().server, SHOP), text);
/** Finds the connections that wait for the standby with a lock on the table of keys. */
const waiting = (mode: string) =>
  askShop(`select pid from pg_locks join pg_stat_activity using (pid)
    where wait_event = 'SyncRep' and relation = 'idempotency_keys'::regclass and mode = '${mode}'`);
const names = async () => {
  const found = await askShop('select name from customers order by id');
  return found.map(({ name }) => name);
};
const OLD = 'it was the primary before another one was promoted';

describe('a server with several PostgreSQL hosts', () => {
  it('finds the one that takes writes, and acknowledges nothing that the standby does not have', async () => {
    await both.synchronize();
    server = await start({ statement_timeout: '2000' });
    await both.standby().shutDown('fast');
    const adding = add('Maria Santos', 1_000_001);
    let isAnswered = false;
    void adding.then(() => (isAnswered = true));
    const waitsLong = `wait_event = 'SyncRep' and clock_timestamp() - query_start > interval '3 seconds'`;
    await expect.poll(() => both.ask(`select 1 from pg_stat_activity where ${waitsLong}`)).toHaveLength(1);
    expect(isAnswered).toBe(false);
    await both.standby().startAgain();
    expect((await adding).status).toBe(201);
  });

  it.each([
    [
      'a crash of the primary',
      async () => {
        await both.primary().shutDown('immediate');
        await both.primary().startAgain();
      },
    ],
    [
      'a cancelled wait',
      () => askShop(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`),
    ],
  ])('answers what %s left on the primary alone once the standby has it', async (what, leaveAlone) => {
    await both.synchronize();
    server = await start();
    await both.standby().shutDown('fast');
    const calls = Promise.all([add(what, 1_000_100 + what.length), lockNext(what)]);
    let isAnswered = false;
    void calls.then(() => (isAnswered = true));
    await expect.poll(() => waiting('RowExclusiveLock')).toHaveLength(2);
    await leaveAlone();
    // They were sent again, and find what is there.
    await expect.poll(() => waiting('RowShareLock')).toHaveLength(2);
    expect(await names()).toContain(what);
    expect(isAnswered).toBe(false);
    await both.standby().startAgain();
    expect((await calls).map(({ status }) => status)).toEqual([201, 200]);
    expect((await names()).filter((name) => name === what)).toHaveLength(1);
  });

  it('goes over to a promoted standby although the primary only fell silent, and not back when it wakes', async () => {
    await both.synchronize();
    server = await start();
    const before = both.primary();
    before.signalAll('SIGSTOP');
    const adding = add('Juan dela Cruz', 1_000_002);
    await both.promote();
    expect((await adding).status).toBe(201);
    expect(await ready()).toBe(200);
    before.signalAll('SIGCONT');
    expect((await add('Jose Rizal', 1_000_003)).status).toBe(201);
    expect((await names()).slice(-2)).toEqual(['Juan dela Cruz', 'Jose Rizal']);
    expect(server.child.exitCode).toBeNull();
  });

  it('refuses the old primary while the new one is away, also when it is started anew, and says why', async () => {
    server = await start();
    await both.primary().shutDown('fast');
    await expect.poll(ready).toBe(503);
    await expect.poll(() => server.output()).toContain(OLD);
    expect((await call(server.url, 'GET', '/health/live')).status).toBe(200);
    await server.end('SIGKILL');
    const { promise: waits, resolve } = Promise.withResolvers<null>();
    const starting = start({}, (output) => output.includes(OLD) && resolve(null));
    await waits;
    await both.primary().startAgain();
    server = await starting;
    expect(await ready()).toBe(200);
    expect(server.output()).not.toContain('tester@');
  });
});

describe('a server with one PostgreSQL host, behind which others may stand', () => {
  /** Lets the one address lead to a cluster, as a virtual address or a proxy does. */
  const pointTo = ({ folder: place }: { folder: string }) => {
    symlinkSync(place, path.join(folder, 'next'));
    renameSync(path.join(folder, 'next'), path.join(folder, 'address'));
  };
  const startAtOne = (role = 'tester') => {
    const host = encodeURIComponent(path.join(folder, 'address'));
    return startProcess({
      dataDir: path.join(folder, 'one'),
      env: { DATABASE_URL: `postgres://${role}@${host}/${SHOP}` },
    });
  };

  it('is not ready at a standby, nor at the old primary, and leaves that when the address leads to the new one', async () => {
    await both.rejoin();
    pointTo(both.primary());
    server = await startAtOne();
    expect(await ready()).toBe(200);

    pointTo(both.standby());
    await both.primary().shutDown('fast');
    await both.primary().startAgain();
    await expect.poll(ready).toBe(503);
    await expect.poll(() => server.output()).toContain('it is a standby, or read only');

    pointTo(both.primary());
    await expect.poll(ready).toBe(200);

    // Promoted behind the address, while the old primary still answers those who are connected to it.
    const old = both.primary();
    await both.synchronize();
    await both.promote();
    pointTo(both.primary());
    await expect.poll(() => server.output()).toContain('takes the writes now, timeline');
    const customer = { name: 'Andres Bonifacio', phone: '09171000009' };
    const { status } = await callerWith(server.url, token, patiently).post('/customers', customer, {
      key: 'andres',
    });
    expect(status).toBe(201);
    expect(await names()).toContain('Andres Bonifacio');

    pointTo(old);
    await both.primary().shutDown('fast');
    await expect.poll(ready).toBe(503);
    await expect.poll(() => server.output()).toContain(OLD);
    await both.primary().startAgain();
  });

  it('uses a database that does not tell its timeline, and says so once', async () => {
    pointTo(both.primary());
    await askShop('revoke execute on function pg_control_system() from public');
    await askShop('create role plain login');
    await askShop('grant all on all tables in schema public to plain');
    server = await startAtOne('plain');
    expect(await ready()).toBe(200);
    expect(server.output().match(/does not tell its timeline/g)).toHaveLength(1);
  });
});
