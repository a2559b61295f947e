import { productForm, variationForm, type VariationForm, type ProductForm } from '#contract/products.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { amountIn, attributesIn, isShortened, yesIn } from '#domain/import-cells.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { findVariationsByCodes, meaningsOf, takeProduct } from '../products/products.public.ts';
import {
  made,
  metBefore,
  notTaken,
  problemsOf,
  type Checked,
  type Checking,
  type GoodRow,
  type KindRules,
  type Outcome,
  type Problem,
  type RawRow,
  type Writing,
} from './kind-rules.ts';
import { findByNames } from './rows.repository.ts';

type ProductData = { product: ProductForm; variation: VariationForm; subject: string };

const skuOf = (cells: RawRow['cells']) => (cells.sku ?? '').trim().toUpperCase();
const amount = (cell: string | undefined) => (cell ? amountIn(cell) : undefined);

const productNames = { product_type_id: 'product_type', manufacturer_id: 'manufacturer' };
const variationNames = { name: 'variation' };

type Ids = { typeId: number | undefined; makerId: number | undefined };

function readProduct(cells: RawRow['cells'], { typeId, makerId }: Ids) {
  const serial = cells.requires_serial ? (yesIn(cells.requires_serial) ?? null) : undefined;
  const form = productForm.safeParse({
    name: cells.name ?? '',
    sku: cells.sku ?? '',
    product_type_id: typeId,
    manufacturer_id: makerId,
    description: cells.description || null,
    ...(serial === undefined ? {} : { requires_serial: serial }),
  });
  const problems = form.success ? [] : problemsOf(form.error, cells, productNames);
  const better: Record<string, string | false | undefined> = {
    product_type: cells.product_type && typeId === undefined && 'There is no product type of this name',
    manufacturer: cells.manufacturer && makerId === undefined && 'There is no manufacturer of this name',
    requires_serial: serial === null && 'Write yes or no',
  };
  return {
    product: form.data,
    problems: problems.map(({ field, message }) => ({ field, message: better[field] || message })),
  };
}

function readVariation(cells: RawRow['cells'], needsCost: boolean) {
  const attributes = attributesIn(cells.attributes ?? '');
  const form = variationForm.safeParse({
    name: cells.variation ?? '',
    barcode: cells.barcode || null,
    ...(cells.cost || needsCost ? { cost: amount(cells.cost) } : {}),
    retail_price: amount(cells.retail_price),
    wholesale_price: amount(cells.wholesale_price) ?? null,
    member_price: amount(cells.member_price) ?? null,
    minimum_price: amount(cells.minimum_price) ?? null,
    attributes: attributes ?? [],
  });
  const problems = form.success ? [] : problemsOf(form.error, cells, variationNames);
  if (!attributes)
    problems.push({ field: 'attributes', message: 'Write them as Color: Black; Storage: 128 GB' });
  if (needsCost && !cells.cost) problems.push({ field: 'cost', message: 'Cost is required' });
  if (isShortened(cells.barcode ?? '')) {
    const message = 'A spreadsheet shortened this number. Format its column as text, and save it again';
    problems.push({ field: 'barcode', message });
  }
  return { variation: form.data, problems };
}

/** The fields that all rows of a product share: the first row counts. */
const SHARED = ['name', 'product_type', 'manufacturer', 'description', 'requires_serial'] as const;

function otherwise(first: RawRow, { row, cells }: RawRow): Problem[] {
  if (first.row === row) return [];
  return SHARED.filter((field) => cells[field] && cells[field] !== first.cells[field]).map((field) => ({
    field,
    message: `Row ${first.row} says otherwise of this product`,
  }));
}

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
  const firsts = new Map<string, RawRow>();
  const needsCost = task.has_costs === 1;
  const checked = rows.map((raw): Checked<ProductData> => {
    const sku = skuOf(raw.cells);
    const first = firsts.get(sku) ?? raw;
    firsts.set(sku, first);
    // Fields that only the product's first row has hold for the others, too.
    const cells = { ...raw.cells };
    for (const field of SHARED) cells[field] ||= first.cells[field] ?? '';
    const { product, problems } = readProduct(cells, {
      typeId: typeOf(cells.product_type ?? ''),
      makerId: makerOf(cells.manufacturer ?? ''),
    });
    const { variation, problems: more } = readVariation(cells, needsCost);
    const barcode = normaliseCode(cells.barcode ?? '');
    const [owner] = ofSku.get(sku) ?? [];
    const coded = barcode ? ofBarcode.get(barcode) : undefined;
    const all = [
      ...problems,
      ...more,
      ...otherwise(first, raw),
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
      data: product && variation ? { product, variation, subject } : null,
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
  { staffId, now }: Writing,
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
    const id = await takeProduct(
      writer,
      { ...first.data.product, variations: group.map(({ data }) => data.variation) },
      { staffId, now },
    );
    outcomes.push(...group.map(({ row }) => made(row, id)));
  }
  return outcomes;
}

/** The rules for products: a variation in each row; the rows of one SKU are one product. */
export const productRows: KindRules<ProductData> = { groupBy: skuOf, check, write, groupsAtOnce: 15 };
