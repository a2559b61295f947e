import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { createServer } from '#server/server.ts';
import { openDatabase } from '#server/db/open.ts';
import { signIn } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  atDevice,
  close,
  count,
  openShift,
  piecesOf,
  readX,
  signInAt,
  type WireShift,
} from '#tests/support/shifts.ts';
import {
  inCash,
  offlineTill,
  sendByHand,
  type FiledSale,
  type WireRecorded,
} from '#tests/support/sold-offline.ts';

type WireDay = { agrees: boolean; total: { net: number }; tills: { shifts: { id: number }[] }[] };

onEveryEngine('a shift that was opened without the server', (start) => {
  let server: TestServer;
  let at: OfflineShop;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
  });

  const manager = () => atDevice(server.url, at.manager, at.key);
  const endShift = async (id: number, pesos: number) => {
    expectDone(await count(manager(), id, piecesOf(pesos)));
    return expectDone(await close<WireShift>(manager(), id, { reason: 'Counted at the office' }));
  };
  /** The evening before: the shift is closed, and the line is cut. */
  const closed = async () => {
    await endShift(at.shift.id, 5000);
    server.clock.advance(MINUTE);
    return server.clock.now();
  };
  const opened = (
    cut: number,
    minutes: number,
    more: Partial<Parameters<OfflineShop['offline']['open']>[0]> = {},
  ) =>
    at.offline.open(
      { store_id: at.shop.store.id, staff_id: at.shop.seller.id, ...more },
      { at: cut + minutes * MINUTE, answeredAt: cut },
    );
  const made = (opening: FiledSale, cut: number, minutes: number, unit = 0) =>
    at.offline.make(
      at.cart([unit], { shift_id: null, opening_key: opening.key, payments: [inCash(200_000)] }),
      { at: cut + minutes * MINUTE, answeredAt: cut },
    );
  /** Sends it; more wait. */
  const sendFirst = async (filed: FiledSale, waiting = 1) =>
    expectDone(await at.offline.send(filed, { waiting }));
  const shown = async ({ shift }: WireRecorded) =>
    expectDone(await manager().get<WireShift>(`/shifts/${shift?.id}`));
  const ofOpening = async ({ number }: FiledSale, by = at.manager) =>
    (await at.listed(by)).find((each) => each.number === number);
  const whyOf = async (filed: FiledSale, by = at.manager) =>
    Object.fromEntries((await ofOpening(filed, by))?.reasons.map(({ code, text }) => [code, text]) ?? []);

  it('is open from its moment on, with its float, and has the sales that were made in it', async () => {
    const cut = await closed();
    const denominations = { bill_1000: 2, coin_025: 3 };
    const opening = opened(cut, 10, { float_amount: 200_075, denominations });
    const sale = made(opening, cut, 20);
    server.clock.advance(2 * HOUR);
    const first = await sendFirst(opening);
    expect(first).toMatchObject({
      state: 'recorded',
      to_settle: false,
      transaction_id: null,
      invoice_number: null,
      receipt: null,
    });
    expect(await shown(first)).toMatchObject({
      number: first.shift?.number,
      status: 'open',
      till: { id: at.counter.id },
      opened_at: new Date(cut + 10 * MINUTE).toISOString(),
      opened_by: { id: at.shop.seller.id },
      float_amount: 2000.75,
      float: denominations,
      expected_cash: 2000.75,
      sales: 0,
    });
    expect(await at.send(sale)).toMatchObject({ state: 'recorded', to_settle: false, shift: null });
    expect(await shown(first)).toMatchObject({ sales: 1, expected_cash: 3100.75 });
    const x = await readX(at.manager, first.shift?.id ?? 0);
    expect(x.figures).toMatchObject({
      sales: { count: 1, total: 1100 },
      cash: { float: 2000.75, taken: 2000, change: 900, correction: 0 },
    });
    const counted = await endShift(first.shift?.id ?? 0, 3100.75);
    expect(counted.difference).toBe(0);
    const taken = expectDone(
      await manager().post<{ readings: { shifts: object[] }[] }>('/z-readings', { till_id: at.counter.id }),
    );
    expect(JSON.stringify(taken)).toContain(first.shift?.number);
    const day = expectDone(await at.manager.get<WireDay>('/store-day'));
    expect(day).toMatchObject({ agrees: true, total: { net: 1100 } });
  });

  it('is opened once, however often and at once it is sent', async () => {
    const cut = await closed();
    const opening = opened(cut, 10);
    server.clock.advance(HOUR);
    const answers = await Promise.all([at.offline.send(opening), at.offline.send(opening)]);
    const [first, ...others] = answers.map(expectDone);
    expect(others).toEqual([first]);
    await endShift(first?.shift?.id ?? 0, 3000);
    expect(await at.send(opening)).toEqual(first);
    const all = expectDone(await at.manager.get<{ data: object[] }>('/shifts'));
    expect(all.data).toHaveLength(2);
  });

  it('is opened once, though two servers are sent it at once', async () => {
    const isAlone = server.database.engine === 'sqlite';
    const database = isAlone ? server.database : await openDatabase(server.location);
    const app = await createServer({ database, clock: server.clock.now });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const cut = await closed();
    const opening = opened(cut, 10);
    server.clock.advance(HOUR);
    const answers = await Promise.all(
      [0, 1, 2, 3].map((no) => at.offline.send(opening, no % 2 ? { url } : {})),
    );
    await app.close();
    if (!isAlone) await database.close();
    expect(new Set(answers.map((answer) => expectDone(answer).shift?.id)).size).toBe(1);
  });

  it('is the one that is open there already, whose drawer expects no second float', async () => {
    const cut = server.clock.now();
    const opening = opened(cut, 10);
    const sale = made(opening, cut, 20);
    server.clock.advance(HOUR);
    const recorded = await sendFirst(opening);
    expect(recorded).toMatchObject({ state: 'recorded', to_settle: true, shift: { id: at.shift.id } });
    expect(await whyOf(opening)).toEqual({
      shift: `Shift ${at.shift.number} was open at Counter 1 already and goes on with its float of ₱5,000.00; the float of ₱3,000.00 was not added`,
    });
    expect(await at.send(sale)).toMatchObject({ to_settle: false });
    expect((await readX(at.manager, at.shift.id)).figures).toMatchObject({
      sales: { count: 1 },
      cash: { float: 5000, taken: 2000, change: 900 },
    });
    const listed = await ofOpening(opening);
    expect(listed).toMatchObject({
      kind: 'shift',
      shift: { id: at.shift.id, number: at.shift.number },
      transaction: null,
      staff: { id: at.shop.seller.id },
      total_amount: 3000,
    });
    const settled = await at.manager.post<{ message: string }>(`/offline-sales/${listed?.id}/settle`, {
      note: 'They had forgotten that it was open',
    });
    expect(expectDone(settled).message).toBe(`Opening ${opening.number} is settled`);
    expect(await ofOpening(opening)).toBeUndefined();
  });

  it('is the one that the till had opened itself, where the answer never reached it', async () => {
    await closed();
    const cut = server.clock.now();
    server.clock.advance(MINUTE);
    const shift = await openShift(at.till, 3000);
    const opening = opened(cut, 2);
    server.clock.advance(HOUR);
    expect(await at.send(opening)).toMatchObject({ to_settle: false, shift: { id: shift.id } });
  });

  it('stands to settle where another one was opened and closed at the till meanwhile; its sales stay its own', async () => {
    const cut = await closed();
    const opening = opened(cut, 10);
    server.clock.advance(20 * MINUTE);
    const other = await openShift(at.till, 1000);
    const sale = made(opening, cut, 30);
    server.clock.advance(20 * MINUTE);
    const { number } = await endShift(other.id, 1000);
    server.clock.advance(HOUR);
    const recorded = await sendFirst(opening);
    expect(await whyOf(opening)).toEqual({
      shift: `Shift ${number} was closed at Counter 1 after this one had been opened`,
    });
    expect(await at.send(sale)).toMatchObject({ to_settle: false });
    expect((await readX(at.manager, recorded.shift?.id ?? 0)).figures).toMatchObject({
      sales: { count: 1 },
      cash: { float: 3000, taken: 2000, correction: 0 },
    });
  });

  it('is opened by whoever may not do so any more, which stands to settle; nobody settles their own', async () => {
    await signInAt(server.url, at.boss.email, at.key, at.offline.secret);
    const cut = await closed();
    const opening = opened(cut, 10, { staff_id: at.boss.id });
    const other = opened(cut, 20);
    const change = (changes: object, id: number) =>
      server.database.write((writer) =>
        writer.updateTable('staff').set(changes).where('id', '=', id).execute(),
      );
    await change({ is_active: 0 }, at.shop.seller.id);
    server.clock.advance(HOUR);
    await sendFirst(opening);
    expect(await ofOpening(opening)).toBeUndefined();
    await at.send(other);
    expect(await whyOf(other)).toMatchObject({
      staff: `${at.shop.seller.name}, who opened it, does not work here any more`,
    });
  });

  it.each(['count', 'close'])('keeps the drawer from being %sed while sales of it wait', async (act) => {
    const cut = await closed();
    const opening = opened(cut, 10);
    server.clock.advance(HOUR);
    const { shift } = expectDone(await at.offline.send(opening, { waiting: 1 }));
    const id = shift?.id ?? 0;
    const answer = act === 'count' ? await count(manager(), id, piecesOf(3000)) : await close(manager(), id);
    const message = 'T1 has 1 sale or shift that is not sent yet. Connect it first';
    expect(answer).toMatchObject({ status: 409, body: { code: 'sales_waiting', message } });
  });

  it('is not opened at a retired till, nor in a store without shifts: it stands to settle', async () => {
    const cut = await closed();
    const [retired, off] = [opened(cut, 10), opened(cut, 20)];
    await server.database.write((writer) =>
      writer.updateTable('tills').set({ retired_at: cut }).where('id', '=', at.counter.id).execute(),
    );
    server.clock.advance(HOUR);
    expect(await sendFirst(retired, 2)).toMatchObject({ state: 'kept', shift: null });
    expect(await whyOf(retired)).toEqual({ shift: 'Counter 1 was retired, so no shift was opened' });
    await server.database.write(async (writer) => {
      await writer.updateTable('tills').set({ retired_at: null }).where('id', '=', at.counter.id).execute();
      await writer
        .updateTable('stores')
        .set({ keeps_shifts: 0 })
        .where('id', '=', at.shop.store.id)
        .execute();
    });
    expect(await sendFirst(off)).toMatchObject({ state: 'kept', shift: null });
    expect(await whyOf(off)).toEqual({
      shift: `${at.shop.store.name} does not keep shifts, so none was opened`,
    });
    expect(await at.send(made(off, cut, 30))).toMatchObject({ to_settle: false });
  });

  it('has a moment between the last answer and its coming, and says where the till’s cannot be', async () => {
    const cut = await closed();
    const [early, late] = [
      at.offline.open(
        { store_id: at.shop.store.id, staff_id: at.shop.seller.id },
        { at: cut - HOUR, answeredAt: cut },
      ),
      opened(cut, 24 * 60),
    ];
    server.clock.advance(HOUR);
    const first = expectDone(await at.offline.send(early));
    expect((await shown(first)).opened_at).toBe(new Date(cut).toISOString());
    expect(Object.keys(await whyOf(early))).toEqual(['moment']);
    await endShift(first.shift?.id ?? 0, 3000);
    server.clock.advance(MINUTE);
    const second = await at.send(late);
    expect((await shown(second)).opened_at).toBe(new Date(server.clock.now()).toISOString());
    expect(Object.keys(await whyOf(late))).toEqual(['moment']);
  });

  it('is not older than the credential of its series', async () => {
    const cut = await closed();
    server.clock.advance(HOUR);
    const till = await offlineTill(server.url, at.till, at.shop.store.code);
    const given = server.clock.now();
    const person = { store_id: at.shop.store.id, staff_id: at.shop.seller.id };
    const opening = till.open(person, { at: cut + MINUTE, answeredAt: cut });
    server.clock.advance(HOUR);
    const recorded = expectDone(await till.send(opening));
    expect((await shown(recorded)).opened_at).toBe(new Date(given - MINUTE).toISOString());
    expect(Object.keys(await whyOf(opening))).toEqual(['moment']);
  });

  it('stands to settle beyond the store’s hours, and where its data were restored', async () => {
    const cut = await closed();
    const opening = opened(cut, 25 * 60);
    server.clock.advance(26 * HOUR);
    await at.offline.send(opening, { invoice_number: 'TST-S000009' });
    const manager = await signIn(server.url, at.boss.email);
    expect(await whyOf(opening, manager)).toEqual({
      limit: 'It was made more than 24 h after the server had answered last',
      restored: 'It was recorded before the data were restored, as TST-S000009',
    });
  });

  it('cannot be read where its bills and coins come to another sum; its sales are recorded all the same', async () => {
    const cut = await closed();
    const opening = opened(cut, 10, { denominations: { bill_1000: 2 } });
    server.clock.advance(HOUR);
    expect(await sendFirst(opening)).toMatchObject({ state: 'kept', shift: null });
    expect(await whyOf(opening)).toEqual({
      unreadable: 'The opening of a shift cannot be read: its bills and coins do not add up',
    });
    expect(await at.send(made(opening, cut, 20))).toMatchObject({ state: 'recorded', to_settle: true });
  });

  it('is sent by a manager from the till’s file, with its sales', async () => {
    const cut = await closed();
    const opening = opened(cut, 10);
    const sale = made(opening, cut, 20);
    server.clock.advance(HOUR);
    const recorded = expectDone(await sendByHand<WireRecorded>(at.manager, opening));
    expect(Object.keys(await whyOf(opening))).toEqual(['by_hand']);
    expect(await shown(recorded)).toMatchObject({ status: 'open', float_amount: 3000 });
    expectDone(await sendByHand<WireRecorded>(at.manager, sale));
    expect(await shown(recorded)).toMatchObject({ sales: 1, expected_cash: 4100 });
  });
});
