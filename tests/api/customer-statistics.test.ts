import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { customers } from '#contract/customers.ts';
import { storeDate } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import {
  expectDone,
  openDraft,
  refundSale,
  sell,
  voidSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

type Stats = z.input<typeof customers.stats.response>;
type Page = z.input<typeof customers.transactions.response>;

/** Computes the statistics from the rows of the sales, without the stored figures. */
async function countRows({ database: { reader }, clock }: TestServer, customerId: number) {
  const rows = await reader
    .selectFrom('transactions')
    .select(['status', 'total_amount', 'refunded_amount', 'balance_due', 'completed_at'])
    .where('customer_id', '=', customerId)
    .execute();
  const sales = rows.filter((row) => row.status === 'completed' || row.status === 'refunded');
  const late = await reader
    .selectFrom('payments')
    .innerJoin('transactions as sale', 'sale.id', 'payments.transaction_id')
    .select('payments.amount')
    .where('sale.customer_id', '=', customerId)
    .where('sale.status', '=', 'completed')
    .where('payments.status', '=', 'pending')
    .where('payments.deleted_at', 'is', null)
    .where('payments.expected_date', '<', storeDate(clock.now(), 'Asia/Manila'))
    .execute();
  const last = Math.max(...sales.map((sale) => sale.completed_at ?? 0));
  return {
    total_spent: sales.reduce((sum, sale) => sum + sale.total_amount - sale.refunded_amount, 0) / 100,
    total_transactions: sales.length,
    last_transaction: sales.length ? new Date(last).toISOString() : null,
    owes:
      [...sales.map((sale) => sale.balance_due), ...late.map(({ amount }) => amount)].reduce(
        (sum, amount) => sum + amount,
        0,
      ) / 100,
  };
}

const NOTHING = { total_spent: 0, total_transactions: 0, last_transaction: null, owes: 0 };

onEveryEngine('what a customer bought', (start) => {
  let server: TestServer;
  let shop: Shop;
  let seller: Caller;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    ({ shop, till: seller, manager } = await openShop(server));
  });
  afterAll(() => server.close());

  const takeUnits = async (count: number) => {
    const units = await makeUnits(server.database, {
      count,
      store_id: shop.store.id,
      product_variation_id: shop.variation.id,
    });
    return units.map((unit) => unit.id);
  };
  const sellTo = async (customer_id: number, count = 1) => {
    server.clock.advance(MINUTE);
    return (await sell(seller, await takeUnits(count), { customer_id })).transaction;
  };
  const stats = async (id: number) => expectDone(await seller.get<Stats>(`/customers/${id}/stats`));
  const at = (milliseconds: number) => new Date(milliseconds).toISOString();

  it('is nothing at first', async () => {
    const { id } = await makeCustomer(server.database);
    expect(await stats(id)).toEqual(NOTHING);
  });

  it('grows with a sale, shrinks with a refund, and a void takes it back', async () => {
    const { id } = await makeCustomer(server.database);
    const first = await sellTo(id, 2);
    const firstAt = server.clock.now();
    const only = { total_spent: 2200, total_transactions: 1, last_transaction: at(firstAt), owes: 0 };
    expect(await stats(id)).toEqual(only);
    await openDraft(seller, await takeUnits(1), { customer_id: id });
    expect(await stats(id)).toEqual(only);
    const items = [{ id: first.transaction_items[0]?.id }];
    expectDone(await refundSale(manager, first.id, { items }));
    expect(await stats(id)).toEqual({ ...only, total_spent: 1100 });
    expectDone(await refundSale(manager, first.id));
    expect(await stats(id)).toEqual({ ...only, total_spent: 0 });
  });

  it('has the latest sale that remains as its last, whichever is voided', async () => {
    const { id } = await makeCustomer(server.database);
    const sales: number[] = [];
    const times: string[] = [];
    for (let no = 0; no < 3; no += 1) {
      sales.push((await sellTo(id)).id);
      times.push(at(server.clock.now()));
    }
    const voidAndRead = async (index: number) => {
      expectDone(await voidSale(manager, sales[index] ?? 0, 'Test'));
      return (await stats(id)).last_transaction;
    };
    expect(await voidAndRead(1)).toBe(times[2]);
    expect(await voidAndRead(2)).toBe(times[0]);
    expect(await voidAndRead(0)).toBeNull();
    expect(await stats(id)).toEqual(NOTHING);
  });

  it('does not change where a void or a refund is refused or repeated', async () => {
    const { id } = await makeCustomer(server.database);
    const sale = await sellTo(id);
    const before = await stats(id);
    expect((await refundSale(manager, sale.id, { amount: 5000 })).status).toBe(409);
    expect(await stats(id)).toEqual(before);
    expectDone(await voidSale(manager, sale.id, 'Test', { key: `void-${sale.id}` }));
    expectDone(await voidSale(manager, sale.id, 'Test', { key: `void-${sale.id}` }));
    expect((await voidSale(manager, sale.id, 'Again')).status).toBe(409);
    expect(await stats(id)).toMatchObject({ total_spent: 0, total_transactions: 0 });
  });

  it('is what the rows say after any sales, voids and refunds', async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ does: fc.constant('sell' as const), units: fc.integer({ min: 1, max: 3 }) }),
      },
      fc.record({ does: fc.constant('void' as const), of: fc.nat(9) }),
      fc.record({
        does: fc.constant('refund' as const),
        of: fc.nat(9),
        item: fc.option(fc.nat(2)),
        centavos: fc.option(fc.integer({ min: 1, max: 90_000 })),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { id } = await makeCustomer(server.database);
        const sales: WireTransaction[] = [];
        for (const step of steps) {
          if (step.does === 'sell') {
            sales.push(await sellTo(id, step.units));
            continue;
          }
          const sale = sales[step.of % Math.max(1, sales.length)];
          if (!sale) continue;
          if (step.does === 'void') await voidSale(manager, sale.id, 'Any');
          else {
            const item = step.item === null ? undefined : sale.transaction_items[step.item];
            await refundSale(manager, sale.id, {
              ...(item ? { items: [{ id: item.id }] } : {}),
              ...(step.centavos === null ? {} : { amount: step.centavos / 100 }),
            });
          }
        }
        expect(await stats(id)).toEqual(await countRows(server, id));
      }),
      { numRuns: 12, seed: 20_261_121 },
    );
  });

  it('is what the rows say when sales are made and voided at once', async () => {
    const { id } = await makeCustomer(server.database);
    const sales = [];
    for (let no = 0; no < 6; no += 1) sales.push(await sellTo(id));
    const draft = await openDraft(seller, await takeUnits(1), { customer_id: id });
    expectDone(
      await seller.post(`/transactions/${draft.id}/payments`, { method: 'cash', amount: draft.total_amount }),
    );
    server.clock.advance(MINUTE);
    const answers = await Promise.all([
      ...sales.slice(2).map((sale) => voidSale(manager, sale.id, 'At once')),
      refundSale(manager, sales[0]?.id ?? 0, { amount: 100 }),
      seller.post(`/transactions/${draft.id}/complete`, {}),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const counted = await countRows(server, id);
    expect(counted.total_transactions).toBe(3);
    expect(await stats(id)).toEqual(counted);
  });

  it('is listed, the newest first, in pages of ten, with both of its numbers', async () => {
    const { id } = await makeCustomer(server.database);
    const sales: WireTransaction[] = [];
    for (let no = 0; no < 10; no += 1) sales.unshift(await sellTo(id, no === 9 ? 2 : 1));
    server.clock.advance(MINUTE);
    const deleted = await openDraft(seller, await takeUnits(1), { customer_id: id });
    expectDone(await seller.delete(`/transactions/${deleted.id}`, { reason: 'No' }));
    const draft = await openDraft(seller, await takeUnits(1), { customer_id: id });
    const read = async (query = '') =>
      expectDone(await seller.get<Page>(`/customers/${id}/transactions${query}`));
    const first = await read();
    expect(first).toMatchObject({ per_page: 10, total: 11, last_page: 2 });
    const numbersOf = (rows: Pick<WireTransaction, 'transaction_number' | 'invoice_number'>[]) =>
      rows.map(({ transaction_number, invoice_number }) => [transaction_number, invoice_number]);
    expect(numbersOf(first.data)).toEqual(numbersOf([draft, ...sales.slice(0, 9)]));
    expect(first.data[0]?.invoice_number).toBeNull();
    expect(first.data[0]).toMatchObject({
      id: draft.id,
      status: 'draft',
      items_count: 1,
      total_amount: 1100,
    });
    expect(first.data[1]).toMatchObject({
      status: 'completed',
      items_count: 2,
      total_amount: 2200,
      store: { id: shop.store.id, name: shop.store.name },
    });
    const units = (rows: { transaction_items?: { inventory_item_id: number }[] | undefined }[]) =>
      rows.map((row) => row.transaction_items?.map(({ inventory_item_id }) => inventory_item_id));
    expect(units(first.data)).toEqual(units([draft, ...sales.slice(0, 9)]));
    expect(first.data[1]?.transaction_items?.[0]).toMatchObject({ price: 1000, final_price: 1000 });
    expect(numbersOf((await read('?page=2')).data)).toEqual(numbersOf(sales.slice(9)));
  });

  it('is listed for the caller’s stores only, and counted for the chain’s', async () => {
    const { id } = await makeCustomer(server.database);
    const other = await makeShop(server.database);
    const there = await signIn(server.url, other.seller.email);
    const here = await sellTo(id);
    const { transaction: far } = await sell(there, [other.units[0]?.id ?? 0], { customer_id: id });
    const chief = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const idsFor = async (caller: Caller) =>
      expectDone(await caller.get<Page>(`/customers/${id}/transactions`)).data.map((row) => row.id);
    expect(await idsFor(seller)).toEqual([here.id]);
    expect(await idsFor(there)).toEqual([far.id]);
    expect((await idsFor(await signIn(server.url, chief.email))).sort()).toEqual([here.id, far.id].sort());
    expect((await stats(id)).total_transactions).toBe(2);
  });

  it('is not told of a customer who is not there', async () => {
    const gone = await makeCustomer(server.database, { deleted_at: OPENING });
    for (const id of [gone.id, 999_999]) {
      for (const what of ['stats', 'transactions', 'loyalty']) {
        const answer = await seller.get(`/customers/${id}/${what}`);
        expect([answer.status, answer.body.code]).toEqual([404, 'customer_not_found']);
      }
    }
  });
});

onEveryEngine('what the customers of the demo shop bought', (start) => {
  it('is what the rows of its sales say', async () => {
    const server = await start({ demo: true });
    try {
      const admin = await signIn(server.url, 'admin@demo.test');
      const { reader } = server.database;
      const everybody = await reader.selectFrom('customers').select('id').execute();
      let bought = 0;
      for (const { id } of everybody) {
        const figures = expectDone(await admin.get<Stats>(`/customers/${id}/stats`));
        expect(figures).toEqual(await countRows(server, id));
        bought += figures.total_transactions;
      }
      expect(bought).toBeGreaterThan(100);
    } finally {
      await server.close();
    }
  });
});
