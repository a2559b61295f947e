import { z } from '#contract/zod.ts';
import { money } from '#contract/codecs.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import {
  product,
  variation,
  type Attribute,
  type Photo,
  type Product,
  type ProductHistoryEntry,
  type products,
  type Variation,
} from '#contract/products.ts';
import { scannedNumbersLabels } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import {
  insertHistory,
  selectHistory,
  selectHistoryIds,
  type Changed,
  type FieldChange,
  type HistoryRow,
} from './history.repository.ts';
import { requireProductRow } from './products.guards.ts';

const attributeText = (attributes: readonly Attribute[]) =>
  attributes.map(({ name, value }) => `${name}: ${value}`).join(', ') || null;

/** Returns a product's fields as its history stores them: names in place of ids. */
function productFields(of: Product): Record<string, unknown> {
  const wire = z.encode(product, of);
  const { name, sku, description, status, requires_serial, warranty_months, warranty_months_used } = wire;
  return {
    name,
    sku,
    description,
    status,
    requires_serial,
    scanned_numbers: wire.scanned_numbers && scannedNumbersLabels[wire.scanned_numbers],
    product_type: wire.product_type.name,
    manufacturer: wire.manufacturer.name,
    warranty_months,
    warranty_months_used,
  };
}

function variationFields(of: Variation): Record<string, unknown> {
  const { id: _, inventory_items_count: __, image_url: ___, attributes, ...fields } = z.encode(variation, of);
  return { ...fields, attributes: attributeText(attributes) };
}

const differences = (before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] =>
  Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));

type By = Omit<Changed, 'variationId'>;

/** Records the changed fields of a product. */
export const noteProduct = (writer: Writer, by: By, before: Product, after: Product) =>
  insertHistory(
    writer,
    { ...by, variationId: null },
    differences(productFields(before), productFields(after)),
  );

/** Records the changed fields of a variation. */
export const noteVariation = (writer: Writer, by: By, before: Variation, after: Variation) =>
  insertHistory(
    writer,
    { ...by, variationId: after.id },
    differences(variationFields(before), variationFields(after)),
  );

/** Records a change of something stored beside a product. */
export const noteField = (writer: Writer, by: Changed, change: FieldChange) =>
  insertHistory(writer, by, [change]);

/** Records that a product, or a variation of it, was created. */
export const noteCreated = (writer: Writer, by: By, made: { id: number; name: string }) =>
  insertHistory(writer, { ...by, variationId: made.id === by.productId ? null : made.id }, [
    { field: 'created', before: null, after: made.name },
  ]);

/** Records that a variation was deleted, by its name. */
export const noteDeleted = (writer: Writer, by: By, gone: Variation) =>
  insertHistory(writer, { ...by, variationId: null }, [{ field: 'deleted', before: gone.name, after: null }]);

/** Records a changed number of photos of a product or a variation; else their new order, or a replacement. */
export const notePhotos = (
  writer: Writer,
  by: By,
  variationId: number | null,
  before: readonly Photo[],
  after: readonly Pick<Photo, 'id' | 'product_variation_id'>[],
) => {
  const idsOf = (photos: typeof after) =>
    photos.filter((photo) => photo.product_variation_id === variationId).map(({ id }) => id);
  const [was, is] = [idsOf(before), idsOf(after)];
  const isMoved = is.every((id) => was.includes(id)) && was.length === is.length;
  const field = isMoved ? 'photo_order' : was.length === is.length ? 'photo_replaced' : 'photos';
  const [from, to] = field === 'photos' ? [was.length, is.length] : [null, null];
  return insertHistory(writer, { ...by, variationId }, [{ field, before: from, after: to }]);
};

type Value = ProductHistoryEntry['before'];
const valueOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as Value));
const amountOf = (text: string | null) => (text === null ? null : money.parse(JSON.parse(text)));

function presentEntry(row: HistoryRow): ProductHistoryEntry {
  const { id, at, field, before_json, after_json } = row;
  const isCost = field === 'cost';
  return {
    id,
    at,
    field,
    staff: row.staff_id === null ? null : { id: row.staff_id, name: row.staff_name ?? '' },
    product_variation:
      row.product_variation_id === null || row.variation_name === null
        ? null
        : { id: row.product_variation_id, name: row.variation_name },
    before: isCost ? null : valueOf(before_json),
    after: isCost ? null : valueOf(after_json),
    cost: isCost ? { before: amountOf(before_json), after: amountOf(after_json) } : null,
  };
}

const ROWS_A_PAGE = 20;

/** Returns one page of a product's history, newest first; 404 `not_found`. */
export async function listHistory(
  reader: Reader,
  productId: number,
  query: RouteInput<typeof products.history>['query'],
  seesCosts: boolean,
): Promise<RouteOutput<typeof products.history>> {
  await requireProductRow(reader, productId);
  const listed = {
    ids: selectHistoryIds(reader, productId, seesCosts),
    rowsOf: (ids: readonly number[]) => selectHistory(reader, ids),
  };
  return readPage(reader, listed, pagePlace(query, ROWS_A_PAGE), presentEntry);
}
