import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '#server/demo/random.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { Ledger } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  addPayment,
  complete,
  expectDone,
  openDraft,
  pay,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeCustomer, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

const SALES = 24;
const ACTIONS = 120;
/** Actions sent at the same moment, so that some of them meet at one sale. */
const AT_ONCE = 4;

/** Any action on a sale and its payments, sensible or not. */
const actions: readonly ((by: Caller, sale: WireTransaction, random: SeededRandom) => Promise<unknown>)[] = [
  (by, sale) => by.post(`/transactions/${sale.id}/void`, { reason: 'Storm' }),
  (by, sale, random) =>
    by.post(`/transactions/${sale.id}/refund`, {
      reason: 'Storm',
      items: sale.transaction_items
        .filter(() => random.chance(0.5))
        .map(({ id }) => ({ id, disposition: random.pick(['available', 'defective']) })),
    }),
  (by, sale, random) =>
    by.post(`/transactions/${sale.id}/refund`, {
      reason: 'Storm',
      items: [{ id: random.pick(sale.transaction_items).id }],
      amount: random.integer(0, 150_000) / 100,
    }),
  (by, sale) => by.post(`/transactions/${sale.id}/refund`, { reason: 'Storm' }),
  (by, sale, random) => by.post(`/payments/${random.pick(sale.payments).id}/verify`, {}),
  (by, sale, random) =>
    by.post(`/payments/${random.pick(sale.payments).id}/mark-failed`, { reason: 'Storm' }),
  (by, sale, random) => by.delete(`/payments/${random.pick(sale.payments).id}`, { reason: 'Storm' }),
  (by, sale, random) => by.put(`/payments/${random.pick(sale.payments).id}`, { reference_number: 'S-2' }),
  (by, sale, random) =>
    addPayment(by, sale.id, {
      method: random.pick(['cash', 'gcash']),
      amount: random.pick([0.01, 550, 1100, 2200]),
      reference_number: 'S-1',
    }),
  (by, sale) => complete(by, sale.id),
  (by, sale) => by.delete(`/transactions/${sale.id}`, { reason: 'Storm' }),
];

onEveryEngine('a storm of actions after the sale', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: SALES * 2 });
    till = await signIn(server.url, shop.seller.email);
    const person = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, person.email);
  });
  afterAll(() => server.close());

  /** A sale of two units at ₱2,200.00, for one of three customers or a walk-in, paid in one of five ways. */
  async function sellPair(no: number, customers: readonly number[]): Promise<WireTransaction> {
    const unitIds = shop.units.slice(no * 2, no * 2 + 2).map((unit) => unit.id);
    const customer_id = customers[no % 4] ?? null;
    const ways = [
      [{ method: 'cash', amount: 2200 }],
      [{ method: 'cash', amount: 3000 }],
      [{ method: 'gcash', amount: 2200, reference_number: 'S-1' }],
      [
        { method: 'maya', amount: 700, reference_number: 'S-1' },
        { method: 'cash', amount: 2000 },
      ],
      [
        { method: 'cash', amount: 1000 },
        { method: 'cash', amount: 1500, status: 'pending' },
      ],
    ];
    const draft = await openDraft(till, unitIds, { customer_id });
    for (const form of ways[no % 5] ?? []) await pay(till, draft.id, form);
    return expectDone(await complete<WireSale>(till, draft.id)).transaction;
  }

  it.each([1, 2, 3])(
    'leaves every centavo, unit and point accounted for, and no failure (seed %d)',
    async (seed) => {
      const random = seededRandom(seed);
      const customers: number[] = [];
      for (let no = 0; no < 3; no += 1) customers.push((await makeCustomer(server.database)).id);
      const sales: WireTransaction[] = [];
      const first = (seed - 1) * (SALES / 3);
      for (let no = first; no < first + SALES / 3; no += 1) sales.push(await sellPair(no, customers));
      const ledger = new Ledger('storm', 'sqlite');
      for (let done = 0; done < ACTIONS; done += AT_ONCE) {
        server.clock.advance(MINUTE);
        const sale = random.pick(sales);
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => {
            const about = random.chance(0.7) ? sale : random.pick(sales);
            return random.pick(actions)(manager, about, random) as Promise<{ status: number; body: unknown }>;
          }),
        );
        for (const { status, body } of answers) {
          ledger.check(status < 500, `Answered ${status}`, body);
          ledger.saw(String(status));
        }
      }
      await checkBooks(server.database, ledger);
      expect(ledger.report.findings).toEqual([]);
      expect(ledger.report.seen['200']).toBeGreaterThan(10);
      expect(ledger.report.seen['409']).toBeGreaterThan(10);
    },
  );

  it('is told from honest books: a sum that was tampered with is found', async () => {
    const before = await server.database.reader
      .selectFrom('transactions')
      .select(['id', 'refunded_amount'])
      .executeTakeFirstOrThrow();
    const setRefunded = (refunded_amount: number) =>
      server.database.write((writer) =>
        writer.updateTable('transactions').set({ refunded_amount }).where('id', '=', before.id).execute(),
      );
    await setRefunded(before.refunded_amount + 1);
    const ledger = new Ledger('storm', 'sqlite');
    await checkBooks(server.database, ledger);
    expect(ledger.report.findings.join()).toContain('keeps another sum of its refunds');
    await setRefunded(before.refunded_amount);
  });
});
