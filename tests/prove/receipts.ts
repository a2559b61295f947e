import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/access.ts';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import {
  proveOn,
  signInDirectly,
  withDatabase,
  type Ground,
  type Ledger,
  type Report,
} from '#tests/support/proving.ts';
import { ordered, type WireOrder } from '#tests/support/purchase-orders.ts';
import { freshSerials, receive, receiveSome } from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeStaff, makeStore, makeSupplier, makeVariation } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';

const ORDERED = 10;

type Shop = { storeId: number; supplierId: number; variationId: number; token: string };

async function stockUp(database: Database): Promise<Shop> {
  const { id: storeId } = await makeStore(database);
  const boss = await makeStaff(database, { store_id: storeId, role: 'admin' });
  return {
    storeId,
    supplierId: (await makeSupplier(database)).id,
    variationId: (await makeVariation(database)).id,
    token: (await signInDirectly(database, boss.id)).token,
  };
}

const place = (caller: Caller, { storeId, supplierId, variationId }: Shop, quantity_ordered = ORDERED) =>
  ordered(caller, {
    supplier_id: supplierId,
    store_id: storeId,
    items: [{ product_variation_id: variationId, quantity_ordered, unit_cost: 100 }],
  });

/** Compares an order's received quantity with its rows: both are the same, and never more than was ordered. */
async function checkOrder({ reader }: Database, order: WireOrder, expected: number, ledger: Ledger) {
  const unit = await reader
    .selectFrom('purchase_order_items')
    .selectAll()
    .where('supplier_transaction_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const { status, total_quantity_received } = await reader
    .selectFrom('purchase_orders')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const receipts = await reader
    .selectFrom('goods_receipts')
    .selectAll()
    .where('supplier_transaction_id', '=', order.id)
    .execute();
  const units = await reader
    .selectFrom('goods_receipts as receipt')
    .innerJoin('goods_receipt_items as came', 'came.goods_receipt_id', 'receipt.id')
    .innerJoin('inventory_items as unit', 'unit.id', 'came.inventory_item_id')
    .innerJoin('unit_events as event', 'event.id', 'came.id')
    .select(['unit.id', 'unit.serial_number'])
    .where('receipt.supplier_transaction_id', '=', order.id)
    .execute();
  const { quantity_ordered, quantity_received, remaining_quantity } = unit;
  const counts = [
    quantity_received,
    total_quantity_received,
    quantity_ordered - remaining_quantity,
    receipts.reduce((sum, { units_count }) => sum + units_count, 0),
    new Set(units.map(({ serial_number }) => serial_number)).size,
  ];
  ledger.check(
    counts.every((count) => count === expected),
    'An order, its receipts and its units disagree',
    { expected, counts },
  );
  const fits = expected === 0 ? 'pending' : expected === quantity_ordered ? 'complete' : 'partial';
  ledger.check(status === fits, `An order is ${status} in the place of ${fits}`);
  return units;
}

type Race = { name: string; receivers: number; each: number; won: number };

/** Two that each want more than half of it, or eight a third. */
const races: readonly Race[] = [
  { name: 'two receivers', receivers: 2, each: 6, won: 1 },
  { name: 'eight receivers', receivers: 8, each: 3, won: 3 },
];

async function raceOnce(
  callers: readonly Caller[],
  shop: Shop,
  race: Race,
  database: Database,
  ledger: Ledger,
) {
  const [first] = callers;
  if (!first) throw new Error('Nobody receives');
  const order = await place(first, shop);
  const answers = await Promise.all(
    Array.from({ length: race.receivers }, (_, no) =>
      receiveSome(callers[no % callers.length] ?? first, order, race.each),
    ),
  );
  const won = answers.filter(({ status }) => status === 200).length;
  ledger.saw(`${race.name}: ${won} received`);
  ledger.check(won === race.won, `${race.name}: ${won} received in the place of ${race.won}`);
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  ledger.check(
    refused.every((code) => code === 'validation_failed'),
    'A receiver was refused otherwise than in words',
    refused,
  );
  await checkOrder(database, order, won * race.each, ledger);
}

/** Two orders are received at once with one serial number: one of them gets it. */
async function sameSerial(callers: readonly Caller[], shop: Shop, database: Database, ledger: Ledger) {
  const [first, second = first] = callers;
  if (!first || !second) throw new Error('Nobody receives');
  const orders = [await place(first, shop), await place(second, shop)] as const;
  const serials = freshSerials(1);
  const row = [{ quantity_received: 1, serials }];
  const answers = await Promise.all([receive(first, orders[0], row), receive(second, orders[1], row)]);
  const won = answers.map(({ status }) => status === 200);
  ledger.saw(
    `one serial number: ${answers
      .map(({ status }) => status)
      .sort()
      .join(' ')}`,
  );
  ledger.check(won[0] !== won[1], 'One serial number was received twice, or never');
  for (const [at, order] of orders.entries()) await checkOrder(database, order, won[at] ? 1 : 0, ledger);
}

/** Receivers of one order meet, at two servers on PostgreSQL: it never exceeds the ordered quantity. */
export function proveReceipts(engine: EngineName, { rounds }: { rounds: number }): Promise<Report> {
  return proveOn('receivers of one order', engine, async (ground, ledger) => {
    const database = await ground.open();
    try {
      const shop = await stockUp(database);
      const servers = [await ground.startServer()];
      if (engine === 'postgresql') servers.push(await ground.startServer());
      const callers = servers.map(({ url }) => callerWith(url, shop.token, patiently));
      for (let round = 0; round < rounds; round += 1) {
        for (const race of races) await raceOnce(callers, shop, race, database, ledger);
        await sameSerial(callers, shop, database, ledger);
        ledger.report.rounds += 1;
      }
    } finally {
      await database.close();
    }
  });
}

const KILLED_UNITS = 100;

/** Returns an order's received quantity by its item, while no server runs. */
const receivedOf = async ({ reader }: Database, { id }: WireOrder) => {
  const unit = await reader
    .selectFrom('purchase_order_items')
    .select('quantity_received')
    .where('supplier_transaction_id', '=', id)
    .executeTakeFirstOrThrow();
  return unit.quantity_received;
};

async function killOnce(ground: Ground, shop: Shop, within: number, ledger: Ledger) {
  const server = await ground.startServer();
  const manager = callerWith(server.url, shop.token, patiently);
  const order = await place(manager, shop, KILLED_UNITS);
  const key = randomUUID();
  const row = [{ quantity_received: KILLED_UNITS, serials: freshSerials(KILLED_UNITS) }];
  const answer = receive(manager, order, row, { key }).catch(() => null);
  await pause(Math.random() * within);
  await server.end('SIGKILL');
  const isAnswered = (await answer)?.status === 200;
  ledger.report.kills += 1;
  await withDatabase(ground, async (database) => {
    const received = await receivedOf(database, order);
    ledger.saw(`${received} received, ${isAnswered ? 'answered' : 'not answered'}`);
    ledger.check([0, KILLED_UNITS].includes(received), 'Half a receipt', received);
    ledger.check(!isAnswered || received > 0, 'A receipt that was answered is lost', order.id);
    await checkOrder(database, order, received, ledger);
  });
  const next = await ground.startServer();
  const again = callerWith(next.url, shop.token, patiently);
  const once = expectDone(await receive<unknown>(again, order, row, { key }));
  const twice = expectDone(await receive<unknown>(again, order, row, { key }));
  ledger.report.retries += 2;
  ledger.check(JSON.stringify(once) === JSON.stringify(twice), 'A receipt gave two answers');
  await next.end('SIGTERM');
  await withDatabase(ground, (database) => checkOrder(database, order, KILLED_UNITS, ledger));
  ledger.report.rounds += 1;
}

/** kill -9 while 100 units are received: all of them or none, and all once when it is sent again. */
export function proveReceiptKills(
  engine: EngineName,
  { kills, within }: { kills: number; within: number },
): Promise<Report> {
  return proveOn('kill -9 while units are received', engine, async (ground, ledger) => {
    const shop = await withDatabase(ground, stockUp);
    while (ledger.report.kills < kills) await killOnce(ground, shop, within, ledger);
  });
}
