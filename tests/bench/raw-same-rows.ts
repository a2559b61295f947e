import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { Database } from '#server/db/access.ts';
import type { DatabaseLocation } from '#server/db/open.ts';
import {
  COMMITS_A_SALE,
  IDS_A_SALE,
  readSample,
  ROW_WRITES_A_SALE,
  type Sale,
  sellOnce,
} from './same-rows.ts';
import { UNITS_A_SALE } from './sale-instruments.ts';

// The baselines of sales: better-sqlite3 and `pg` alone, with prepared statements, write the rows of a sale into the
// database of the server itself, while it is idle.

type Row = Record<string, unknown>;

/** The same on both engines; each of `units` is what one connection sells. */
type Opening = { location: DatabaseLocation; database: Database; units: readonly (readonly number[])[] };

export type SameRows = {
  sell: (sales: number) => Promise<void> | void;
  durability: () => Promise<object> | object;
  close: () => Promise<void> | void;
};

export const sameRowsFigures = { commits_a_sale: COMMITS_A_SALE, row_writes_a_sale: ROW_WRITES_A_SALE };

const TAKE_IDS = "update id_blocks set next_id = next_id + ? where name = 'all' returning next_id";

/** Returns what begins the next sale of a connection. */
async function salesOf({ database, units }: Opening, takeIds: (count: number) => Promise<number> | number) {
  const sample = await readSample(database);
  const ids = (units.flat().length / UNITS_A_SALE) * IDS_A_SALE;
  let next = (await takeIds(ids)) - ids;
  let now = sample.sale.updated_at;
  const left = units.map((some) => [...some]);
  return (connection: number): Sale => {
    const sold = left[connection]?.splice(0, UNITS_A_SALE) ?? [];
    if (sold.length < UNITS_A_SALE) throw new Error('The baseline has no units left');
    return sellOnce(sample, sold, () => next++, (now += 1));
  };
}

/** Sells on one connection, one sale after another. */
async function openOnSqlite(opening: Opening): Promise<SameRows> {
  const connection = new BetterSqlite(path.join(opening.location.dataDir, 'tindahan.db'));
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('temp_store = memory');
  const prepared = new Map<string, BetterSqlite.Statement>();
  const run = (text: string, values: unknown[]): Row[] => {
    const statement = prepared.get(text) ?? connection.prepare(text);
    prepared.set(text, statement);
    if (statement.reader) return statement.all(values) as Row[];
    statement.run(values);
    return [];
  };
  const begin = await salesOf(opening, (count) => Number(run(TAKE_IDS, [count])[0]?.next_id));
  let turn = 0;
  return {
    sell(sales) {
      for (let done = 0; done < sales; done += 1) {
        const sale = begin(turn++ % opening.units.length);
        let step = sale.next();
        while (!step.done) step = sale.next(run(step.value.text, step.value.values));
      }
    },
    durability: () => ({
      synchronous: connection.pragma('synchronous', { simple: true }),
      journal: connection.pragma('journal_mode', { simple: true }),
    }),
    close: () => void connection.close(),
  };
}

/** Sells on as many connections as there are clients, each one sale after another. */
async function openOnPostgres(opening: Opening, url: string): Promise<SameRows> {
  const pool = new pg.Pool({ connectionString: url, max: opening.units.length });
  const named = new Map<string, { name: string; text: string }>();
  const nameOf = (text: string) => {
    let place = 0;
    const query = named.get(text) ?? {
      name: `raw_${named.size}`,
      text: text.replaceAll('?', () => `$${(place += 1)}`),
    };
    named.set(text, query);
    return query;
  };
  const run = async (asked: Pick<pg.Pool, 'query'>, text: string, values: unknown[]) =>
    (await asked.query<Row>({ ...nameOf(text), values })).rows;
  const begin = await salesOf(opening, async (count) =>
    Number((await run(pool, TAKE_IDS, [count]))[0]?.next_id),
  );
  return {
    async sell(sales) {
      let left = sales;
      await Promise.all(
        opening.units.map(async (_, place) => {
          const client = await pool.connect();
          try {
            while (left > 0) {
              left -= 1;
              const sale = begin(place);
              let step = sale.next();
              while (!step.done) {
                const { text, values } = step.value;
                step = sale.next(await run(client as unknown as pg.Pool, text, values));
              }
            }
          } finally {
            client.release();
          }
        }),
      );
    },
    async durability() {
      const show = async (name: string) =>
        Object.values((await pool.query<Record<string, string>>(`show ${name}`)).rows[0] ?? {})[0];
      return { fsync: await show('fsync'), synchronous_commit: await show('synchronous_commit') };
    },
    close: () => pool.end(),
  };
}

export const openSameRows = (opening: Opening): Promise<SameRows> =>
  opening.location.databaseUrl === undefined
    ? openOnSqlite(opening)
    : openOnPostgres(opening, opening.location.databaseUrl);

/** The tables to which a sale adds rows. */
const GROWING = [
  'transactions',
  'transaction_items',
  'payments',
  'till_entries',
  'audit_log',
  'idempotency_keys',
  'transaction_codes',
  'draft_codes',
] as const;

/** Counts the rows of these tables. */
export async function countRows({ reader }: Database): Promise<number[]> {
  const counts: number[] = [];
  for (const table of GROWING) {
    const { rows } = await reader
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    counts.push(Number(rows));
  }
  return counts;
}

/** Throws if one side adds other rows than the other. */
export function assertSameRows(
  before: readonly number[],
  subject: readonly number[],
  baseline: readonly number[],
) {
  GROWING.forEach((table, place) => {
    const [was = 0, sold = 0, raw = 0] = [before[place], subject[place], baseline[place]];
    if (sold - was !== raw - sold)
      throw new Error(`A sale adds ${sold - was} rows to ${table}, the baseline ${raw - sold}`);
  });
}
