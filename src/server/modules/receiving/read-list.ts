import { CsvError, parse, type InfoRecord } from 'csv-parse/sync';
import { fieldError } from '#contract/errors.ts';
import { unitForm } from '#contract/inventory.ts';
import { looksLikeImei, normaliseCode } from '#domain/barcodes.ts';
import { isShortened } from '#domain/import-cells.ts';
import { isImeiField, numbersIn, ownTextsIn, unitNumbers, type UnitNumberField } from '#domain/receiving.ts';
import { searchKey } from '#domain/search-key.ts';

/** The columns of a supplier's list. */
type Field = UnitNumberField | 'sku' | 'variation';
type Cells = Partial<Record<Field, string>>;

/** Column headings in lower case, without punctuation. */
const HEADINGS: Readonly<Record<string, Field>> = {
  serial: 'serial_number',
  serialno: 'serial_number',
  serialnumber: 'serial_number',
  sn: 'serial_number',
  imei: 'imei',
  imei1: 'imei',
  imei2: 'imei2',
  sku: 'sku',
  barcode: 'sku',
  ean: 'sku',
  upc: 'sku',
  variation: 'variation',
};
const fieldOf = (cell: string): Field | undefined => HEADINGS[cell.toLowerCase().replace(/[^a-z0-9]/g, '')];

/** An ordered item, as a list may name it. */
type OrderedGoods = { variationId: number; sku: string; barcode: string | null; name: string };

/** A unit of a list. */
type ListedUnit = {
  product_variation_id: number | null;
  serial_number: string | null;
  imei: string | null;
  imei2: string | null;
};
type ListProblem = { row: number; text: string; message: string };

type Line = { row: number; cells: string[] };

function linesOf(text: string): Line[] {
  try {
    const records = parse(text, {
      delimiter: [',', ';', '\t'],
      bom: true,
      trim: true,
      info: true,
      relax_quotes: true,
      relax_column_count: true,
    }) as unknown as { info: InfoRecord; record: string[] }[];
    return records
      .map(({ info, record }) => ({ row: info.lines, cells: record }))
      .filter(({ cells }) => cells.some(Boolean));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fieldError(
      'text',
      `This list cannot be read: a quote is not closed near row ${String(error.lines)}`,
    );
  }
}

/** Fourteen or fifteen digits, grouped or not. */
const isImeiCell = (cell: string) => looksLikeImei(cell.replace(/[\s-]/g, ''));

const isOf = ({ sku, barcode }: OrderedGoods, code: string) => sku === code || barcode === code;

/** Guesses a line's fields by what each cell looks like; a message if two cells get the same field. */
function guessed(cells: readonly string[], goods: readonly OrderedGoods[]): Cells | string {
  const found: Cells = {};
  for (const cell of cells.filter(Boolean)) {
    const code = normaliseCode(cell);
    const field: Field = goods.some((one) => isOf(one, code))
      ? 'sku'
      : !isImeiCell(cell)
        ? 'serial_number'
        : found.imei === undefined
          ? 'imei'
          : 'imei2';
    if (found[field] !== undefined) {
      return 'This row has more cells than a unit has numbers. Name the columns in the first row';
    }
    found[field] = cell;
  }
  return found;
}

/** Finds the variation that a line names; null if it names none, or one of several without saying which. */
function variationOf({ sku, variation }: Cells, goods: readonly OrderedGoods[]): number | null | string {
  if (!sku) return null;
  const code = normaliseCode(sku);
  const fitting = goods.filter((one) => isOf(one, code));
  if (fitting.length === 0) return 'No item of this order has this SKU or barcode';
  const key = searchKey(variation ?? '');
  const named = fitting.filter((one) => searchKey(one.name) === key);
  const ids = new Set((named.length > 0 ? named : fitting).map((one) => one.variationId));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}

/** Returns the unit that a line announces; else a message about what is wrong. */
function unitOf(cells: Cells, goods: readonly OrderedGoods[]): ListedUnit | string {
  const unit = { serial_number: null, imei: null, imei2: null } as Record<UnitNumberField, string | null>;
  for (const field of unitNumbers) {
    const cell = cells[field];
    if (!cell) continue;
    if (isShortened(cell)) {
      return 'A spreadsheet shortened this number. Format its column as text, and copy it again';
    }
    const read = unitForm.shape[field].safeParse(cell);
    if (!read.success) return read.error.issues[0]?.message ?? 'This is no number of a unit';
    unit[field] = read.data ?? null;
    if (isImeiField(field) && unit[field] !== null && !looksLikeImei(unit[field])) {
      return 'An IMEI has 15 digits';
    }
  }
  if (numbersIn(unit).length === 0) return 'No serial number or IMEI in this row';
  const variation = variationOf(cells, goods);
  return typeof variation === 'string' ? variation : { ...unit, product_variation_id: variation };
}

/**
 * Reads a supplier's list, one unit per line; returns the units and the lines left out. The first line may name the
 * columns; else each cell's field is guessed.
 */
export function readList(
  text: string,
  goods: readonly OrderedGoods[],
): { units: ListedUnit[]; problems: ListProblem[] } {
  const lines = linesOf(text);
  const heads = lines[0]?.cells.map(fieldOf) ?? [];
  const isHeaded = heads.some(Boolean);
  const problems: ListProblem[] = [];
  const units: ListedUnit[] = [];
  const metIn = new Map<string, number>();
  for (const { row, cells } of isHeaded ? lines.slice(1) : lines) {
    const named = isHeaded
      ? Object.fromEntries(heads.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : [])))
      : guessed(cells, goods);
    const unit = typeof named === 'string' ? named : unitOf(named, goods);
    const problem = (message: string) =>
      problems.push({ row, text: cells.join(', ').slice(0, 200), message });
    if (typeof unit === 'string') {
      problem(unit);
      continue;
    }
    const texts = ownTextsIn(unit);
    const before = texts.map((text) => metIn.get(text)).find(Boolean);
    if (before !== undefined) {
      problem(`Row ${before} has this number, too`);
      continue;
    }
    for (const text of texts) metIn.set(text, row);
    units.push(unit);
  }
  return { units, problems };
}
