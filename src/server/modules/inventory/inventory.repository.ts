import { sql, type Selectable, type Updateable } from 'kysely';
import { needsNumber, ownTexts, unitCodeKinds } from '#domain/receiving.ts';
import { unitText } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { removeCodes, replaceCodes } from '../../db/stored-codes.ts';
import type { Tables } from '../../db/tables.ts';
import { findCodedUnits, FREED, imeiRowsOf, isFree, selectUnits } from '../units/units.public.ts';

/** Units with all that the back office shows of them. */
export const selectDetails = (reader: Reader) =>
  selectUnits(reader)
    .innerJoin('stores as store', 'store.id', 'unit.store_id')
    .leftJoin('suppliers as supplier', 'supplier.id', 'unit.supplier_id')
    .leftJoin('staff as creator', 'creator.id', 'unit.created_by_id')
    .select([
      'unit.purchase_cost',
      'unit.supplier_id',
      'unit.notes',
      'unit.created_at',
      'unit.created_by_id',
      'unit.updated_at',
      'unit.sold_at',
      'store.name as store_name',
      'supplier.name as supplier_name',
      'supplier.deleted_at as supplier_deleted_at',
      'creator.name as creator_name',
    ]);
export type DetailRow = Awaited<ReturnType<ReturnType<typeof selectDetails>['executeTakeFirstOrThrow']>>;

/** True if a unit is visible; one that an import has written stays hidden (`sold_at` 0) until the import ends. */
export const isShown = ({ sold_at }: Pick<DetailRow, 'sold_at'>) => sold_at !== 0;

/** Finds a visible unit in any store of the chain. */
export async function findAnywhere(reader: Reader, unitId: number): Promise<DetailRow | undefined> {
  const row = await selectDetails(reader).where('unit.id', '=', unitId).executeTakeFirst();
  return row && isShown(row) ? row : undefined;
}

/** Finds a visible unit in one of some stores. */
export async function findDetails(
  reader: Reader,
  unitId: number,
  storeIds: readonly number[],
): Promise<DetailRow | undefined> {
  const row = await findAnywhere(reader, unitId);
  return row && storeIds.includes(row.store_id) ? row : undefined;
}

/**
 * Finds the other units that have an IMEI of a unit, with or without its check digit: some were taken in before that was
 * refused.
 */
export async function findSameImei(reader: Reader, unitId: number): Promise<DetailRow[]> {
  const others = await reader
    .selectFrom('unit_imeis as own')
    .innerJoin('unit_imeis as other', 'other.imei_key', 'own.imei_key')
    .select('other.inventory_item_id as id')
    .where('own.inventory_item_id', '=', unitId)
    .whereRef('other.inventory_item_id', '<>', 'own.inventory_item_id')
    .execute();
  // Mostly there are none: planning the query of their details takes PostgreSQL longer than all else of a unit's page.
  if (others.length === 0) return [];
  const ids = others.map(({ id }) => id);
  const rows = await selectDetails(reader).where('unit.id', 'in', ids).orderBy('unit.id').execute();
  return rows.filter(isShown);
}

/** Selects the ids of the units with an IMEI that another unit has, too: few, from before that was refused. */
export const withImeiTwice = (reader: Reader) =>
  reader
    .selectFrom('unit_imeis as own')
    .innerJoin('unit_imeis as other', 'other.imei_key', 'own.imei_key')
    .innerJoin('inventory_items as another', 'another.id', 'other.inventory_item_id')
    .select('own.inventory_item_id as id')
    .where('own.imei_key', 'in', (eb) =>
      // Repeats the condition of the partial index.
      eb.selectFrom('unit_imeis').select('imei_key').where('duplicate_no', '>', sql.lit(0)),
    )
    .whereRef('other.inventory_item_id', '<>', 'own.inventory_item_id')
    .where(sql<boolean>`coalesce(another.sold_at, 1) <> 0`);

export type CodeOwner = { code: string; what: string; owner: DetailRow };

/** Finds the units that have some codes, as whichever of their codes: by each text that no other unit may have. */
export async function findOwners(
  reader: Reader,
  codes: readonly string[],
): Promise<Map<string, CodeOwner[]>> {
  const coded = await findCodedUnits(reader, codes);
  // Mostly no unit has any of them: details are read only for those that do.
  const ids = coded.map(({ id }) => id);
  const rows = ids.length ? await selectDetails(reader).where('unit.id', 'in', ids).execute() : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const owners = new Map<string, CodeOwner[]>();
  for (const { id, code, what } of coded) {
    const owner = byId.get(id);
    if (!owner || code === null) continue;
    const texts = what === unitCodeKinds.imei ? ownTexts('imei', code) : [code];
    for (const text of texts) owners.set(text, [...(owners.get(text) ?? []), { code, what, owner }]);
  }
  return owners;
}

/** Returns `requiresSerial`: a variation's units need a serial number or an IMEI, by its product or product type. */
export async function findVariationRule(reader: Reader, variationId: number) {
  const row = await reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select(['product.requires_serial', 'type.requires_serial as type_requires_serial'])
    .where('variation.id', '=', variationId)
    .executeTakeFirst();
  return row && { requiresSerial: needsNumber(row) };
}

/**
 * Takes the row of a unit that may be changed: nobody holds it, or it is defective or lost. Tills that want to hold it
 * wait, and see its new state. Undefined for any other.
 */
export function claimUnit(
  writer: Writer,
  unitId: number,
  storeIds: readonly number[],
  now: number,
): Promise<Selectable<Tables['inventory_items']> | undefined> {
  if (storeIds.length === 0) return Promise.resolve(undefined);
  return writer
    .updateTable('inventory_items')
    .set({ updated_at: now })
    .where('id', '=', unitId)
    .where('store_id', 'in', storeIds)
    .where((eb) => eb.or([isFree(eb, now), eb('status', 'in', ['defective', 'on_hold', 'lost'])]))
    .returningAll()
    .executeTakeFirst();
}

/** Takes a sold unit of some stores, for a change of what it cost; undefined for any other. */
export const claimSold = (writer: Writer, unitId: number, storeIds: readonly number[], now: number) =>
  storeIds.length === 0
    ? Promise.resolve(undefined)
    : writer
        .updateTable('inventory_items')
        .set({ updated_at: now })
        .where('id', '=', unitId)
        .where('store_id', 'in', storeIds)
        .where('status', '=', 'sold')
        .returningAll()
        .executeTakeFirst();

type ImeiRows = ReturnType<typeof imeiRowsOf>;

/** Returns the rows whose IMEI some others lack. */
const lackingIn = (others: ImeiRows, rows: ImeiRows): ImeiRows =>
  rows.filter(({ imei }) => others.every((other) => other.imei !== imei));

/** Changes a claimed unit, with its IMEIs and search codes. */
export async function updateUnit(
  writer: Writer,
  before: Selectable<Tables['inventory_items']>,
  changes: Updateable<Tables['inventory_items']>,
): Promise<void> {
  const after = { ...before, ...changes };
  await writer.updateTable('inventory_items').set(changes).where('id', '=', before.id).execute();
  const text = unitText(after);
  if (text === unitText(before)) return;
  // Those that stay keep their rows: one may be a duplicate from before that was refused.
  const [had, has] = [imeiRowsOf(before), imeiRowsOf(after)];
  const gone = lackingIn(has, had);
  const added = lackingIn(had, has);
  if (gone.length) {
    await writer
      .deleteFrom('unit_imeis')
      .where(
        'imei',
        'in',
        gone.map(({ imei }) => imei),
      )
      .execute();
  }
  if (added.length) await writer.insertInto('unit_imeis').values(added).execute();
  replaceCodes(writer, 'unit_codes', before.id, text);
}

/** True if a sale ever had a unit, whatever became of it. */
export async function wasEverInSale(reader: Reader, unitId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('transaction_items')
    .select('id')
    .where('inventory_item_id', '=', unitId)
    .where('warranty_months', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a unit has a numbered trade-in: those of before 1.1.0 have none, and no seller. */
export async function isInRegister(reader: Reader, unitId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('trade_ins')
    .select('id')
    .where('inventory_item_id', '=', unitId)
    .where('number', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True if a unit came by the trade-in that its present stay began with. */
export async function cameByTradeIn(
  reader: Reader,
  { id, created_at }: Pick<Selectable<Tables['inventory_items']>, 'id' | 'created_at'>,
): Promise<boolean> {
  const row = await reader
    .selectFrom('trade_ins')
    .select('id')
    .where('inventory_item_id', '=', id)
    .where('traded_in_at', '=', created_at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes claimed units with their own rows; their goods receipts keep that they came. */
export async function removeUnits(writer: Writer, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return;
  await writer.deleteFrom('unit_imeis').where('inventory_item_id', 'in', unitIds).execute();
  await writer.deleteFrom('trade_ins').where('inventory_item_id', 'in', unitIds).execute();
  await writer
    .updateTable('goods_receipt_items')
    .set({ inventory_item_id: null })
    .where('inventory_item_id', 'in', unitIds)
    .execute();
  await writer.deleteFrom('unit_events').where('inventory_item_id', 'in', unitIds).execute();
  removeCodes(writer, 'unit_codes', unitIds);
  await writer.deleteFrom('inventory_items').where('id', 'in', unitIds).execute();
}

export const findRow = (reader: Reader, unitId: number) =>
  reader.selectFrom('inventory_items').selectAll().where('id', '=', unitId).executeTakeFirst();

/**
 * Takes back a sold or returned unit in its present condition, without the prices of its own from before; undefined if it
 * is no longer in that state.
 */
export const takeIn = (
  writer: Writer,
  unitId: number,
  from: 'sold' | 'returned',
  changes: Updateable<Tables['inventory_items']>,
): Promise<Selectable<Tables['inventory_items']> | undefined> =>
  writer
    .updateTable('inventory_items')
    .set({ ...FREED, sold_at: null, own_price: null, own_minimum_price: null, ...changes })
    .where('id', '=', unitId)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
