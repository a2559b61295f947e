import { addDays } from '#domain/calendar-dates.ts';
import { numbersText } from '#domain/search-key.ts';
import { startOfDate, storeDate } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import type { Writer } from '../db/access.ts';
import { insertCodes } from '../db/stored-codes.ts';
import type { Tables } from '../db/tables.ts';
import { insertUnits } from '../modules/units/units.public.ts';
import type { DemoWorld } from './demo-cart.ts';
import { timesOfToday } from './demo-day.ts';
import { type DemoSale, makeSale } from './demo-sale.ts';
import { type DemoDraft, makeDrafts } from './fill-drafts.ts';
import { fillLoyalty } from './fill-loyalty.ts';
import { insertRows } from './insert-rows.ts';
import { endSales } from './sale-endings.ts';

/** Writes each customer's purchase statistics as completions, voids and refunds would have left them. */
async function fillStatistics(writer: Writer, sales: readonly Tables['transactions'][]): Promise<void> {
  const counted = sales.filter((sale) => sale.status === 'completed' || sale.status === 'refunded');
  for (const [customerId, own] of Map.groupBy(counted, (sale) => sale.customer_id)) {
    if (customerId === null) continue;
    await writer
      .updateTable('customers')
      .set({
        total_spent: own.reduce((sum, sale) => sum + sale.total_amount - sale.refunded_amount, 0),
        total_transactions: own.length,
        last_transaction_at: Math.max(...own.map((sale) => sale.completed_at ?? 0)),
      })
      .where('id', '=', customerId)
      .execute();
  }
}

const DAYS = 60;
const HOUR = 3_600_000;
const OPEN_HOURS = 11.5;

/** Makes the instants of a store's sales, in order: busier toward the evening and on weekends. */
function saleTimes({ random, now, day }: DemoWorld): number[] {
  const today = storeDate(now, DEFAULT_TIME_ZONE);
  return Array.from({ length: DAYS + 1 }, (_, index) =>
    startOfDate(addDays(today, index - DAYS), DEFAULT_TIME_ZONE),
  )
    .flatMap((midnight, index) => {
      const isWeekend = index % 7 >= 5;
      return Array.from({ length: random.integer(5, isWeekend ? 13 : 9) }, () => {
        const ofDay = Math.sqrt(random.next());
        return Math.round(midnight + (day.opens + ofDay * OPEN_HOURS) * HOUR);
      });
    })
    .filter((at) => at < (day.today ?? now))
    .concat(timesOfToday(day, random, now))
    .sort((a, b) => a - b);
}

async function insertSales(writer: Writer, sales: readonly DemoSale[], drafts: readonly DemoDraft[]) {
  const carts = [...sales, ...drafts];
  await insertUnits(
    writer,
    carts.flatMap(({ units, row }) => units.map((unit) => ({ ...unit, sold_at: row.completed_at }))),
  );
  await insertRows(
    writer,
    'transactions',
    carts.map((cart) => cart.row),
  );
  const codesOf = (some: readonly (DemoSale | DemoDraft)[]) =>
    some.map(({ row }) => ({
      id: row.id,
      code_text: numbersText([row.draft_number, row.invoice_number ?? null]),
    }));
  await insertCodes(writer, 'transaction_codes', codesOf(sales));
  await insertCodes(writer, 'draft_codes', codesOf(drafts));
  await insertRows(
    writer,
    'transaction_items',
    carts.flatMap((cart) => cart.lines),
  );
  await insertRows(
    writer,
    'payments',
    sales.flatMap((sale) => sale.payments),
  );
  const refunds = sales.flatMap((sale) => sale.refund ?? []);
  await insertRows(
    writer,
    'refunds',
    refunds.map((refund) => refund.row),
  );
  await insertRows(
    writer,
    'refund_items',
    refunds.flatMap((refund) => refund.items),
  );
  await insertRows(
    writer,
    'refund_payouts',
    refunds.flatMap(({ row, payouts }) =>
      payouts.map((payout) => ({ id: writer.nextId(), refund_id: row.id, ...payout })),
    ),
  );
}

/**
 * Fills sixty days of sales at every store, each of units that were in stock then, with refunds and voids; and parked
 * drafts.
 */
export async function fillSales(writer: Writer, world: DemoWorld): Promise<DemoSale[]> {
  const sales: DemoSale[] = [];
  const drafts: DemoDraft[] = [];
  for (const store of world.stores.filter((candidate) => !candidate.warehouse)) {
    const times = saleTimes(world);
    const made = times.map((at, index) => makeSale(writer, world, { store, no: index + 1, at }));
    sales.push(...endSales(made, { world, ids: writer }));
    const held = makeDrafts(writer, world, { store, after: made.length });
    drafts.push(...held);
    await insertRows(writer, 'number_series', [
      { store_id: store.id, kind: 'draft', last_no: made.length + held.length },
      { store_id: store.id, kind: 'invoice', last_no: made.length, last_at: times.at(-1) ?? null },
    ]);
  }
  await insertSales(writer, sales, drafts);
  await fillStatistics(
    writer,
    sales.map((sale) => sale.row),
  );
  await fillLoyalty(
    writer,
    world,
    sales.flatMap((sale) => sale.points),
  );
  return sales;
}
