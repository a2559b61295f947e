import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { transactions } from '#contract/transactions.ts';
import { createServer } from '#server/server.ts';
import { openDatabase } from '#server/db/open.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { Ledger } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import { expectDone, sell, unitsOnSale } from '#tests/support/selling.ts';
import { engines, makeTestDatabase } from '#tests/support/test-databases.ts';
import { OPENING } from '#tests/support/server.ts';
import { fillSizedShop } from '#tests/support/sized-shop/fill-sized-shop.ts';
import { countsOf, LEAST_SIZE } from '#tests/support/sized-shop/sizes.ts';

describe.each(engines)('a chain of some size (%s)', (engine) => {
  let end = () => Promise.resolve();
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let till: SignedIn;
  const counts = countsOf(LEAST_SIZE);

  beforeAll(async () => {
    const { location, remove } = await makeTestDatabase(engine, 'tables');
    await fillSizedShop(location, LEAST_SIZE);
    database = await openDatabase(location);
    const app = await createServer({ database, clock: () => OPENING });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    end = async () => {
      await app.close();
      await database.close();
      await remove();
    };
    till = await signIn(url, 'salesperson@demo.test');
  });
  afterAll(() => end());

  const countOf = async (
    table: 'transaction_items' | 'customers' | 'product_variations' | 'inventory_items',
  ) => {
    const { count } = await database.reader
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };

  it('has as many rows as its size says, and books that agree', async () => {
    const ledger = new Ledger('sized shop', engine);
    expect(await checkBooks(database, ledger)).toBe(counts.sales);
    expect(ledger.close().findings).toEqual([]);
    expect(await countOf('customers')).toBe(counts.customers);
    expect(await countOf('product_variations')).toBe(counts.variations);
    const ofDrafts = (await countOf('inventory_items')) - counts.sold - counts.stock;
    expect((await countOf('transaction_items')) - counts.sold).toBe(ofDrafts);
  });

  it('sells, lists and finds by number as any other shop', async () => {
    const { transaction } = await sell(till, await unitsOnSale(till, 2));
    expect(transaction.invoice_number).toBe(`MNL-01-${String(counts.sales / 3 + 1).padStart(6, '0')}`);
    const listed = expectDone(
      await till.get<z.input<typeof transactions.list.response>>('/transactions?search=000123'),
    );
    expect(listed.data.map((row) => row.invoice_number)).toContain('MNL-01-000123');
    const all = expectDone(await till.get<z.input<typeof transactions.list.response>>('/transactions'));
    expect(all.data[0]?.id).toBe(transaction.id);
  });
});
