import { unitCodes } from '#domain/barcodes.ts';
import type { Centavos } from '#domain/money.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdRows } from '../../db/hold-rows.ts';
import { findIdOfCodes } from './coded-units.repository.ts';
import { FREED } from './holds.repository.ts';
import { isFree, turnOf, type UnitExpressions } from './units.repository.ts';

// Units that left the shop without the server: they are sold whatever their record says.

/** Holds some units of any store, in the order of their ids, with what the server knows of each. */
export const holdAnyUnits = (writer: Writer, unitIds: readonly number[]) =>
  unitIds.length === 0
    ? Promise.resolve([])
    : holdRows(
        writer,
        writer.selectFrom('inventory_items').selectAll().where('id', 'in', unitIds).orderBy('id'),
      ).execute();
export type AnyUnit = Awaited<ReturnType<typeof holdAnyUnits>>[number];

/**
 * Finds the units with some scanned codes, in their order, null for a code without, and holds them: of a scan and a sale
 * without the server that is recorded meanwhile, the later one sees the other.
 */
export async function findIdsInHand(writer: Writer, scanned: readonly string[]): Promise<(number | null)[]> {
  const ids: (number | null)[] = [];
  for (const code of scanned) ids.push(await findIdOfCodes(writer, unitCodes(code)));
  await holdAnyUnits(
    writer,
    ids.filter((id) => id !== null),
  );
  return ids;
}

/** Marks a held unit as sold by a store, wherever and in whatever state it stands. */
export async function sellAnyway(
  writer: Writer,
  unitId: number,
  { storeId, soldAt, now }: { storeId: number; soldAt: number; now: number },
): Promise<void> {
  await writer
    .updateTable('inventory_items')
    .set({ ...FREED, status: 'sold', sold_at: soldAt, store_id: storeId, updated_at: now })
    .where('id', '=', unitId)
    .execute();
}

/**
 * Finds which of some units somebody had in hand after a moment: scanned in, received, counted, taken in, sold or taken
 * back. What a screen says of a unit, such as that it is lost or was sent, needs no unit.
 */
export async function findHandledSince(
  reader: Reader,
  unitIds: readonly number[],
  since: number,
): Promise<ReadonlySet<number>> {
  if (unitIds.length === 0) return new Set();
  const events = reader
    .selectFrom('unit_events')
    .select('inventory_item_id as id')
    .where('inventory_item_id', 'in', unitIds)
    .where('at', '>', since)
    .where('kind', 'in', ['received', 'found', 'repaired', 'traded_in', 'given_back']);
  // Worded like the index of sold lines.
  const sales = reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select('line.inventory_item_id as id')
    .where('line.inventory_item_id', 'in', unitIds)
    .where('line.warranty_months', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('sale.completed_at', '>', since),
        eb('sale.voided_at', '>', since),
        eb('line.refunded_at', '>', since),
      ]),
    );
  const arrivals = reader
    .selectFrom('transfer_items')
    .select('inventory_item_id as id')
    .where('inventory_item_id', 'in', unitIds)
    .where((eb) =>
      eb.or([
        eb('scanned_at', '>', since),
        eb.and([eb('state', 'in', ['received', 'defective']), eb('settled_at', '>', since)]),
      ]),
    );
  const returns = reader
    .selectFrom('supplier_return_items')
    .select('inventory_item_id as id')
    .where('inventory_item_id', 'in', unitIds)
    .where('came_back_at', '>', since)
    .where('never_left', 'is', null);
  const counts = reader
    .selectFrom('count_units')
    .select('inventory_item_id as id')
    .where('inventory_item_id', 'in', unitIds)
    .where('scanned_at', '>', since);
  const rows = await reader
    .selectFrom(events.unionAll(sales).unionAll(arrivals).unionAll(returns).unionAll(counts).as('handled'))
    .select('id')
    .distinct()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds the live sales that some units are in, by unit. */
export async function findLiveSales(reader: Reader, unitIds: readonly number[]) {
  if (unitIds.length === 0) return new Map<number, { id: number; number: string }>();
  const rows = await reader
    .selectFrom('transaction_items as line')
    .innerJoin('transactions as sale', 'sale.id', 'line.transaction_id')
    .select(['line.inventory_item_id as unit_id', 'sale.id', 'sale.invoice_number', 'sale.draft_number'])
    .where('line.inventory_item_id', 'in', unitIds)
    .where('line.live', '=', 1)
    .execute();
  return new Map(
    rows.map(({ unit_id, id, invoice_number, draft_number }) => [
      unit_id,
      { id, number: invoice_number ?? draft_number },
    ]),
  );
}

type Piece = {
  variationId: number;
  category: AnyUnit['category'];
  /** What was asked for it: the price of its own that it may have had. */
  price: Centavos;
  storeId: number;
  now: number;
  /** The moment at which it left. */
  soldAt: number;
  /** The draft of the cart that it left in, which may hold it. */
  draftId: number | null;
};

/** True for a unit that stands in the store, in a cart or not. */
const standsThere = (eb: UnitExpressions) => eb('status', 'in', ['available', 'locked']);

/** True for a unit without numbers that a count missed after a moment: it had left by then. */
const missedSince = (eb: UnitExpressions, moment: number) =>
  eb.and([
    eb('status', '=', 'lost'),
    eb.exists(
      eb
        .selectFrom('count_units as missed')
        .innerJoin('stock_counts as count', 'count.id', 'missed.count_id')
        .select('missed.count_id')
        .whereRef('missed.inventory_item_id', '=', 'inventory_items.id')
        .where('missed.settled', '=', 'lost')
        .where('count.ended_at', '>', moment),
    ),
  ]);

const PIECES_READ = 20;

/**
 * Finds pieces of a variation without numbers that one may be that left a store at a moment: first those that a count has
 * missed since, then those that its own draft holds, then free ones, and then those in other carts, which stand in the store
 * as well; of that price, without a label and the oldest first.
 */
export async function findPieces(
  reader: Reader,
  { variationId, category, price, storeId, soldAt, ...held }: Piece,
  except: readonly number[],
): Promise<{ id: number }[]> {
  return reader
    .selectFrom('inventory_items')
    .select('id')
    .where('product_variation_id', '=', variationId)
    .where('store_id', '=', storeId)
    .where('category', '=', category)
    .where('serial_number', 'is', null)
    .where('imei', 'is', null)
    .where('imei2', 'is', null)
    .where((eb) => eb.or([standsThere(eb), missedSince(eb, soldAt)]))
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy((eb) => eb.case().when('status', '=', 'lost').then(0).else(1).end())
    .orderBy((eb) =>
      eb
        .case()
        .when('locked_for_draft', '=', held.draftId ?? 0)
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy((eb) =>
      eb.case().when(isFree(eb, held.now)).then(0).when('till_lock_until', 'is', null).then(1).else(2).end(),
    )
    .orderBy((eb) =>
      eb.case().when('own_price', '=', price).then(0).when('own_price', 'is', null).then(1).else(2).end(),
    )
    .orderBy((eb) => eb.case().when('qr_code', 'is', null).then(0).else(1).end())
    .orderBy(turnOf('inventory_items'))
    .orderBy('id')
    .limit(PIECES_READ)
    .execute();
}

/** Holds a piece, if it still may be the one that left. */
export const holdPiece = async (
  writer: Writer,
  unitId: number,
  { storeId, soldAt }: Piece,
): Promise<AnyUnit | undefined> =>
  holdRows(
    writer,
    writer
      .selectFrom('inventory_items')
      .selectAll()
      .where('id', '=', unitId)
      .where('store_id', '=', storeId)
      .where((eb) => eb.or([standsThere(eb), missedSince(eb, soldAt)])),
  ).executeTakeFirst();

/** Finds the counts that wrote some units off as lost, the last one of each. */
export async function findCountsThatLost(reader: Reader, unitIds: readonly number[]) {
  if (unitIds.length === 0) return new Map<number, string>();
  const rows = await reader
    .selectFrom('count_units as missed')
    .innerJoin('stock_counts as count', 'count.id', 'missed.count_id')
    .select(['missed.inventory_item_id as unit_id', 'count.number'])
    .where('missed.inventory_item_id', 'in', unitIds)
    .where('missed.settled', '=', 'lost')
    .orderBy('count.ended_at')
    .execute();
  return new Map(rows.map(({ unit_id, number }) => [unit_id, number]));
}
