import type { DashboardFigures } from '#contract/dashboard.ts';
import { divideRounded, type Centavos } from '#domain/money.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { startOfDate, storeDate, storeHour } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { getStore } from '../stores/stores.public.ts';
import { countCustomers, countStock, findLatest, findSales } from './dashboard.repository.ts';

const LATEST_SHOWN = 5;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

const total = (sales: { total_amount: Centavos }[]) =>
  sales.reduce((sum, sale) => sum + sale.total_amount, 0);

/** A store's figures of today, in its own time zone, beside those of the same weekday a week ago up to this time. */
export async function dashboardFigures(
  reader: Reader,
  storeId: number,
  now: number,
): Promise<DashboardFigures> {
  const store = await getStore(reader, storeId);
  const today = storeDate(now, store.timezone);
  const from = startOfDate(today, store.timezone);
  const weekAgo = startOfDate(addDays(today, -7), store.timezone);
  const sales = await findSales(reader, storeId, from, now + 1);
  const lastWeek = await findSales(reader, storeId, weekAgo, weekAgo + (now - from));
  const byHour = Map.groupBy(sales, (sale) => storeHour(sale.completed_at ?? from, store.timezone));
  const latest = await findLatest(reader, storeId, LATEST_SHOWN);
  return {
    today: {
      sales: total(sales),
      transactions: sales.length,
      average: sales.length ? divideRounded(total(sales), sales.length) : 0,
      sales_last_week: total(lastWeek),
    },
    inventory: await countStock(reader, storeId),
    customers: await countCustomers(reader, from),
    by_hour: HOURS.map((hour) => ({ hour, sales: total(byHour.get(hour) ?? []) })),
    latest: latest.map((row) => ({
      id: row.id,
      transaction_number: row.invoice_number ?? row.draft_number,
      customer_name: row.customer_name,
      at: row.updated_at,
      total_amount: row.total_amount,
      status: row.status,
    })),
    now,
  };
}
