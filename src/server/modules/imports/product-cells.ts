import { manufacturerForm } from '#contract/manufacturers.ts';
import { productForm, variationForm, type ProductForm, type VariationForm } from '#contract/products.ts';
import { fieldsOf } from '#contract/shapes.ts';
import { amountIn, attributesIn, monthsIn, yesIn } from '#domain/import-cells.ts';
import { searchKey } from '#domain/search-key.ts';
import { priceFields } from '../products/products.public.ts';
import {
  formIn,
  problemsOf,
  shortenedIn,
  type CellReaders,
  type NewName,
  type Problem,
  type RawRow,
} from './kind-rules.ts';

/** A variation with its product; `newNames` are of lookups that are made with it, in place of their ids. */
export type ProductData = {
  product: ProductForm;
  variation: VariationForm;
  subject: string;
  newNames?: readonly NewName[];
};

export const skuOf = (cells: RawRow['cells']) => (cells.sku ?? '').trim().toUpperCase();

/** The columns of fields that have another name in a file. */
const productNames: Readonly<Record<string, string>> = {
  product_type_id: 'product_type',
  manufacturer_id: 'manufacturer',
};
const variationNames = { name: 'variation' };

const productReaders = { requires_serial: yesIn, warranty_months: monthsIn, warranty_months_used: monthsIn };
const priceReaders = Object.fromEntries(priceFields.map((field) => [field, amountIn]));

/** The id of a name that is not there yet: the row's data names it. */
const TO_BE_MADE = 1;

/** The ids of a row's type and manufacturer; undefined for those that do not exist. */
type Ids = { typeId: number | undefined; makerId: number | undefined };

/** Returns the names of a row that no lookup has, if they can be made. */
function newNamesIn(cells: RawRow['cells'], { typeId, makerId }: Ids): NewName[] {
  const ids = { product_type: typeId, manufacturer: makerId };
  return (['product_type', 'manufacturer'] as const).flatMap((field) => {
    // Types and manufacturers have the same rule for their names.
    const name = manufacturerForm.shape.name.safeParse(cells[field] ?? '');
    return ids[field] === undefined && name.success ? [{ field, name: name.data }] : [];
  });
}

/** Reads a row's product. Unknown types and manufacturers are problems, unless they are to be made. */
export function readProduct(cells: RawRow['cells'], { typeId, makerId }: Ids, makesNames: boolean) {
  const newNames = newNamesIn(cells, { typeId, makerId });
  const isMade = (field: NewName['field']) => makesNames && newNames.some((one) => one.field === field);
  const form = productForm.safeParse({
    ...formIn(productForm, cells, productReaders),
    product_type_id: isMade('product_type') ? TO_BE_MADE : typeId,
    manufacturer_id: isMade('manufacturer') ? TO_BE_MADE : makerId,
  });
  const problems = form.success ? [] : problemsOf(form.error, cells, productNames);
  const better: Record<string, string | false | undefined> = {
    product_type: cells.product_type && typeId === undefined && 'There is no product type of this name',
    manufacturer: cells.manufacturer && makerId === undefined && 'There is no manufacturer of this name',
    requires_serial: 'Write yes or no',
  };
  return {
    product: form.data,
    problems: problems.map(({ field, message }) => ({ field, message: better[field] || message })),
    newNames,
  };
}

export function readVariation(cells: RawRow['cells'], needsCost: boolean) {
  const attributes = attributesIn(cells.attributes ?? '');
  const form = variationForm.safeParse({
    ...formIn(variationForm, { ...cells, name: cells.variation ?? '' }, priceReaders),
    attributes: attributes ?? [],
  });
  const problems = form.success ? [] : problemsOf(form.error, cells, variationNames);
  if (!attributes)
    problems.push({ field: 'attributes', message: 'Write them as Color: Black; Storage: 128 GB' });
  if (needsCost && !cells.cost) problems.push({ field: 'cost', message: 'Cost is required' });
  problems.push(...shortenedIn(cells, ['barcode']));
  return { variation: form.data, problems };
}

/** The fields that all rows of a product share: the first row that says something counts. */
const SHARED = fieldsOf(productForm.omit({ sku: true })).map((field) => productNames[field] ?? field);

type Said = { row: number; cell: string };

/** Returns by SKU and shared field what the rows of a product say first. */
export function saidOfProducts(rows: readonly RawRow[]): (sku: string, field: string) => Said | undefined {
  const said = new Map<string, Said>();
  for (const { row, cells } of rows) {
    const sku = skuOf(cells);
    for (const field of sku ? SHARED : []) {
      const key = `${field} ${sku}`;
      const cell = cells[field];
      if (cell && !said.has(key)) said.set(key, { row, cell });
    }
  }
  return (sku, field) => said.get(`${field} ${sku}`);
}

/** Returns a row's cells, the shared ones as its product's rows say them first. */
export const withShared = ({ cells }: RawRow, said: ReturnType<typeof saidOfProducts>): RawRow['cells'] => ({
  ...cells,
  ...Object.fromEntries(
    SHARED.flatMap((field) => {
      const cell = said(skuOf(cells), field)?.cell ?? cells[field];
      return cell === undefined ? [] : [[field, cell]];
    }),
  ),
});

/** Returns what a cell means: `Phone` and `phone` are one. */
function meaningOf(field: string, cell: string): unknown {
  const readers: CellReaders = productReaders;
  return readers[field]?.(cell) ?? searchKey(cell);
}

/** Returns problems for what a row says otherwise of its product than an earlier one. */
export const otherwise = ({ row, cells }: RawRow, said: ReturnType<typeof saidOfProducts>): Problem[] =>
  SHARED.flatMap((field) => {
    const first = said(skuOf(cells), field);
    const cell = cells[field];
    if (!cell || !first || first.row === row) return [];
    if (Object.is(meaningOf(field, first.cell), meaningOf(field, cell))) return [];
    return [{ field, message: `Row ${first.row} says something else about this product` }];
  });
