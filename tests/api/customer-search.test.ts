import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOTAL_CAP } from '#contract/pages.ts';
import { customerWords, phoneKey, searchKey } from '#domain/search-key.ts';
import type { Reader } from '#server/db/access.ts';
import { readerOf, type Execution } from '#server/db/access.ts';
import type { DatabaseLocation } from '#server/db/open.ts';
import type { Tables } from '#server/db/tables.ts';
import { listCustomers } from '#server/modules/customers/customers.usecases.ts';
import { fillManyCustomers, manyCustomer } from '#tests/support/many-customers.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeCustomer, makeGroups } from '#tests/support/shop.ts';

/** The bench measures 200,000 customers; these tests show the results and the rows read. */
const COUNT = 25_000;
/** No part of a query may read more rows than this, of 25,000 customers and their 400,000 words. */
const ROWS_READ_MAX = 4000;

type Query = Parameters<typeof listCustomers>[1];
type Plan = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] } & Record<string, unknown>;

const runsOn = (kysely: Kysely<Tables>): Execution => ({
  engine: 'explained',
  run: (query) => kysely.executeQuery(query),
});

/** Opens a reader on a server's database that can explain its queries. */
function openExplaining({ dataDir, databaseUrl }: DatabaseLocation) {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const log = ({ query }: LogEvent) => void asked.push({ sql: query.sql, parameters: query.parameters });
  if (databaseUrl === undefined) {
    const connection = new BetterSqlite(path.join(dataDir, 'tindahan.db'), { readonly: true });
    const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }), log });
    /** Explains a query: every table must be searched by an index. */
    const explain = async () =>
      asked.flatMap(({ sql, parameters }) => {
        const steps = connection.prepare(`explain query plan ${sql}`).all(...parameters) as {
          detail: string;
        }[];
        return steps
          .map(({ detail }) => detail)
          .filter((detail) =>
            /^SCAN (customers|search_words)(?! USING (COVERING )?INDEX customers_there)/.test(detail),
          )
          .map((detail) => `${detail}: ${sql}`);
      });
    return { reader: readerOf(kysely, runsOn(kysely)), asked, explain, close: () => kysely.destroy() };
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // A connection that is still ending when its database is removed has no listener of the pool's any more.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
  const tooMuchIn = (plan: Plan): string[] => {
    const removed =
      Number(plan['Rows Removed by Filter'] ?? 0) + Number(plan['Rows Removed by Index Recheck'] ?? 0);
    const read = (plan['Actual Rows'] + removed) * plan['Actual Loops'];
    const own = read > ROWS_READ_MAX ? [`${String(plan['Node Type'])} read ${read} rows`] : [];
    return [...own, ...(plan.Plans ?? []).flatMap(tooMuchIn)];
  };
  /** Explains a query: no part may read more than the limit. */
  const explain = async () => {
    const found: string[] = [];
    for (const { sql, parameters } of asked) {
      const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) ${sql}`,
        [...parameters],
      );
      found.push(...rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => tooMuchIn(Plan))));
    }
    return found;
  };
  return { reader: readerOf(kysely, runsOn(kysely)), asked, explain, close: () => kysely.destroy() };
}

onEveryEngine('among 25,000 customers', (start) => {
  let server: TestServer;
  let explaining: ReturnType<typeof openExplaining>;
  let groups: Awaited<ReturnType<typeof makeGroups>>;
  beforeAll(async () => {
    server = await start();
    groups = await makeGroups(server.database);
    await fillManyCustomers(server.location, COUNT, [groups.regular.id, groups.vip.id]);
    await makeCustomer(server.database, {
      name: 'Xóchitl Quiñones de Vera',
      phone: '(0917) 000-0001',
      email: 'x.quinones@vera.ph',
    });
    explaining = openExplaining(server.location);
  });
  afterAll(async () => {
    await explaining.close();
    await server.close();
  });

  const list = (query: Query) => listCustomers(server.database.reader as Reader, query);
  const namesOf = async (query: Query) => (await list(query)).data.map((row) => row.name);

  it('each has the words that the server would have kept', async () => {
    for (const place of [0, 7, COUNT / 2, COUNT - 1]) {
      const { id, name, phone, email } = manyCustomer(place);
      const row = await server.database.reader
        .selectFrom('customers')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ name, name_key: searchKey(name), phone_key: phoneKey(phone), email });
      const words = await server.database.reader
        .selectFrom('search_words')
        .select('word')
        .where('subject_id', '=', id)
        .where('word', 'in', customerWords(row))
        .execute();
      expect(words.map(({ word }) => word).sort()).toEqual(customerWords(row).sort());
      expect(row.search_text.trim().split(' ').sort()).toEqual(customerWords(row).sort());
    }
  });

  it.each([
    'Xóchitl Quiñones de Vera',
    'vera xochitl',
    'QUIÑ XÓCH',
    'de quinones',
    'x.quinones@vera.ph',
    'X.Quin@'.slice(0, 6),
    '@vera',
    'xoch 0001',
  ])('one is found by %j', async (search) => {
    expect(await namesOf({ search })).toEqual(['Xóchitl Quiñones de Vera']);
  });

  it('one is found by the phone number in every spelling, and by parts of it', async () => {
    const wanted = manyCustomer(23_457);
    const national = wanted.phone.slice(2);
    const spellings = [
      `0${national}`,
      `+63 ${national.slice(0, 3)} ${national.slice(3, 6)}-${national.slice(6)}`,
      national,
      wanted.phone,
      national.slice(3),
      `0${national.slice(0, 9)}`,
    ];
    for (const search of [...spellings, wanted.email]) {
      const found = (await list({ search })).data.map((row) => row.id);
      expect(found, search).toContain(wanted.id);
      expect(found.length, search).toBeLessThanOrEqual(11);
    }
    expect((await list({ phone: `0${national}` })).data.map((row) => row.id)).toEqual([wanted.id]);
    const last = await list({ search: national.slice(-4), per_page: 1000 });
    expect(last.data.map((row) => row.id)).toContain(wanted.id);
  });

  it('those of a full name are found, all of them while they are counted, in whatever order it is typed', async () => {
    const wanted = Array.from({ length: COUNT }, (_, place) => manyCustomer(place)).filter(
      ({ name }) => name === 'zenaida yulo',
    );
    expect(wanted.length).toBeGreaterThan(5);
    for (const search of ['zenaida yulo', 'yulo zenaida', 'yulo zena']) {
      const { data, total, total_capped } = await list({ search, per_page: 1000 });
      expect([total, total_capped]).toEqual([wanted.length, false]);
      expect(data.map((row) => row.id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    }
  });

  /** True if a customer matches each word: by the beginning of a name, or by the number. */
  const fitting = (search: string) => {
    const words = search.split(' ');
    return ({ name, phone }: { name: string; phone: string }) =>
      words.every(
        (word) =>
          name.split(' ').some((own) => own.startsWith(word)) ||
          phone.includes(word) ||
          phone.startsWith(word.replace(/^0/, '63')),
      );
  };
  const whoDoNotFit = (search: string, rows: readonly { name: string; phone: string | null }[]) => {
    const fits = fitting(search);
    return rows.filter((row) => !fits({ ...row, phone: phoneKey(row.phone ?? '') }));
  };

  it.each(['ma', 'maria', 'zena', 'maria santos', 'santos mar', 'mar san', 'm s', 's m'])(
    'all that match %j are listed by name, to the end of what lists count',
    async (search) => {
      const fits = fitting(search);
      const count = Array.from({ length: COUNT }, (_, place) => manyCustomer(place)).filter(fits).length;
      const { data, total, total_capped } = await list({ search, per_page: 1000 });
      expect([total, total_capped, data.length]).toEqual([
        Math.min(count, TOTAL_CAP),
        count > TOTAL_CAP,
        Math.min(count, TOTAL_CAP),
      ]);
      const last = await list({ search, page: Math.ceil(total / 20), per_page: 20 });
      expect(last.data.at(-1)?.id).toBe(data.at(-1)?.id);
      expect(whoDoNotFit(search, data)).toEqual([]);
      expect(data.map((row) => row.name)).toEqual(data.map((row) => row.name).sort());
    },
  );

  it('those in whom two common words meet are listed as far as is looked, which is said', async () => {
    const { data, total, total_capped } = await list({ search: 'mar 0917', per_page: 1000 });
    expect([data.length, total_capped]).toEqual([total, true]);
    expect(total).toBeGreaterThan(900);
    expect(whoDoNotFit('mar 0917', data)).toEqual([]);
  });

  it('filters narrow the list and the search', async () => {
    const vip = await list({ customer_group_id: groups.vip.id, per_page: 20 });
    expect(vip.data.every((row) => row.customer_group?.slug === 'vip')).toBe(true);
    expect(vip.data.map((row) => row.name)).toEqual(vip.data.map((row) => row.name).sort());
    expect(vip).toMatchObject({ total: COUNT / 100, total_capped: false });
    const regular = await list({ customer_group_id: groups.regular.id, per_page: 20 });
    expect(regular).toMatchObject({ total: 1000, total_capped: true });
    const rich = await list({ min_points: 4990, per_page: 1000 });
    expect(rich.total).toBe(COUNT / 500);
    expect(rich.data.every((row) => row.loyalty_points >= 4990)).toBe(true);
    const few = await list({ min_points: 4990, search: 'maria', per_page: 1000 });
    const own = rich.data.filter((row) => row.name.startsWith('maria'));
    expect(few.data.map((row) => row.id)).toEqual(own.map((row) => row.id));
    expect(own.length).toBeGreaterThan(2);
  });

  describe('nothing is read that grows with the customers', () => {
    it.each<[string, (ids: { vip: number; regular: number }) => Query]>([
      ['a page of all', () => ({})],
      ['a later page', () => ({ page: 60 })],
      ['two letters', () => ({ search: 'ma' })],
      ['a common name', () => ({ search: 'maria' })],
      ['a full name', () => ({ search: 'maria santos' })],
      ['two beginnings', () => ({ search: 'mar san' })],
      ['two letters of two words', () => ({ search: 'm s' })],
      ['a name and a part of a number', () => ({ search: 'maria 0917' })],
      ['a prefix of an operator', () => ({ search: '0917' })],
      ['last digits', () => ({ search: '5678' })],
      ['an email', () => ({ search: 'c77@mail.ph' })],
      ['a common domain', () => ({ search: '@mail' })],
      ['a number', () => ({ phone: '0917 000 0001' })],
      ['a common group', ({ regular }) => ({ customer_group_id: regular })],
      ['points and a group', ({ vip }) => ({ min_points: 10, max_points: 12, customer_group_id: vip })],
      ['few points', () => ({ max_points: 3 })],
      ['a name in a group', ({ vip }) => ({ search: 'maria', customer_group_id: vip })],
      ['a full name in a group', ({ regular }) => ({ search: 'maria cruz', customer_group_id: regular })],
    ])('for %s', async (_, query) => {
      explaining.asked.length = 0;
      await listCustomers(explaining.reader, query({ vip: groups.vip.id, regular: groups.regular.id }));
      expect(explaining.asked.length).toBeGreaterThan(0);
      expect(await explaining.explain()).toEqual([]);
    });
  });
});
