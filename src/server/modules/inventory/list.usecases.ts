import type { FileAnswer, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import type { inventory, UnitFilters, UnitSort } from '#contract/inventory.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { can } from '#domain/permissions.ts';
import { pricesOfUnit } from '#domain/pricing.ts';
import { productParts, productStarts, unitParts, unitStarts } from '#domain/search-key.ts';
import { DAY, storeDate, zonesOf, type Zones } from '#domain/store-time.ts';
import { unitCategoryLabels, unitStatusLabels } from '#domain/units.ts';
import type { Reader } from '../../db/access.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { csvAmount, csvFile, type CsvColumns } from '../../http/csv-file.ts';
import { findCodedUnits } from '../units/units.public.ts';
import { getStore, isOwn } from '../stores/stores.public.ts';
import { findFollowing, findOrderNumbers, type UnitFilter } from './list.repository.ts';
import { presentDetails } from './inventory.present.ts';
import type { DetailRow } from './inventory.repository.ts';
import { findPage, withFewIds } from './search.repository.ts';

type Caller = { session: Session; storeId: number; now: number };
type Query = UnitFilters & { sort?: UnitSort; page?: number; per_page?: number };

const ROWS_A_PAGE = 20;
/** Newest first. */
const STANDARD_SORT: UnitSort = 'age';

/**
 * Returns a search text as parts of codes, or beginnings if it is short, and words of products; a text without letters
 * and digits as a whole code.
 */
async function searchOf(
  reader: Reader,
  search: string,
): Promise<Pick<UnitFilter, 'codes' | 'words' | 'isEither' | 'ids'>> {
  if (!search.trim()) return {};
  const starts = unitStarts(search);
  if (starts.length) return { codes: starts, words: productStarts(search), isEither: true };
  const codes = unitParts(search);
  if (codes.length) return { codes, words: productParts(search) };
  return { ids: (await findCodedUnits(reader, [normaliseCode(search)])).map(({ id }) => id) };
}

/** Returns the filter of a query; 403 `foreign_store` for a store that is not the caller's. */
async function filterOf(
  reader: Reader,
  query: UnitFilters,
  { session, storeId, now }: Caller,
): Promise<UnitFilter> {
  const { search = '', store_id = storeId, min_age, max_age } = query;
  if (!isOwn(session, store_id)) throw new ApiError('foreign_store');
  return {
    storeId: store_id,
    now,
    ...(await searchOf(reader, search)),
    status: query.status,
    category: query.category,
    productId: query.product_id,
    variationId: query.product_variation_id,
    supplierId: query.supplier_id,
    imeiTwice: query.imei_twice,
    withoutPrice: query.without_price,
    // How long something lies is asked of the stock: what was sold lies no longer.
    inStock: min_age !== undefined && query.status === undefined,
    from: max_age === undefined ? undefined : now - (max_age + 1) * DAY + 1,
    before: min_age === undefined ? undefined : now - min_age * DAY + 1,
  };
}

/** Returns one page of a store's units, by default the newest first. */
export async function listUnits(
  reader: Reader,
  query: Query,
  caller: Caller,
): Promise<RouteOutput<typeof inventory.list>> {
  const place = pagePlace(query, ROWS_A_PAGE);
  const sort = query.sort ?? STANDARD_SORT;
  const { rows, total } = await findPage(reader, await filterOf(reader, query, caller), { sort, ...place });
  return pageAnswer(
    rows.map((row) => presentDetails(row, caller.now)),
    total,
    place,
  );
}

const csvPrice = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? '' : csvAmount(amount);

type ExportedRow = DetailRow & { order_number: string };

const costColumn: CsvColumns<DetailRow>[number] = ['Purchase cost', (row) => csvPrice(row.purchase_cost)];

function columnsIn(zone: Zones, now: number, seesCosts: boolean): CsvColumns<ExportedRow> {
  const unit = (row: DetailRow) => presentDetails(row, now);
  return [
    ['Product', (row) => row.product_name],
    ['Variation', (row) => row.variation_name],
    ['SKU', (row) => row.sku],
    ['Serial number', (row) => row.serial_number ?? ''],
    ['IMEI', (row) => row.imei ?? ''],
    ['IMEI 2', (row) => row.imei2 ?? ''],
    ['QR code', (row) => row.qr_code ?? ''],
    ['Category', (row) => unitCategoryLabels[row.category]],
    ['Rating', (row) => row.condition_rating ?? ''],
    ['Price', (row) => csvPrice(pricesOfUnit(row)?.retail_price)],
    ['Minimum price', (row) => csvPrice(pricesOfUnit(row)?.minimum_price)],
    ['Status', (row) => unitStatusLabels[unit(row).status]],
    ['Store', (row) => row.store_name],
    ['Supplier', (row) => row.supplier_name ?? ''],
    ['Purchase order', (row) => row.order_number],
    ['Received', (row) => storeDate(row.created_at, zone)],
    ['Days in store', (row) => unit(row).age_days],
    ...(seesCosts ? [costColumn] : []),
    ['Notes', (row) => row.notes ?? ''],
  ];
}

/** Returns the matching units as a CSV file that is written as it is read; with costs for those who may see them. */
export async function exportUnits(reader: Reader, query: Query, caller: Caller): Promise<FileAnswer> {
  const { session, now } = caller;
  const filter = await filterOf(reader, query, caller);
  const zones = zonesOf(await getStore(reader, filter.storeId));
  const wanted = await withFewIds(reader, filter);
  const sort = query.sort ?? STANDARD_SORT;
  return csvFile({
    name: `inventory-${storeDate(now, zones)}.csv`,
    columns: columnsIn(zones, now, can(session.staff, 'costs.view')),
    following: async (after, limit) => {
      const rows = await findFollowing(reader, wanted, { sort, limit, after });
      const ids = rows.map(({ id }) => id);
      const orders = await findOrderNumbers(reader, ids, session.staff.store_ids);
      return rows.map((row) => ({ ...row, order_number: orders.get(row.id) ?? '' }));
    },
  });
}
