import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, type CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Writer } from './access.ts';
import { compiledChange } from './compiled-query.ts';
import { createIdBlock } from './id-block.ts';
import { noteLoad, type Load } from './load.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';
import { transactOn } from './sqlite.ts';
import type { TransactionPort } from './transaction-port.ts';
import { createSerialRunner } from './write-runner.ts';

let connection: BetterSqlite.Database;
let kysely: Kysely<Tables>;
let write: Database['write'];
let transactions: number;
let now: number;
let load: () => Load;

beforeEach(async () => {
  connection = new BetterSqlite(':memory:');
  connection.pragma('foreign_keys = ON');
  kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) });
  await migrate(kysely);
  transactions = 0;
  const port: TransactionPort = {
    transact: (work) => {
      transactions += 1;
      return transactOn(kysely, (transaction) => {
        const run = (query: CompiledQuery) => transaction.executeQuery(query);
        return work({ kysely: transaction, execution: { engine: 'sqlite', run }, sent: [] });
      });
    },
  };
  now = 0;
  const notes = noteLoad(() => now);
  load = notes.read;
  write = createSerialRunner(port, createIdBlock(), notes);
  // The first write takes a block of ids.
  await write((writer) => Promise.resolve(writer.nextId()));
  transactions = 0;
});
afterEach(() => kysely.destroy());

const keep = (name: string) =>
  write(async (writer) => {
    const id = writer.nextId();
    await writer.insertInto('manufacturers').values({ id, name, unique_name: name }).execute();
    return id;
  });

const kept = async () => {
  const rows = await kysely.selectFrom('manufacturers').select('name').orderBy('id').execute();
  return rows.map(({ name }) => name);
};

const reasonOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'rejected' ? String(settled.reason) : null;

describe('writes on an engine with one writer', () => {
  it('have a transaction of their own where nothing else waits', async () => {
    await keep('Apple');
    await keep('Samsung');
    expect(transactions).toBe(2);
    expect(await kept()).toEqual(['Apple', 'Samsung']);
  });

  it('share one when they come together, and run in their order', async () => {
    const ids = await Promise.all(['Apple', 'Samsung', 'Xiaomi'].map(keep));
    expect(transactions).toBe(1);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(await kept()).toEqual(['Apple', 'Samsung', 'Xiaomi']);
  });

  it('are told of it after the commit', async () => {
    let isOpen = false;
    await Promise.all(
      [keep('Apple'), keep('Samsung')].map((turn) => turn.then(() => (isOpen ||= connection.inTransaction))),
    );
    expect(isOpen).toBe(false);
  });

  it('tell how many wait and for how long, and how many have shared a commit', async () => {
    const gate = Promise.withResolvers<undefined>();
    const before = load();
    const first = write(() => gate.promise);
    const others = new Promise<number[]>((resolve) => {
      // These arrive while the first one runs.
      setImmediate(() => setImmediate(() => resolve(Promise.all(['Apple', 'Samsung'].map(keep)))));
    });
    await expect.poll(() => load().waiting, { interval: 1 }).toBe(2);
    now += 1500;
    expect(load().waitedFor).toBe(1500);
    gate.resolve(undefined);
    await Promise.all([first, others]);
    expect(load()).toMatchObject({ waiting: 0, waitedFor: 0 });
    expect(load().writes - before.writes).toBe(3);
    expect(load().commits - before.commits).toBe(2);
  });

  it('are rolled back alone where one of them throws', async () => {
    const failing = write(async (writer) => {
      await writer.updateTable('manufacturers').set({ name: 'Nobody' }).execute();
      throw new Error('no more than that');
    });
    const settled = await Promise.allSettled([keep('Apple'), failing, keep('Samsung')]);
    expect(settled.map(reasonOf)).toEqual([null, 'Error: no more than that', null]);
    expect(transactions).toBe(1);
    expect(await kept()).toEqual(['Apple', 'Samsung']);
  });

  it('run no compiled query any more once they have ended', async () => {
    const add = compiledChange((writer: Writer, id: number) =>
      writer.insertInto('manufacturers').values({ id, name: 'Late', unique_name: 'late' }),
    );
    let late: Promise<unknown> = Promise.resolve();
    const failing = write((writer) => {
      late = Promise.resolve()
        .then(() => keep('Samsung'))
        .then(() => add(writer, 1));
      return Promise.reject(new Error('no more than that'));
    });
    await expect(failing).rejects.toThrow('no more than that');
    await expect(late).rejects.toThrow('goes on after it has ended');
    expect(await kept()).toEqual(['Samsung']);
  });

  it('say on its field that a value is taken, also of the one before them in the same commit', async () => {
    const [first, second] = await Promise.allSettled([keep('Apple'), keep('Apple')]);
    expect(first?.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'validation_failed' } });
  });

  it('are all refused where their commit fails, and leave nothing', async () => {
    connection.exec(`create table fault (id integer references stores(id) deferrable initially deferred);
      create trigger fault_at_commit after insert on manufacturers when new.name = 'Nobody'
      begin insert into fault values (-1); end`);
    const settled = await Promise.allSettled(['Apple', 'Nobody', 'Samsung'].map(keep));
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await kept()).toEqual([]);
    await keep('Xiaomi');
    expect(await kept()).toEqual(['Xiaomi']);
  });
});
