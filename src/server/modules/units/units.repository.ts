import { sql, type Expression, type ExpressionBuilder, type Insertable, type SqlBool } from 'kysely';
import { imeiKey } from '#domain/barcodes.ts';
import { unitText } from '#domain/search-key.ts';
import { imeisOf } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledChange, compiledRow, compiledRows, compiledWrite } from '../../db/compiled-query.ts';
import { insertCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';

type UnitExpressions = ExpressionBuilder<Tables, 'inventory_items'>;

/** True if a unit can be taken: nobody holds it, its hold has lapsed, or the hold is one of those that yield. */
export function isFree(eb: UnitExpressions, now: number, yielding: Expression<SqlBool>[] = []) {
  const holdYields = eb.or([eb('lock_expires_at', '<=', now), ...yielding]);
  return eb.or([eb('status', '=', 'available'), eb.and([eb('status', '=', 'locked'), holdYields])]);
}

/** Joins units with their variation and product. */
export const unitsWithProduct = (reader: Reader) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('product_variations as variation', 'variation.id', 'unit.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id');

/** The columns of a unit itself. */
const OWN = [
  'id',
  'product_variation_id',
  'store_id',
  'status',
  'category',
  'condition_rating',
  'serial_number',
  'imei',
  'imei2',
  'qr_code',
  'locked_at',
  'locked_by_id',
  'locked_by_session',
  'lock_token',
  'lock_expires_at',
  'locked_for_draft',
  'till_lock_until',
] as const;

/** The columns of a unit's variation and product. */
const OF_PRODUCT = [
  'variation.name as variation_name',
  'variation.barcode',
  'variation.retail_price',
  'variation.member_price',
  'variation.wholesale_price',
  'variation.minimum_price',
  'variation.image_url',
  'product.id as product_id',
  'product.name as product_name',
  'product.sku',
  'product.image_url as product_image_url',
] as const;

/** Selects units with variation, product and holder's name. */
export function selectUnits(reader: Reader) {
  return unitsWithProduct(reader)
    .leftJoin('staff as holder', 'holder.id', 'unit.locked_by_id')
    .select(OWN.map((column) => `unit.${column}` as const))
    .select('holder.name as locked_by')
    .select(OF_PRODUCT);
}

/** Finds what units of a variation say of it and its product. */
export const findProductOf = compiledRow((reader: Reader, variationId: number) =>
  reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .select(OF_PRODUCT)
    .where('variation.id', '=', variationId),
);

export type UnitRow = Awaited<ReturnType<ReturnType<typeof selectUnits>['executeTakeFirstOrThrow']>>;

export const findUnit = compiledRow((reader: Reader, unitId: number, storeId: number) =>
  selectUnits(reader).where('unit.id', '=', unitId).where('unit.store_id', '=', storeId),
);

const findSome = compiledRows((reader: Reader, unitIds: readonly number[]) =>
  selectUnits(reader).where('unit.id', 'in', unitIds),
);

const findOfDraft = compiledRows((reader: Reader, draftId: number) =>
  selectUnits(reader)
    .innerJoin('transaction_items as line', 'line.inventory_item_id', 'unit.id')
    .where('line.transaction_id', '=', draftId),
);

/** Selects what tells of a unit that it is reserved for a draft. */
export const findReservations = compiledRows((reader: Reader, draftId: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
    .select([
      'unit.id',
      'unit.status',
      'unit.locked_for_draft',
      'unit.till_lock_until',
      'unit.lock_expires_at',
    ])
    .where('line.transaction_id', '=', draftId),
);
export type Reservation = Awaited<ReturnType<typeof findReservations>>[number];

/** Finds units in any store: returned ones may have moved since. */
export async function findUnitsAnywhere(reader: Reader, unitIds: readonly number[]): Promise<UnitRow[]> {
  return unitIds.length === 0 ? [] : findSome(reader, unitIds);
}

export async function findUnits(
  reader: Reader,
  unitIds: readonly number[],
  storeId: number,
): Promise<UnitRow[]> {
  const units = await findUnitsAnywhere(reader, unitIds);
  return units.filter((unit) => unit.store_id === storeId);
}

/** Finds the units of a draft's lines that stand in a store. */
export async function findUnitsOfDraft(reader: Reader, draftId: number, storeId: number): Promise<UnitRow[]> {
  const units = await findOfDraft(reader, draftId);
  return units.filter((unit) => unit.store_id === storeId);
}

/** Puts new units first, under any table alias; worded like the index that has this order. */
export const turnOf = (unit: string) =>
  sql<number>`case when ${sql.ref(`${unit}.category`)} = 'new' then 0 else 1 end`;

/** Selects a variation's units in a store in the order of sale; the status is a literal, for partial indexes. */
const inTurn = (reader: Reader, variationId: number, storeId: number, status: 'available' | 'locked') =>
  reader
    .selectFrom('inventory_items')
    .select(['id', turnOf('inventory_items').as('turn')])
    .where('product_variation_id', '=', variationId)
    .where('store_id', '=', storeId)
    .where('status', '=', sql.lit(status))
    .orderBy('turn')
    .orderBy('id')
    .limit(1);

/** Selects a variation's next free unit: new ones first, then the oldest record. */
const nextFree = (reader: Reader, variationId: number, storeId: number, now: number) =>
  reader
    .selectFrom(
      reader
        .selectFrom(inTurn(reader, variationId, storeId, 'available').as('free'))
        .select(['id', 'turn'])
        .unionAll(
          reader
            .selectFrom(
              inTurn(reader, variationId, storeId, 'locked').where('lock_expires_at', '<=', now).as('lapsed'),
            )
            .select(['id', 'turn']),
        )
        .as('next'),
    )
    .select('id')
    .orderBy('turn')
    .orderBy('id')
    .limit(1);

export const findNextFree = compiledRow(nextFree);

/** Stays below every engine's limit on bound values. */
const UNITS_AT_ONCE = 200;
const IMEIS_AT_ONCE = 2000;

/** A unit sold without a date counts as sold when it was created. */
const withSoldAt = (unit: Insertable<Tables['inventory_items']>): Insertable<Tables['inventory_items']> => ({
  ...unit,
  sold_at: unit.status === 'sold' ? (unit.sold_at ?? unit.created_at) : null,
});

type WithImeis = { id: number; imei?: string | null; imei2?: string | null };

/** Returns the rows of `unit_imeis` for a unit. */
export const imeiRowsOf = ({ id, imei = null, imei2 = null }: WithImeis) =>
  imeisOf({ imei, imei2 }).map((one) => ({ imei: one, imei_key: imeiKey(one), inventory_item_id: id }));

/** Inserts units with their IMEIs, which are unique, and their search codes. */
export async function insertUnits(
  writer: Writer,
  units: readonly Insertable<Tables['inventory_items']>[],
): Promise<void> {
  for (let start = 0; start < units.length; start += UNITS_AT_ONCE) {
    await writer
      .insertInto('inventory_items')
      .values(units.slice(start, start + UNITS_AT_ONCE).map(withSoldAt))
      .execute();
  }
  const imeis = units.flatMap(imeiRowsOf);
  for (let start = 0; start < imeis.length; start += IMEIS_AT_ONCE) {
    await writer
      .insertInto('unit_imeis')
      .values(imeis.slice(start, start + IMEIS_AT_ONCE))
      .execute();
  }
  const codes = units.map((unit) => ({ id: unit.id, code_text: unitText(unit) }));
  await insertCodes(writer, 'unit_codes', codes);
}

export type Hold = {
  unitIds: readonly number[];
  storeId: number;
  staffId: number;
  sessionId: number;
  /** The draft that the unit is held for; null without one. */
  draftId: number | null;
  /** True to take over the holds of a resumed draft from any sign-in. */
  takeOver: boolean;
  token: string;
  now: number;
  expiresAt: number;
};

type HoldOne = Omit<Hold, 'unitIds'>;

/**
 * True if a sign-in may have a unit that is held: it holds it itself. A draft may have it if no other one does, which is
 * in the cart of another window.
 */
function isOwnHold(
  eb: UnitExpressions,
  { sessionId, draftId, now }: Pick<Hold, 'sessionId' | 'draftId' | 'now'>,
) {
  const ofDraft = draftId === null ? [] : [eb('locked_for_draft', '=', draftId)];
  const isReserved = eb('till_lock_until', 'is not', null);
  return eb.or([
    eb.and([
      eb('locked_by_session', '=', sessionId),
      ...(draftId === null
        ? // Scanned once more into the cart that has it, a reserved one only while that is worked on.
          [eb.or([eb('till_lock_until', 'is', null), eb('till_lock_until', '>', now)])]
        : [eb.or([eb('locked_for_draft', 'is', null), ...ofDraft])]),
    ]),
    // Reserved for the draft, on which no till works.
    ...ofDraft.map((own) => eb.and([own, isReserved, eb('till_lock_until', '<=', now)])),
  ]);
}

/** Locks units that are free, whose hold has lapsed, or that the caller holds already. What is reserved stays so. */
const locking = (writer: Writer, hold: HoldOne) =>
  writer
    .updateTable('inventory_items')
    .set((eb) => ({
      status: 'locked',
      locked_at: hold.now,
      locked_by_id: hold.staffId,
      locked_by_session: hold.sessionId,
      // Scanned once more, a unit stays in the draft that has it.
      locked_for_draft:
        hold.draftId ??
        eb
          .case()
          .when(eb.and([eb('locked_by_session', '=', hold.sessionId), eb('lock_expires_at', '>', hold.now)]))
          .then(eb.ref('locked_for_draft'))
          .end(),
      lock_token: hold.token,
      till_lock_until: eb
        .case()
        .when(eb.and([eb('till_lock_until', 'is not', null), eb('lock_expires_at', '>', hold.now)]))
        // PostgreSQL takes a bare value for text.
        .then(sql<number>`cast(${hold.expiresAt} as bigint)`)
        .end(),
      lock_expires_at: eb
        .case()
        .when(eb.and([eb('till_lock_until', 'is not', null), eb('lock_expires_at', '>', hold.expiresAt)]))
        .then(eb.ref('lock_expires_at'))
        .else(hold.expiresAt)
        .end(),
    }))
    .where('store_id', '=', hold.storeId)
    .where((eb) =>
      isFree(eb, hold.now, [
        isOwnHold(eb, hold),
        ...(hold.takeOver && hold.draftId !== null ? [eb('locked_for_draft', '=', hold.draftId)] : []),
      ]),
    );

const lockFree = compiledRows((writer: Writer, hold: Hold) =>
  locking(writer, hold).where('id', 'in', hold.unitIds).returning('id'),
);

/** Locks one unit; returns its own columns, undefined if another has it. */
export const lockOne = compiledRow((writer: Writer, { unitId, ...hold }: HoldOne & { unitId: number }) =>
  locking(writer, hold).where('id', '=', unitId).returning(OWN),
);

/**
 * Locks a variation's next free unit, unless another caller gets it at the same time; returns its own columns. One id is
 * no list: it is found once, by the index of free units.
 */
export const lockNextFree = compiledRow(
  (writer: Writer, { variationId, ...hold }: HoldOne & { variationId: number }) =>
    locking(writer, hold)
      .where('id', '=', nextFree(writer, variationId, hold.storeId, hold.now))
      .returning(OWN),
);

/** Locks units; of concurrent callers exactly one gets each. Returns the ids of those that another has. */
export async function lockUnits(writer: Writer, hold: Hold): Promise<number[]> {
  if (hold.unitIds.length === 0) return [];
  return lostOf(hold.unitIds, await lockFree(writer, hold));
}

/** Finds the draft that a unit is held for. */
export const findDraftOfUnit = compiledRow((reader: Reader, unitId: number) =>
  reader
    .selectFrom('inventory_items as unit')
    .innerJoin('transactions as draft', 'draft.id', 'unit.locked_for_draft')
    .select(['draft.id', 'draft.draft_number as transaction_number'])
    .where('unit.id', '=', unitId),
);

/** Sorted by id, since engines return rows in different orders. */
export function lostOf(wanted: readonly number[], won: readonly { id: number }[]): number[] {
  const ids = new Set(won.map(({ id }) => id));
  return wanted.filter((id) => !ids.has(id)).sort((a, b) => a - b);
}

/** The columns of a unit that nobody holds. */
export const FREED = {
  status: 'available',
  locked_at: null,
  locked_by_id: null,
  locked_by_session: null,
  locked_for_draft: null,
  lock_token: null,
  lock_expires_at: null,
  till_lock_until: null,
} as const;

/** Frees a unit that a sign-in holds for no draft; does nothing to any other. */
export const unlockUnit = compiledChange(
  (writer: Writer, unitId: number, storeId: number, sessionId: number) =>
    writer
      .updateTable('inventory_items')
      .set(FREED)
      .where('id', '=', unitId)
      .where('store_id', '=', storeId)
      .where('status', '=', 'locked')
      .where('locked_for_draft', 'is', null)
      .where('locked_by_session', '=', sessionId),
);

type Reserved = {
  draftId: number;
  unitIds: readonly number[];
  storeId: number;
  staffId: number;
  now: number;
  until: number;
};

/** Reserves the units of a draft that it holds or that nobody does. */
export const reserveUnits = compiledWrite(
  (writer: Writer, { draftId, unitIds, storeId, staffId, now, until }: Reserved) =>
    writer
      .updateTable('inventory_items')
      .set((eb) => {
        const isOwn = eb.and([eb('locked_for_draft', '=', draftId), eb('status', '=', 'locked')]);
        return {
          status: 'locked',
          locked_for_draft: draftId,
          locked_at: eb.fn.coalesce('locked_at', eb.val(now)),
          locked_by_id: eb.case().when(isOwn).then(eb.ref('locked_by_id')).else(staffId).end(),
          locked_by_session: eb.case().when(isOwn).then(eb.ref('locked_by_session')).end(),
          till_lock_until: eb
            .case()
            .when(isOwn)
            .then(eb.fn.coalesce('till_lock_until', 'lock_expires_at'))
            .else(0)
            .end(),
          lock_expires_at: until,
        };
      })
      .where('id', 'in', unitIds)
      .where('store_id', '=', storeId)
      .where((eb) => isFree(eb, now, [eb('locked_for_draft', '=', draftId)])),
);

/** Ends the reservation of a draft's units: only a till's lock is left of it. */
export const endReservation = compiledWrite((writer: Writer, draftId: number) =>
  writer
    .updateTable('inventory_items')
    .set((eb) => ({ lock_expires_at: eb.ref('till_lock_until'), till_lock_until: null }))
    .where('locked_for_draft', '=', draftId)
    .where('status', '=', 'locked')
    .where('till_lock_until', 'is not', null),
);

/** Tells a draft's reserved units that the till of a sign-in works on them no more. */
const leaveReserved = compiledWrite((writer: Writer, draftId: number, sessionId: number) =>
  writer
    .updateTable('inventory_items')
    .set({ till_lock_until: 0 })
    .where('locked_for_draft', '=', draftId)
    .where('status', '=', 'locked')
    .where('locked_by_session', '=', sessionId)
    .where('till_lock_until', 'is not', null),
);

type Held = { draftId: number; except: readonly number[]; sessionId: number | undefined };

const freeDraft = compiledWrite((writer: Writer, { draftId, except, sessionId }: Held) =>
  writer
    .updateTable('inventory_items')
    .set(FREED)
    .where('locked_for_draft', '=', draftId)
    .where('status', '=', 'locked')
    .$if(except.length > 0, (update) => update.where('id', 'not in', except))
    .$if(sessionId !== undefined, (update) =>
      update.where('locked_by_session', '=', sessionId ?? null).where('till_lock_until', 'is', null),
    ),
);

/**
 * Frees a draft's units, except those that stay in it; with a session, only those that it holds, and not those that are
 * reserved.
 */
export function unlockDraft(
  writer: Writer,
  draftId: number,
  except: readonly number[],
  sessionId?: number,
): void {
  freeDraft(writer, { draftId, except, sessionId });
  if (sessionId !== undefined) leaveReserved(writer, draftId, sessionId);
}

type OfHolder = { column: 'locked_by_id' | 'locked_by_session'; id: number };

/** Frees every unit that a person or a sign-in holds; reserved ones stay so, without a till. */
async function unlockAll(writer: Writer, { column, id }: OfHolder): Promise<void> {
  // A literal, so that the index of held units is used.
  const held = writer
    .updateTable('inventory_items')
    .where('status', '=', sql.lit('locked' as const))
    .where(column, '=', id);
  await held.where('till_lock_until', 'is', null).set(FREED).execute();
  await held.where('till_lock_until', 'is not', null).set({ till_lock_until: 0 }).execute();
}

/** Frees every unit that a person holds, in any sign-in. */
export const unlockHeldBy = (writer: Writer, staffId: number): Promise<void> =>
  unlockAll(writer, { column: 'locked_by_id', id: staffId });

/** Frees every unit that one sign-in holds. */
export const unlockHeldIn = (writer: Writer, sessionId: number): Promise<void> =>
  unlockAll(writer, { column: 'locked_by_session', id: sessionId });

type Sold = { unitIds: readonly number[]; storeId: number; draftId: number; sessionId: number; now: number };

const sellFree = compiledRows((writer: Writer, { unitIds, storeId, now, ...seller }: Sold) =>
  writer
    .updateTable('inventory_items')
    .set({ ...FREED, status: 'sold', sold_at: now })
    .where('id', 'in', unitIds)
    .where('store_id', '=', storeId)
    .where((eb) => isFree(eb, now, [isOwnHold(eb, { ...seller, now })]))
    .returning('id'),
);

/** Marks units as sold that the caller or nobody holds; returns the ids of the others. */
export async function sellUnits(writer: Writer, sold: Sold): Promise<number[]> {
  return lostOf(sold.unitIds, await sellFree(writer, sold));
}

/** Takes back sold units of a store, each with its new status; returns the ids of those that were not sold. */
export async function takeBackUnits(
  writer: Writer,
  returned: readonly { unitId: number; status: 'available' | 'defective' }[],
  storeId: number,
): Promise<number[]> {
  const lost: number[] = [];
  for (const { unitId, status } of [...returned].sort((a, b) => a.unitId - b.unitId)) {
    const result = await writer
      .updateTable('inventory_items')
      .set({ ...FREED, status, sold_at: null })
      .where('id', '=', unitId)
      .where('store_id', '=', storeId)
      .where('status', '=', 'sold')
      .executeTakeFirst();
    if (Number(result.numUpdatedRows) === 0) lost.push(unitId);
  }
  return lost;
}
