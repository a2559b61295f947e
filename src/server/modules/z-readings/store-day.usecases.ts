import type { RouteInput } from '#contract/define-route.ts';
import type { ShiftOfDay, StoreDay, zReadings } from '#contract/z-readings.ts';
import { netCash, overAndShort, readingFigures } from '#domain/shifts.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader } from '../../db/access.ts';
import { dayOf, salesFigures } from '../payments/payments.public.ts';
import { findShiftRows, presentFigures, presentRow } from '../shifts/shifts.public.ts';
import { getStore } from '../stores/stores.public.ts';
import { findInvoices, findLateEntries, sumShifts, sumStore } from '../till-entries/till-entries.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import * as rows from './z-readings.repository.ts';

/**
 * Returns a store's day by till, the entries outside of any till, and the day's report, calculated from the sales
 * themselves: both totals are equal.
 */
export async function storeDay(
  reader: Reader,
  { date: named }: RouteInput<typeof zReadings.day>['query'],
  { storeId, now }: TillCaller,
): Promise<StoreDay> {
  const store = await getStore(reader, storeId);
  const date = named ?? storeDate(now, zonesOf(store));
  const day = dayOf(store, date);
  // A future day has no open shifts yet.
  const late = new Set((await findLateEntries(reader, storeId, day)).map(({ shift_id }) => shift_id));
  const within =
    day.from > now ? [] : await rows.findShiftsWithin(reader, storeId, { ...day, others: [...late] });
  const daysOf = new Map(
    within.map(({ id, first_at, last_at }) => [
      id,
      { first: storeDate(first_at, zonesOf(store)), last: storeDate(last_at, zonesOf(store)) },
    ]),
  );
  const shifts = within.length ? await findShiftRows(reader, [...daysOf.keys()]).execute() : [];
  const readings = await rows.findReadingsOfDay(reader, storeId, date);
  const read = shifts.length
    ? await rows.findRead(
        reader,
        shifts.map(({ id }) => id),
      )
    : [];
  const isDue = (shiftId: number) => {
    const { first = '', last = '' } = daysOf.get(shiftId) ?? {};
    const isRead = read.some(({ shift_id, business_date }) => shift_id === shiftId && business_date === date);
    return ((first <= date && date <= last) || late.has(shiftId)) && !isRead;
  };
  const ofDay = (row: (typeof shifts)[number]): ShiftOfDay => {
    const shown = presentRow(row);
    return { ...shown, counted_on: shown.differences && (daysOf.get(row.id)?.last ?? null) };
  };
  const told = { storeCode: store.code, isBlind: false };
  const tills = [];
  for (const [tillId, own] of Map.groupBy(shifts, ({ till_id }) => till_id)) {
    const ids = own.map(({ id }) => id);
    tills.push({
      till: { id: tillId, name: own[0]?.till_name ?? '' },
      figures: presentFigures(
        await sumShifts(reader, ids, day),
        await findInvoices(reader, { shiftIds: ids }, day),
        told,
      ),
      shifts: own.map(ofDay),
      readings: readings.filter(({ till_id }) => till_id === tillId).map(({ id, no }) => ({ id, no })),
      is_due: ids.some(isDue),
    });
  }
  tills.sort((a, b) => a.till.name.localeCompare(b.till.name));
  const outside = presentFigures(
    await sumStore(reader, storeId, day, { outside: true }),
    await findInvoices(reader, { storeId, outside: true }, day),
    told,
  );
  const all = await sumStore(reader, storeId, day);
  const sales = await salesFigures(reader, store, day);
  const total = readingFigures(all);
  const counts = tills
    .flatMap((till) => till.shifts)
    .flatMap(({ counted_on, differences }) => (counted_on === date && differences ? [differences] : []));
  const report = { net_sales: sales.net_sales, net_cash: netCash(total.cash) };
  return {
    date,
    store: { id: store.id, name: store.name },
    keeps_shifts: store.shifts.enabled,
    tills,
    outside,
    total: presentFigures(all, await findInvoices(reader, { storeId }, day), told),
    report,
    agrees:
      total.net === report.net_sales &&
      total.net === outside.net + tills.reduce((sum, { figures }) => sum + figures.net, 0),
    differences: {
      counts: counts.length,
      differing: counts.filter((count) => count.some(({ difference }) => difference !== 0)).length,
      methods: overAndShort(counts.flat()),
    },
  };
}
