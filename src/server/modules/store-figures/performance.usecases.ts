import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import { PERFORMANCE_DAYS_MAX, type StorePerformance, type stores } from '#contract/stores.ts';
import { addDays, countDays } from '#domain/calendar-dates.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { dayOf, salesOfDays, sumSales, timeOf, type Days } from '../payments/payments.public.ts';
import { findStore, refuseForeign } from '../stores/stores.public.ts';
import { countInStock } from './store-counts.repository.ts';
import { findTopProducts } from './top-products.repository.ts';

const TOP = 10;

type Query = RouteInput<typeof stores.performance>['query'];

/** Returns the requested days: one end alone means one day, none means today. */
function daysOf({ from, to }: Query, today: string): Days {
  const days = { from: from ?? to ?? today, to: to ?? from ?? today };
  if (days.from > days.to) throw fieldError('to', 'Ends before it starts');
  if (countDays(days.from, days.to) > PERFORMANCE_DAYS_MAX)
    throw fieldError('from', `At most ${PERFORMANCE_DAYS_MAX} days`);
  return days;
}

/**
 * Returns a store's net sales on some days, as in its daily reports, beside as many days before; 404 `store_not_found`
 * for a foreign one, 422 for more than a year.
 */
export async function storePerformance(
  reader: Reader,
  storeId: number,
  query: Query,
  { session, now }: { session: Session; now: number },
): Promise<StorePerformance> {
  refuseForeign(session, storeId);
  const store = await findStore(reader, storeId);
  if (!store) throw new ApiError('store_not_found');
  const today = storeDate(now, zonesOf(store));
  const days = daysOf(query, today);
  const before = {
    from: addDays(days.from, -countDays(days.from, days.to)),
    to: addDays(days.from, -1),
  };
  // A day that is not over is compared with the same hours; after a change of zone it may be longer than the one before.
  const dayBefore = dayOf(store, before.to);
  const elapsed = now - dayOf(store, today).from;
  const until = days.to === today ? Math.min(dayBefore.from + elapsed, dayBefore.to - 1) : null;
  const ofBefore = await salesOfDays(reader, store, before, today);
  const top = await findTopProducts(reader, timeOf(store, days), TOP);
  return {
    ...days,
    ...(await salesOfDays(reader, store, days, today)),
    previous: {
      ...before,
      until,
      sales:
        until === null ? ofBefore.sales : await sumSales(reader, { ...timeOf(store, before), to: until + 1 }),
      by_day: ofBefore.by_day.map(({ date, sales }) => ({ date, sales })),
    },
    inventory: { total_items: await countInStock(reader, storeId) },
    top_products: top.products,
    products_sold: top.count,
    now,
  };
}
