import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveShop, type Place } from '#server/db/moving/move-shop.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { makeFirstShop } from '#server/modules/setup/setup.public.ts';
import { createServer } from '#server/server.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { signIn } from '#tests/support/http.ts';
import { sell, unitsOnSale } from '#tests/support/selling.ts';
import { OPENING } from '#tests/support/server.ts';
import { runProcess } from '#tests/support/server-process.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { makeTestDatabase, type TestDatabase } from '#tests/support/test-databases.ts';

const placeOf = ({ location: { dataDir, databaseUrl } }: TestDatabase): Place =>
  databaseUrl ? { databaseUrl } : { dataDir };

/** Sells a unit on a server over a database, and returns what a few calls answer. */
async function useShop(location: DatabaseLocation) {
  const database = await openDatabase(location);
  const app = await createServer({ database, clock: () => OPENING });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  try {
    const manager = await signIn(url, 'store_manager@demo.test');
    const answers: unknown[] = [];
    for (const path of [
      '/transactions',
      '/inventory?search=35',
      '/customers?search=maria',
      '/dashboard',
      '/search?q=MNL',
    ])
      answers.push((await manager.get(path)).body);
    const { transaction } = await sell(manager, await unitsOnSale(manager, 1));
    return { answers, sold: transaction.invoice_number };
  } finally {
    await app.close();
    await database.close();
  }
}

describe('a shop that is copied to the other engine', () => {
  let sqlite: TestDatabase;
  let postgres: TestDatabase;
  let back: TestDatabase;
  beforeAll(async () => {
    sqlite = await makeTestDatabase('sqlite', 'demo');
    postgres = await makeTestDatabase('postgresql');
    back = await makeTestDatabase('sqlite');
    const database = await openDatabase(sqlite.location);
    await fillDemoShop(database, OPENING);
    await database.close();
  });
  afterAll(async () => {
    for (const each of [sqlite, postgres, back]) await each.remove();
  });

  it('is the same there and back again, row by row, and goes on where it was', async () => {
    const told: string[] = [];
    const rows = await moveShop(placeOf(sqlite), placeOf(postgres), (line) => told.push(line));
    expect(rows).toBeGreaterThan(20_000);
    expect(told.at(-2)).toMatch(/^(\d+) of \1: /);
    expect(await moveShop(placeOf(postgres), placeOf(back), () => undefined)).toBe(rows);
    const [first, second, third] = [
      await useShop(sqlite.location),
      await useShop(postgres.location),
      await useShop(back.location),
    ];
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('goes nowhere where there is a shop already, nor from where there is none', async () => {
    await expect(moveShop(placeOf(sqlite), placeOf(postgres), () => undefined)).rejects.toThrow(
      'There is a shop in',
    );
    await expect(moveShop(placeOf(postgres), placeOf(back), () => undefined)).rejects.toThrow(
      'There is a shop in',
    );
    const none = await makeTestDatabase('sqlite');
    await expect(moveShop(placeOf(none), placeOf(postgres), () => undefined)).rejects.toThrow(
      'There is no shop in',
    );
    await none.remove();
  });

  it('goes on at the table where it was interrupted, and tells of a row that is another one', async () => {
    const target = await makeTestDatabase('postgresql');
    let tables = 0;
    const stopAt = () => {
      tables += 1;
      if (tables === 20) throw new Error('The line is cut');
    };
    await expect(moveShop(placeOf(sqlite), placeOf(target), stopAt)).rejects.toThrow('The line is cut');
    await runSql(
      target.location,
      "update customers set notes = 'changed' where id = (select min(id) from customers)",
    );
    await expect(moveShop(placeOf(sqlite), placeOf(target), () => undefined)).rejects.toThrow(
      'The rows of customers are others',
    );
    await target.remove();
  });

  it('is used by nobody before all of it is there; a copy that was begun goes on, or begins anew', async () => {
    const target = await makeTestDatabase('postgresql');
    const waiting = await openDatabase(target.location);
    let tables = 0;
    const stopAt = () => {
      tables += 1;
      if (tables === 20) throw new Error('The line is cut');
    };
    const copy = (options?: { isAnew: boolean }) =>
      moveShop(placeOf(sqlite), placeOf(target), () => undefined, options);
    await expect(moveShop(placeOf(sqlite), placeOf(target), stopAt)).rejects.toThrow('The line is cut');
    const words = /^A shop is being copied into this database, and not all of it is there/;
    await expect(openDatabase(target.location)).rejects.toThrow(words);
    const env = { DATABASE_URL: target.location.databaseUrl ?? '' };
    for (const args of [[], ['--create-admin'], ['--next-invoice', 'MNL-01=5']])
      expect(await runProcess({ dataDir: target.location.dataDir, args, env })).toEqual({
        code: 1,
        output: expect.stringMatching(words),
      });
    const back = await makeTestDatabase('sqlite');
    await expect(moveShop(placeOf(target), placeOf(back), () => undefined)).rejects.toThrow(words);
    await back.remove();
    // A server that was there before the copy began offers to set up a shop.
    const first = {
      admin: { name: 'Ana Cruz', email: 'ana@shop.test', passwordHash: '' },
      store: { code: 'MNL-01', name: 'Manila', timezone: DEFAULT_TIME_ZONE },
      tax: { tax_rate: 1200, prices_include_tax: true },
      chain: {},
    };
    await expect(
      waiting.write((writer) => makeFirstShop(writer, first as Parameters<typeof makeFirstShop>[1], OPENING)),
    ).rejects.toThrow(words);
    await waiting.close();
    await runSql(target.location, "update customers set notes = 'changed'");
    await expect(copy()).rejects.toThrow('The rows of customers are others');
    expect(await copy({ isAnew: true })).toBeGreaterThan(20_000);
    await useShop(target.location);
    await target.remove();
  });
});
