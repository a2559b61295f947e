import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '#contract/define-route.ts';
import { openDatabase } from '#server/db/open.ts';
import { buildApp } from '#server/http/app.ts';
import type { Call } from '#server/http/call.ts';
import { identify } from '#server/modules/staff/staff.public.ts';
import { identifyTill } from '#server/modules/tills/tills.public.ts';
import { call, signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { keptDump } from '#tests/support/kept-versions.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { expectDone } from '#tests/support/selling.ts';
import { MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { close as closeCount, look, started } from '#tests/support/counts.ts';
import {
  atDevice,
  close,
  count,
  deviceKey,
  givenCredential,
  makeTill,
  openShift,
  piecesOf,
  tellWaiting,
  type WireShift,
  type WireTill,
} from '#tests/support/shifts.ts';
import { engines, makeTestDatabase } from '#tests/support/test-databases.ts';

const newSecret = () => randomBytes(32).toString('base64url');
const refused = (code: string, status = 409) => ({ status, body: { code } });

/** Routes of tills as they may be declared: one that changes a store, and one that may while it is inactive. */
const told = defineRoute({
  method: 'POST',
  path: '/told',
  summary: 'Tell something',
  permission: 'till',
  scope: 'store',
  invalidates: [],
  response: z.object({ code: z.string(), letter: z.string(), store_id: z.int() }),
});
const probe = { told, toldAnyway: { ...told, path: '/told-anyway', whileInactive: true } } as const;

onEveryEngine('a till’s credential', (start) => {
  let server: TestServer;
  let shop: Shop;
  let key: string;
  let till: Caller;
  let manager: SignedIn;
  let made: WireTill;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 0 });
    key = deviceKey();
    till = atDevice(server.url, await signIn(server.url, shop.seller.email), key);
    manager = await personAs('store_manager');
    made = await makeTill(till, 'Counter 1');
  });

  const personAs = async (role: 'store_manager' | 'salesperson' | 'inventory_checker') =>
    signIn(server.url, (await makeStaff(server.database, { store_id: shop.store.id, role })).email);
  const give = (secret: string, by = till) => by.post<WireTill>('/tills/credential', { secret });
  const given = async (by = till) => {
    const secret = newSecret();
    return { secret, till: expectDone(await give(secret, by)) };
  };
  const report = (secret: string, body: object = { last_no: 0, waiting: 0 }, headers = {}) =>
    call<{ epoch: number }>(server.url, 'POST', '/pos/offline-sales/report', body, {
      Authorization: `Till ${secret}`,
      ...headers,
    });
  const shown = async (tillId = made.id) => {
    const { data } = expectDone(await manager.get<{ data: WireTill[] }>('/tills'));
    return data.find(({ id }) => id === tillId);
  };

  it('belongs to a till with a code, which goes on in the order of tills, whatever was retired', async () => {
    expect(made).toMatchObject({ code: 'T1', credential: null });
    const second = await makeTill(atDevice(server.url, manager), 'Counter 2');
    expectDone(await manager.delete(`/tills/${second.id}`));
    expect((await shown(second.id))?.code).toBe('T2');
    expect((await makeTill(atDevice(server.url, manager), 'Counter 2')).code).toBe('T3');
    const elsewhere = await makeShop(server.database, { units: 0 });
    const other = atDevice(server.url, await signIn(server.url, elsewhere.seller.email));
    expect((await makeTill(other, 'Counter 1')).code).toBe('T1');
  });

  it('belongs to a till whose code no other has, though many are made at once', async () => {
    const tills = await Promise.all(
      [2, 3, 4, 5, 6, 7, 8, 9].map((no) => makeTill(atDevice(server.url, manager), `Counter ${no}`)),
    );
    expect(tills.map(({ code }) => code).toSorted()).toEqual([
      'T2',
      'T3',
      'T4',
      'T5',
      'T6',
      'T7',
      'T8',
      'T9',
    ]);
  });

  it('is given once, however often it is asked for, and another secret gets the next letter', async () => {
    const { secret, till: first } = await given();
    expect(first).toMatchObject({
      id: made.id,
      credential: {
        letter: 'A',
        given_at: new Date(server.clock.now()).toISOString(),
        last_no: 0,
        waiting: 0,
        told_at: null,
      },
    });
    expect(expectDone(await give(secret))).toEqual(first);
    const { till: second } = await given();
    expect(second.credential?.letter).toBe('B');
    // One that ended never comes back.
    expect(await give(secret)).toMatchObject({
      status: 422,
      body: { errors: { secret: ['This secret was used before. Make another one'] } },
    });
    expect((await shown())?.credential?.letter).toBe('B');
  });

  it('is the same for requests that arrive at once', async () => {
    const secret = newSecret();
    const answers = await Promise.all([1, 2, 3].map(() => give(secret)));
    expect(answers.map(({ body }) => body.credential?.letter)).toEqual(['A', 'A', 'A']);
  });

  it('is given to a till of the store alone, by whoever opens shifts', async () => {
    const stranger = atDevice(server.url, manager);
    expect(await give(newSecret(), stranger)).toMatchObject(refused('till_unknown'));
    expect(await give(newSecret(), manager)).toMatchObject(refused('validation_failed', 422));
    const checker = atDevice(server.url, await personAs('inventory_checker'), key);
    expect(await give(newSecret(), checker)).toMatchObject(refused('forbidden', 403));
    for (const secret of ['', 'short', `${newSecret()}A`, `${newSecret().slice(1)}+`]) {
      expect(await give(secret)).toMatchObject(refused('validation_failed', 422));
    }
    const { secret } = await given();
    const beside = atDevice(server.url, manager);
    await makeTill(beside, 'Counter 2');
    expect(await give(secret, beside)).toMatchObject(refused('validation_failed', 422));
    expect((await report(secret)).status).toBe(200);
  });

  it('is kept as a hash', async () => {
    const { secret } = await given();
    const rows = await server.database.reader
      .selectFrom('till_credentials')
      .selectAll()
      .where('till_id', '=', made.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const kept = await server.database.reader.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('ends where its till is retired, ended by hand or taken over; the same device keeps it', async () => {
    const first = await given();
    expectDone(await atDevice(server.url, manager, key).post<WireTill>(`/tills/${made.id}/adopt`));
    expect((await report(first.secret)).status).toBe(200);

    const ended = expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`));
    expect(ended.credential).toBeNull();
    expect(expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`))).toEqual(ended);
    expect(await report(first.secret)).toMatchObject(refused('unauthenticated', 401));

    const second = await given();
    expect(second.till.credential?.letter).toBe('B');
    const next = atDevice(server.url, manager);
    expectDone(await next.post<WireTill>(`/tills/${made.id}/adopt`));
    expect(await report(second.secret)).toMatchObject(refused('unauthenticated', 401));

    const third = await given(next);
    expect(third.till.credential?.letter).toBe('C');
    // The device becomes another till.
    await makeTill(next, 'Counter 2');
    expect(await report(third.secret)).toMatchObject(refused('unauthenticated', 401));

    expectDone(await atDevice(server.url, manager, key).post<WireTill>(`/tills/${made.id}/adopt`));
    const fourth = await given();
    expectDone(await manager.delete(`/tills/${made.id}`));
    expect(await report(fourth.secret)).toMatchObject(refused('unauthenticated', 401));
    expect(await manager.delete(`/tills/${made.id}/credential`)).toMatchObject(refused('illegal_state'));
    expect(await manager.delete('/tills/999999999/credential')).toMatchObject(refused('till_not_found', 404));
  });

  it('tells how much waits at the till; the last number never goes back', async () => {
    const { secret } = await given();
    const first = expectDone(await report(secret, { last_no: 7, waiting: 3 }));
    const { epoch } = await server.database.reader
      .selectFrom('data_version')
      .select('epoch')
      .executeTakeFirstOrThrow();
    expect(first).toEqual({ epoch, to_settle: [] });
    const told_at = new Date(server.clock.now()).toISOString();
    // Its numbers say more than it does.
    expect((await shown())?.credential).toMatchObject({ last_no: 7, waiting: 7, told_at });
    server.clock.advance(60_000);
    expectDone(await report(secret, { last_no: 5, waiting: 8 }));
    const later = new Date(server.clock.now()).toISOString();
    expect((await shown())?.credential).toMatchObject({ last_no: 7, waiting: 8, told_at: later });
    expect(await report(secret, { last_no: -1, waiting: 0 })).toMatchObject(
      refused('validation_failed', 422),
    );
  });

  describe('opens', () => {
    let secret: string;
    beforeEach(async () => {
      ({ secret } = await given());
    });
    const headers = () => ({ Authorization: `Till ${secret}` });

    it('no route of persons, and no person a route of tills', async () => {
      for (const path of ['/tills', '/staff/me', '/pos/changes', '/transactions']) {
        expect(await call(server.url, 'GET', path, undefined, headers())).toMatchObject(
          refused('unauthenticated', 401),
        );
      }
      const body = { last_no: 0, waiting: 0 };
      for (const person of [till, manager]) {
        expect(await person.post('/pos/offline-sales/report', body)).toMatchObject(refused('forbidden', 403));
        expect(await report(person.token)).toMatchObject(refused('unauthenticated', 401));
      }
      expect(await call(server.url, 'POST', '/pos/offline-sales/report', body)).toMatchObject(
        refused('unauthenticated', 401),
      );
      expect(await report(newSecret())).toMatchObject(refused('unauthenticated', 401));
    });

    it('its own store alone, which need not be named', async () => {
      const own = { 'X-Store-Id': String(shop.store.id) };
      expect((await report(secret, undefined, own)).status).toBe(200);
      const other = await makeStore(server.database);
      for (const named of [String(other.id), '', 'x']) {
        expect(await report(secret, undefined, { 'X-Store-Id': named })).toMatchObject(
          refused('foreign_store', 403),
        );
      }
      const events = await server.database.reader
        .selectFrom('audit_log')
        .select(['staff_id', 'store_id', 'details_json'])
        .where('action', '=', 'offlineSales.report')
        .where('store_id', '=', shop.store.id)
        .execute();
      expect(events).toHaveLength(3);
      expect(events[0]).toMatchObject({ staff_id: null });
      expect(JSON.parse(events[0]?.details_json ?? '')).toEqual({
        refused: 'foreign_store',
        device: 'Counter 1',
      });
    });

    it('nothing of a till that is too old', async () => {
      expect(await report(secret, undefined, { 'x-tindahan-client': '0.0.1' })).toMatchObject(
        refused('client_too_old'),
      );
    });
  });

  describe('tells of sales that wait, while which', () => {
    let secret: string;
    const wait = (waiting: number) => tellWaiting(manager, secret, waiting);
    const waits = (text = 'T1 has 3 sales or shifts that are not sent yet. Connect it first') => ({
      status: 409,
      body: { code: 'sales_waiting', message: text },
    });
    beforeEach(async () => {
      secret = await givenCredential(till);
      await wait(3);
    });

    it('its till is not retired', async () => {
      expect(await manager.delete(`/tills/${made.id}`)).toMatchObject(waits());
      expect(await shown()).toMatchObject({ retired_at: null, credential: { letter: 'A', waiting: 3 } });
      await wait(1);
      expect(await manager.delete(`/tills/${made.id}`)).toMatchObject(
        waits('T1 has 1 sale or shift that is not sent yet. Connect it first'),
      );
      await wait(0);
      expect((await manager.delete(`/tills/${made.id}`)).status).toBe(200);
    });

    it('no other device takes its place, and its device takes no other place', async () => {
      const next = atDevice(server.url, manager);
      expect(await next.post(`/tills/${made.id}/adopt`)).toMatchObject(waits());
      const here = atDevice(server.url, manager, key);
      expect((await here.post(`/tills/${made.id}/adopt`)).status).toBe(200);
      expect(await here.post('/tills', { name: 'Counter 2' })).toMatchObject(waits());
      const second = await makeTill(next, 'Counter 2');
      expect(await here.post(`/tills/${second.id}/adopt`)).toMatchObject(waits());
      expect((await shown())?.credential?.letter).toBe('A');
      // Ended by hand, what waits is sent by hand.
      expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`));
      expectDone(await next.post<WireTill>(`/tills/${made.id}/adopt`));
    });

    it('its shift is not counted, nor closed', async () => {
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
      );
      const { id } = await openShift(till);
      expect(await count(till, id, piecesOf(5000))).toMatchObject(waits());
      await wait(0);
      expectDone(await count<WireShift>(till, id, piecesOf(5000)));
      await wait(2);
      expect(await close(till, id)).toMatchObject(
        waits('T1 has 2 sales or shifts that are not sent yet. Connect it first'),
      );
      await wait(0);
      expectDone(await close<WireShift>(till, id));
    });

    it('whoever closes a stock count is told of a till with a shift that is silent for a quarter of an hour', async () => {
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
      );
      await wait(0);
      const stock = await started(manager);
      const silent = async () => (await look(manager, stock.id)).tills_silent;
      server.clock.advance(15 * MINUTE + 1);
      expect(await silent()).toEqual([]);
      const { id } = await openShift(till);
      expect(await silent()).toEqual(['Counter 1']);
      await wait(1);
      expect(await silent()).toEqual([]);
      await wait(0);
      server.clock.advance(15 * MINUTE + 1);
      expect(await silent()).toEqual(['Counter 1']);
      expectDone(await count<WireShift>(till, id, piecesOf(5000)));
      expectDone(await close<WireShift>(till, id));
      expect(await silent()).toEqual([]);
    });

    it('whoever closes a stock count of its store is told its name', async () => {
      const beside = atDevice(server.url, manager);
      await makeTill(beside, 'A till without any');
      const another = await givenCredential(beside);
      const stock = await started(manager);
      expect(stock.tills_waiting).toEqual(['Counter 1']);
      await tellWaiting(manager, another, 1);
      expect((await look(manager, stock.id)).tills_waiting).toEqual(['A till without any', 'Counter 1']);
      const elsewhere = await makeShop(server.database, { units: 0 });
      const { email } = await makeStaff(server.database, {
        store_id: elsewhere.store.id,
        role: 'store_manager',
      });
      expect((await started(await signIn(server.url, email))).tills_waiting).toEqual([]);
      expectDone(await closeCount(manager, stock.id));
      expect((await look(manager, stock.id)).tills_waiting).toEqual([]);
    });
  });

  describe('leaves to settle what its till may have sold', () => {
    let secret: string;
    const DAY = 'Nov 21, 2026';
    beforeEach(async () => {
      secret = await givenCredential(till);
    });
    const lose = (by: Caller = manager) =>
      by.post<WireTill>(`/tills/${made.id}/lost`, { reason: 'Stolen at night' });
    const toSettle = async () => {
      const rows = await server.database.reader
        .selectFrom('offline_sales')
        .selectAll()
        .where('store_id', '=', shop.store.id)
        .orderBy('id')
        .execute();
      return rows.map(({ reasons_json, ...row }) => {
        const reasons = JSON.parse(reasons_json) as { code: string; text: string }[];
        expect(row).toMatchObject({ till_id: made.id, number: '', is_open: 1, sent_by_id: manager.staff.id });
        return reasons.map(({ code, text }) => `${code}: ${text.replace(DAY, 'today')}`).join();
      });
    };
    const clock = () =>
      new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'Asia/Manila' })
        .format(server.clock.now())
        .replace('\u202f', ' ');

    it('when its computer is lost, which another one replaces with what was open there', async () => {
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ keeps_shifts: 1 }).where('id', '=', shop.store.id).execute(),
      );
      const { id } = await openShift(till);
      server.clock.advance(60_000);
      await tellWaiting(manager, secret, 0);
      const told = clock();
      server.clock.advance(60_000);
      const lost = expectDone(await lose());
      expect(lost).toMatchObject({
        ...{ id: made.id, code: 'T1', credential: null, open_shift: { id } },
        lost: { at: new Date(server.clock.now()).toISOString(), by: { id: manager.staff.id } },
      });
      expect(await toSettle()).toEqual([
        `lost_till: T1: sales since today ${told} may be missing. Stolen at night`,
      ]);
      expect(await report(secret)).toMatchObject(refused('unauthenticated', 401));
      expect(await till.post('/tills/credential', { secret: newSecret() })).toMatchObject(
        refused('till_unknown'),
      );
      // Once.
      expect(await lose()).toMatchObject({
        status: 409,
        body: { code: 'illegal_state', message: 'No computer is Counter 1 now' },
      });
      const next = atDevice(server.url, manager);
      expect(expectDone(await next.post<WireTill>(`/tills/${made.id}/adopt`)).lost).toBeNull();
      expect((await given(next)).till.credential?.letter).toBe('B');
      expectDone(await count<WireShift>(next, id, piecesOf(5000)));
      const event = await server.database.reader
        .selectFrom('audit_log')
        .select(['staff_id', 'details_json'])
        .where('action', '=', 'tills.declareLost')
        .where('subject_id', '=', made.id)
        .where('staff_id', '=', manager.staff.id)
        .orderBy('id')
        .executeTakeFirstOrThrow();
      expect(JSON.parse(event.details_json ?? '')).toEqual({
        subject: 'Counter 1',
        reason: 'Stolen at night',
      });
    });

    it('with how many it had told of, since it was given where none has come', async () => {
      const since = clock();
      server.clock.advance(60_000);
      await tellWaiting(manager, secret, 2);
      expectDone(await lose());
      expect(await toSettle()).toEqual([
        `lost_till: T1: sales since today ${since} may be missing. It had told of 2. Stolen at night`,
      ]);
    });

    it('when it is ended by hand, or another one is given, while sales wait, and not without', async () => {
      const here = atDevice(server.url, manager, key);
      await givenCredential(here);
      expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`));
      expect(await toSettle()).toEqual([]);
      await tellWaiting(manager, await givenCredential(here), 1);
      expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`));
      await tellWaiting(manager, await givenCredential(here), 2);
      await givenCredential(here);
      expect(await toSettle()).toEqual([
        'lost_till: T1: 1 sale or shift was not sent when its access ended',
        'lost_till: T1: 2 sales or shifts were not sent when its access ended',
      ]);
    });

    it('also where it had ended before, and nothing where it had none', async () => {
      const since = clock();
      expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`));
      expectDone(await lose());
      expect(await toSettle()).toEqual([
        `lost_till: T1: sales since today ${since} may be missing. Stolen at night`,
      ]);
      const second = await makeTill(atDevice(server.url, manager), 'Counter 2');
      expectDone(await manager.post<WireTill>(`/tills/${second.id}/lost`, { reason: 'Stolen' }));
      expect(await toSettle()).toHaveLength(1);
    });

    it('as a manager says with a reason, also in an inactive store', async () => {
      expect(await lose(till)).toMatchObject(refused('forbidden', 403));
      expect(await manager.post(`/tills/${made.id}/lost`, { reason: ' ' })).toMatchObject({
        status: 422,
        body: { errors: { reason: ['Say how it was lost'] } },
      });
      expect(await manager.post('/tills/999999999/lost', { reason: 'Stolen' })).toMatchObject(
        refused('till_not_found', 404),
      );
      const { id } = shop.store;
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', id).execute(),
      );
      const admin = await signIn(
        server.url,
        (await makeStaff(server.database, { store_id: id, role: 'admin' })).email,
      );
      const path = `/tills/${made.id}/lost`;
      expectDone(await admin.post<WireTill>(path, { reason: 'Stolen' }, { storeId: id }));
    });
  });

  describe('names the till', () => {
    let app: FastifyInstance;
    beforeAll(async () => {
      const { database, clock } = server;
      const tell = ({ till: { code, letter, storeId } }: Call<typeof told>) =>
        Promise.resolve(() => Promise.resolve({ code, letter, store_id: storeId }));
      app = await buildApp({
        contract: { probe },
        handlers: { probe: { told: tell, toldAnyway: tell } },
        database,
        clock: clock.now,
        identify: (token, now) => identify(database.reader, token, now),
        identifyTill: (secret) => identifyTill(database.reader, secret),
        version: '0.0.0',
        shopId: 'a-shop',
      });
    });
    afterAll(() => app.close());
    const tell = async (url: string, secret: string, headers = {}) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/v1${url}`,
        headers: { authorization: `Till ${secret}`, ...headers },
      });
      return { status: answer.statusCode, body: answer.json<{ code: string }>() };
    };

    it('to the handler, and as the device of an audit event without a person', async () => {
      const { secret } = await given();
      expect(await tell('/told', secret)).toEqual({
        status: 200,
        body: { code: 'T1', letter: 'A', store_id: shop.store.id },
      });
      const event = await server.database.reader
        .selectFrom('audit_log')
        .select(['staff_id', 'session_id', 'store_id', 'details_json'])
        .where('action', '=', 'probe.told')
        .where('store_id', '=', shop.store.id)
        .executeTakeFirstOrThrow();
      expect(event).toMatchObject({ staff_id: null, session_id: null });
      expect(JSON.parse(event.details_json ?? '')).toEqual({ device: 'Counter 1' });
    });

    it('in an inactive store only where the route says so', async () => {
      const { secret } = await given();
      const { id } = shop.store;
      await server.database.write((writer) =>
        writer.updateTable('stores').set({ is_active: 0 }).where('id', '=', id).execute(),
      );
      expect(await tell('/told', secret)).toMatchObject(refused('store_inactive'));
      expect((await tell('/told-anyway', secret)).status).toBe(200);
      expect((await report(secret)).status).toBe(200);
    });

    it('and keeps no answer under an Idempotency-Key', async () => {
      const { secret } = await given();
      const headers = { 'idempotency-key': 'told-once' };
      expect((await tell('/told', secret, headers)).status).toBe(200);
      expectDone(await manager.delete<WireTill>(`/tills/${made.id}/credential`));
      expect(await tell('/told', secret, headers)).toMatchObject(refused('unauthenticated', 401));
    });
  });
});

it.each(engines)(
  'tills of before get their codes in the order in which they were made (%s)',
  async (engine) => {
    const { location, remove } = await makeTestDatabase(engine);
    await runSql(location, keptDump('1.0.0', engine));
    const tillOf = (id: number, name: string) =>
      `insert into tills (id, store_id, name, unique_name, grand_total, last_z_no, claim_no, created_at, created_by_id)
     select ${id}, (select min(id) from stores), '${name}', '${name}', 0, 0, 0, 1, min(id) from staff;`;
    await runSql(location, `${tillOf(900_002, 'later')} ${tillOf(900_001, 'earlier')}`);
    const database = await openDatabase(location);
    const tills = await database.reader
      .selectFrom('tills')
      .select(['id', 'store_id', 'code'])
      .orderBy('store_id')
      .orderBy('id')
      .execute();
    for (const own of Map.groupBy(tills, ({ store_id }) => store_id).values()) {
      expect(own.map(({ code }) => code)).toEqual(own.map((_, index) => `T${index + 1}`));
    }
    expect(tills.map(({ id }) => id)).toEqual(expect.arrayContaining([900_001, 900_002]));
    await database.close();
    await remove();
  },
);
