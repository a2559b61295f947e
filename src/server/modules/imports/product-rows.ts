import { normaliseCode } from '#domain/barcodes.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import {
  findVariationsByCodes,
  meaningsOf,
  takeProduct,
  takeProductsBack,
  whyProductsStay,
} from '../products/products.public.ts';
import {
  dateWarnings,
  made,
  metBefore,
  notTaken,
  type Checked,
  type Checking,
  type GoodRow,
  type KindRules,
  type MadeRow,
  type Outcome,
  type RawRow,
  type UndoRules,
  type Writing,
} from './kind-rules.ts';
import { idsOfNew } from './new-names.ts';
import {
  otherwise,
  readProduct,
  readVariation,
  saidOfProducts,
  skuOf,
  withShared,
  type ProductData,
} from './product-cells.ts';
import { findByNames } from './rows.repository.ts';

/** Returns a problem if a SKU or a barcode already leads to something when it is scanned. */
const meant = (field: string, message: string | undefined) =>
  message === undefined ? [] : [{ field, message }];

async function check(
  reader: Reader,
  rows: readonly RawRow[],
  { task, met }: Checking,
): Promise<Checked<ProductData>[]> {
  const typeOf = await findByNames(
    reader,
    'product_types',
    rows.map(({ cells }) => cells.product_type ?? ''),
  );
  const makerOf = await findByNames(
    reader,
    'manufacturers',
    rows.map(({ cells }) => cells.manufacturer ?? ''),
  );
  const given = (codes: string[]) => [...new Set(codes.filter(Boolean))];
  const skus = given(rows.map(({ cells }) => skuOf(cells)));
  const barcodes = given(rows.map(({ cells }) => normaliseCode(cells.barcode ?? '')));
  const { ofSku, ofBarcode } = await findVariationsByCodes(reader, {
    skus,
    barcodes,
  });
  const skuMeans = await meaningsOf(reader, 'sku', skus);
  const barcodeMeans = await meaningsOf(reader, 'barcode', barcodes);
  const said = saidOfProducts(rows);
  const needsCost = task.has_costs === 1;
  const checked = rows.map((raw): Checked<ProductData> => {
    const sku = skuOf(raw.cells);
    const cells = withShared(raw, said);
    const ids = { typeId: typeOf(cells.product_type ?? ''), makerId: makerOf(cells.manufacturer ?? '') };
    const { product, problems, newNames } = readProduct(cells, ids, task.makes_names === 1);
    const { variation, problems: more } = readVariation(cells, needsCost);
    const barcode = normaliseCode(cells.barcode ?? '');
    const [owner] = ofSku.get(sku) ?? [];
    const coded = barcode ? ofBarcode.get(barcode) : undefined;
    const all = [
      ...problems,
      ...more,
      ...otherwise(raw, said),
      ...(owner ? [{ field: 'sku', message: `${owner.product_name} has this SKU already` }] : []),
      ...(coded
        ? [{ field: 'barcode', message: `${coded.product_name}, ${coded.name}, has this barcode already` }]
        : []),
      ...meant('sku', skuMeans.get(sku)),
      ...meant('barcode', barcodeMeans.get(barcode)),
      ...(barcode
        ? metBefore(met, raw.row, { field: 'barcode', what: 'barcode', key: `barcode ${barcode}` })
        : []),
      ...(variation
        ? metBefore(met, raw.row, {
            field: 'variation',
            what: 'variation',
            key: `variation ${sku} ${uniqueName(variation.name)}`,
          })
        : []),
    ];
    const subject = [product?.name, variation?.name].filter(Boolean).join(', ');
    return {
      row: raw.row,
      problems: all,
      data:
        product && variation
          ? { product, variation, subject, ...(newNames.length ? { newNames } : {}) }
          : null,
      warnings: dateWarnings({ sku: raw.cells.sku ?? '', barcode: raw.cells.barcode ?? '' }),
      newNames,
    };
  });
  return wholeProducts(rows, checked);
}

/** Marks all rows of a product as bad if one is: a product is made whole or not at all. */
function wholeProducts(rows: readonly RawRow[], checked: Checked<ProductData>[]): Checked<ProductData>[] {
  const bad = new Map<string, number>();
  checked.forEach(({ row, problems }, at) => {
    const sku = skuOf(rows[at]?.cells ?? {});
    if (problems.length && !bad.has(sku)) bad.set(sku, row);
  });
  return checked.map((one, at) => {
    const row = bad.get(skuOf(rows[at]?.cells ?? {}));
    if (row === undefined || one.problems.length) return one;
    return { ...one, problems: [{ field: 'sku', message: `Row ${row} of this product has a problem` }] };
  });
}

async function write(
  writer: Writer,
  rows: readonly GoodRow<ProductData>[],
  { staffId, now, noteMade }: Writing,
): Promise<Outcome[]> {
  const { ofSku, ofBarcode } = await findVariationsByCodes(writer, {
    skus: rows.map(({ data }) => data.product.sku),
    barcodes: rows.flatMap(({ data: { variation } }) => variation.barcode ?? []).map(normaliseCode),
  });
  const outcomes: Outcome[] = [];
  for (const group of Map.groupBy(rows, ({ group: one }) => one).values()) {
    const [first] = group;
    if (!first) continue;
    const [owner] = ofSku.get(first.data.product.sku) ?? [];
    const coded = group.flatMap(
      ({ data: { variation } }) => ofBarcode.get(normaliseCode(variation.barcode ?? '')) ?? [],
    )[0];
    const problem = owner
      ? { field: 'sku', message: `${owner.product_name} has this SKU already` }
      : coded && {
          field: 'barcode',
          message: `${coded.product_name}, ${coded.name}, has this barcode already`,
        };
    if (problem) {
      outcomes.push(...group.map(({ row }) => notTaken(row, [problem])));
      continue;
    }
    const variations = group.map(({ data }) => data.variation);
    const names = await idsOfNew(writer, first.data.newNames ?? [], noteMade);
    const id = await takeProduct(writer, { ...first.data.product, ...names, variations }, { staffId, now });
    outcomes.push(...group.map(({ row }) => made(row, id)));
  }
  return outcomes;
}

/** Returns the products that rows made, each with its number of rows: a row is a variation. */
const madeIn = (rows: readonly MadeRow<ProductData>[]) =>
  [...Map.groupBy(rows, ({ madeIds }) => madeIds[0] ?? 0)].map(([id, of]) => ({ id, variations: of.length }));

const undo: UndoRules<ProductData> = {
  whyStays: (reader, rows) => whyProductsStay(reader, madeIn(rows)),
  takeBack: (writer, rows) => takeProductsBack(writer, madeIn(rows)),
};

/** The rules for products: a variation in each row; the rows of one SKU are one product. */
export const productRows: KindRules<ProductData> = { groupBy: skuOf, check, write, undo, groupsAtOnce: 15 };
