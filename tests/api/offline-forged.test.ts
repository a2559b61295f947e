import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { credentialLetter } from '#domain/offline-sales.ts';
import { call } from '#tests/support/http.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone, openDraft } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeStore } from '#tests/support/shop.ts';
import { signInAt } from '#tests/support/shifts.ts';
import { offlineTill, sha256, type OfflineTill, type WireRecorded } from '#tests/support/sold-offline.ts';

// What somebody can make a till tell who has its credential.

onEveryEngine('a sale that a till forges', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const mailsTo = async (recipient: string) => {
    const rows = await server.database.reader
      .selectFrom('outbox')
      .select('transaction_id')
      .where('recipient', '=', recipient)
      .execute();
    return rows.map(({ transaction_id }) => transaction_id);
  };
  const mailTo = () => `${crypto.randomUUID()}@customers.test`;
  const settle = async (recorded: WireRecorded) =>
    expectDone(
      await at.manager.post(`/offline-sales/${(await at.toSettle(recorded))?.id}/settle`, {
        note: 'Looked at the shelf',
      }),
    );
  const setCredential = (changes: object) =>
    server.database.write((writer) =>
      writer.updateTable('till_credentials').set(changes).where('till_id', '=', at.counter.id).execute(),
    );

  it('of another store’s item stands to settle, and has the item', async () => {
    const other = await makeStore(server.database);
    await at.setUnit(0, { store_id: other.id });
    const recorded = await at.sold([0]);
    expect(await at.reasonsOf(recorded)).toEqual({ other_store: `Phone 1 is an item of ${other.name}` });
    expect(await at.unitRow(at.unit().id)).toMatchObject({ status: 'sold', store_id: at.shop.store.id });
  });

  it('of a colleague’s open cart stands to settle, and the cart stays theirs', async () => {
    const draft = await openDraft(at.manager, [at.unit().id]);
    const recorded = await at.sold([0], { draft: { id: draft.id, version: draft.version } });
    expect(recorded.transaction_id).not.toBe(draft.id);
    expect((await at.reasonsOf(recorded)).staff).toBe(
      `Its cart ${draft.transaction_number} is that of ${at.boss.name}`,
    );
    expect(await at.shown(draft.id)).toMatchObject({ status: 'draft', staff: { id: at.boss.id } });
  });

  it('mails its receipt once it is settled, and not before', async () => {
    const address = mailTo();
    await at.setUnit(0, { store_id: (await makeStore(server.database)).id });
    const recorded = await at.sold([0], { receipt_email: address });
    expect(recorded.to_settle).toBe(true);
    expect(await mailsTo(address)).toEqual([]);
    await settle(recorded);
    expect(await mailsTo(address)).toEqual([recorded.transaction_id]);
  });

  it('mails nothing where it is voided', async () => {
    const address = mailTo();
    await at.setUnit(0, { store_id: (await makeStore(server.database)).id });
    const { transaction_id } = await at.sold([0], { receipt_email: address });
    const here = { headers: { 'X-Till': at.key } };
    expectDone(await at.manager.post(`/transactions/${transaction_id}/void`, { reason: 'Wrong' }, here));
    expect(await mailsTo(address)).toEqual([]);
  });

  it('is mailed at once where nothing is to settle, sixty times within an hour; then it waits for a manager', async () => {
    const [first, second, third] = [mailTo(), mailTo(), mailTo()];
    const mailed = await at.sold([0], { receipt_email: first });
    expect(await mailsTo(first)).toEqual([mailed.transaction_id]);
    await setCredential({ mailed_since: server.clock.now() - MINUTE, mailed_count: 60 });
    const filed = at.make([1], { receipt_email: second });
    const held = await at.send(filed);
    expect(await at.reasonsOf(held)).toEqual({
      limit: 'Its till sent very many receipts by email. This one is sent once it is settled',
    });
    expect(await mailsTo(second)).toEqual([]);
    await settle(held);
    expect(await mailsTo(second)).toEqual([held.transaction_id]);
    server.clock.advance(HOUR);
    const later = await at.send(at.make([2], { receipt_email: third }));
    expect(await mailsTo(third)).toEqual([later.transaction_id]);
  });

  it('mails nobody’s links but the shop’s own', async () => {
    const address = mailTo();
    await server.database.write((writer) =>
      writer
        .updateTable('stores')
        .set({ address: 'Ayala Center, www.gadgets.example' })
        .where('id', '=', at.shop.store.id)
        .execute(),
    );
    const recorded = await at.sold([0], {
      receipt_email: address,
      buyer_name: 'J.P. Cruz, pay at http://evil.test/p',
      buyer_address: 'Blk.4 Lot 2.5\nmail me@evil.test',
    });
    expect(recorded.to_settle).toBe(false);
    const { text, html } = await server.database.reader
      .selectFrom('outbox')
      .select(['text', 'html'])
      .where('recipient', '=', address)
      .executeTakeFirstOrThrow();
    for (const body of [text, html ?? '']) {
      expect(body).not.toMatch(/:\/\/|evil\.test|@/);
      expect(body).toContain('www.gadgets.example');
      expect(body).toContain('Blk.4 Lot 2.5');
    }
  });

  it('mails no more of them by another access of its till, nor by one of another till', async () => {
    const person = { staff_id: at.shop.seller.id };
    await setCredential({ mailed_since: server.clock.now(), mailed_count: 60 });
    const again = await offlineTill(server.url, at.till, at.shop.store.code);
    const sell = async (device: OfflineTill, unit: number) => {
      const cart = at.cart([unit], { receipt_email: mailTo() });
      return at.reasonsOf(await device.sell(cart, { at: server.clock.now() }));
    };
    const limit = 'Its till sent very many receipts by email. This one is sent once it is settled';
    expect(await sell(again, 0)).toEqual({ limit });
    // Sixty mails that left for its seller, by whatever till.
    await setCredential({ mailed_count: 0 });
    expect(await sell(again, 1)).toEqual({});
    const { id: _id, ...mail } = await server.database.reader
      .selectFrom('outbox')
      .selectAll()
      .where('staff_id', '=', person.staff_id)
      .executeTakeFirstOrThrow();
    const mails = (created_at: number, count: number) =>
      server.database.write((writer) =>
        writer
          .insertInto('outbox')
          .values(Array.from({ length: count }, () => ({ ...mail, id: writer.nextId(), created_at })))
          .execute(),
      );
    await mails(server.clock.now() - MINUTE, 59);
    expect(await sell(again, 2)).toEqual({ limit });
    server.clock.advance(HOUR);
    expect(await sell(again, 3)).toEqual({});
    await mails(server.clock.now() - 2 * HOUR, 200);
    expect(await sell(again, 4)).toEqual({ limit });
  });

  it('has no other access than a hundred a day that one person gave, and sends no more by the next one', async () => {
    await setCredential({ sent_since: server.clock.now(), sent_count: 1000 });
    const again = await offlineTill(server.url, at.till, at.shop.store.code);
    const cart = at.cart([0]);
    const filed = again.make(cart, { at: server.clock.now() });
    expect((await again.send(filed)).status).toBe(429);
    const credential = await server.database.reader
      .selectFrom('till_credentials')
      .selectAll()
      .where('till_id', '=', at.counter.id)
      .executeTakeFirstOrThrow();
    await server.database.write((writer) =>
      writer
        .insertInto('till_credentials')
        .values(
          Array.from({ length: 98 }, (_, index) => ({
            ...credential,
            id: writer.nextId(),
            letter: credentialLetter(index + 50),
            secret_hash: crypto.randomUUID(),
            ended_at: server.clock.now(),
          })),
        )
        .execute(),
    );
    const secret = 'a-secret-of-a-script'.padStart(43, '-');
    const give = () => at.till.post<{ code: string }>('/tills/credential', { secret });
    expect(await give()).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    // The one that it has is told again, and another person gives it another one.
    expectDone(await at.till.post('/tills/credential', { secret: again.secret }));
    const manager = await signInAt(server.url, at.boss.email, at.key);
    expectDone(await manager.post('/tills/credential', { secret }));
  });

  it('ends with the access of the tills that somebody set up who does not work here any more', async () => {
    const filed = at.make([0]);
    const path = `/staff/${at.shop.seller.id}/tills`;
    const { id, name, code } = at.counter;
    const store = { id: at.shop.store.id, name: at.shop.store.name };
    expect(expectDone(await at.manager.get(path))).toEqual({ data: [{ id, name, code, store }] });
    // Another store's people neither see nor end it.
    const elsewhere = await openOfflineShop(server);
    expect(expectDone(await elsewhere.manager.get(path))).toEqual({ data: [] });
    expectDone(await elsewhere.manager.delete(path));
    expectDone(await at.manager.delete(`/staff/${at.shop.seller.id}`));
    expect(expectDone(await at.manager.delete(path))).toEqual({ message: `Access ended: ${name}` });
    expect((await at.offline.send(filed)).status).toBe(401);
    expect(expectDone(await at.manager.get(path))).toEqual({ data: [] });
  });

  it('is not heard among a thousand within ten minutes; its till waits and goes on', async () => {
    const filed = at.make([0]);
    await setCredential({ sent_since: server.clock.now() - MINUTE, sent_count: 1000 });
    const refused = await at.offline.send<{ code: string }>(filed);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.headers.get('retry-after')).toBe(String(9 * 60));
    server.clock.advance(9 * MINUTE);
    expect(expectDone(await at.offline.send(filed)).state).toBe('recorded');
    const { sent_count } = await server.database.reader
      .selectFrom('till_credentials')
      .select('sent_count')
      .where('till_id', '=', at.counter.id)
      .executeTakeFirstOrThrow();
    expect(sent_count).toBe(1);
  });

  it('fills no disk with texts that nobody can read: after a large one its till waits as much longer', async () => {
    const body = '\u0001'.repeat(999_000);
    const sent = { key: crypto.randomUUID(), number: at.offline.number(1), hash: sha256(body), body };
    expect(expectDone(await at.offline.send(sent)).state).toBe('kept');
    const filed = at.make([0]);
    const refused = await at.offline.send<{ code: string }>(filed);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.headers.get('retry-after')).toBe(String(60 * 60));
    server.clock.advance(HOUR);
    expect(expectDone(await at.offline.send(filed)).state).toBe('recorded');
  });

  it('begins no new epoch of the data by texts that nobody can read', async () => {
    const report = async (body: object) => {
      const Authorization = `Till ${at.offline.secret}`;
      const path = '/pos/offline-sales/report';
      return expectDone(await call<{ epoch: number }>(server.url, 'POST', path, body, { Authorization }))
        .epoch;
    };
    const epochs = [await report({ last_no: 0, waiting: 0 })];
    for (const no of [1, 2, 3]) {
      const body = `nothing that can be read, ${no}`;
      const sent = { key: crypto.randomUUID(), number: at.offline.number(no), hash: sha256(body), body };
      expectDone(await at.offline.send(sent));
      const told = { last_no: no, waiting: 0, epoch: epochs.at(-1), last_sent: crypto.randomUUID() };
      epochs.push(await report(told));
      server.clock.advance(MINUTE);
    }
    const [, first] = epochs;
    expect(epochs.slice(1)).toEqual([first, first, first]);
  });

  it('is not read of a stranger, however large it says that it is', async () => {
    const { port } = new URL(server.url);
    const answer = Promise.withResolvers<string>();
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('data', (bytes) => answer.resolve(bytes.toString()));
    socket.on('error', answer.reject);
    // The body never comes.
    socket.write(
      [
        'POST /api/v1/pos/offline-sales HTTP/1.1',
        ...['Host: shop', 'Content-Type: application/json', 'Content-Length: 5000000', '', ''],
      ].join('\r\n'),
    );
    expect(await answer.promise).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });
});
