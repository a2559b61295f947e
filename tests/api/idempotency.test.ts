import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { expectDone, openDraft, type WirePayment, type WireTransaction } from '#tests/support/selling.ts';
import { makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';

onEveryEngine('an Idempotency-Key', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let draft: WireTransaction;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    till = await signIn(server.url, shop.seller.email);
    draft = await openDraft(till, [shop.units[0]?.id ?? 0]);
  });

  const cash = (amount: number, key: string, by = till, saleId = draft.id) =>
    by.post<WirePayment>(`/transactions/${saleId}/payments`, { method: 'cash', amount }, { key });
  const paymentsOf = async (saleId = draft.id) =>
    expectDone(await till.get<WirePayment[]>(`/payments/transaction/${saleId}`));

  it('gives the first answer again for the same body, and makes one row', async () => {
    const first = await cash(100, 'key-1');
    const again = await cash(100, 'key-1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('refuses another body with 422', async () => {
    await cash(100, 'key-1');
    expect(await cash(101, 'key-1')).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('has one effect when the same request comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => cash(100, 'key-1')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('makes a duplicate wait that arrives while the first is running, and replays', async () => {
    const sendThrough = (path: string, payload: object) =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${till.token}`, 'idempotency-key': 'key-1' },
        payload,
      });
    const pay = () => sendThrough(`/transactions/${draft.id}/payments`, { method: 'cash', amount: 100 });
    const { promise: gate, resolve: open } = Promise.withResolvers<null>();
    const busy = server.database.write(() => gate);
    const both = Promise.all([pay(), pay()]);
    // Sent later and refused without writing: by then both payments wait for the busy writer.
    expect((await sendThrough('/stores/switch', {})).statusCode).toBe(422);
    expect((await sendThrough('/stores/switch', {})).statusCode).toBe(422);
    open(null);
    await busy;
    const [first, second] = await both;
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(await paymentsOf()).toHaveLength(1);
  });

  it('makes one draft of a cart that is sent twice at once', async () => {
    const body = { items: [{ inventory_item_id: shop.units[1]?.id }] };
    const send = () => till.post<WireTransaction>('/transactions', body, { key: 'draft-1' });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });

  it('leaves nothing behind after a refusal, which may be tried again', async () => {
    const unitId = shop.units[1]?.id ?? 0;
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    const other = await signIn(server.url, colleague.email);
    await other.post(`/pos/inventory/${unitId}/lock`);
    const send = () =>
      till.post('/transactions', { items: [{ inventory_item_id: unitId }] }, { key: 'retry' });
    expect((await send()).status).toBe(409);
    const kept = server.database.reader
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', '=', 'retry');
    expect(await kept.execute()).toEqual([]);
    await other.post(`/pos/inventory/${unitId}/unlock`);
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
  });

  it('is one person’s own: another person’s same key is another request', async () => {
    const colleague = await makeStaff(server.database, { store_id: shop.store.id });
    const other = await signIn(server.url, colleague.email);
    const mine = await cash(100, 'key-1');
    const theirs = await cash(50, 'key-1', other);
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it('follows the person to a second sign-in, after a crash', async () => {
    const first = await cash(100, 'key-1');
    const again = await cash(100, 'key-1', await signIn(server.url, shop.seller.email));
    expect(again.body).toEqual(first.body);
  });

  it('means another request at another path', async () => {
    const second = await openDraft(till, [shop.units[1]?.id ?? 0]);
    await cash(100, 'key-1');
    expect((await cash(100, 'key-1', till, second.id)).status).toBe(201);
    expect([await paymentsOf(), await paymentsOf(second.id)].map((list) => list.length)).toEqual([1, 1]);
  });

  it('is refused for the same request in another store', async () => {
    const other = await makeShop(server.database);
    const admin = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    const everywhere = await signIn(server.url, admin.email);
    const add = (storeId: number) =>
      everywhere.post('/customers', { name: 'Ana', phone: '09171234567' }, { key: 'key-1', storeId });
    const first = await add(shop.store.id);
    expect(first.status).toBe(201);
    expect((await add(shop.store.id)).body).toEqual(first.body);
    expect((await add(other.store.id)).body.code).toBe('key_reused');
  });

  it('is audited once', async () => {
    await cash(100, 'key-1');
    await cash(100, 'key-1');
    const rows = await server.database.reader
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'payments.create')
      .where('subject_id', '=', draft.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('is at most 255 characters', async () => {
    expect((await cash(1, 'k'.repeat(255))).status).toBe(201);
    expect((await cash(1, 'k'.repeat(256))).status).toBe(422);
    expect((await cash(1, '')).status).toBe(422);
  });

  it('is worth nothing without a valid sign-in', async () => {
    await cash(100, 'key-1');
    await till.post('/staff/logout');
    expect((await cash(100, 'key-1')).status).toBe(401);
  });

  describe('is ended', () => {
    const end = (key: string, by = till) =>
      by.post<{ was_done: boolean; id: number | null }>('/requests/end', {
        ...{ key, method: 'POST', path: `/api/v1/transactions/${draft.id}/payments` },
        staff_id: shop.seller.id,
      });

    it('after its request was done: that stays done, also where a colleague asks', async () => {
      const key = crypto.randomUUID();
      const { body: payment } = await cash(100, key);
      const colleague = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: shop.store.id, role: 'salesperson' })).email,
      );
      for (const by of [till, colleague]) {
        expect(await end(key, by)).toMatchObject({
          status: 200,
          body: { was_done: true, id: payment.id },
        });
      }
      expect((await cash(100, key)).body).toEqual(payment);
      expect(await paymentsOf()).toHaveLength(1);
    });

    it('before its request comes: that is refused and does nothing', async () => {
      for (let times = 0; times < 2; times += 1)
        expect((await end('key-1')).body).toEqual({ was_done: false, id: null });
      expect(await cash(100, 'key-1')).toMatchObject({ status: 422, body: { code: 'key_reused' } });
      expect(await paymentsOf()).toEqual([]);
      expect((await cash(100, 'key-2')).status).toBe(201);
    });

    it('while its request is served: the one that comes first decides, and the answer says which', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [paid, { body }] = await Promise.all([cash(100, `key-${round}`), end(`key-${round}`)]);
        expect(body.was_done).toBe(paid.status === 201);
      }
      const done = (await paymentsOf()).length;
      expect(done).toBeLessThanOrEqual(10);
    });

    it('by somebody else only if nobody can guess it', async () => {
      const path = `/api/v1/transactions/${draft.id}/payments`;
      const colleague = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: shop.store.id, role: 'salesperson' })).email,
      );
      const ended = (key: string, staff_id?: number) =>
        colleague.post('/requests/end', { key, method: 'POST', path, staff_id });
      const refused = { errors: { key: ['The key of somebody else’s request must be a UUID'] } };
      expect(await ended('order-1001', shop.seller.id)).toMatchObject({ status: 422, body: refused });
      // Without a name it is the colleague's own.
      expect((await ended('order-1001')).body).toEqual({ was_done: false, id: null });
      expect((await cash(100, 'order-1001')).status).toBe(201);
      const key = crypto.randomUUID();
      const { body: payment } = await cash(200, key);
      expect((await ended(key)).body).toEqual({ was_done: true, id: payment.id });
    });

    it('for no address outside of the API', async () => {
      for (const path of ['/transactions/1/void', '/api/v1/transactions?x=1', `/api/v1/${'x'.repeat(400)}`]) {
        const body = { key: 'key-1', method: 'POST', path, staff_id: shop.seller.id };
        expect(await till.post('/requests/end', body)).toMatchObject({
          status: 422,
          body: { errors: { path: ['Must be an address below /api/v1, without its query'] } },
        });
      }
    });
  });
});
