import { sql, type Expression, type Insertable } from 'kysely';
import type { Settlement } from '#domain/counts.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { FREED, isFree, selectPaidUnits } from '../units/units.public.ts';
import type { CountRow } from './counts.repository.ts';
import { inScope, uncounted, withoutCodes, type CountedPart } from './scope.repository.ts';

/** True if a unit can be taken out of the stock: nobody holds it. */
const free = (now: number) => sql<boolean>`(item.status = 'available' or item.lock_expires_at <= ${now})`;

/** Finds the first uncounted units that nobody holds, the oldest first, in the order of the store's index. */
export const findMissing = (reader: Reader, count: CountedPart, now: number, limit: number) =>
  uncounted(reader, count)
    .where(free(now))
    .select('item.id')
    .orderBy('item.created_at')
    .orderBy('item.id')
    .limit(limit)
    .execute();

/**
 * True if something was done with a unit since an instant: sold, brought back, sent, mended, scanned or found by another count. The
 * lines of sales have a warranty, if of no months: that is the condition of their index.
 */
const movedOnSince = (unit: string, since: Expression<number | null>) => sql<boolean>`(
  exists (select 1 from unit_events as event
    where event.inventory_item_id = ${sql.ref(unit)} and event.at >= ${since} and event.kind <> 'changed')
  or exists (select 1 from transaction_items as line inner join transactions as sale on sale.id = line.transaction_id
    where line.inventory_item_id = ${sql.ref(unit)} and line.warranty_months is not null
      and (sale.completed_at >= ${since} or sale.voided_at >= ${since} or line.refunded_at >= ${since}))
  or exists (select 1 from transfer_items as sent inner join transfers as transfer on transfer.id = sent.transfer_id
    where sent.inventory_item_id = ${sql.ref(unit)}
      and (transfer.sent_at >= ${since} or sent.scanned_at >= ${since} or sent.settled_at >= ${since}
        or (sent.state = 'cancelled' and transfer.ended_at >= ${since})))
  or exists (select 1 from supplier_return_items as away
    inner join supplier_returns as given_back on given_back.id = away.supplier_return_id
    where away.inventory_item_id = ${sql.ref(unit)}
      and (given_back.created_at >= ${since} or away.came_back_at >= ${since}))
  or exists (select 1 from count_units as found inner join stock_counts as other on other.id = found.count_id
    where found.inventory_item_id = ${sql.ref(unit)} and (found.scanned_at > ${since}
      or (found.settled in ('moved', 'brought_back') and other.ended_at >= ${since}))))`;

/**
 * Finds the first units without codes of a variation that were in stock when its number was entered: those that were
 * when the count began, and those that came in between.
 */
export const findSurplus = (
  reader: Reader,
  variationId: number,
  count: CountRow,
  { now, limit, enteredAt }: { now: number; limit: number; enteredAt: number },
) =>
  withoutCodes(reader, variationId, count)
    .where((eb) =>
      eb.or([
        eb('item.counts_begun', 'is', null),
        eb('item.counts_begun', '<', count.no),
        eb.and([eb('item.created_at', '<', enteredAt), eb.not(movedOnSince('item.id', sql.val(enteredAt)))]),
      ]),
    )
    .where(free(now))
    .select('item.id')
    // Pieces are alike: those that customers paid for are the last to be missed.
    .orderBy((eb) =>
      eb.case().when('item.id', 'in', selectPaidUnits(reader)).then(sql.lit(1)).else(sql.lit(0)).end(),
    )
    .orderBy('item.id')
    .limit(limit)
    .execute();

/**
 * Marks units lost that are still there and that nobody holds, with `no` only those that were when that count began;
 * returns their ids. In the order of their ids, as a sale takes them.
 */
export async function loseUnits(
  writer: Writer,
  unitIds: readonly number[],
  { store_id, no }: { store_id: number; no?: number },
  now: number,
): Promise<number[]> {
  if (unitIds.length === 0) return [];
  const rows = await writer
    .updateTable('inventory_items')
    .set({ ...FREED, status: 'lost', updated_at: now })
    .where('id', 'in', unitIds)
    .where('store_id', '=', store_id)
    .where((eb) => isFree(eb, now))
    .$if(no !== undefined, (query) =>
      query.where((eb) => eb.or([eb('counts_begun', 'is', null), eb('counts_begun', '<', no ?? 0)])),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Saves how units that nobody scanned were settled. */
export async function insertSettled(
  writer: Writer,
  countId: number,
  kind: 'missing' | 'surplus',
  unitIds: readonly number[],
): Promise<void> {
  if (unitIds.length === 0) return;
  const rows: Insertable<Tables['count_units']>[] = unitIds.map((id) => ({
    count_id: countId,
    inventory_item_id: id,
    kind,
    settled: 'lost',
  }));
  await writer.insertInto('count_units').values(rows).execute();
}

/** Finds the first unexpected units that are not settled yet. */
export const findUnsettled = (reader: Reader, countId: number, limit: number) =>
  reader
    .selectFrom('count_units')
    .select(['inventory_item_id', 'place', 'place_store_id'])
    .where('count_id', '=', countId)
    .where('kind', '=', 'unexpected')
    .where('settled', 'is', null)
    .orderBy('inventory_item_id')
    .limit(limit)
    .execute();

/** Finds which units something was done with since they were scanned. */
export async function findMovedOn(
  reader: Reader,
  countId: number,
  unitIds: readonly number[],
): Promise<Set<number>> {
  if (unitIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom('count_units as unit')
    .select('unit.inventory_item_id as id')
    .where('unit.count_id', '=', countId)
    .where('unit.inventory_item_id', 'in', unitIds)
    .where(movedOnSince('unit.inventory_item_id', sql.ref<number | null>('unit.scanned_at')))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

type Found = { unitId: number; from: number; to: number; now: number };

/** Moves a unit here from the stock of another store, if nobody holds it. */
export async function moveInStock(writer: Writer, { unitId, from, to, now }: Found): Promise<boolean> {
  const row = await writer
    .updateTable('inventory_items')
    .set({ ...FREED, store_id: to, updated_at: now })
    .where('id', '=', unitId)
    .where('store_id', '=', from)
    .where((eb) => isFree(eb, now))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves a unit here: a lost one into the stock, a defective one and one on hold as it is. */
export async function moveNotForSale(
  writer: Writer,
  { unitId, from, to, now }: Found,
  status: 'lost' | 'defective' | 'on_hold',
): Promise<boolean> {
  const row = await writer
    .updateTable('inventory_items')
    .set({ store_id: to, status: status === 'lost' ? 'available' : status, updated_at: now })
    .where('id', '=', unitId)
    .where('store_id', '=', from)
    .where('status', '=', status)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markSettled(
  writer: Writer,
  countId: number,
  unitId: number,
  settled: Settlement,
): Promise<void> {
  await writer
    .updateTable('count_units')
    .set({ settled })
    .where('count_id', '=', countId)
    .where('inventory_item_id', '=', unitId)
    .execute();
}

/** Finds the first entered number that is not settled yet. */
export const findUnsettledQuantity = (reader: Reader, countId: number) =>
  reader
    .selectFrom('count_quantities as entered')
    .select(['entered.product_variation_id', 'entered.quantity', 'entered.expected', 'entered.counted_at'])
    .where('entered.count_id', '=', countId)
    .where('entered.settled', '=', 0)
    .orderBy('entered.product_variation_id')
    .executeTakeFirst();

export async function countSurplusOf(reader: Reader, countId: number, variationId: number): Promise<number> {
  const { units } = await reader
    .selectFrom('count_units as unit')
    .innerJoin('inventory_items as item', 'item.id', 'unit.inventory_item_id')
    .select(sql<number>`cast(count(*) as integer)`.as('units'))
    .where('unit.count_id', '=', countId)
    .where('unit.kind', '=', 'surplus')
    .where('item.product_variation_id', '=', variationId)
    .executeTakeFirstOrThrow();
  return units;
}

/**
 * Counts the units without codes of a variation that others have marked lost since its number was entered: by hand, or by
 * a count that ran beside. The number lacks them as well.
 */
export async function countLostSince(
  reader: Reader,
  variationId: number,
  count: CountRow,
  enteredAt: number,
): Promise<number> {
  const { units } = await withoutCodes(reader, variationId, count, ['lost'])
    .where('item.created_at', '<=', enteredAt)
    .where('item.updated_at', '>=', enteredAt)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('unit_events as event')
            .select('event.id')
            .whereRef('event.inventory_item_id', '=', 'item.id')
            .where('event.kind', '=', 'lost')
            .where('event.at', '>=', enteredAt),
        ),
        exists(
          selectFrom('count_units as other')
            .select('other.count_id')
            .whereRef('other.inventory_item_id', '=', 'item.id')
            .where((of) => of.and([of('other.kind', '=', 'surplus'), of('other.count_id', '<>', count.id)])),
        ),
      ]),
    )
    .select(sql<number>`cast(count(*) as integer)`.as('units'))
    .executeTakeFirstOrThrow();
  return units;
}

/**
 * Counts the units without codes of a variation that had left without the server when its number was entered, which was
 * only recorded afterwards: the number lacks them, and the stock does by now.
 */
export async function countLeftBefore(
  reader: Reader,
  variationId: number,
  count: CountRow,
  enteredAt: number,
): Promise<number> {
  const { units } = await withoutCodes(reader, variationId, count, ['sold'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('transaction_items as line')
          .innerJoin('offline_sales as sale', 'sale.transaction_id', 'line.transaction_id')
          .select('line.id')
          .whereRef('line.inventory_item_id', '=', 'item.id')
          .where('line.live', '=', 1)
          .where('sale.made_at', '<=', enteredAt)
          .where('sale.recorded_at', '>', enteredAt),
      ),
    )
    // Not those that stand in for others: they were never in stock.
    .where('item.sold_at', '>', 0)
    .select(sql<number>`cast(count(*) as integer)`.as('units'))
    .executeTakeFirstOrThrow();
  return units;
}

export async function settleQuantity(writer: Writer, countId: number, variationId: number): Promise<void> {
  await writer
    .updateTable('count_quantities')
    .set({ settled: 1 })
    .where('count_id', '=', countId)
    .where('product_variation_id', '=', variationId)
    .execute();
}

/** Saves with the count the units of its scope that the store sold meanwhile and that nobody scanned. */
export async function insertSold(writer: Writer, { id, store_id, ...count }: CountRow): Promise<void> {
  const { started_at, ended_at, ...scope } = count;
  await writer
    .insertInto('count_units')
    .columns(['count_id', 'inventory_item_id', 'kind', 'place', 'place_store_id', 'settled'])
    .expression(
      writer
        .selectFrom('transactions as sale')
        .innerJoin('transaction_items as line', 'line.transaction_id', 'sale.id')
        .innerJoin('inventory_items as item', 'item.id', 'line.inventory_item_id')
        .select((eb) => [
          eb.lit(id).as('count_id'),
          'item.id as inventory_item_id',
          sql<'sold'>`'sold'`.as('kind'),
          sql<'sold'>`'sold'`.as('place'),
          'sale.store_id as place_store_id',
          sql<'none'>`'none'`.as('settled'),
        ])
        .where('sale.store_id', '=', store_id)
        .where('sale.completed_at', '>=', started_at)
        .where('sale.completed_at', '<=', ended_at ?? started_at)
        .where('line.live', '=', 1)
        .where((eb) => inScope(eb, scope)),
    )
    .onConflict((conflict) => conflict.columns(['count_id', 'inventory_item_id']).doNothing())
    .execute();
  await writer
    .updateTable('count_units')
    .set({ settled: 'none' })
    .where('count_id', '=', id)
    .where('kind', '=', 'sold')
    .where('settled', 'is', null)
    .execute();
}

export async function countSold(reader: Reader, countId: number): Promise<number> {
  const { units } = await reader
    .selectFrom('count_units')
    .select(sql<number>`cast(count(*) as integer)`.as('units'))
    .where('count_id', '=', countId)
    .where('kind', '=', 'sold')
    .executeTakeFirstOrThrow();
  return units;
}
