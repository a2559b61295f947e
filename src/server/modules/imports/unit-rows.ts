import type { z } from '#contract/zod.ts';
import { unitForm } from '#contract/inventory.ts';
import { imeiWarning, normaliseCode } from '#domain/barcodes.ts';
import { isShortened, amountIn, wholeIn } from '#domain/import-cells.ts';
import { codesMet, repeatedNumbers, unitNumbers } from '#domain/receiving.ts';
import { searchKey } from '#domain/search-key.ts';
import { unitCategories } from '#domain/transactions.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, nullsOf } from '../../db/columns.ts';
import { insertHidden, noteUnitEvents, showHidden } from '../units/units.public.ts';
import { findTaken, isShown, type TakenNumber } from '../inventory/inventory.public.ts';
import {
  made,
  notTaken,
  problemsOf,
  rowHas,
  type Checked,
  type Checking,
  type GoodRow,
  type KindRules,
  type Outcome,
  type Problem,
  type RawRow,
  type Writing,
} from './kind-rules.ts';
import { findMadeBefore, findStoresOf, type PlaceRow } from './rows.repository.ts';
import { findGone, findSources, type Source } from './supplier-cells.ts';
import { findVariations, variationNameText } from './variation-cells.ts';

type UnitData = z.output<typeof unitForm> & { store_id: number; subject: string };

/** The fields of a unit's form, without variation and supplier. */
const fields = unitForm.omit({ product_variation_id: true, supplier_id: true });

/** Returns a row as a unit's form; invalid cells stay as they are, and the form refuses them. */
function formOf(cells: RawRow['cells']): unknown {
  const word = (cells.category ?? '').toLowerCase();
  const category = unitCategories.find(
    (one) => one === word || unitCategoryLabels[one].toLowerCase() === word,
  );
  return {
    category: category ?? (word ? word : undefined),
    serial_number: cells.serial_number || null,
    imei: cells.imei || null,
    imei2: cells.imei2 || null,
    qr_code: cells.qr_code || null,
    condition_rating: cells.condition_rating ? wholeIn(cells.condition_rating) : null,
    notes: cells.notes || null,
    ...(cells.purchase_cost === undefined
      ? {}
      : { purchase_cost: cells.purchase_cost === '' ? null : amountIn(cells.purchase_cost) }),
  };
}

/** Returns the store of a row's unit: the named one, else the import's. */
function placeOf(cells: RawRow['cells'], places: readonly PlaceRow[], own: number | null) {
  const name = cells.store ?? '';
  if (!name) return places.find(({ id }) => id === own) ?? null;
  const key = searchKey(name);
  return (
    places.find(({ code }) => searchKey(code) === key) ?? places.find((one) => one.name_key === key) ?? null
  );
}

const takenProblem = ({ field, message, owner }: TakenNumber): Problem => ({
  field,
  message,
  ...(owner && isShown(owner) ? { itemId: owner.id, storeId: owner.store_id } : {}),
});

type Read = { row: number; problems: Problem[]; data: UnitData | null };

/** Reads a row by itself, without comparing it with existing units. */
function read(
  { row, cells }: RawRow,
  found: Awaited<ReturnType<typeof findVariations>>[number],
  { place, source }: { place: PlaceRow | null; source: Source },
): Read {
  const form = fields.safeParse(formOf(cells));
  const problems = form.success ? [] : problemsOf(form.error, cells);
  const category = cells.category && problems.find(({ field }) => field === 'category');
  if (category) category.message = 'Write New, Used or Refurbished';
  for (const field of unitNumbers) {
    if (!isShortened(cells[field] ?? '')) continue;
    const message = 'A spreadsheet shortened this number. Format its column as text, and save it again';
    problems.splice(0, problems.length, ...problems.filter((one) => one.field !== field), { field, message });
  }
  if ('problem' in found) problems.push(found.problem);
  problems.push(...source.problems);
  if (!place) problems.push({ field: 'store', message: 'None of your active stores is called so' });
  const unit = form.data;
  if (unit?.category === 'new' && typeof unit.condition_rating === 'number') {
    problems.push({
      field: 'condition_rating',
      message: 'Only used and refurbished items have a condition rating',
    });
  }
  if (unit) problems.push(...repeatedNumbers(unit));
  if (!unit || !place || 'problem' in found) return { row, problems, data: null };
  const { variation } = found;
  const needsNumber = variation.requires_serial === 1 || variation.type_requires_serial === 1;
  if (needsNumber && !unitNumbers.some((number) => unit[number])) {
    problems.push({ field: 'serial_number', message: 'This product needs a serial number or an IMEI' });
  }
  const data = {
    ...unit,
    product_variation_id: variation.id,
    store_id: place.id,
    supplier_id: source.id,
    subject: variationNameText(variation),
  };
  return { row, problems, data };
}

const numbersOf = (data: UnitData | null) => ({
  serial_number: data?.serial_number ?? null,
  imei: data?.imei ?? null,
  imei2: data?.imei2 ?? null,
  qr_code: data?.qr_code ?? null,
});

/** Returns the problems of codes that an earlier row of the file has, too. */
const twice = ({ row, data }: Read, codes: Checking['codes']): Problem[] =>
  codesMet(numbersOf(data), row, codes).map(({ field, what, first }) => ({
    field,
    message: rowHas(first, what),
  }));

const MADE_BEFORE: Problem = { field: 'sku', message: 'An earlier import of the same file made this unit' };

const SUPPLIER_GONE: Problem = { field: 'supplier', message: 'This supplier was deleted meanwhile' };

const hasNoNumber = (data: UnitData | null) =>
  data !== null && Object.values(numbersOf(data)).every((number) => number === null);

/** Finds keys that an import of the same content has made: nothing else recognises units without numbers. */
async function findMade(
  reader: Reader,
  task: Checking['task'],
  keys: readonly (string | null | undefined)[],
): Promise<Set<string | null | undefined>> {
  const given = keys.flatMap((key) => key ?? []);
  const found = given.length ? await findMadeBefore(reader, task, given) : [];
  return new Set(found.map(({ row_key }) => row_key));
}

const placesOf = (reader: Reader, task: Checking['task']) =>
  findStoresOf(reader, JSON.parse(task.stores_json) as number[]);

/** Returns a row's content in one spelling, with its store: a file for another store is another one. */
async function identify(reader: Reader, rows: readonly RawRow[], task: Checking['task']): Promise<string[]> {
  const places = await placesOf(reader, task);
  return rows.map(({ cells }) => {
    const codes = ['sku', 'barcode', ...unitNumbers, 'qr_code'].map((name) => normaliseCode(cells[name] ?? ''));
    const words = ['variation', 'category', 'supplier', 'notes'].map((name) => searchKey(cells[name] ?? ''));
    const numbers = ['condition_rating', 'purchase_cost'].map((name) => {
      const cell = cells[name] ?? '';
      const amount = amountIn(cell);
      return Number.isNaN(amount) ? cell : amount;
    });
    const place = placeOf(cells, places, task.store_id);
    return JSON.stringify([codes, words, numbers, place?.id ?? searchKey(cells.store ?? '')]);
  });
}

/** Returns warnings for IMEIs that are probably misread. */
const warningsOf = (data: UnitData | null): Problem[] =>
  (['imei', 'imei2'] as const).flatMap((field) => {
    const message = imeiWarning(data?.[field]);
    return message ? [{ field, message }] : [];
  });

async function check(
  reader: Reader,
  rows: readonly RawRow[],
  { task, codes }: Checking,
): Promise<Checked<UnitData>[]> {
  const found = await findVariations(reader, rows);
  const places = await placesOf(reader, task);
  const sourceOf = await findSources(reader, rows);
  const reads = rows.map((raw, at) =>
    read(raw, found[at] ?? { problem: { field: 'sku', message: 'SKU is required' } }, {
      place: placeOf(raw.cells, places, task.store_id),
      source: sourceOf(raw),
    }),
  );
  const taken = await findTaken(
    reader,
    reads.map(({ data }) => numbersOf(data)),
  );
  const keys = reads.map(({ data }, at) => (hasNoNumber(data) ? rows[at]?.key : undefined));
  const madeBefore = await findMade(reader, task, keys);
  return reads.map((one, at) => ({
    row: one.row,
    data: one.data,
    key: keys[at],
    warnings: warningsOf(one.data),
    problems: [
      ...one.problems,
      ...twice(one, codes),
      ...(taken[at] ?? []).map(takenProblem),
      ...(keys[at] && madeBefore.has(keys[at]) ? [MADE_BEFORE] : []),
    ],
  }));
}

const NO_UNIT = nullsOf(unitForm);

const columnsOf = ({ subject, ...data }: UnitData) =>
  insertedColumns('inventory_items', { ...NO_UNIT, ...data });

/** Writes units that stay hidden until the import ends, except those whose numbers were taken meanwhile. */
async function write(
  writer: Writer,
  rows: readonly GoodRow<UnitData>[],
  { task, staffId, now }: Writing,
): Promise<Outcome[]> {
  const taken = await findTaken(
    writer,
    rows.map(({ data }) => numbersOf(data)),
  );
  const madeBefore = await findMade(
    writer,
    task,
    rows.map(({ key }) => key),
  );
  const gone = await findGone(
    writer,
    rows.map(({ data }) => data.supplier_id),
  );
  const outcomes = rows.map(({ row, key, data }, at) => {
    const problems = key && madeBefore.has(key) ? [MADE_BEFORE] : (taken[at] ?? []).map(takenProblem);
    if (gone.has(data.supplier_id ?? 0)) problems.push(SUPPLIER_GONE);
    return problems.length ? notTaken(row, problems) : made(row, writer.nextId());
  });
  const units = rows.flatMap(({ data }, at) => {
    const id = outcomes[at]?.madeId;
    return id ? [{ ...columnsOf(data), id, created_at: now, created_by_id: staffId }] : [];
  });
  await insertHidden(writer, units);
  for (const [supplier_id, received] of Map.groupBy(units, (unit) => unit.supplier_id)) {
    await noteUnitEvents(
      writer,
      received.map(({ id, store_id }) => ({
        unitId: id,
        kind: 'received' as const,
        at: now,
        staffId,
        storeId: store_id,
      })),
      { reason: `Imported from ${task.file_name}`, ...(supplier_id === null ? {} : { supplier_id }) },
    );
  }
  return outcomes;
}

/** The rules for units, each in a row of its own. */
export const unitRows: KindRules<UnitData> = { identify, check, write, groupsAtOnce: 100, show: showHidden };
