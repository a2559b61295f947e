import type { FileAnswer, RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type LowStock,
  type LowStockToOrder,
  type lowStockRoutes,
  type LowStockSort,
  lowVariation,
  variationPoint,
} from '#contract/low-stock.ts';
import { productParts } from '#domain/search-key.ts';
import { storeDate, zonesOf } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import type { Call, Session } from '../../http/call.ts';
import { type CsvColumns, csvFile } from '../../http/csv-file.ts';
import { toShape } from '../../http/to-shape.ts';
import { claimProduct, noteField, requireProduct, requireVariation } from '../products/products.public.ts';
import { findLastSuppliers, findOnOrder } from '../purchase-orders/purchase-orders.public.ts';
import { getStore, isOwn, ownStore } from '../stores/stores.public.ts';
import {
  findFollowing,
  findLow,
  findPoint,
  type LowFilter,
  type LowRow,
  putPoint,
  withFewIds,
} from './low-stock.repository.ts';

type Caller = { session: Session; storeId: number; now: number };
type Query = LowStockToOrder & { sort?: LowStockSort; page?: number; per_page?: number };

const ROWS_A_PAGE = 20;
/** The largest shortage first. */
const STANDARD_SORT: LowStockSort = '-missing';

const NOTHING = { count: 0, capped: false };

/** Returns the filter of a query; 403 `foreign_store`, null for an ended store, which buys nothing any more. */
function filterOf(query: LowStockToOrder, { session, storeId }: Caller): LowFilter | null {
  const { search = '', store_id = storeId, level } = query;
  if (!isOwn(session, store_id)) throw new ApiError('foreign_store');
  if (session.staff.inactive_store_ids.includes(store_id)) return null;
  return {
    storeId: store_id,
    codes: search.trim() === '' ? undefined : productParts(search),
    typeId: query.product_type_id,
    makerId: query.manufacturer_id,
    ids: query.variation_ids?.split(',').map(Number),
    isOut: level === undefined ? undefined : level === 'out',
  };
}

/** Returns how many units of each of some rows are on order for their store. */
async function onOrder(reader: Reader, rows: readonly LowRow[]): Promise<(row: LowRow) => number> {
  const [first] = rows;
  if (!first) return () => 0;
  const ids = rows.map(({ id }) => id);
  const coming = await findOnOrder(reader, ids, [first.store_id]);
  const units = new Map(coming.map((row) => [row.product_variation_id, row.units]));
  return ({ id }) => units.get(id) ?? 0;
}

const toOrder = (row: LowRow, ordered: number) => Math.max(0, -row.spare - ordered);

type Ordering = { ordered: number; supplier: LowStock['supplier'] };

const present = (row: LowRow, { ordered, supplier }: Ordering): LowStock =>
  toShape(lowVariation, row, {
    product: {
      id: row.product_id,
      name: row.product_name,
      sku: row.sku,
      kind: row.kind,
      product_type: { id: row.type_id, name: row.type_name },
      manufacturer: { id: row.manufacturer_id, name: row.manufacturer_name },
    },
    store: { id: row.store_id, name: row.store_name },
    missing: -row.spare,
    on_order: ordered,
    to_order: toOrder(row, ordered),
    supplier,
  });

/** Returns one page of a store's low stock, by default the largest shortage first. */
export async function listLow(
  reader: Reader,
  query: Query,
  caller: Caller,
): Promise<RouteOutput<typeof lowStockRoutes.lowStock>> {
  const place = pagePlace(query, ROWS_A_PAGE);
  const filter = filterOf(query, caller);
  if (!filter) return pageAnswer([], NOTHING, place);
  const { rows, total } = await findLow(reader, filter, { ...place, sort: query.sort ?? STANDARD_SORT });
  const ordered = await onOrder(reader, rows);
  const last = await findLastSuppliers(
    reader,
    rows.map(({ id }) => id),
  );
  const shown = rows.map((row) =>
    present(row, { ordered: ordered(row), supplier: last.get(row.id) ?? null }),
  );
  return pageAnswer(shown, total, place);
}

type ExportedRow = LowRow & { ordered: number };

const columns: CsvColumns<ExportedRow> = [
  ['Product', (row) => row.product_name],
  ['Variation', (row) => row.name],
  ['SKU', (row) => row.sku],
  ['Type', (row) => row.type_name],
  ['Manufacturer', (row) => row.manufacturer_name],
  ['Store', (row) => row.store_name],
  ['In stock', (row) => row.units],
  ['Reorder point', (row) => row.reorder_point],
  ['Missing', (row) => -row.spare],
  ['On order', (row) => row.ordered],
  ['To order', (row) => toOrder(row, row.ordered)],
];

/** Returns a store's low stock as a CSV file that is written as it is read. */
export async function exportLow(reader: Reader, query: Query, caller: Caller): Promise<FileAnswer> {
  const filter = filterOf(query, caller);
  const zones = zonesOf(await getStore(reader, query.store_id ?? caller.storeId));
  const wanted = filter && (await withFewIds(reader, filter));
  const sort = query.sort ?? STANDARD_SORT;
  return csvFile({
    name: `low-stock-${storeDate(caller.now, zones)}.csv`,
    columns,
    following: async (after, limit) => {
      const rows = wanted ? await findFollowing(reader, wanted, { sort, limit, after }) : [];
      const ordered = await onOrder(reader, rows);
      return rows.map((row) => ({ ...row, ordered: ordered(row) }));
    },
  });
}

type Route = typeof lowStockRoutes.setReorderPoint;
type Changer = Pick<Call<Route>, 'session' | 'storeId' | 'now' | 'noteChange' | 'noteTarget'>;

/**
 * Sets a variation's reorder point in the named store, else in the caller's; null removes it. 404 `not_found`, 403
 * `foreign_store`, 409 `store_inactive`.
 */
export async function setPoint(
  writer: Writer,
  { productId, variationId }: RouteInput<Route>['params'],
  { store_id, reorder_point, ...form }: RouteInput<Route>['body'],
  { session, storeId, now, noteChange, noteTarget }: Changer,
): Promise<RouteOutput<Route>> {
  const { id, name, is_active } = await ownStore(writer, session, store_id ?? storeId);
  if (!is_active) throw new ApiError('store_inactive');
  await claimProduct(writer, productId);
  const product = await requireProduct(writer, productId, session.staff.store_ids);
  const variation = requireVariation(product, variationId);
  noteTarget(product);
  const before = await findPoint(writer, variationId, id);
  const shown = (own_reorder_point: number | null) => ({
    store: { id, name },
    product_variation: { id: variation.id, name: variation.name },
    own_reorder_point,
  });
  if (before !== reorder_point) {
    const key = { product_variation_id: variationId, store_id: id };
    await putPoint(writer, insertedColumns('reorder_points', { ...form, ...key }), reorder_point);
    const asText = (point: number | null) => `${name}: ${point ?? 'as its type'}`;
    const change = { field: 'reorder_point', before: asText(before), after: asText(reorder_point) };
    await noteField(writer, { productId, variationId, staffId: session.staff.id, at: now }, change);
  }
  noteChange(variationPoint, shown(before), shown(reorder_point));
  return shown(reorder_point);
}
