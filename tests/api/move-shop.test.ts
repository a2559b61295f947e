import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveShop, type Place } from '#server/db/moving/move-shop.ts';
import { openDatabase, type DatabaseLocation } from '#server/db/open.ts';
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts';
import { createServer } from '#server/server.ts';
import { signIn } from '#tests/support/http.ts';
import { sell, unitsOnSale } from '#tests/support/selling.ts';
import { OPENING } from '#tests/support/server.ts';
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
});
