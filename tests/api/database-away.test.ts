import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reader } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';
import { call, callerWith, type Refusal } from '#tests/support/http.ts';
import { ask as askAt, keepAsTemplate, startOwnCluster, type OwnCluster } from '#tests/support/postgres.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { signInDirectly } from '#tests/support/proving.ts';
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeShop, makeStaff } from '#tests/support/shop.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';

const CLIENTS = 8;
const ENOUGH = 24;

let cluster: OwnCluster;
let folder: string;
let token: string;
/** The name of a database with a shop, which each test gets a copy of. */
let shop: string;
beforeAll(async () => {
  const own = startOwnCluster();
  if (!own) throw new Error('No PostgreSQL here. Install it: apt-get install postgresql');
  cluster = own;
  folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-away-'));
  const url = await cluster.createDatabase();
  const database = await openDatabase({ dataDir: folder, databaseUrl: url });
  const { store } = await makeShop(database);
  const admin = await makeStaff(database, { store_id: store.id, role: 'admin' });
  ({ token } = await signInDirectly(database, admin.id));
  await database.close();
  shop = await keepAsTemplate(cluster, url);
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

let databaseUrl: string;
let server: ServerProcess;

/** Asks the database past the server. */
const ask = (text: string) => askAt(databaseUrl, text);

const started: ServerProcess[] = [];
async function start(env: Record<string, string> = {}, onOutput?: (output: string) => void) {
  const process = await startProcess({
    dataDir: folder,
    env: { DATABASE_URL: databaseUrl, ...env },
    onOutput,
  });
  started.push(process);
  return process;
}
/** Somebody whom a server that cannot keep up yet does not refuse. */
const patient = () => callerWith(server.url, token, unlessBusy);
const ready = async () => (await call(server.url, 'GET', '/health/ready')).status;

beforeEach(async () => {
  databaseUrl = await cluster.createDatabase(shop);
});
afterEach(() => Promise.all(started.splice(0).map((each) => each.end('SIGKILL'))));

/** Adds customers, each with a key of its own and again until it is answered, while `disrupt` runs and for a while after. */
async function addCustomersDuring(disrupt: () => Promise<void>) {
  const person = callerWith(server.url, token);
  const refusals: Refusal[] = [];
  let added = 0;
  let isOver = false;
  const note = (status: number, body: Refusal, headers: Headers) => {
    if (status === 503 && Number(headers.get('retry-after')) > 0) refusals.push(body);
    else throw new Error(`${status} ${JSON.stringify(body)}`);
  };
  const addUntilAnswered = async (client: number, turn: number) => {
    const name = `Customer ${client} of turn ${turn}`;
    const form = { name, phone: `09${170_000_000 + client * 100_000 + turn}` };
    for (;;) {
      const { status, body, headers } = await person.post('/customers', form, { key: `key-of-${name}` });
      if (status === 201) return;
      note(status, body, headers);
    }
  };
  const work = async (client: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      await addUntilAnswered(client, turn);
      added += 1;
      const { status, body, headers } = await person.get('/customers');
      if (status !== 200) note(status, body, headers);
    }
  };
  const working = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
  // Awaited below; a fault in the middle is told there.
  working.catch(() => undefined);
  await expect.poll(() => added).toBeGreaterThan(ENOUGH);
  await disrupt();
  const before = added;
  await expect.poll(() => added).toBeGreaterThan(before + ENOUGH);
  isOver = true;
  await working;
  return { added, codes: new Set(refusals.map(({ code }) => code)) };
}

/**
 * The URL of the database with one of its limits, in milliseconds: longer than a starved server takes for a statement of
 * its start, and than it stands idle between two.
 */
function withLimit(name: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set(name, '3000');
  return url.href;
}

const countOf = async (where: string) => Number((await ask(`select count(*) as n from ${where}`))[0]?.n);

describe('a server whose PostgreSQL goes away', () => {
  it.each<[string, () => Promise<void>]>([
    [
      'a restart',
      async () => {
        await cluster.shutDown('fast');
        await cluster.startAgain();
      },
    ],
    [
      'an immediate stop',
      async () => {
        await cluster.shutDown('immediate');
        await expect.poll(ready).toBe(503);
        await cluster.startAgain();
      },
    ],
    [
      'the kill of one of its connections',
      async () => {
        const [{ pid } = {}] = await ask(
          `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           order by query_start desc limit 1`,
        );
        process.kill(Number(pid), 'SIGKILL');
      },
    ],
    [
      'the kill of its first process',
      async () => {
        cluster.killPostmaster();
        await cluster.startAgain();
      },
    ],
  ])('survives %s, and does each change once', async (_, disrupt) => {
    server = await start();
    const { added, codes } = await addCustomersDuring(disrupt);
    expect(codes.difference(new Set(['unavailable', 'busy']))).toEqual(new Set());
    expect(codes).toContain('unavailable');
    expect(await countOf(`customers where name like 'Customer % of turn %'`)).toBe(added);
    expect(server.child.exitCode).toBeNull();
    expect(await ready()).toBe(200);
  });

  it('says that it is there without its database, and that it is not ready', async () => {
    server = await start();
    await cluster.shutDown('fast');
    const live = await call(server.url, 'GET', '/health/live');
    const refused = await call(server.url, 'GET', '/health/ready');
    const list = await callerWith(server.url, token).get('/customers');
    await cluster.startAgain();
    expect([live.status, refused.status, list.status]).toEqual([200, 503, 503]);
    expect(refused.body).toMatchObject({ code: 'unavailable', retry_after: 2 });
    expect(list.body.code).toBe('unavailable');
    await expect.poll(ready).toBe(200);
  });

  it('waits for it at the start, and says so', async () => {
    await cluster.shutDown('fast');
    const { promise: waits, resolve } = Promise.withResolvers<null>();
    const starting = start({}, (output) => output.includes('waiting for the database: ') && resolve(null));
    await waits;
    await cluster.startAgain();
    server = await starting;
    expect(await ready()).toBe(200);
  });

  it('refuses what a database without free connections cannot do, and goes on', async () => {
    const role = `few_in_${new URL(databaseUrl).pathname.slice(1)}`;
    await ask(`create role ${role} login`);
    await ask(`grant all on all tables in schema public to ${role}`);
    await ask(`grant all on all sequences in schema public to ${role}`);
    const asFew = new URL(databaseUrl);
    asFew.username = role;
    server = await start({ DATABASE_URL: asFew.href });
    await ask(`alter role ${role} connection limit 2`);
    const person = callerWith(server.url, token);
    const readAtOnce = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => person.get('/customers')));
      return new Set(answers.map(({ status }) => status));
    };
    // A starved server refuses all of them once as busy.
    await expect.poll(readAtOnce).toEqual(new Set([200, 503]));
    expect(await ready()).toBe(200);
    await ask(`alter role ${role} connection limit -1`);
    await expect.poll(readAtOnce).toEqual(new Set([200]));
  });

  it('refuses lists behind a locked table soon, and changes others meanwhile', async () => {
    server = await start();
    const person = callerWith(server.url, token);
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table customers in access exclusive mode');
    const list = person.get('/customers');
    expect((await patient().post('/manufacturers', { name: 'Nokia' })).status).toBe(201);
    const { status, body } = await list;
    expect([status, body.code]).toEqual([503, 'busy']);
    await blocker.end();
    expect((await patient().get('/customers')).status).toBe(200);
  });

  it('asks the database to end what takes too long, and to weigh pages as an SSD does', async () => {
    server = await start();
    const database = await openDatabase({ dataDir: folder, databaseUrl });
    const setting = (name: string) => sql<string>`current_setting(${name})`;
    const limitsOf = (reader: Reader) =>
      reader
        .selectFrom('data_version')
        .select([
          setting('statement_timeout').as('statement'),
          setting('lock_timeout').as('lock'),
          setting('idle_in_transaction_session_timeout').as('idle'),
          setting('random_page_cost').as('page'),
        ])
        .executeTakeFirst();
    const limits = { statement: '30s', lock: '10s', idle: '30s', page: '4' };
    expect(await database.write(limitsOf)).toEqual(limits);
    expect(await limitsOf(database.reader)).toEqual({ ...limits, lock: '2s', page: '1.1' });
    await database.close();
  });

  it.each([['lock_timeout'], ['statement_timeout']])(
    'refuses a change that a lock holds longer than its %s, and takes it afterwards',
    async (limit) => {
      server = await start({ DATABASE_URL: withLimit(limit) });
      const person = callerWith(server.url, token);
      const blocker = new pg.Client({ connectionString: databaseUrl });
      await blocker.connect();
      await blocker.query('begin; lock table customers in access exclusive mode');
      const add = (by = person) =>
        by.post('/customers', { name: 'Maria Santos', phone: '09171234567' }, { key: 'the-same' });
      const { status, body, headers } = await add();
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '2']);
      await blocker.end();
      expect((await add(patient())).status).toBe(201);
      expect(await countOf(`customers where name = 'Maria Santos'`)).toBe(1);
    },
  );

  it('outlives a transaction that the database has ended because it stood idle', async () => {
    server = await start({ DATABASE_URL: withLimit('idle_in_transaction_session_timeout') });
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    const ofServer = async (where: string) =>
      (
        await blocker.query<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = '' and ${where}`,
        )
      ).rows;
    await blocker.query('begin; lock table customers in access exclusive mode');
    const adding = patient().post('/customers', { name: 'Maria Santos', phone: '09171234567' });
    await expect.poll(() => ofServer(`wait_event_type = 'Lock'`)).toHaveLength(1);
    // The server's computer stands still in the middle of the transaction, as when it is suspended.
    const [waiting] = await ofServer(`wait_event_type = 'Lock'`);
    server.child.kill('SIGSTOP');
    await blocker.query('rollback');
    await expect.poll(() => ofServer(`pid = ${waiting?.pid}`)).toHaveLength(0);
    await blocker.end();
    expect(await countOf(`customers where name = 'Maria Santos'`)).toBe(0);
    server.child.kill('SIGCONT');
    const { status, body, headers } = await adding;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    const later = await patient().post('/customers', { name: 'Maria Santos', phone: '09171234567' });
    expect(later.status).toBe(201);
    expect(server.child.exitCode).toBeNull();
  });

  it('refuses lists at once while others wait for a connection already', async () => {
    server = await start({ DATABASE_READ_CONNECTIONS: '1' });
    const person = callerWith(server.url, token);
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table customers in access exclusive mode');
    const early: string[] = [];
    const asked: Promise<unknown>[] = [];
    /** Asks beside a first one until that one is over, or another is refused meanwhile. */
    const askBeside = async () => {
      let isFirstOver = false;
      const first = person.get('/customers').then(() => (isFirstOver = true));
      const list = async () => {
        const { status, body } = await person.get('/customers');
        if (status === 503 && !isFirstOver) early.push(body.code);
      };
      await expect
        .poll(() => {
          asked.push(list());
          return isFirstOver || early.length > 0;
        })
        .toBe(true);
      asked.push(first);
    };
    // A starved server may be done with the first one before it hears of the next.
    for (let round = 0; round < 5 && early.length === 0; round += 1) await askBeside();
    expect(early[0]).toBe('busy');
    await blocker.end();
    await Promise.all(asked);
    expect((await patient().get('/customers')).status).toBe(200);
  });

  it('says that it is unavailable, not busy, while calls wait for a database that stands still', async () => {
    // Not a process of its own: that one is busy, too, while its computer is.
    const database = await openDatabase({ dataDir: folder, databaseUrl, connections: { writes: 1 } });
    const app = await createServer({ database, clock: Date.now, backups: null, dataDir: folder });
    const person = callerWith(await app.listen({ port: 0, host: '127.0.0.1' }), token);
    const codes: string[] = [];
    const asked: Promise<unknown>[] = [];
    const add = async (no: number) => {
      const { status, body } = await person.post<Refusal>('/customers', {
        name: `C ${no}`,
        phone: `0917${no}`,
      });
      if (status === 503) codes.push(body.code);
    };
    cluster.signalAll('SIGSTOP');
    try {
      await expect
        .poll(() => {
          asked.push(add(asked.length));
          return codes[0];
        })
        .toBe('unavailable');
    } finally {
      cluster.signalAll('SIGCONT');
      await Promise.all(asked);
      await app.close();
      await database.close();
    }
  });

  it.runIf(hasSmallDisks)(
    'refuses changes while the disk of the database is full, and reads on',
    async () => {
      const disk = mountSmallDisk();
      if (!disk) throw new Error('No disk');
      const space = path.join(disk.folder, 'space');
      mkdirSync(space);
      cluster.takeFolder(space);
      try {
        await ask(`create tablespace small location '${space}'`);
        await ask('alter table customers set tablespace small');
        disk.fill();
        server = await start();
        const person = patient();
        const add = (no: number) =>
          person.post('/customers', { name: `Customer ${no}`, phone: `0917${no}`, notes: 'n'.repeat(1900) });
        let added = 0;
        let answer = await add(added);
        for (; answer.status === 201; answer = await add(added)) added += 1;
        expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
        expect((await person.get('/customers')).status).toBe(200);
        // It says what the last change came to, for a moment: others of its tables have room.
        await expect.poll(async () => [(await add(added)).status, await ready()]).toEqual([503, 503]);
        disk.makeRoom();
        expect((await add(added)).status).toBe(201);
        expect(await ready()).toBe(200);
        expect(await countOf(`customers where name like 'Customer %'`)).toBe(added + 1);
        await ask('alter table customers set tablespace pg_default');
        await ask('drop tablespace small');
      } finally {
        disk.remove();
      }
    },
  );
});
