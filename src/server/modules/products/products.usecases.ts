import { ApiError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import {
  foundVariation,
  listedProduct,
  productSale,
  type FoundVariation,
  type ListedProduct,
  type ProductSale,
  type products,
  type StoreStock,
} from '#contract/products.ts';
import { codesToFind, normaliseCode } from '#domain/barcodes.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { findOnOrder } from '../purchase-orders/purchase-orders.public.ts';
import { requireProductRow, variationsOf } from './products.guards.ts';
import { findFigures, findProducts } from './product-list.repository.ts';
import { findSaleIds, findSales, type SaleRow } from './product-sales.repository.ts';
import { findStock, findStores, productsOf } from './products.repository.ts';
import { findCoded, findVariations, type FoundRow } from './variation-search.repository.ts';
import { findVariationsOf } from './variations.repository.ts';

const ROWS_A_PAGE = 20;
const VARIATIONS_A_PAGE = 100;
const SALES_A_PAGE = 10;

type Asker = { session: Session; storeId: number };

/** Returns list rows of some products, in the order of their ids. */
async function listed(reader: Reader, ids: readonly number[], storeId: number): Promise<ListedProduct[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await productsOf(reader, ids)).map((row) => [row.id, row]));
  const figures = new Map((await findFigures(reader, ids, storeId)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const [row, figure] = [rows.get(id), figures.get(id)];
    if (!row || !figure) return [];
    return toShape(
      listedProduct,
      { ...row, ...figure },
      {
        manufacturer: { id: row.manufacturer_id, name: row.manufacturer_name },
        product_type: { id: row.product_type_id, name: row.type_name },
        lowest_price: figure.variations_count ? Number(figure.lowest_price) : null,
        highest_price: figure.variations_count ? Number(figure.highest_price) : null,
        product_variations: undefined,
      },
    );
  });
}

/** Returns one page of products with their stock at the caller's store or another of theirs; 403 `foreign_store`. */
export async function listProducts(
  reader: Reader,
  { include, store_id, ...query }: RouteInput<typeof products.list>['query'],
  { session, storeId }: Asker,
): Promise<RouteOutput<typeof products.list>> {
  const at = store_id ?? storeId;
  if (!session.staff.store_ids.includes(at)) throw new ApiError('foreign_store');
  const place = pagePlace(query, ROWS_A_PAGE);
  const { ids, total } = await findProducts(reader, query, at, place);
  const rows = await listed(reader, ids, at);
  if (include !== 'variations') return pageAnswer(rows, total, place);
  const variations = await variationsOf(reader, ids, session.staff.store_ids);
  const withThem = rows.map((row) => ({ ...row, product_variations: variations.get(row.id) ?? [] }));
  return pageAnswer(withThem, total, place);
}

const presentFound = (row: FoundRow): FoundVariation =>
  toShape(foundVariation, row, {
    is_active: row.is_active === 1 && row.status === 'active',
    product: {
      id: row.product_id,
      name: row.product_name,
      sku: row.sku,
      kind: row.kind,
      requires_serial: row.requires_serial === 1,
    },
  });

/** Returns one page of the sellable variations, or of all, that match a search. */
export async function listVariations(
  reader: Reader,
  query: RouteInput<typeof products.findVariations>['query'],
): Promise<RouteOutput<typeof products.findVariations>> {
  const place = pagePlace(query, VARIATIONS_A_PAGE);
  const { rows, total } = await findVariations(reader, query, place);
  return pageAnswer(rows.map(presentFound), total, place);
}

/** Finds, for each code, typed or scanned, the variations with that SKU or barcode. */
export async function variationsByCodes(
  reader: Reader,
  codes: readonly string[],
): Promise<RouteOutput<typeof products.codedVariations>> {
  const meant = codes.map((code) => ({ code, variants: codesToFind(normaliseCode(code)) }));
  const rows = await findCoded(reader, [...new Set(meant.flatMap(({ variants }) => variants))]);
  return meant.map(({ code, variants }) => {
    const byBarcode = rows.filter(({ barcode }) => barcode !== null && variants.includes(barcode));
    const found = byBarcode.length > 0 ? byBarcode : rows.filter(({ sku }) => variants.includes(sku));
    return { code, product_variations: found.map(presentFound) };
  });
}

/** Returns a product's stock at each of some stores, zero included; 404 `not_found`. */
export async function stockOfProduct(
  reader: Reader,
  productId: number,
  storeIds: readonly number[],
): Promise<StoreStock[]> {
  await requireProductRow(reader, productId);
  if (storeIds.length === 0) return [];
  const variations = await findVariationsOf(reader, [productId]);
  const rows = await findStock(reader, productId, storeIds);
  const ids = variations.map(({ id }) => id);
  const coming = ids.length ? await findOnOrder(reader, ids, storeIds) : [];
  return (await findStores(reader, storeIds)).map((store) => {
    const kept = new Map(rows.filter((row) => row.store_id === store.id).map((row) => [row.id, row]));
    const ordered = coming.filter((row) => row.store_id === store.id);
    const existing = variations.map(({ id }) => {
      const { units = 0, reorder_point = 0, own_reorder_point = null } = kept.get(id) ?? {};
      const on_order = ordered.find((row) => row.product_variation_id === id)?.units ?? 0;
      return { id, units, reorder_point, own_reorder_point, on_order };
    });
    return {
      store,
      units: existing.reduce((sum, { units }) => sum + units, 0),
      product_variations: existing,
    };
  });
}

const presentSale = (row: SaleRow): ProductSale =>
  toShape(productSale, row, {
    completed_at: row.completed_at ?? row.dated_at,
    store: { id: row.store_id, name: row.store_name },
  });

/** Returns one page of a product's standing sales at some stores, newest first; 404 `not_found`. */
export async function salesOfProduct(
  reader: Reader,
  productId: number,
  query: RouteInput<typeof products.sales>['query'],
  storeIds: readonly number[],
): Promise<RouteOutput<typeof products.sales>> {
  await requireProductRow(reader, productId);
  const place = pagePlace(query, SALES_A_PAGE);
  if (storeIds.length === 0) return pageAnswer([], { count: 0, capped: false }, place);
  const { ids, total } = await findSaleIds(reader, productId, storeIds);
  const page = ids.slice(place.offset, place.offset + place.perPage);
  return pageAnswer((await findSales(reader, page)).map(presentSale), total, place);
}
