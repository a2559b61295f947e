import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/access.ts';
import type { Answer, Caller } from '#tests/support/http.ts';
import { callerWith } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import {
  proveOn,
  signInDirectly,
  withDatabase,
  type Ground,
  type Ledger,
  type Report,
} from '#tests/support/proving.ts';
import { expectDone, openDraft } from '#tests/support/selling.ts';
import { makeShop, makeUnits, type Shop } from '#tests/support/shop.ts';
import {
  atDevice,
  close,
  count,
  deviceKey,
  makeTill,
  openShift,
  piecesOf,
  type WireShift,
} from '#tests/support/shifts.ts';
import type { EngineName } from '#tests/support/test-databases.ts';

const FLOAT = 5000;
/** The price of a unit of the shop with tax. */
const PRICE = 1100;

type World = { shop: Shop; token: string; key: string };

async function stockUp(database: Database): Promise<World> {
  // An admin: the expected amounts of a count are not hidden from them.
  const shop = await makeShop(database, { units: 1, seller: { role: 'admin' }, store: { keeps_shifts: 1 } });
  return { shop, token: (await signInDirectly(database, shop.seller.id)).token, key: deviceKey() };
}

const tillAt = (url: string, { token, key }: World): Caller =>
  atDevice(url, callerWith(url, token), key, patiently);

async function newUnit(database: Database, { shop }: World): Promise<number> {
  const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
  const [unit] = await makeUnits(database, { count: 1, ...place });
  return unit?.id ?? 0;
}

const sumOf = async ({ reader }: Database, shiftId: number, kind: 'sale' | 'payment' | 'float') => {
  const rows = await reader
    .selectFrom('till_entries')
    .select('amount')
    .where('shift_id', '=', shiftId)
    .where('kind', '=', kind)
    .execute();
  return { count: rows.length, total: rows.reduce((sum, { amount }) => sum + amount, 0) / 100 };
};

/** A sale that is completed while the drawer is counted: included in the count, or refused. */
async function saleAgainstCount(
  tills: readonly [Caller, Caller],
  database: Database,
  world: World,
  ledger: Ledger,
) {
  const [one, two] = tills;
  const { id } = await openShift(one, FLOAT);
  const draft = await openDraft(one, [await newUnit(database, world)]);
  const payments = [{ method: 'cash', amount: PRICE }];
  const isCountFirst = Math.random() < 0.5;
  const early = isCountFirst ? count<WireShift>(two, id, piecesOf(FLOAT)) : null;
  const completing = one.post<{ code?: string }>(`/transactions/${draft.id}/complete`, { payments });
  const [sale, counted] = await Promise.all([
    completing,
    early ?? count<WireShift>(two, id, piecesOf(FLOAT)),
  ]);
  const isSold = sale.status === 200;
  ledger.saw(isSold ? 'sold before the count' : 'refused by the count');
  ledger.check(isSold || sale.body.code === 'shift_counted', 'A sale was refused otherwise', sale.body);
  const { expected_cash } = expectDone(counted);
  ledger.check(expected_cash === FLOAT + (isSold ? PRICE : 0), 'A count expects something else', {
    isSold,
    expected_cash,
  });
  const answers: Answer<unknown>[] = await Promise.all(
    tills.map((till) => close<unknown>(till, id, { reason: 'Race' })),
  );
  const won = answers.filter(({ status }) => status === 200).length;
  ledger.check(won === 1, `${won} of two closings won`);
  const entered = await sumOf(database, id, 'sale');
  ledger.check(entered.count === (isSold ? 1 : 0), 'A closed shift has another number of sales', entered);
  const drawn = await one.delete(`/transactions/${draft.id}`);
  ledger.check(isSold || drawn.status < 300, 'A draft that was not sold cannot be cancelled', drawn.body);
}

/** Two openings of a till, two closings of a shift, and a sale against the count; at two servers on PostgreSQL. */
export function proveShiftRaces(engine: EngineName, { rounds }: { rounds: number }): Promise<Report> {
  return proveOn('shifts raced', engine, async (ground, ledger) => {
    const database = await ground.open();
    try {
      const world = await stockUp(database);
      const first = await ground.startServer();
      const second = engine === 'postgresql' ? await ground.startServer() : first;
      const tills = [tillAt(first.url, world), tillAt(second.url, world)] as const;
      await makeTill(tills[0], 'Counter 1');
      for (let round = 0; round < rounds; round += 1) {
        await saleAgainstCount(tills, database, world, ledger);
        const opened = await Promise.all(
          tills.map((till) => till.post<{ id: number }>('/shifts', { amount: FLOAT })),
        );
        const won = opened.filter(({ status }) => status === 201);
        ledger.check(won.length === 1, `${won.length} of two openings won`);
        const id = won[0]?.body.id ?? 0;
        ledger.check((await sumOf(database, id, 'float')).count === 1, 'A float was entered twice, or never');
        await count(tills[0], id, piecesOf(FLOAT));
        expectDone(await close(tills[0], id));
        ledger.report.rounds += 1;
      }
    } finally {
      await database.close();
    }
  });
}

/** Sends one step, kills the server meanwhile, and sends the same again with its key: done once. */
async function killStep(
  ground: Ground,
  world: World,
  within: number,
  { path, body, ledger }: { path: string; body: object; ledger: Ledger },
): Promise<unknown> {
  const key = randomUUID();
  const server = await ground.startServer();
  const answer = tillAt(server.url, world)
    .post(path, body, { key })
    .catch(() => null);
  await pause(Math.random() * within);
  await server.end('SIGKILL');
  await answer;
  ledger.report.kills += 1;
  const next = await ground.startServer();
  const till = tillAt(next.url, world);
  const done = expectDone(await till.post<unknown>(path, body, { key }));
  const again = expectDone(await till.post<unknown>(path, body, { key }));
  ledger.report.retries += 2;
  ledger.check(JSON.stringify(done) === JSON.stringify(again), `${path} gave two answers`);
  await next.end('SIGTERM');
  return done;
}

/** kill -9 in each step of a shift's life: every step is whole or not at all, and once when it is sent again. */
export function proveShiftKills(
  engine: EngineName,
  { rounds, within }: { rounds: number; within: number },
): Promise<Report> {
  return proveOn('kill -9 in the life of a shift', engine, async (ground, ledger) => {
    const world = await withDatabase(ground, stockUp);
    const server = await ground.startServer();
    await makeTill(tillAt(server.url, world), 'Counter 1');
    await server.end('SIGTERM');
    for (let round = 0; round < rounds; round += 1) {
      const step = (path: string, body: object) => killStep(ground, world, within, { path, body, ledger });
      const { id } = (await step('/shifts', { amount: FLOAT })) as WireShift;
      const unit = await withDatabase(ground, (database) => newUnit(database, world));
      const draft = (await step('/transactions', { items: [{ inventory_item_id: unit }] })) as { id: number };
      await step(`/transactions/${draft.id}/complete`, { payments: [{ method: 'cash', amount: PRICE }] });
      await step(`/shifts/${id}/count`, { denominations: piecesOf(FLOAT + PRICE) });
      await step(`/shifts/${id}/close`, {});
      const { data } = (await step('/z-readings', {})) as { data: { no: number; grand_total: number }[] };
      const [reading] = data;
      ledger.check(
        data.length === 1 && reading?.no === round + 1 && reading.grand_total === PRICE * (round + 1),
        'A Z reading is apart',
        data,
      );
      await withDatabase(ground, async (database) => {
        const sales = await sumOf(database, id, 'sale');
        const payments = await sumOf(database, id, 'payment');
        ledger.check(
          sales.count === 1 && sales.total === PRICE && payments.total === PRICE,
          'A shift entered something twice, or never',
          { sales, payments },
        );
      });
      ledger.report.rounds += 1;
    }
  });
}
