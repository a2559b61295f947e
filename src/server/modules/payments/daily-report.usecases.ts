import type { DailyReport } from '#contract/payments.ts';
import { paymentMethods, paymentStatuses, tenders } from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { cashInDrawer, netCash, paidOutBy, readingFigures } from '#domain/shifts.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import { invoiceNumber } from '#domain/transactions.ts';
import type { Reader } from '../../db/access.ts';
import { ownStore } from '../stores/stores.public.ts';
import { sumReconcilingItems, sumStore, tallyTaken } from '../till-entries/till-entries.public.ts';
import type { PaymentCaller } from './claim-payment.locks.ts';
import * as rows from './daily-report.repository.ts';
import { dayOf, salesFigures } from './sales-figures.usecases.ts';

type Store = Awaited<ReturnType<typeof ownStore>>;

function invoicesOf({ code }: Store, quarters: readonly rows.Quarter[]) {
  const numbers = quarters.flatMap(({ first_no, last_no }) =>
    first_no === null || last_no === null ? [] : [first_no, last_no],
  );
  const named = (no: number) => (numbers.length ? invoiceNumber(code, no) : null);
  return { first_invoice: named(Math.min(...numbers)), last_invoice: named(Math.max(...numbers)) };
}

/** Returns the payments of a day by method and then by status, as the till lists them. */
async function paymentFigures(reader: Reader, day: rows.StoreDay): Promise<DailyReport['payments']> {
  const tallies: DailyReport['payments'] = [];
  for (const status of paymentStatuses) {
    const found =
      status === 'completed'
        ? await tallyTaken(reader, day.storeId, day)
        : await rows.tallyPayments(reader, status, day);
    tallies.push(...found.map((tally) => ({ ...tally, status })));
  }
  return paymentMethods.flatMap((method) => tallies.filter((tally) => tally.method === method));
}

type EnteredFigures = 'cash' | 'payouts' | 'cash_rounding' | 'rounding_back' | 'trade_in_rounding';

/** Returns a day's cash in and out of the drawers, what it was rounded by, and other payouts, by the till entries. */
async function enteredFigures(
  reader: Reader,
  day: rows.StoreDay,
): Promise<Pick<DailyReport, EnteredFigures>> {
  const sums = await sumStore(reader, day.storeId, day);
  const { cash, ...figures } = readingFigures(sums);
  const { methods, cash_rounding, rounding_back, trade_in_rounding } = figures;
  const paidOut = methods.map((sum) => ({ method: sum.method, total: paidOutBy(sum) }));
  return {
    payouts: tenders.flatMap((method) =>
      paidOut.flatMap((sum) =>
        sum.method === method && sum.total !== 0 ? [{ method, total: sum.total }] : [],
      ),
    ),
    cash: { ...cash, net: netCash(cash), in_drawer: cashInDrawer(cash) },
    cash_rounding,
    rounding_back,
    trade_in_rounding,
  };
}

/** Returns a store's daily report: what was sold, how it was paid, what went back. 403 for a foreign store. */
export async function dailyReport(
  reader: Reader,
  query: { date?: CalendarDate; store_id?: number },
  { session, storeId, now }: Pick<PaymentCaller, 'session' | 'storeId' | 'now'>,
): Promise<DailyReport> {
  const store = await ownStore(reader, session, query.store_id ?? storeId);
  const date = query.date ?? storeDate(now, zonesOf(store));
  const day = dayOf(store, date);
  const { quarters, completed: _, average: __, ...figures } = await salesFigures(reader, store, day);
  return {
    ...figures,
    ...invoicesOf(store, quarters),
    date,
    store: { id: store.id, code: store.code, name: store.name, timezone: store.timezone },
    generated_at: now,
    payments: await paymentFigures(reader, day),
    ...(await enteredFigures(reader, day)),
    ...(await sumReconcilingItems(reader, day)),
  };
}
