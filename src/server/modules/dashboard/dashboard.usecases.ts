import type { DashboardFigures } from '#contract/dashboard.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { divideRounded } from '#domain/money.ts';
import { storeDate } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { countPending, dayOf, salesFigures } from '../payments/payments.public.ts';
import { getStore } from '../stores/stores.public.ts';
import { countDrafts } from '../transactions/transactions.public.ts';
import { countCustomers, findStock, findLatest } from './dashboard.repository.ts';

const LATEST_SHOWN = 5;
const WEEK = 7;

/**
 * A store's figures of today, in its own time zone and as its daily report has them, beside those of the same weekday a
 * week ago up to this time.
 */
export async function dashboardFigures(
  reader: Reader,
  storeId: number,
  now: number,
): Promise<DashboardFigures> {
  const store = await getStore(reader, storeId);
  const date = storeDate(now, store.timezone);
  const today = dayOf(store, date);
  const weekAgo = dayOf(store, addDays(date, -WEEK));
  const sofar = { ...weekAgo, to: weekAgo.from + (now - today.from) };
  const { net_sales, standing, by_hour } = await salesFigures(reader, store, today);
  const latest = await findLatest(reader, storeId, LATEST_SHOWN);
  return {
    today: {
      sales: net_sales,
      transactions: standing,
      average: standing ? divideRounded(net_sales, standing) : 0,
      sales_last_week: (await salesFigures(reader, store, sofar)).net_sales,
    },
    inventory: await findStock(reader, storeId),
    customers: await countCustomers(reader, today.from),
    waiting: {
      drafts: await countDrafts(reader, storeId),
      payments: await countPending(reader, storeId),
    },
    by_hour,
    latest: latest.map((row) => ({
      id: row.id,
      transaction_number: row.draft_number,
      invoice_number: row.invoice_number,
      customer_name: row.customer_name,
      dated_at: row.dated_at,
      total_amount: row.total_amount,
      balance_due: row.balance_due,
      pending_amount: row.pending_amount,
      refunded_amount: row.refunded_amount,
      status: row.status,
    })),
    now,
  };
}
