import type { DailyReport } from '#contract/payments.ts';
import { paymentMethods, paymentStatuses } from '#domain/payments.ts';
import { addDays, type CalendarDate } from '#domain/calendar-dates.ts';
import { startOfDate, storeDate, storeHour } from '#domain/store-time.ts';
import { invoiceNumber } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { ownStore } from '../stores/stores.public.ts';
import type { PaymentCaller } from './claim-payment.guards.ts';
import * as rows from './daily-report.repository.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

type Store = Awaited<ReturnType<typeof ownStore>>;
type Quarter = Awaited<ReturnType<typeof rows.findSalesByQuarter>>[number];

function dayOf({ id, timezone }: Store, date: CalendarDate): rows.StoreDay {
  return { storeId: id, from: startOfDate(date, timezone), to: startOfDate(addDays(date, 1), timezone) };
}

const sumOf = (quarters: readonly Quarter[], pick: (quarter: Quarter) => number) =>
  quarters.reduce((sum, quarter) => sum + pick(quarter), 0);

function salesFigures(store: Store, quarters: readonly Quarter[]) {
  const numbers = quarters.flatMap(({ first_no, last_no }) =>
    first_no === null || last_no === null ? [] : [first_no, last_no],
  );
  const named = (no: number) => (numbers.length ? invoiceNumber(store.code, no) : null);
  const byHour = Map.groupBy(quarters, ({ quarter }) => storeHour(quarter * rows.QUARTER, store.timezone));
  return {
    sales: { count: sumOf(quarters, (q) => q.count), total: sumOf(quarters, (q) => q.total) },
    discounts: { count: sumOf(quarters, (q) => q.discounted), total: sumOf(quarters, (q) => q.discount) },
    tax: sumOf(quarters, (q) => q.tax),
    first_invoice: named(Math.min(...numbers)),
    last_invoice: named(Math.max(...numbers)),
    by_hour: HOURS.map((hour) => ({ hour, sales: sumOf(byHour.get(hour) ?? [], (q) => q.total) })),
  };
}

/** By method and then by status, as the till lists them. */
async function paymentFigures(reader: Reader, day: rows.StoreDay): Promise<DailyReport['payments']> {
  const tallies: DailyReport['payments'] = [];
  for (const status of paymentStatuses) {
    const found = await rows.tallyPayments(reader, status, day);
    tallies.push(...found.map((tally) => ({ ...tally, status })));
  }
  return paymentMethods.flatMap((method) => tallies.filter((tally) => tally.method === method));
}

async function cashFigures(
  reader: Reader,
  day: rows.StoreDay,
  { taken, change, changeOfVoids }: { taken: number; change: number; changeOfVoids: number },
): Promise<DailyReport['cash']> {
  const refunded = await rows.sumCashPayouts(reader, day);
  const voided = (await rows.sumVoidedCash(reader, day)) - changeOfVoids;
  return { taken, change, refunded, voided, net: taken - change - refunded - voided };
}

/** A store's day: what was sold, how it was paid, what went back. 403 for a foreign store. */
export async function dailyReport(
  reader: Reader,
  query: { date?: CalendarDate; store_id?: number },
  { session, storeId, now }: PaymentCaller,
): Promise<DailyReport> {
  const store = await ownStore(reader, session, query.store_id ?? storeId);
  const date = query.date ?? storeDate(now, store.timezone);
  const day = dayOf(store, date);
  const quarters = await rows.findSalesByQuarter(reader, day);
  const { change: changeOfVoids, ...voids } = await rows.tallyVoids(reader, day);
  const refunds = await rows.tallyRefunds(reader, day);
  const sold = salesFigures(store, quarters);
  const payments = await paymentFigures(reader, day);
  const taken = payments.find(({ method, status }) => method === 'cash' && status === 'completed');
  return {
    ...sold,
    date,
    store: { id: store.id, code: store.code, name: store.name, timezone: store.timezone },
    generated_at: now,
    voids,
    refunds,
    net_sales: sold.sales.total - voids.total - refunds.total,
    payments,
    cash: await cashFigures(reader, day, {
      taken: taken?.total ?? 0,
      change: sumOf(quarters, (q) => q.change),
      changeOfVoids,
    }),
  };
}
