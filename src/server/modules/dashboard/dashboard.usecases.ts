import type { DashboardFigures, StoreFigures } from '#contract/dashboard.ts';
import type { Store } from '#contract/stores.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { invoiceNumber } from '#domain/transactions.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { findInvoiceAhead, findInvoicesMoved } from '../../db/number-series.ts';
import type { Session } from '../../http/call.ts';
import { countToSettle } from '../offline-sales/offline-sales.public.ts';
import { countPending, dayOf, salesFigures, timeOf } from '../payments/payments.public.ts';
import { findTopProducts } from '../store-figures/store-figures.public.ts';
import { findStores, getStore } from '../stores/stores.public.ts';
import { countDrafts, countNotHeld } from '../transactions/transactions.public.ts';
import { countCustomers, findStock, findLatest, sumBalances } from './dashboard.repository.ts';

const LATEST_SHOWN = 5;
const TOP_SHOWN = 5;
const WEEK = 7;

/** Returns a store's day so far, and the same weekday a week ago up to this time. */
function daysOf(store: Store, now: number) {
  const date = storeDate(now, zonesOf(store));
  const today = dayOf(store, date);
  const weekAgo = dayOf(store, addDays(date, -WEEK));
  // After a change of zone a day may be longer than the one a week ago.
  return { today, weekAgo: { ...weekAgo, to: Math.min(weekAgo.from + (now - today.from), weekAgo.to) } };
}

async function waitingIn(reader: Reader, storeId: number) {
  return { drafts: await countDrafts(reader, storeId), payments: await countPending(reader, storeId) };
}

/** Returns what a store sold today and a week ago, in its own time zone and as in its daily report. */
async function salesOf(reader: Reader, store: Store, now: number) {
  const { today, weekAgo } = daysOf(store, now);
  const { net_sales, completed, average, by_hour } = await salesFigures(reader, store, today);
  const sales = {
    sales: net_sales,
    transactions: completed,
    average,
    sales_last_week: (await salesFigures(reader, store, weekAgo)).net_sales,
  };
  return { sales, by_hour, since: today.from };
}

/** Milliseconds for which the dashboard says that the invoices were behind. */
const BEHIND_SHOWN = 7 * 24 * 60 * 60 * 1000;

async function invoicesBehind(
  reader: Reader,
  { id, code }: Store,
  now: number,
): Promise<DashboardFigures['invoices_behind']> {
  const moved = await findInvoicesMoved(reader, id);
  if (!moved || moved.at < now - BEHIND_SHOWN) return null;
  return { at: moved.at, last_known: moved.from > 0 ? invoiceNumber(code, moved.from) : null };
}

/** Returns a store's figures of today. */
export async function dashboardFigures(
  reader: Reader,
  storeId: number,
  now: number,
): Promise<DashboardFigures> {
  const store = await getStore(reader, storeId);
  const { sales, by_hour, since } = await salesOf(reader, store, now);
  const date = storeDate(now, zonesOf(store));
  const top = await findTopProducts(reader, timeOf(store, { from: date, to: date }), TOP_SHOWN);
  return {
    today: sales,
    inventory: await findStock(reader, storeId),
    customers: await countCustomers(reader, since),
    waiting: await waitingIn(reader, storeId),
    balances: await sumBalances(reader, storeId, date),
    by_hour,
    top_products: top.products,
    latest: await findLatest(reader, storeId, LATEST_SHOWN),
    last_sale_ahead: await findInvoiceAhead(reader, now, storeId),
    invoices_behind: await invoicesBehind(reader, store, now),
    sales_to_settle: await countToSettle(reader, storeId),
    deposits_not_held: await countNotHeld(reader, storeId, now),
    now,
  };
}

/**
 * Returns today's figures of each of a person's stores, by name; every store has its own day. An ended store is
 * included as long as it has figures of today, pending payments or sales to settle.
 */
export async function chainFigures(
  reader: Reader,
  session: Session,
  now: number,
): Promise<{ data: StoreFigures[]; now: number }> {
  const data: StoreFigures[] = [];
  for (const store of await findStores(reader, session.staff.store_ids)) {
    const { id, code, name, is_warehouse, is_active } = store;
    const { sales } = await salesOf(reader, store, now);
    const waiting = await waitingIn(reader, id);
    const isOver = sales.transactions === 0 && sales.sales === 0 && waiting.payments === 0;
    if (!is_active && isOver && (await countToSettle(reader, id)) === 0) continue;
    const inventory = await findStock(reader, id);
    data.push({ id, code, name, is_warehouse, is_active, today: sales, inventory, waiting });
  }
  return { data, now };
}
