import { unitForm } from '#contract/inventory.ts';
import { IMPORT_ROWS_MAX } from '#domain/import-limits.ts';
import { codesMet } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { holdUnitNumbers } from '../../db/hold-rows.ts';
import { insertedColumns, nullsOf } from '../../db/columns.ts';
import { insertHidden, noteUnitEvents, showHidden } from '../units/units.public.ts';
import {
  findTaken,
  isShown,
  takeUnitsBack,
  whyUnitsStay,
  type TakenNumber,
} from '../inventory/inventory.public.ts';
import {
  made,
  notTaken,
  rowHas,
  type Checked,
  type Checking,
  type GoodRow,
  type KindRules,
  type MadeRow,
  type Outcome,
  type Problem,
  type RawRow,
  type UndoRules,
  type Writing,
} from './kind-rules.ts';
import { findMadeBefore, findStoresOf } from './rows.repository.ts';
import { findGone, findSources } from './supplier-cells.ts';
import {
  contentOf,
  numbersOf,
  placeOf,
  read,
  unitsOf,
  warningsOf,
  type Read,
  type UnitData,
} from './unit-cells.ts';
import { findVariations } from './variation-cells.ts';

const takenProblem = ({ field, message, owner }: TakenNumber): Problem => ({
  field,
  message,
  ...(owner && isShown(owner) ? { itemId: owner.id, storeId: owner.store_id } : {}),
});

/** Returns the problems of codes that an earlier row of the file has, too. */
const twice = ({ row, data }: Read, codes: Checking['codes']): Problem[] =>
  codesMet(numbersOf(data), row, codes).map(({ field, what, first }) => ({
    field,
    message: rowHas(first, what),
  }));

const MADE_BEFORE: Problem = { field: 'sku', message: 'An earlier import of the same file made this unit' };

const STORE_GONE: Problem = { field: 'store', message: 'This store is none of your active stores any more' };
const SUPPLIER_GONE: Problem = { field: 'supplier', message: 'This supplier was deleted meanwhile' };

const hasNoNumber = (data: UnitData | null) =>
  data !== null && Object.values(numbersOf(data)).every((number) => number === null);

/**
 * Finds keys that an import of the same content has made: nothing else recognises units without numbers. None where the
 * uploader takes them all the same.
 */
async function findMade(
  reader: Reader,
  task: Checking['task'],
  keys: readonly (string | null | undefined)[],
): Promise<Set<string | null | undefined>> {
  const given = task.takes_again ? [] : keys.flatMap((key) => key ?? []);
  const found = given.length ? await findMadeBefore(reader, task, given) : [];
  return new Set(found.map(({ row_key }) => row_key));
}

const placesOf = (reader: Reader, task: Checking['task']) =>
  findStoresOf(reader, JSON.parse(task.stores_json) as number[]);

async function identify(reader: Reader, rows: readonly RawRow[], task: Checking['task']): Promise<string[]> {
  const places = await placesOf(reader, task);
  return rows.map((row) => contentOf(row, placeOf(row.cells, places, task.store_id)));
}

/** Counts the units of a good row; returns a problem if the file has too many by then. */
function tooMany({ data }: Read, counted: Checking['counted']): Problem[] {
  const units = data ? unitsOf(data) : 0;
  if (counted.units + units <= IMPORT_ROWS_MAX) {
    counted.units += units;
    return [];
  }
  const most = IMPORT_ROWS_MAX.toLocaleString('en-PH');
  return [{ field: 'quantity', message: `At most ${most} units in one file. Split it` }];
}

async function check(
  reader: Reader,
  rows: readonly RawRow[],
  { task, codes, counted }: Checking,
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
  return reads.map((one, at) => {
    const problems = [...one.problems, ...twice(one, codes), ...(taken[at] ?? []).map(takenProblem)];
    const isMade = keys[at] !== undefined && madeBefore.has(keys[at]);
    if (!isMade && problems.length === 0) problems.push(...tooMany(one, counted));
    return {
      row: one.row,
      data: one.data,
      key: keys[at],
      warnings: warningsOf(one.data),
      isAgain: isMade && problems.length === 0,
      problems: isMade ? [...problems, MADE_BEFORE] : problems,
    };
  });
}

const NO_UNIT = nullsOf(unitForm);

const columnsOf = ({ subject, quantity, ...data }: UnitData) =>
  insertedColumns('inventory_items', { ...NO_UNIT, ...data });

/** Writes units that stay hidden until the import ends, except those whose numbers or stores went meanwhile. */
async function write(
  writer: Writer,
  rows: readonly GoodRow<UnitData>[],
  { task, staffId, now }: Writing,
): Promise<Outcome[]> {
  await holdUnitNumbers(writer);
  const taken = await findTaken(
    writer,
    rows.map(({ data }) => numbersOf(data)),
  );
  const madeBefore = await findMade(
    writer,
    task,
    rows.map(({ key }) => key),
  );
  const places = new Set((await placesOf(writer, task)).map(({ id }) => id));
  const gone = await findGone(
    writer,
    rows.map(({ data }) => data.supplier_id),
  );
  const outcomes = rows.map(({ row, key, data }, at) => {
    const problems = key && madeBefore.has(key) ? [MADE_BEFORE] : (taken[at] ?? []).map(takenProblem);
    if (!places.has(data.store_id)) problems.push(STORE_GONE);
    if (gone.has(data.supplier_id ?? 0)) problems.push(SUPPLIER_GONE);
    if (problems.length) return notTaken(row, problems);
    return made(row, ...Array.from({ length: unitsOf(data) }, () => writer.nextId()));
  });
  const units = rows.flatMap(({ data }, at) => {
    const columns = { ...columnsOf(data), created_at: now, created_by_id: staffId };
    return (outcomes[at]?.madeIds ?? []).map((id) => ({ ...columns, id }));
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

const idsIn = (rows: readonly MadeRow<UnitData>[]) => rows.flatMap(({ madeIds }) => madeIds);

const undo: UndoRules<UnitData> = {
  whyStays: (reader, rows, undoing) => whyUnitsStay(reader, idsIn(rows), undoing),
  takeBack: (writer, rows, undoing) => takeUnitsBack(writer, idsIn(rows), undoing),
};

/** The rules for units: one in each row, or several without numbers. */
export const unitRows: KindRules<UnitData> = {
  identify,
  check,
  write,
  groupsAtOnce: 100,
  unitsOf,
  undo,
  show: showHidden,
};
