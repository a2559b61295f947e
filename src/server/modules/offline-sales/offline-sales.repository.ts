import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { lineName } from '#domain/sale.ts';
import type { SettleReason } from '#domain/settle-reasons.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdRows } from '../../db/hold-rows.ts';
import type { Tables } from '../../db/tables.ts';

export type OfflineRow = Selectable<Tables['offline_sales']>;

/**
 * Claims a text before its work begins, by its key and hash: the same one that arrives meanwhile waits here until this is
 * committed, and is told that it came before (false).
 */
export async function claimBody(writer: Writer, row: Insertable<Tables['offline_sales']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await writer
    .insertInto('offline_sales')
    .values(row)
    .onConflict((conflict) => conflict.columns(['sale_key', 'hash']).doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/**
 * Finds a text that came before. Its row is held, so that the answer waits for a synchronous standby: what it tells may be
 * on the primary alone.
 */
export const holdBody = (writer: Writer, key: string, hash: string): Promise<OfflineRow> =>
  holdRows(
    writer,
    writer.selectFrom('offline_sales').selectAll().where('sale_key', '=', key).where('hash', '=', hash),
  ).executeTakeFirstOrThrow();

/** Counts what waits for a manager in a store. */
export async function countToSettle(reader: Reader, storeId: number): Promise<number> {
  const row = await reader
    .selectFrom('offline_sales')
    .select(sql<number>`cast(count(*) as integer)`.as('sales'))
    .where('store_id', '=', storeId)
    // A literal: only then can the index be used.
    .where('is_open', '=', sql.lit(1 as const))
    .executeTakeFirstOrThrow();
  return row.sales;
}

/** Finds the transaction that a text of a store led to. */
export const findTransactionOf = (reader: Reader, id: number, storeId: number) =>
  reader
    .selectFrom('offline_sales')
    .select('transaction_id')
    .where('id', '=', id)
    .where('store_id', '=', storeId)
    .executeTakeFirst();

/** Holds a sale of a store for settling it. */
export const holdOfflineSale = (
  writer: Writer,
  id: number,
  storeId: number,
): Promise<OfflineRow | undefined> =>
  holdRows(
    writer,
    writer.selectFrom('offline_sales').selectAll().where('id', '=', id).where('store_id', '=', storeId),
  ).executeTakeFirst();

export async function updateOfflineSale(
  writer: Writer,
  id: number,
  changes: Updateable<Tables['offline_sales']>,
): Promise<void> {
  await writer.updateTable('offline_sales').set(changes).where('id', '=', id).execute();
}

/** Finds what else came under a number of a till, or with a key. */
export const findOthers = (
  reader: Reader,
  { id, number, sale_key, till_id }: Pick<OfflineRow, 'id' | 'number' | 'sale_key' | 'till_id'>,
) =>
  reader
    .selectFrom('offline_sales')
    .select(['number', 'sale_key'])
    .where('id', '<>', id)
    .where((eb) =>
      eb.or([
        eb('sale_key', '=', sale_key),
        eb.and([eb('number', '=', number), eb('till_id', '=', till_id)]),
      ]),
    )
    .execute();

/** True if a text came with a key. */
export async function isKnown(reader: Reader, key: string): Promise<boolean> {
  const row = await reader
    .selectFrom('offline_sales')
    .select('id')
    .where('sale_key', '=', key)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if no other text of its till came with a row's number. */
export async function isFirstOfNumber(
  reader: Reader,
  { id, number, till_id }: Pick<OfflineRow, 'id' | 'number' | 'till_id'>,
): Promise<boolean> {
  const other = await reader
    .selectFrom('offline_sales')
    .select('id')
    .where('number', '=', number)
    .where('till_id', '=', till_id)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** Finds the keys of what a till made that waits for a manager, at most a number of them. */
export async function findOpenKeys(
  reader: Reader,
  till: { id: number; storeId: number },
  most: number,
): Promise<string[]> {
  const found = await reader
    .selectFrom('offline_sales')
    .select('sale_key')
    .distinct()
    .where('store_id', '=', till.storeId)
    // A literal: only then can the index be used.
    .where('is_open', '=', sql.lit(1 as const))
    .where('till_id', '=', till.id)
    .where('state', '<>', 'lost')
    .limit(most)
    .execute();
  return found.map(({ sale_key }) => sale_key);
}

/** True if it waits for a manager already that sales of a credential may be missing. */
export async function isMissingOpen(reader: Reader, credentialId: number, storeId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('offline_sales')
    .select('id')
    .where('store_id', '=', storeId)
    // A literal: only then can the index be used.
    .where('is_open', '=', sql.lit(1 as const))
    .where('state', '=', 'lost')
    .where('credential_id', '=', credentialId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * True if no sale came of a credential since it was left to settle last that its sales may be missing. A text that could not be
 * read is none: anybody with the credential can make one up.
 */
export async function isMissingLast(reader: Reader, credentialId: number): Promise<boolean> {
  const last = await reader
    .selectFrom('offline_sales')
    .select('state')
    .where('credential_id', '=', credentialId)
    .where('state', '<>', 'kept')
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.state === 'lost';
}

/** Finds the hashes of the texts that came under a number of a till. */
export async function findHashes(reader: Reader, tillId: number, number: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('offline_sales')
    .select('hash')
    .where('number', '=', number)
    .where('till_id', '=', tillId)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Finds when the last sale was made that came of a credential's series; null without any. */
export async function findLastMade(reader: Reader, credentialId: number): Promise<number | null> {
  const last = await reader
    .selectFrom('offline_sales')
    .select('made_at')
    .where('credential_id', '=', credentialId)
    .where('state', '<>', 'lost')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.made_at ?? null;
}

/** Finds the shift that an opening of a till led to, by its key; null without one. */
export async function findShiftOfOpening(
  reader: Reader,
  tillId: number,
  key: string,
): Promise<number | null> {
  const row = await reader
    .selectFrom('offline_sales')
    .select('shift_id')
    .where('sale_key', '=', key)
    .where('till_id', '=', tillId)
    .where('shift_id', 'is not', null)
    .orderBy('recorded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.shift_id ?? null;
}

/** Finds which of some variations exist. */
export async function findVariations(reader: Reader, ids: readonly number[]): Promise<Set<number>> {
  const rows = await reader.selectFrom('product_variations').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds when a till was made. */
export async function findTillTime(reader: Reader, tillId: number): Promise<number> {
  const row = await reader
    .selectFrom('tills')
    .select('created_at')
    .where('id', '=', tillId)
    .executeTakeFirstOrThrow();
  return row.created_at;
}

/** True if the server knows a number of any unit of a variation. */
export async function haveNumbers(reader: Reader, variationId: number): Promise<boolean> {
  const numbered = await reader
    .selectFrom('inventory_items')
    .select('id')
    .where('product_variation_id', '=', variationId)
    .where((eb) =>
      eb.or([eb('imei', 'is not', null), eb('imei2', 'is not', null), eb('serial_number', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return numbered !== undefined;
}

/** Counts what was settled in a store since a moment. */
export async function countSettledSince(reader: Reader, storeId: number, since: number): Promise<number> {
  const row = await reader
    .selectFrom('offline_sales')
    .select(sql<number>`cast(count(*) as integer)`.as('sales'))
    .where('store_id', '=', storeId)
    .where('settled_at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.sales;
}

/** Finds the tills of a store, also those that are retired. */
export const findTills = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('tills')
    .select(['id', 'name', 'code'])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute();

/** Finds the name of the first line of some sales, and how many lines each has. */
export async function findGoods(reader: Reader, transactionIds: readonly number[]) {
  if (transactionIds.length === 0) return new Map<number, { first: string; count: number }>();
  const counted = await reader
    .selectFrom('transaction_items')
    .select([
      'transaction_id',
      sql<number>`cast(count(*) as integer)`.as('count'),
      sql<number>`min(position)`.as('first'),
    ])
    .where('transaction_id', 'in', transactionIds)
    .groupBy('transaction_id')
    .execute();
  const lines = await reader
    .selectFrom('transaction_items as line')
    .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(['line.transaction_id', 'product.name as product_name', 'variation.name as variation_name'])
    .where((eb) =>
      eb.or(
        counted.map(({ transaction_id, first }) =>
          eb.and([eb('line.transaction_id', '=', transaction_id), eb('line.position', '=', first)]),
        ),
      ),
    )
    .execute();
  const counts = new Map(counted.map(({ transaction_id, count }) => [transaction_id, count]));
  return new Map(
    lines.map(({ transaction_id: id, ...line }) => [
      id,
      { first: lineName(line), count: counts.get(id) ?? 0 },
    ]),
  );
}

/** Finds when some sales were completed. */
export async function findSaleTimes(reader: Reader, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const found = await reader
    .selectFrom('transactions')
    .select(['id', 'dated_at'])
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, dated_at }) => [id, dated_at]));
}

/**
 * Finds what came of a credential's series since it was noted that its sales may be missing: all of one that had ended then,
 * else what was made before. The last one, with how many there are.
 */
export const findCameSince = (
  reader: Reader,
  { credential_id, recorded_at: noted }: Pick<OfflineRow, 'credential_id' | 'recorded_at'>,
  { hadEnded }: { hadEnded: boolean },
) =>
  reader
    .selectFrom('offline_sales')
    .select(['number', 'recorded_at', sql<number>`cast(count(*) over () as integer)`.as('count')])
    .where('credential_id', '=', credential_id)
    .where('state', '<>', 'lost')
    .where('recorded_at', '>', noted)
    .$if(!hadEnded, (query) => query.where('made_at', '<=', noted))
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

type Wanted = {
  state?: 'open' | 'settled' | undefined;
  reason?: SettleReason | undefined;
  till_id?: number | undefined;
};

/** Selects the ids of a store's sales to settle, the worst first, then the oldest; or of settled ones, the last first. */
export const selectIds = (reader: Reader, storeId: number, { state = 'open', reason, till_id }: Wanted) => {
  const all = reader
    .selectFrom('offline_sales')
    .select('id')
    .where('store_id', '=', storeId)
    .$if(till_id !== undefined, (query) => query.where('till_id', '=', till_id ?? 0))
    // No text within the JSON looks like it: its quotes are escaped.
    .$if(reason !== undefined, (query) => query.where('reasons_json', 'like', `%"code":"${reason}"%`));
  return state === 'open'
    ? all
        .where('is_open', '=', sql.lit(1 as const))
        .orderBy('settle_rank')
        .orderBy('made_at')
        .orderBy('id')
    : all.where('settled_at', 'is not', null).orderBy('settled_at', 'desc').orderBy('id', 'desc');
};

/** Selects sales by ids with the names of people and tills. */
export const selectRows = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('offline_sales as sale')
    .innerJoin('tills as till', 'till.id', 'sale.till_id')
    .leftJoin('staff', 'staff.id', 'sale.staff_id')
    .leftJoin('staff as settler', 'settler.id', 'sale.settled_by_id')
    .leftJoin('transactions as transaction', 'transaction.id', 'sale.transaction_id')
    .leftJoin('shifts as shift', 'shift.id', 'sale.shift_id')
    .selectAll('sale')
    .select([
      'till.name as till_name',
      'till.code as till_code',
      'staff.name as staff_name',
      'settler.name as settler_name',
      'transaction.invoice_number',
      'shift.number as shift_number',
    ])
    .where('sale.id', 'in', ids);
export type ListedRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/** Finds the lines of some sales that wait for their unit; a voided sale needs none. */
export async function findDisputedLines(
  reader: Reader,
  transactionIds: readonly number[],
): Promise<Set<number>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select('line.id')
    .where('line.transaction_id', 'in', transactionIds)
    .where('sale.status', '=', 'completed')
    .where('line.disputed', '=', sql.lit(1 as const))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
