import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { zReadings } from '#contract/z-readings.ts';
import { DAY } from '#domain/store-time.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import { expectDone } from '#tests/support/selling.ts';
import { HOUR, MINUTE, onEveryEngine, type TestServer } from '#tests/support/server.ts';
import {
  atDevice,
  close,
  count,
  deviceKey,
  makeTill,
  openShift,
  piecesOf,
  readX,
  type WireShift,
} from '#tests/support/shifts.ts';

type WireZ = z.input<typeof zReadings.get.response>;
type WireDay = z.input<typeof zReadings.day.response>;

onEveryEngine('a sale without the server that comes after its shift was closed', (start) => {
  let server: TestServer;
  let at: OfflineShop;
  /** A manager at the till, signed in anew: a day may have passed. */
  let office: Caller;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
    await signInAgain();
  });

  const signInAgain = async () => {
    const { staff } = at.manager;
    office = atDevice(server.url, await signIn(server.url, staff.email), at.key);
  };
  const endShift = async (id: number, pesos: number, by = office) => {
    expectDone(await count(by, id, piecesOf(pesos)));
    return expectDone(await close<WireShift>(by, id, { reason: 'Counted at the office' }));
  };
  /** Makes a sale of 1,100 in the first shift, which the office closes before the sale is sent. */
  const sendLate = async (unit = 0) => {
    const filed = at.make([unit], {}, 10);
    server.clock.advance(HOUR);
    // Its cash lies in the drawer.
    await endShift(at.shift.id, 6100);
    server.clock.advance(HOUR);
    return at.send(filed);
  };
  const takeZ = async (tillId = at.counter.id) =>
    expectDone(await office.post<{ data: WireZ[] }>('/z-readings', { till_id: tillId })).data;
  const dayOf = async (date: string) => expectDone(await office.get<WireDay>(`/store-day?date=${date}`));
  const named = ({ late_sales = [] }: WireZ) =>
    late_sales.map(({ number, total, till, is_in_figures }) => [number, total, till.name, is_in_figures]);

  it('belongs to the next shift of its till, which opens later the same day, and is named in its Z reading', async () => {
    const late = await sendLate();
    const next = await openShift(at.till, 5000);
    const { figures } = await readX(office, next.id);
    expect(figures).toMatchObject({
      sales: { count: 1, total: 1100 },
      cash: { float: 5000, taken: 1100, correction: -1100 },
    });
    expect((await endShift(next.id, 5000)).difference).toBe(0);
    const [reading] = await takeZ();
    expect(reading?.figures.sales).toEqual({ count: 1, total: 1100 });
    expect(reading?.grand_total).toBe(1100);
    expect(reading && named(reading)).toEqual([[late.invoice_number, 1100, 'Counter 1', true]]);
    const kept = expectDone(await office.get<WireZ>(`/z-readings/${reading?.id}`));
    expect(kept.late_sales).toEqual(reading?.late_sales);
    const day = await dayOf('2026-11-21');
    expect(day).toMatchObject({ agrees: true, outside: { sales: { count: 0 } } });
  });

  it('is on the day of its sending in the reading of the next day’s shift, as on the store’s day', async () => {
    const late = await sendLate();
    const before = await takeZ();
    expect(before.map(named)).toEqual([[]]);
    server.clock.advance(2 * DAY);
    await signInAgain();
    const next = await openShift(office, 5000);
    await endShift(next.id, 5000);
    const readings = await takeZ();
    expect(
      readings.map(({ business_date, figures, ...reading }) => [
        business_date,
        figures.sales.total,
        named({ business_date, figures, ...reading }).length,
      ]),
    ).toEqual([
      ['2026-11-21', 1100, 1],
      ['2026-11-23', 0, 0],
    ]);
    expect(readings[0]?.late_sales?.[0]?.id).toBe(late.transaction_id);
    expect(readings[0]?.shifts.map(({ id, is_counted_here }) => [id, is_counted_here])).toEqual([
      [next.id, false],
    ]);
    const day = await dayOf('2026-11-21');
    expect(day).toMatchObject({ agrees: true, outside: { net: 0 }, total: { net: 1100 } });
    expect(day.tills.map(({ is_due, figures }) => [is_due, figures.net])).toEqual([[false, 1100]]);
    expect(await dayOf('2026-11-23')).toMatchObject({ agrees: true, total: { net: 0 } });
  });

  it('belongs to the next shift also where the till opened that without the server', async () => {
    const filed = at.make([0], {}, 10);
    server.clock.advance(HOUR);
    await endShift(at.shift.id, 6100);
    const opening = at.offline.open(
      { store_id: at.shop.store.id, staff_id: at.shop.seller.id, float_amount: 200_000 },
      { at: server.clock.now() + MINUTE, answeredAt: server.clock.now() },
    );
    server.clock.advance(HOUR);
    const late = expectDone(await at.offline.send(filed, { waiting: 1 }));
    const { shift } = await at.send(opening);
    expect((await readX(office, shift?.id ?? 0)).figures).toMatchObject({
      sales: { count: 1, total: 1100 },
      cash: { float: 2000, taken: 1100, correction: -1100 },
    });
    await endShift(shift?.id ?? 0, 2000);
    const readings = await takeZ();
    expect(readings.flatMap(named)).toEqual([[late.invoice_number, 1100, 'Counter 1', true]]);
  });

  it('is given to its shift once, and never to two, where that opens while it is sent', async () => {
    const sales = [0, 1, 2].map((unit) => at.make([unit], {}, 10));
    server.clock.advance(HOUR);
    await endShift(at.shift.id, 8300);
    server.clock.advance(MINUTE);
    const [next] = await Promise.all([
      openShift(office, 5000),
      ...sales.map((filed) => at.offline.send(filed, { waiting: 1 })),
    ]);
    expect((await readX(office, next.id)).figures.sales).toEqual({ count: 3, total: 3300 });
  });

  it('is named once by the next reading of the store where its own till opens no more', async () => {
    const late = await sendLate();
    const key = deviceKey();
    const second = async () => {
      const { staff } = at.manager;
      return atDevice(server.url, await signIn(server.url, staff.email), key);
    };
    let other = await second();
    const till = await makeTill(other, 'Counter 2');
    const readNext = async () => {
      server.clock.advance(DAY);
      await signInAgain();
      other = await second();
      const shift = await openShift(other, 1000);
      await endShift(shift.id, 1000, other);
      return (await takeZ(till.id)).map((reading) => [reading.figures.sales.total, named(reading)]);
    };
    expect(await readNext()).toEqual([[0, [[late.invoice_number, 1100, 'Counter 1', false]]]]);
    expect(await readNext()).toEqual([[0, []]]);
    // Should it open after all, the sale is in its own reading.
    const own = await openShift(office, 5000);
    await endShift(own.id, 5000);
    const readings = await takeZ();
    expect(readings.flatMap(named)).toEqual([[late.invoice_number, 1100, 'Counter 1', true]]);
  });
});
