import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { customer, customers } from '#contract/customers.ts';
import { startOfDate, storeDate } from '#domain/store-time.ts';
import { signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { MINUTE, onEveryEngine, OPENING, type TestServer } from '#tests/support/server.ts';
import { expectDone, sell } from '#tests/support/selling.ts';
import { makeCustomer, makeShop, type Shop } from '#tests/support/shop.ts';
import { openShop } from '#tests/support/staffed-shop.ts';

type WireCustomer = z.input<typeof customer>;
type WireLedger = z.input<typeof customers.loyalty.response>;

onEveryEngine('loyalty points', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: SignedIn;
  let seller: Caller;
  beforeAll(async () => {
    server = await start();
    ({ shop, till: seller, manager } = await openShop(server));
  });
  afterAll(() => server.close());

  const add = <T = WireCustomer>(id: number, body: object) =>
    manager.post<T>(`/customers/${id}/add-points`, body);
  const deduct = <T = WireCustomer>(id: number, body: object) =>
    manager.post<T>(`/customers/${id}/deduct-points`, body);
  const ledger = async (id: number, query = '') =>
    expectDone(await seller.get<WireLedger>(`/customers/${id}/loyalty${query}`));
  const balance = async (id: number) =>
    expectDone(await seller.get<WireCustomer>(`/customers/${id}`)).loyalty_points;

  it('are given and taken by hand, each time with who and why, the newest first', async () => {
    const { id } = await makeCustomer(server.database);
    expect(expectDone(await add(id, { points: 120, reason: ' Birthday gift ' })).loyalty_points).toBe(120);
    server.clock.advance(MINUTE);
    expect(expectDone(await deduct(id, { points: 50, reason: 'Phone case' })).loyalty_points).toBe(70);
    const staff = { id: manager.staff.id, name: manager.staff.name };
    const { data, total, per_page } = await ledger(id);
    expect([total, per_page]).toEqual([2, 10]);
    expect(data).toMatchObject([
      { points: -50, balance: 70, reason: 'Phone case', staff, transaction_id: null },
      { points: 120, balance: 120, reason: 'Birthday gift', staff, transaction_id: null },
    ]);
    expect(data[1]?.created_at).toBe(new Date(server.clock.now() - MINUTE).toISOString());
    expect(await balance(id)).toBe(70);
  });

  it('of a sale are in the ledger with the sale', async () => {
    const { id } = await makeCustomer(server.database);
    const { transaction } = await sell(seller, [shop.units[0]?.id ?? 0], { customer_id: id });
    expect((await ledger(id)).data).toMatchObject([
      {
        points: 1000,
        balance: 1000,
        reason: `Sale ${transaction.invoice_number}`,
        transaction_id: transaction.id,
      },
    ]);
  });

  it('of a sale at another store show how many and on which day, and nothing else of it', async () => {
    const { id } = await makeCustomer(server.database);
    await sell(seller, [shop.units[1]?.id ?? 0], { customer_id: id });
    const elsewhere = await makeShop(server.database);
    const stranger = await signIn(server.url, elsewhere.seller.email);
    const { data } = expectDone(await stranger.get<WireLedger>(`/customers/${id}/loyalty`));
    const today = startOfDate(storeDate(server.clock.now(), shop.store.timezone), shop.store.timezone);
    expect(data.map(({ id: _, ...shown }) => shown)).toEqual([
      {
        points: 1000,
        balance: 1000,
        reason: 'At another store',
        transaction_id: null,
        staff: null,
        created_at: new Date(today).toISOString(),
      },
    ]);
  });

  it('come in pages of ten', async () => {
    const { id } = await makeCustomer(server.database);
    for (let no = 1; no <= 12; no += 1) expectDone(await add(id, { points: no, reason: `Gift ${no}` }));
    const reasons = async (query: string) => (await ledger(id, query)).data.map((entry) => entry.reason);
    expect(await reasons('')).toEqual(Array.from({ length: 10 }, (_, index) => `Gift ${12 - index}`));
    expect(await reasons('?page=2')).toEqual(['Gift 2', 'Gift 1']);
    expect(await ledger(id, '?page=2')).toMatchObject({ total: 12, last_page: 2, from: 11, to: 12 });
  });

  describe.each(['add-points', 'deduct-points'])('by %s', (path) => {
    it.each([
      [{ reason: 'x' }, 'points', 'Points must be at least 1'],
      [{ points: 0, reason: 'x' }, 'points', 'Points must be at least 1'],
      [{ points: -5, reason: 'x' }, 'points', 'Points must be at least 1'],
      [{ points: 1.5, reason: 'x' }, 'points', 'Points must be at least 1'],
      [{ points: 5 }, 'reason', 'Reason is required'],
      [{ points: 5, reason: '  ' }, 'reason', 'Reason is required'],
    ])('are refused with %j', async (body, field, message) => {
      const { id } = await makeCustomer(server.database, { loyalty_points: 10 });
      const refused = await manager.post(`/customers/${id}/${path}`, body);
      expect([refused.status, refused.body.errors?.[field]]).toEqual([422, [message]]);
      expect([await balance(id), (await ledger(id)).total]).toEqual([10, 0]);
    });

    it('are nobody’s who is not there, and not a salesperson’s to change', async () => {
      const gone = await makeCustomer(server.database, { loyalty_points: 10, deleted_at: OPENING });
      const body = { points: 1, reason: 'x' };
      for (const id of [gone.id, 999_999]) {
        const refused = await manager.post(`/customers/${id}/${path}`, body);
        expect([refused.status, refused.body.code]).toEqual([404, 'customer_not_found']);
      }
      const { id } = await makeCustomer(server.database, { loyalty_points: 10 });
      expect((await seller.post(`/customers/${id}/${path}`, body)).status).toBe(403);
    });
  });

  it.each([
    [70, 71, 'Only 70 points are there to deduct'],
    [1, 2, 'Only 1 point is there to deduct'],
    [0, 1, 'Only 0 points are there to deduct'],
  ])('of %i cannot be fewer by %i', async (loyalty_points, points, message) => {
    const { id } = await makeCustomer(server.database, { loyalty_points });
    const refused = await manager.post(`/customers/${id}/deduct-points`, { points, reason: 'x' });
    expect([refused.status, refused.body.errors]).toEqual([422, { points: [message] }]);
    expect([await balance(id), (await ledger(id)).total]).toEqual([loyalty_points, 0]);
  });

  it('taken at many tills at once are taken no more often than they are there', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await makeCustomer(server.database, { loyalty_points: 100 });
      const answers = await Promise.all([
        ...Array.from({ length: 12 }, () => deduct(id, { points: 30, reason: 'Race' })),
        ...Array.from({ length: 3 }, () => add(id, { points: 10, reason: 'Race' })),
      ]);
      const statuses = answers.slice(0, 12).map((answer) => answer.status);
      const taken = statuses.filter((status) => status === 200).length;
      expect(statuses.filter((status) => status === 422)).toHaveLength(12 - taken);
      expect(answers.slice(12).map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect([3, 4]).toContain(taken);
      expect(await balance(id)).toBe(130 - taken * 30);
      const entries = await server.database.reader
        .selectFrom('loyalty_entries')
        .selectAll()
        .where('customer_id', '=', id)
        .orderBy('id')
        .execute();
      expect(entries).toHaveLength(taken + 3);
      let sum = 100;
      for (const entry of entries) {
        sum += entry.points;
        expect(entry.balance).toBe(sum);
        expect(sum).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
