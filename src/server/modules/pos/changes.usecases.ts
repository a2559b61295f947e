import { copiedVariation, PIECES_COPIED, type CopiedVariation, type StoreChanges } from '#contract/pos.ts';
import { z } from '#contract/zod.ts';
import type { Reader } from '../../db/access.ts';
import { toShape } from '../../http/to-shape.ts';
import * as rows from './changes.repository.ts';

/** An answer has at most so many variations, and ends with the one that reaches so many units. */
const VARIATIONS_AT_ONCE = 500;
const UNITS_AT_ONCE = 1000;
/** Above every id. */
const LAST_ID = 2_147_483_647;

/** How far a till's copy of a store has come. */
type Cursor = {
  storeId: number;
  /** When the data began, or were restored last: versions from before mean nothing since. */
  epoch: number;
  stock: rows.ChangePlace;
  goods: rows.ChangePlace;
  /** The version of the stock when the copy began: variations that were sold out by then are none of it. */
  begun: number;
};

const cursorText = ({ storeId, epoch, stock, goods, begun }: Cursor) =>
  [storeId, epoch, begun, stock.version, stock.variationId, goods.version, goods.variationId].join('.');

const numbers = z.array(z.coerce.number().int().min(-1)).length(7);

function readCursor(text: string | undefined): Cursor | null {
  const read = numbers.safeParse(text?.split('.')).data;
  if (!read) return null;
  const [storeId = 0, epoch = 0, begun = 0, stock = 0, stockId = 0, goods = 0, goodsId = 0] = read;
  return {
    storeId,
    epoch,
    begun,
    stock: { version: stock, variationId: stockId },
    goods: { version: goods, variationId: goodsId },
  };
}

const isLater = (one: rows.ChangePlace, other: rows.ChangePlace) =>
  one.version > other.version || (one.version === other.version && one.variationId > other.variationId);

/** Returns the first changes up to the one that fills an answer, and the place behind them, or behind all there were. */
function pageOf(
  changes: readonly ({ id: number; version: number } & { units: number })[],
  from: rows.ChangePlace,
  now: number,
): { ids: number[]; place: rows.ChangePlace; hasMore: boolean } {
  let units = 0;
  const page = changes.filter((change) => {
    const fits = units < UNITS_AT_ONCE;
    units += change.units;
    return fits;
  });
  const hasMore = page.length < changes.length || changes.length === VARIATIONS_AT_ONCE;
  const last = page.at(-1);
  const behind = last ? { version: last.version, variationId: last.id } : from;
  // All of the versions that were there before the changes were read have been read then.
  const end = { version: now, variationId: LAST_ID };
  return {
    ids: page.map(({ id }) => id),
    place: hasMore || isLater(behind, end) ? behind : end,
    hasMore,
  };
}

async function copyVariations(
  reader: Reader,
  ids: readonly number[],
  storeId: number,
): Promise<CopiedVariation[]> {
  if (ids.length === 0) return [];
  const [variations, units] = await Promise.all([
    rows.findVariations(reader, ids),
    rows.findUnits(reader, ids, storeId),
  ]);
  const ofVariations = Map.groupBy(units, (unit) => unit.product_variation_id);
  return variations.map((variation) => {
    let pieces = 0;
    const copied = (ofVariations.get(variation.id) ?? []).filter(
      ({ serial_number, imei, qr_code }) =>
        serial_number !== null || imei !== null || qr_code !== null || (pieces += 1) <= PIECES_COPIED,
    );
    const barcode = variation.is_active ? variation.barcode : null;
    return toShape(copiedVariation, variation, { barcode, units: copied });
  });
}

/**
 * Returns what changed since a version among what stands in a store for sale, all of it where the version is absent,
 * unreadable, another store's or from before a restore; a bounded part of it at a time.
 */
export async function storeChangesSince(
  reader: Reader,
  since: string | undefined,
  { storeId, now }: { storeId: number; now: number },
): Promise<StoreChanges> {
  // Before the changes: what comes later is a later version.
  const versions = await rows.findVersions(reader, storeId);
  const { epoch, stock, goods } = versions ?? { epoch: 0, stock: 0, goods: 0 };
  const known = readCursor(since);
  const isKnown =
    known?.storeId === storeId &&
    known.epoch === epoch &&
    known.stock.version <= stock &&
    known.goods.version <= goods;
  const from: Cursor = isKnown
    ? known
    : {
        storeId,
        epoch,
        begun: stock,
        stock: { version: -1, variationId: 0 },
        goods: { version: goods, variationId: LAST_ID },
      };
  const limit = VARIATIONS_AT_ONCE;
  const [stockRows, holds] = await Promise.all([
    rows.findStockChanges(reader, storeId, { after: from.stock, emptyAfter: from.begun, limit }),
    rows.findHolds(reader, storeId, now),
  ]);
  const inStock = pageOf(stockRows, from.stock, stock);
  // Goods follow in the answer after the last one of the stock.
  const inGoods = inStock.hasMore
    ? null
    : pageOf(await rows.findGoodsChanges(reader, storeId, { after: from.goods, limit }), from.goods, goods);
  const ids = [...new Set([...inStock.ids, ...(inGoods?.ids ?? [])])];
  return {
    version: cursorText({ ...from, stock: inStock.place, goods: inGoods?.place ?? from.goods }),
    is_first: !isKnown,
    has_more: inStock.hasMore || inGoods?.hasMore === true,
    variations: await copyVariations(reader, ids, storeId),
    holds: holds.map(({ until, ...hold }) => ({ ...hold, locked_until: until ?? 0 })),
  };
}
