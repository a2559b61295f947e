import type { OfflineSale } from '#contract/offline-sales.ts';
import { shareCode, unitCodes } from '#domain/barcodes.ts';
import { unitOf } from '#domain/sale-line.ts';
import { whereItShouldBe } from '#domain/transfers.ts';
import { numbersOf } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { expectNoMore, holdOpenSince } from '../counts/counts.public.ts';
import { getStore } from '../stores/stores.public.ts';
import { claimSentBack, endSentBack, type SentBack } from '../supplier-returns/supplier-returns.public.ts';
import { claimTransits, endTransit, type Transit } from '../transfers/transfers.public.ts';
import {
  findCountsThatLost,
  findHandledSince,
  findIdOfCodes,
  findLiveSales,
  findPieces,
  holdAnyUnits,
  holdPiece,
  insertHidden,
  noteUnitEvents,
  sellAnyway,
  type AnyUnit,
} from '../units/units.public.ts';

type Line = OfflineSale['lines'][number];

/** What became of a line: a unit was sold by it, or a hidden one stands in for it. */
export type TakenLine = {
  line: Line;
  unitId: number;
  /** The unit whose price counts: the one that was scanned, also where another one stands in for it. */
  pricedId: number;
  /** The unit as it was before; null for a stand-in. */
  before: AnyUnit | null;
  /** Why no unit was taken, in a sentence for the manager. */
  disputed: string | null;
  /** The return to a supplier that the unit was recorded in. */
  sentBack: SentBack | null;
  /** The live sale that has the unit. */
  other: { id: number; number: string } | null;
};

/** Who sells, where and when. */
export type Taking = {
  session: Session;
  storeId: number;
  /** When the units left. */
  at: number;
  now: number;
  /** The number of the sale. */
  number: string;
  /** The draft that becomes the sale; null for a new one. */
  draftId: number | null;
};

const isGone = ({ status, store_id, sold_at }: AnyUnit, { storeId }: Pick<Taking, 'storeId'>) =>
  (status !== 'available' && status !== 'locked') || store_id !== storeId || sold_at !== null;

/** The transfers and the returns to suppliers by which held units are recorded as away. */
export type Away = { transits: readonly Transit[]; returns: readonly SentBack[] };

type Known = { transits: readonly Transit[]; counts: ReadonlyMap<number, string> };

/** Returns what was recorded of a unit that left the shop all the same; null for one that stood for sale there. */
async function recordedOf(
  writer: Writer,
  unit: AnyUnit,
  { transits, counts }: Known,
  taking: Pick<Taking, 'storeId'>,
): Promise<string | null> {
  if (!isGone(unit, taking)) return null;
  if (unit.sold_at === 0) return 'In an import that has not ended';
  const { id, name } = await getStore(writer, unit.store_id);
  const transfer = transits.find(({ unitId }) => unitId === unit.id)?.transfer;
  const to = transfer && (await getStore(writer, transfer.to_store_id));
  const place = whereItShouldBe({
    status: unit.status,
    store: { id, name },
    locked_by: null,
    transit: transfer && to ? { number: transfer.number, to_store: { name: to.name } } : null,
  });
  const count = unit.status === 'lost' ? counts.get(unit.id) : undefined;
  return count === undefined ? place : `${place} by count ${count}`;
}

/**
 * Holds units with the transfers that they are in transit with and the returns that they went back with: these first, as
 * whoever receives them does, and then those with which a unit was sent until it was held.
 */
export async function holdWithAway(
  writer: Writer,
  unitIds: readonly number[],
): Promise<{ units: AnyUnit[]; away: Away }> {
  const transits = await claimTransits(writer, unitIds);
  const returns = await claimSentBack(writer, unitIds);
  const units = await holdAnyUnits(writer, unitIds);
  const sentSince = (as: AnyUnit['status'], known: readonly { unitId: number }[]) =>
    units
      .filter(({ id, status }) => status === as && !known.some(({ unitId }) => unitId === id))
      .map(({ id }) => id);
  transits.push(...(await claimTransits(writer, sentSince('in_transit', transits))));
  returns.push(...(await claimSentBack(writer, sentSince('returned', returns))));
  return { units, away: { transits, returns } };
}

/** Marks held units as sold, whatever is recorded of them, and says in their history what that was. */
export async function takeUnits(
  writer: Writer,
  units: readonly AnyUnit[],
  { transits, returns }: Away,
  taking: Omit<Taking, 'draftId'>,
): Promise<void> {
  const { session, storeId, at, now, number } = taking;
  const lost = units.filter(({ status }) => status === 'lost').map(({ id }) => id);
  const known = { transits, counts: await findCountsThatLost(writer, lost) };
  const inStock = units.filter((unit) => !isGone(unit, taking)).map(({ id }) => id);
  await expectNoMore(writer, inStock, taking);
  for (const unit of units) {
    const recorded = await recordedOf(writer, unit, known, taking);
    await sellAnyway(writer, unit.id, { storeId, soldAt: at, now });
    const transit = transits.find(({ unitId }) => unitId === unit.id);
    const reason = `Sold as ${number}`;
    if (transit) await endTransit(writer, transit, { session, at, now, reason });
    const sentBack = returns.find(({ unitId }) => unitId === unit.id);
    if (sentBack) await endSentBack(writer, sentBack, { by: session.staff.id, at, reason });
    if (recorded === null) continue;
    const event = { unitId: unit.id, kind: 'sold_without_server' as const, at };
    await noteUnitEvents(writer, [{ ...event, staffId: session.staff.id, storeId }], {
      reason: `${number}. ${recorded} until then`,
    });
  }
}

/** Puts a hidden unit without numbers and cost in the place of the one that is not clear. */
async function standIn(writer: Writer, line: Line, { session, storeId, at }: Taking): Promise<number> {
  const id = writer.nextId();
  await insertHidden(writer, [
    {
      id,
      product_variation_id: line.product_variation_id,
      store_id: storeId,
      category: line.category,
      condition_rating: line.condition_rating,
      serial_number: null,
      imei: null,
      imei2: null,
      qr_code: null,
      created_at: at,
      created_by_id: session.staff.id,
    },
  ]);
  return id;
}

/**
 * Returns why a line's unit cannot be the one that was scanned, in a sentence for the manager; null if it can. A code that
 * is no unit's may have been its label, or the barcode of a piece without numbers.
 */
async function whyAnother(reader: Reader, line: Line, unit: AnyUnit): Promise<string | null> {
  if (unit.product_variation_id !== line.product_variation_id)
    return `${line.name} was sold, and its line names an item of another product or variation`;
  const [told, own] = [numbersOf(line), numbersOf(unit)];
  const names = `its line names ${own[0] ?? unit.qr_code ?? 'an item without numbers'}`;
  if (told.length > 0 && !shareCode(told, own)) return `${line.name} was scanned as ${told[0]}, and ${names}`;
  const { scanned_code } = line;
  if (scanned_code === null || shareCode([scanned_code], [...own, unit.qr_code ?? ''])) return null;
  const scanned = await findIdOfCodes(reader, unitCodes(scanned_code));
  if (scanned === null || scanned === unit.id) return null;
  return `${line.name} was scanned as ${scanned_code}, and ${names}`;
}

/**
 * True for a hidden unit without any code: it stands in for one that is not clear, or is of an import that has not ended. No
 * till has ever had it.
 */
const neverStood = (unit: AnyUnit): boolean =>
  unit.sold_at === 0 && numbersOf(unit).length === 0 && unit.qr_code === null;

/** Holds the piece without numbers that a line may have been; null where none is left. */
async function holdPieceOf(
  writer: Writer,
  line: Line,
  taken: readonly number[],
  { storeId, at, now, draftId }: Taking,
): Promise<AnyUnit | null> {
  const wanted = {
    variationId: line.product_variation_id,
    category: line.category,
    price: line.price,
    storeId,
    now,
    soldAt: at,
    draftId,
  };
  const tried = [...taken];
  for (;;) {
    const pieces = await findPieces(writer, wanted, tried);
    if (pieces.length === 0) return null;
    for (const { id } of pieces) {
      const piece = await holdPiece(writer, id, wanted);
      if (piece) return piece;
      tried.push(id);
    }
  }
}

/** Says in the history of a unit that a sale told of it, and why that did not get it. */
const noteSoldTwice = (
  writer: Writer,
  { id: unitId }: AnyUnit,
  why: string,
  { session, storeId, at, number }: Taking,
) =>
  noteUnitEvents(writer, [{ unitId, kind: 'sold_twice', at, staffId: session.staff.id, storeId }], {
    reason: `${number}. ${why}`,
  });

/**
 * Takes the unit of each line, in whatever state it is recorded. No unit is taken that is another one than was scanned, that
 * another live sale has, that stands in an earlier line, or that somebody had in hand after the sale; nor where no piece
 * without numbers is left. Callers have claimed the draft.
 */
export async function takeLines(
  writer: Writer,
  lines: readonly Line[],
  taking: Taking,
): Promise<TakenLine[]> {
  const named = [...new Set(lines.flatMap((line) => unitOf(line) ?? []))];
  await holdOpenSince(writer, taking);
  const { units: all, away } = await holdWithAway(writer, named);
  const held = new Map(all.map((unit) => [unit.id, unit]));
  const found = [...held.keys()];
  const sales = await findLiveSales(writer, found);
  const handled = await findHandledSince(writer, found, taking.at);
  const outcomes = new Map<number, TakenLine>();
  const used = new Set<number>();
  const dispute = async (
    index: number,
    line: Line,
    disputed: string,
    { scanned = null, other = null }: { scanned?: AnyUnit | null; other?: TakenLine['other'] } = {},
  ) => {
    const unitId = await standIn(writer, line, taking);
    if (scanned) await noteSoldTwice(writer, scanned, disputed, taking);
    outcomes.set(index, {
      line,
      unitId,
      // One that came back since in another category has the prices of its new stay.
      pricedId: scanned?.category === line.category ? scanned.id : unitId,
      before: null,
      disputed,
      sentBack: null,
      other,
    });
  };
  const take = (index: number, line: Line, unit: AnyUnit) => {
    used.add(unit.id);
    outcomes.set(index, {
      line,
      unitId: unit.id,
      pricedId: unit.id,
      before: unit,
      disputed: null,
      sentBack: away.returns.find(({ unitId }) => unitId === unit.id) ?? null,
      other: null,
    });
  };
  for (const [index, line] of lines.entries()) {
    const unit = held.get(unitOf(line) ?? 0);
    if (!unit) continue;
    const sale = sales.get(unit.id);
    const another = await whyAnother(writer, line, unit);
    const scanned = unit;
    if (another !== null) await dispute(index, line, another);
    else if (neverStood(unit))
      await dispute(index, line, `${line.name} was sold, and its line names no item that is known here`);
    else if (sale)
      await dispute(index, line, `${line.name} is in sale ${sale.number}, too`, { scanned, other: sale });
    else if (used.has(unit.id))
      await dispute(index, line, `${line.name} stands twice in this sale`, { scanned });
    else if (handled.has(unit.id))
      await dispute(index, line, `${line.name} was counted, received or taken back after this sale`, {
        scanned,
      });
    else take(index, line, unit);
  }
  for (const [index, line] of lines.entries()) {
    if (outcomes.has(index)) continue;
    const [number] = numbersOf(line);
    const piece = number === undefined ? await holdPieceOf(writer, line, [...found, ...used], taking) : null;
    if (piece) take(index, line, piece);
    else if (number !== undefined)
      await dispute(
        index,
        line,
        `${line.name} was scanned as ${number}, and its line names no item that is known here`,
      );
    else await dispute(index, line, `No ${line.name} was left in the store’s stock`);
  }
  const outcome = lines.flatMap((_, index) => outcomes.get(index) ?? []);
  const units = outcome.flatMap(({ before }) => before ?? []);
  await takeUnits(writer, units, away, taking);
  return outcome;
}
