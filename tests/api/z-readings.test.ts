import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type { storeDay, zReading, zReadings } from '#contract/z-readings.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, refundSale, sellOnTrust, type WireSale } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { atDevice, close, count, deviceKey, makeTill, openShift, piecesOf } from '#tests/support/shifts.ts';

type WireZ = z.input<typeof zReading>;
type WireDay = z.input<typeof storeDay>;
type WireDue = z.input<typeof zReadings.due.response>;

const refused = (code: string, status = 409) => ({ status, body: { code } });
const HOUR = 3_600_000;
const PRICE = 1100;

onEveryEngine('Z readings', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  let manager: Caller;
  let key: string;
  let today: string;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database, { units: 8, store: { keeps_shifts: 1 } });
    key = deviceKey();
    await signInAgain();
    await makeTill(till, 'Counter 1');
    today = (await dayOf()).date;
  });

  /** Signs in again, as sign-ins end while days pass. */
  const signInAgain = async () => {
    till = atDevice(server.url, await signIn(server.url, shop.seller.email), key);
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, email);
  };
  const pass = async (hours: number) => {
    server.clock.advance(hours * HOUR);
    await signInAgain();
  };
  const dayOf = async (date?: string) =>
    expectDone(await manager.get<WireDay>(`/store-day${date ? `?date=${date}` : ''}`));
  const sellUnit = async (no: number, by = till, amount = PRICE) => {
    const draft = await openDraft(by, [shop.units[no]?.id ?? 0]);
    const body = { payments: [{ method: 'cash', amount }] };
    return expectDone(await by.post<WireSale>(`/transactions/${draft.id}/complete`, body)).transaction;
  };
  const closeWith = async (shiftId: number, pesos: number, by = till) => {
    expectDone(await count(by, shiftId, piecesOf(pesos)));
    return expectDone(await close(by, shiftId, { reason: 'As counted' }));
  };
  const take = async (body: object = {}, by = till) =>
    expectDone(await by.post<{ data: WireZ[] }>('/z-readings', body)).data;
  const tomorrow = () => new Date(Date.parse(today) + 24 * HOUR).toISOString().slice(0, 10);

  it('close a till’s day: they count on without a gap, and what was ever sold is never reset', async () => {
    const first = await openShift(till);
    expect(await till.post('/z-readings', {})).toMatchObject(refused('illegal_state'));
    await sellUnit(0, till, 2000);
    const refunded = await sellUnit(1);
    expectDone(await refundSale(atDevice(server.url, manager, key), refunded.id));
    await closeWith(first.id, 6000);
    const [reading, ...others] = await take();
    expect(others).toEqual([]);
    expect(reading).toMatchObject({
      no: 1,
      till: { name: 'Counter 1' },
      business_date: today,
      sales: { count: 2, total: 2 * PRICE },
      net: PRICE,
      difference: -100,
      grand_total_before: 0,
      grand_total: 2 * PRICE,
      figures: {
        refunds: { count: 1, total: PRICE },
        first_invoice: `${shop.store.code}-000001`,
        last_invoice: `${shop.store.code}-000002`,
        cash: { float: 5000, taken: 3100, change: 900, refunded: PRICE },
      },
      shifts: [{ number: first.number, difference: -100, reason: 'As counted', is_counted_here: true }],
    });
    expect(await till.post('/z-readings', {})).toMatchObject(refused('illegal_state'));

    // A late customer: a further reading of the same day.
    const second = await openShift(till);
    await sellUnit(2);
    await closeWith(second.id, 6100);
    expect(await take()).toMatchObject([
      {
        no: 2,
        business_date: today,
        sales: { count: 1 },
        grand_total_before: 2 * PRICE,
        grand_total: 3 * PRICE,
      },
    ]);
    expect(expectDone(await manager.get<WireZ>(`/z-readings/${reading?.id}`))).toEqual(reading);
    const elsewhere = await makeStore(server.database);
    const { email } = await makeStaff(server.database, { store_id: elsewhere.id, role: 'admin' });
    expect(await (await signIn(server.url, email)).get(`/z-readings/${reading?.id}`)).toMatchObject({
      status: 404,
      body: { code: 'z_reading_not_found', store: { id: shop.store.id } },
    });
    const listed = async (query: string) =>
      expectDone(await manager.get<{ data: WireZ[] }>(`/z-readings?${query}`)).data.map(({ no }) => no);
    expect(await listed(`till_id=${reading?.till.id}`)).toEqual([2, 1]);
    expect(await listed(`from=${today}&to=${today}`)).toEqual([2, 1]);
    expect(await listed('till_id=999999999')).toEqual([]);
    expect(await listed('from=2000-01-01&to=2000-01-02')).toEqual([]);
  });

  it('tell what lacks by every method that was counted, on their slip too', async () => {
    const first = await openShift(till);
    const draft = await openDraft(till, [shop.units[0]?.id ?? 0]);
    const payments = [{ method: 'card', amount: PRICE, reference_number: 'SLIP-1' }];
    expectDone(await till.post(`/transactions/${draft.id}/complete`, { payments }));
    expectDone(await count(till, first.id, piecesOf(5000), [{ method: 'card', amount: 0 }]));
    expectDone(await close(till, first.id, { reason: 'No slip' }));
    const second = await openShift(till, 1000);
    await closeWith(second.id, 1020);
    const [reading] = await take();
    const differences = [
      { method: 'cash', over: 20, short: 0 },
      { method: 'card', over: 0, short: -PRICE },
    ];
    expect(reading).toMatchObject({ difference: 20, differences });
    expect(reading?.shifts[0]?.differences).toEqual([
      { method: 'cash', counted: 5000, difference: 0 },
      { method: 'card', counted: 0, difference: -PRICE },
    ]);
    const { data } = expectDone(await manager.get<{ data: WireZ[] }>('/z-readings'));
    expect(data).toMatchObject([{ differences }]);
    expect((await dayOf()).differences).toEqual({ counts: 2, differing: 2, methods: differences });
    expectDone(
      await manager.post(`/z-readings/${reading?.id}/email`, { email: `z${shop.store.id}@shop.test` }),
    );
    const { text } = await server.database.reader
      .selectFrom('outbox')
      .select('text')
      .where('recipient', '=', `z${shop.store.id}@shop.test`)
      .executeTakeFirstOrThrow();
    expect(text).toMatch(/Credit\/Debit Card\nCounted +PHP 0\.00\nDifference +PHP 1,100\.00 short/);
  });

  it('divide a shift over midnight: each day has its own', async () => {
    // From nine in the morning of the tests' clock to eleven at night.
    const opening = Date.parse((await openShift(till)).opened_at);
    const midnight = Date.parse(`${tomorrow()}T00:00:00+08:00`);
    const { shift } = expectDone(await till.get<{ shift: { id: number } }>('/shifts/current'));
    await sellUnit(0);
    await pass((midnight - opening) / HOUR + 1);
    await sellUnit(1);
    await sellUnit(2);
    // The day is over, but the shift is not.
    expect(await till.post('/z-readings', { business_date: today })).toMatchObject(refused('illegal_state'));
    await closeWith(shift.id, 5000 + 3 * PRICE - 50);
    // A shortage belongs to the day of the count alone.
    const [yesterday, countedOn] = [await dayOf(today), await dayOf(tomorrow())];
    expect(yesterday.tills).toMatchObject([{ shifts: [{ counted_on: tomorrow() }] }]);
    expect(yesterday.differences).toEqual({ counts: 0, differing: 0, methods: [] });
    expect(countedOn.differences).toEqual({
      counts: 1,
      differing: 1,
      methods: [{ method: 'cash', over: 0, short: -50 }],
    });
    const due = expectDone(await till.get<WireDue>('/z-readings/due')).data;
    expect(due.map(({ business_date }) => business_date)).toEqual([today, tomorrow()]);
    expect(await till.post('/z-readings', { business_date: '2099-01-01' })).toMatchObject({
      status: 422,
      body: { errors: { business_date: ['This day is still to come'] } },
    });
    expect(await take()).toMatchObject([
      {
        no: 1,
        business_date: today,
        sales: { count: 1, total: PRICE },
        difference: 0,
        shifts: [{ is_counted_here: false }],
      },
    ]);
    const next = await openShift(till, 1000);
    await sellUnit(3);
    await closeWith(next.id, 1000 + PRICE);
    expect(await take()).toMatchObject([
      {
        no: 2,
        business_date: tomorrow(),
        sales: { count: 3, total: 3 * PRICE },
        grand_total: 4 * PRICE,
        shifts: [{ is_counted_here: true }, { is_counted_here: true }],
      },
    ]);
  });

  it('wait for a shift that is still open, which the store’s day shows on every day of it', async () => {
    const { id } = await openShift(till);
    await sellUnit(0);
    expect((await dayOf()).tills).toMatchObject([{ shifts: [{ id }], is_due: true }]);
    await pass(48);
    const days = [today, tomorrow(), undefined];
    for (const date of days) {
      // Nothing has happened there since.
      expect((await dayOf(date)).tills).toMatchObject([
        { till: { name: 'Counter 1' }, shifts: [{ id, status: 'open' }], is_due: date === today },
      ]);
    }
    expect((await dayOf('2090-01-01')).tills).toEqual([]);
    await closeWith(id, 5000 + PRICE);
    await take();
    expect((await dayOf()).tills).toMatchObject([{ shifts: [{ counted_on: today }], is_due: false }]);
    expect((await dayOf()).differences.counts).toBe(0);
  });

  it('take what came after midnight alone, where nothing else is left', async () => {
    const opening = Date.parse((await openShift(till)).opened_at);
    const midnight = Date.parse(`${tomorrow()}T00:00:00+08:00`);
    await pass((midnight - opening) / HOUR + 1);
    await sellUnit(0);
    const { shift } = expectDone(await till.get<{ shift: { id: number } }>('/shifts/current'));
    await closeWith(shift.id, 5000 + PRICE);
    expect((await take()).map(({ business_date }) => business_date)).toEqual([today]);
    expect(await take()).toMatchObject([{ no: 2, business_date: tomorrow(), sales: { count: 1 } }]);
  });

  it('that were forgotten are made with the next one, a day each', async () => {
    const first = await openShift(till);
    await sellUnit(0);
    await closeWith(first.id, 6100);
    await pass(24);
    const second = await openShift(till);
    await sellUnit(1);
    await closeWith(second.id, 6100);
    expect((await take()).map(({ no, business_date }) => [no, business_date])).toEqual([
      [1, today],
      [2, tomorrow()],
    ]);
  });

  it('are taken once by two who take them at once, and by managers for a till that is gone', async () => {
    const { id } = await openShift(till);
    await sellUnit(0);
    await closeWith(id, 6100);
    const { till: named } = expectDone(await till.get<{ till: { id: number } }>('/shifts/current'));
    const nobody = await signIn(
      server.url,
      (await makeStaff(server.database, { store_id: shop.store.id })).email,
    );
    expect(await nobody.post('/z-readings', {})).toMatchObject(refused('till_unknown'));
    expect(await nobody.post('/z-readings', { till_id: named.id })).toMatchObject(
      refused('till_not_found', 404),
    );
    const answers = await Promise.all(
      [till, manager].map((by) => by.post('/z-readings', { till_id: named.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('add up to the store’s day, with what belongs to no till, as the daily report has it', async () => {
    const other = atDevice(server.url, await signIn(server.url, shop.seller.email));
    await makeTill(other, 'Counter 2');
    const [one, two] = [await openShift(till), await openShift(other, 2000)];
    await sellUnit(0, till, 1500);
    await sellUnit(1, other);
    const { payment, sale } = await sellOnTrust(till, [shop.units[2]?.id ?? 0]);
    expectDone(await manager.post(`/payments/${payment.id}/verify`, {}));
    // A refund by the wallet needs no drawer.
    expectDone(await refundSale(manager, sale.id));
    await closeWith(one.id, 5000 + PRICE);
    await closeWith(two.id, 2000, other);
    await take();
    const day = await dayOf();
    expect(day).toMatchObject({
      date: today,
      keeps_shifts: true,
      agrees: true,
      tills: [
        { till: { name: 'Counter 1' }, figures: { net: 2 * PRICE }, readings: [{ no: 1 }], is_due: false },
        {
          till: { name: 'Counter 2' },
          figures: { net: PRICE },
          readings: [],
          is_due: true,
          shifts: [{ difference: -PRICE }],
        },
      ],
      outside: { net: -PRICE, methods: [{ method: 'gcash', net: 0, taken: PRICE }] },
      total: { net: 2 * PRICE, cash: { taken: 1500 + PRICE, change: 400 } },
      report: { net_sales: 2 * PRICE, net_cash: 2 * PRICE },
    });
    const report = expectDone(
      await manager.get<{ net_sales: number; cash: { net: number } }>('/payments/daily-report'),
    );
    expect([report.net_sales, report.cash.net]).toEqual([day.report.net_sales, day.report.net_cash]);
  });

  it('go out by email as they are printed', async () => {
    const { id } = await openShift(till);
    await sellUnit(0);
    await closeWith(id, 6100);
    const [reading] = await take();
    const email = { email: `owner${shop.store.id}@shop.test` };
    expect((await till.post(`/z-readings/${reading?.id}/email`, email)).status).toBe(403);
    expectDone(await manager.post(`/z-readings/${reading?.id}/email`, email));
    const mail = await server.database.reader
      .selectFrom('outbox')
      .select(['subject', 'text'])
      .where('recipient', '=', email.email)
      .executeTakeFirstOrThrow();
    expect(mail.subject).toMatch(/^Z reading 1 of Counter 1, /);
    expect(mail.text).toMatch(/GRAND TOTAL +PHP 1,100\.00/);
    expect(mail.text).toMatch(/CASH IN DRAWER +PHP 6,100\.00/);
  });
});
