import { type Insertable, sql, type Updateable } from 'kysely';
import type { RouteInput } from '#contract/define-route.ts';
import type { supplierReturns } from '#contract/supplier-returns.ts';
import { numberParts, numbersText, unitParts } from '#domain/search-key.ts';
import type { ComeBackStatus } from '#domain/supplier-returns.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { findFewByCode, findSomeByCode } from '../../db/search-codes.ts';
import { insertCodes, replaceCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';
import { unitsWithProduct } from '../units/units.public.ts';

export type ReturnRecord = Tables['supplier_returns'];

/** Stays below every engine's limit on bound values. */
const ITEMS_AT_ONCE = 200;

/** Locks a return: every change beneath it claims it first and waits for the others. */
export const claim = (writer: Writer, returnId: number): Promise<ReturnRecord | undefined> =>
  writer
    .updateTable('supplier_returns')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('id', '=', returnId)
    .returningAll()
    .executeTakeFirst();

const codeText = ({ number, reference }: Pick<ReturnRecord, 'number' | 'reference'>) =>
  numbersText([number, reference]);

/** Inserts a return with its units, in order, and its search codes. */
export async function insertReturn(
  writer: Writer,
  made: ReturnRecord,
  items: readonly Omit<Insertable<Tables['supplier_return_items']>, 'supplier_return_id' | 'position'>[],
): Promise<void> {
  await writer.insertInto('supplier_returns').values(made).execute();
  const rows = items.map((item, position) => ({ ...item, supplier_return_id: made.id, position }));
  for (let start = 0; start < rows.length; start += ITEMS_AT_ONCE) {
    await writer
      .insertInto('supplier_return_items')
      .values(rows.slice(start, start + ITEMS_AT_ONCE))
      .execute();
  }
  await insertCodes(writer, 'return_codes', [{ id: made.id, code_text: codeText(made) }]);
}

/** Updates a locked return and its search codes. */
export async function updateReturn(
  writer: Writer,
  before: ReturnRecord,
  changes: Updateable<Tables['supplier_returns']>,
): Promise<ReturnRecord> {
  const after = await writer
    .updateTable('supplier_returns')
    // With its id, since SQL has no update without columns.
    .set({ ...changes, id: before.id })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (after.reference !== before.reference) {
    replaceCodes(writer, 'return_codes', before.id, codeText(after));
  }
  return after;
}

/** Selects returns with the names of their suppliers, stores and people. */
const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('supplier_returns as return')
    .innerJoin('suppliers as supplier', 'supplier.id', 'return.supplier_id')
    .innerJoin('stores as store', 'store.id', 'return.store_id')
    .innerJoin('staff as creator', 'creator.id', 'return.created_by_id')
    .selectAll('return')
    .select([
      'supplier.name as supplier_name',
      'supplier.deleted_at as supplier_deleted_at',
      'store.name as store_name',
      'creator.name as creator_name',
    ]);
export type NamedReturn = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

/** Finds a return of one of some stores. */
export const findReturn = (reader: Reader, returnId: number, storeIds: readonly number[]) =>
  selectNamed(reader)
    .where('return.id', '=', returnId)
    .where('return.store_id', 'in', storeIds)
    .executeTakeFirst();

/** Finds returns by id, newest first. */
export const namedReturns = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader)
    .where('return.id', 'in', ids)
    .orderBy('return.created_at', 'desc')
    .orderBy('return.id', 'desc');

/** Selects units with their product, store, holder and supplier. */
const selectUnits = (reader: Reader) =>
  unitsWithProduct(reader)
    .innerJoin('stores as store', 'store.id', 'unit.store_id')
    .leftJoin('staff as holder', 'holder.id', 'unit.locked_by_id')
    .leftJoin('suppliers as supplier', 'supplier.id', 'unit.supplier_id')
    .select([
      'unit.id as inventory_item_id',
      'product.name as product_name',
      'variation.name as variation_name',
      'unit.serial_number',
      'unit.imei',
      'unit.imei2',
      'unit.qr_code',
      'unit.category',
      'unit.status',
      'unit.purchase_cost',
      'unit.store_id',
      'store.name as store_name',
      'unit.lock_expires_at',
      'unit.till_lock_until',
      'holder.name as locked_by',
      'unit.supplier_id',
      'supplier.name as supplier_name',
    ]);
export type UnitToReturn = Awaited<ReturnType<ReturnType<typeof selectUnits>['executeTakeFirstOrThrow']>>;

export const findUnits = (reader: Reader, unitIds: readonly number[]): Promise<UnitToReturn[]> =>
  selectUnits(reader).where('unit.id', 'in', unitIds).orderBy('unit.id').execute();

type AtStore = { storeId: number; limit: number };

/** Finds the ids of a store's returnable units with a barcode: defective ones, then those for sale. */
export async function findOfBarcode(
  reader: Reader,
  codes: readonly string[],
  { storeId, limit }: AtStore,
): Promise<number[]> {
  const found = await Promise.all(
    (['defective', 'available'] as const).map((status) =>
      reader
        .selectFrom('inventory_items as unit')
        .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
        .select('unit.id')
        .where('variation.barcode', 'in', codes)
        .where('unit.store_id', '=', storeId)
        .where('unit.status', '=', status)
        .orderBy('unit.id')
        .limit(limit)
        .execute(),
    ),
  );
  return found.flat().map(({ id }) => id);
}

/** Finds the units of a return in order, with what became of each. */
export const findItems = (reader: Reader, returnId: number) =>
  selectUnits(reader)
    .innerJoin('supplier_return_items as item', 'item.inventory_item_id', 'unit.id')
    .leftJoin('staff as receiver', 'receiver.id', 'item.came_back_by_id')
    .select([
      'item.was',
      'item.purchase_cost as returned_cost',
      'item.came_back_at',
      'item.came_back_by_id',
      'receiver.name as came_back_by_name',
      'item.came_back_as',
      'item.never_left',
    ])
    .where('item.supplier_return_id', '=', returnId)
    .orderBy('item.position')
    .execute();
export type ReturnedUnit = Awaited<ReturnType<typeof findItems>>[number];

/** Finds the returns in which some units are with their suppliers, in the order of their ids. */
export const findOpenItems = (reader: Reader, unitIds: readonly number[]) =>
  unitIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom('supplier_return_items as item')
        .innerJoin('supplier_returns as return', 'return.id', 'item.supplier_return_id')
        .innerJoin('suppliers as supplier', 'supplier.id', 'return.supplier_id')
        .select([
          'item.inventory_item_id as unitId',
          'return.id as returnId',
          'return.number',
          'return.created_at',
          'supplier.name as supplier',
        ])
        .where('item.inventory_item_id', 'in', unitIds)
        // A literal, so that the index of units that are away is used.
        .where('item.came_back_at', 'is', sql.lit(null))
        .orderBy('return.id')
        .execute();

type CameBack = {
  unitIds: readonly number[];
  /** Null for units that never went. */
  as: ComeBackStatus | null;
  by: number;
  now: number;
  neverLeft?: string;
};

/** Marks units as back, in whatever return they were away; returns the number of units by return. */
export async function noteBack(
  writer: Writer,
  { unitIds, as, by, now, neverLeft }: CameBack,
): Promise<Map<number, number>> {
  if (unitIds.length === 0) return new Map();
  const back = await writer
    .updateTable('supplier_return_items')
    .set({ came_back_at: now, came_back_by_id: by, came_back_as: as, never_left: neverLeft ?? null })
    .where('inventory_item_id', 'in', unitIds)
    // A literal, so that the index of units that are away is used.
    .where('came_back_at', 'is', sql.lit(null))
    .returning('supplier_return_id')
    .execute();
  const counts = Map.groupBy(back, ({ supplier_return_id }) => supplier_return_id);
  return new Map([...counts].map(([returnId, rows]) => [returnId, rows.length]));
}

/** Adds to a return's count of units that came back. */
export async function addBack(writer: Writer, returnId: number, count: number): Promise<void> {
  await writer
    .updateTable('supplier_returns')
    .set((eb) => ({ back_count: eb('back_count', '+', count) }))
    .where('id', '=', returnId)
    .execute();
}

/** Returns a unit's supplier returns, oldest first: who sent it, why, and when it came back. */
export const returnsOfUnit = (reader: Reader, unitId: number) =>
  reader
    .selectFrom('supplier_return_items as item')
    .innerJoin('supplier_returns as return', 'return.id', 'item.supplier_return_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 'return.supplier_id')
    .innerJoin('stores as store', 'store.id', 'return.store_id')
    .innerJoin('staff', 'staff.id', 'return.created_by_id')
    .leftJoin('staff as receiver', 'receiver.id', 'item.came_back_by_id')
    .select([
      'return.id as return_id',
      'return.number',
      'return.reason',
      'return.created_at',
      'return.created_by_id',
      'staff.name as created_by_name',
      'return.store_id',
      'store.name as store_name',
      'supplier.id as supplier_id',
      'supplier.name as supplier_name',
      'supplier.deleted_at as supplier_deleted_at',
      'item.came_back_at',
      'item.came_back_by_id',
      'item.never_left',
      'receiver.name as came_back_by_name',
    ])
    .where('item.inventory_item_id', '=', unitId)
    .orderBy('return.created_at')
    .orderBy('return.id')
    .execute();

type Query = Omit<RouteInput<typeof supplierReturns.list>['query'], 'page' | 'per_page'>;

/** The most returns that one search looks through. */
const FOUND_MOST = 1000;

/** Finds the ids of a store's returns that match a query, newest first. */
export async function returnIds(reader: Reader, storeId: number, { search = '', ...query }: Query) {
  const { supplier_id, state } = query;
  const matching = reader
    .selectFrom('supplier_returns as return')
    .select('return.id')
    .where('return.store_id', '=', storeId)
    .$if(supplier_id !== undefined, (list) => list.where('return.supplier_id', '=', supplier_id ?? 0))
    .$if(state === 'away', (list) => list.whereRef('return.back_count', '<', 'return.units_count'))
    .$if(state === 'back', (list) => list.whereRef('return.back_count', '=', 'return.units_count'))
    .orderBy('return.created_at', 'desc')
    .orderBy('return.id', 'desc');
  if (search.trim() === '') return matching;
  const { ids } = await findSomeByCode(reader, 'return_codes', numberParts(search) ?? [], FOUND_MOST);
  const units = (await findFewByCode(reader, 'unit_codes', unitParts(search))) ?? [];
  return matching.where(({ eb, or, selectFrom }) =>
    or([
      eb('return.id', 'in', ids.length ? ids : [0]),
      eb(
        'return.id',
        'in',
        selectFrom('supplier_return_items as item')
          .select('item.supplier_return_id')
          .where('item.inventory_item_id', 'in', units.length ? units : [0]),
      ),
    ]),
  );
}
