import { ApiError } from '#contract/errors.ts';
import type { CatalogueProduct, ScanResult } from '#contract/pos.ts';
import { codesToFind, normaliseCode, receiptNumberIn } from '#domain/barcodes.ts';
import { wholeOfflineNumber } from '#domain/offline-sales.ts';
import { can } from '#domain/permissions.ts';
import { type CodeParts, productParts, unitParts, wholeNumber } from '#domain/search-key.ts';
import type { UnitStatus } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { refuseUnapproved } from '../settings/settings.public.ts';
import { enter } from '../shifts/shifts.public.ts';
import { sellingStore } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import {
  findSaleByNumber,
  findSaleOfUnit,
  notSentYet,
  whereItWent,
} from '../transactions/transactions.public.ts';
import { transitOfUnit } from '../transfers/transfers.public.ts';
import {
  findIdOfCodes,
  findStoreOfUnit,
  findUnitByCode,
  type Holder,
  lockFound,
  NO_STOCK,
  stockOf,
  type UnitRow,
  unitsOf,
} from '../units/units.public.ts';
import * as catalogue from './catalogue.repository.ts';

const UNITS_SHOWN = 20;
const LIMIT_MAX = 100;
const LIMIT_DEFAULT: Record<catalogue.CatalogueMode, number> = { all: 100, frequent: 10, recent: 20 };
const LIMIT_SEARCH = 50;

type AtStore = { storeId: number; now: number };

/** Returns products as cards with their stock, those that can be sold first; with units unless none are wanted. */
async function withStock(
  reader: Reader,
  products: readonly catalogue.ProductRow[],
  at: AtStore,
  items: 'shown' | 'none' = 'shown',
): Promise<CatalogueProduct[]> {
  const productIds = products.map((product) => product.id);
  const variations = await catalogue.findVariations(reader, productIds);
  const variationIds = variations.map((variation) => variation.id);
  const stock = await stockOf(reader, variationIds, at);
  const limit = UNITS_SHOWN;
  const units = items === 'none' ? null : await unitsOf(reader, variationIds, { ...at, limit });
  const byProduct = Map.groupBy(variations, (variation) => variation.product_id);
  const cards = products.map((product) => ({
    ...product,
    variations: (byProduct.get(product.id) ?? []).map(({ image_url, ...variation }) => ({
      ...variation,
      ...(image_url === null ? {} : { image_url }),
      ...(stock.get(variation.id) ?? NO_STOCK),
      availableItems: units?.get(variation.id) ?? [],
    })),
  }));
  const isSoldOut = ({ variations: those }: CatalogueProduct) =>
    those.every(({ availableQuantity }) => availableQuantity === 0);
  return [...cards.filter((card) => !isSoldOut(card)), ...cards.filter(isSoldOut)];
}

export type CatalogueQuery = {
  search?: string;
  limit?: number;
  mode?: catalogue.CatalogueMode;
  items?: 'none';
};

/** Returns the till's product cards: all by name, frequently sold, recently added, or the results of a search. */
export async function listCatalogue(
  reader: Reader,
  { search = '', limit, mode = 'all', items }: CatalogueQuery,
  at: AtStore,
): Promise<CatalogueProduct[]> {
  const words = productParts(search);
  if (search.trim() && words.length === 0) return [];
  const most = Math.min(LIMIT_MAX, limit ?? (words.length ? LIMIT_SEARCH : LIMIT_DEFAULT[mode]));
  return withStock(reader, await findProducts(reader, { words, search, mode, most }, at), at, items);
}

/** Returns one product's card, with its units; 404 `product_not_found` if it is not sold. */
export async function showProduct(reader: Reader, productId: number, at: AtStore): Promise<CatalogueProduct> {
  const product = await catalogue.findProduct(reader, productId);
  const [shown] = product ? await withStock(reader, [product], at) : [];
  if (!shown) throw new ApiError('product_not_found');
  return shown;
}

async function findProducts(
  reader: Reader,
  wanted: { words: CodeParts; search: string; mode: catalogue.CatalogueMode; most: number },
  { storeId, now }: AtStore,
): Promise<catalogue.ProductRow[]> {
  if (wanted.words.length) {
    const { words, search, most: limit } = wanted;
    const codes = { unit: unitParts(search), whole: codesToFind(normaliseCode(search)) };
    return catalogue.findBySearch(reader, { words, ...codes, storeId, limit });
  }
  switch (wanted.mode) {
    case 'frequent':
      return catalogue.findFrequent(reader, storeId, now, wanted.most);
    case 'recent':
      return catalogue.findRecent(reader, wanted.most);
    case 'all':
      return catalogue.findAll(reader, storeId, wanted.most);
  }
}

/** Why a unit of the store is not sold, where that is not its cart's or its transfer's to say. */
const NOT_SOLD: Partial<Record<UnitStatus, string>> = {
  defective: 'This item is marked as defective',
  on_hold: 'This item was traded in and is on hold. It is sold once its trade-in is cleared',
  lost: 'This item is marked as lost',
};

/** Returns the refusal of a unit in transit: neither end of its transfer sells it. */
const inTransitWith = ({ to_store_name, number }: { to_store_name: string; number: string }) =>
  new ApiError('item_unavailable', { message: `This item is in transit to ${to_store_name} (${number})` });

/** Returns the refusal of a code that nothing in the store has: where its unit is, for callers who may see stock. */
async function elsewhere(writer: Writer, codes: readonly string[]): Promise<ApiError> {
  const unitId = await findIdOfCodes(writer, codes);
  if (unitId === null) return new ApiError('code_not_found');
  const store = await findStoreOfUnit(writer, unitId);
  if (store) return new ApiError('code_not_found', { details: { stands_at: store.name } });
  const transit = await transitOfUnit(writer, unitId);
  return transit ? inTransitWith(transit) : new ApiError('code_not_found');
}

async function scannedUnit(writer: Writer, unit: UnitRow, holder: Holder): Promise<ScanResult> {
  if (unit.status === 'sold') {
    const sale = await findSaleOfUnit(writer, unit.id, holder.session);
    if (!sale) throw new ApiError('item_unavailable');
    return { type: 'transaction', data: { transaction_id: sale, inventory_item_id: unit.id } };
  }
  if (unit.status === 'in_transit') {
    const transit = await transitOfUnit(writer, unit.id);
    throw transit ? inTransitWith(transit) : new ApiError('item_unavailable');
  }
  const message = unit.status === 'returned' ? await whereItWent(writer, unit) : NOT_SOLD[unit.status];
  if (message !== undefined) throw new ApiError('item_unavailable', { message });
  const lock = await lockFound(writer, unit, holder);
  return {
    type: 'inventory',
    data: { ...lock.inventoryItem, productVariation: lock.productVariation },
    lockToken: lock.lockToken,
    expires_at: lock.expires_at,
  };
}

async function scannedProduct(writer: Writer, code: string, holder: Holder): Promise<ScanResult | null> {
  const variation = await catalogue.findVariationByBarcode(writer, code);
  const product = variation
    ? await catalogue.findProduct(writer, variation.product_id)
    : await catalogue.findProductBySku(writer, code);
  if (!product) return null;
  const [data] = await withStock(writer, [product], holder);
  return data ? { type: 'product', data, variation_id: variation?.id ?? null } : null;
}

/**
 * Finds what a scanned code is, in this order: a receipt's QR code; a unit by IMEI, serial number or QR code (locked in
 * the same step); a variation by barcode; a product by SKU; each part of a GS1 code; a transaction by its number, typed
 * from a receipt. 404 `code_not_found` for anything else, which says so of a sale that its till has not sent yet; callers who may see stock are told at which other store a
 * unit is. 409 if the store does not sell at a till.
 */
export async function scan(writer: Writer, scanned: string, holder: Holder): Promise<ScanResult> {
  const code = normaliseCode(scanned);
  const receiptNumber = receiptNumberIn(code);
  const codes = codesToFind(code);
  const findSale = async () =>
    receiptNumber === null ? null : findSaleByNumber(writer, receiptNumber, holder.session);
  const findUnit = async () => {
    for (const each of codes) {
      const unit = await findUnitByCode(writer, each, holder.storeId);
      if (unit) return unit;
    }
    return null;
  };
  const [, printed, unit] = await Promise.all([sellingStore(writer, holder.storeId), findSale(), findUnit()]);
  if (printed) return { type: 'transaction', data: { transaction_id: printed } };
  if (unit) return scannedUnit(writer, unit, holder);
  for (const each of codes) {
    const product = await scannedProduct(writer, each, holder);
    if (product) return product;
  }
  const number = wholeNumber(scanned) ?? wholeOfflineNumber(scanned);
  const sale = number === null ? null : await findSaleByNumber(writer, number, holder.session);
  if (sale !== null) return { type: 'transaction', data: { transaction_id: sale } };
  const message = await notSentYet(writer, scanned, holder.storeId);
  if (message !== null) throw new ApiError('code_not_found', { message });
  const mayKnow = can(holder.session.staff, 'inventory.view');
  throw mayKnow ? await elsewhere(writer, codes) : new ApiError('code_not_found');
}

/**
 * Records that a selling store's drawer is opened without a sale. The audit event, written in the same transaction,
 * says who, where, when and why; the till's shift counts it. 409 `pos_disabled` if no till may sell, `shift_required`
 * if the store keeps shifts and none is open at the till, 403 `approval_required` if the chain wants a manager.
 */
export async function recordNoSale(reader: Reader, reason: string, caller: TillCaller) {
  const store = await sellingStore(reader, caller.storeId);
  await refuseUnapproved(reader, 'approve_no_sale', caller);
  return async (writer: Writer) => {
    await enter(writer, store, caller, [{ kind: 'no_sale', amount: 0, reason }]);
    return { message: `No sale recorded at ${store.name}` };
  };
}
