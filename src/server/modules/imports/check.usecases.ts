import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ImportColumns } from '#domain/import-columns.ts';
import { NEW_NAMES_MAX } from '#domain/import-limits.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import * as imports from './imports.repository.ts';
import type { ImportRow } from './imports.repository.ts';
import { type Checked, type KindRules, type NewName, type RawRow } from './kind-rules.ts';
import { rulesOf } from './kinds.ts';
import { readTable } from './read-table.ts';
import { forgetRows, insertRows } from './rows.repository.ts';

/** Rows that are identified in one turn of the event loop. */
const LOOKED_UP_AT_ONCE = 500;
/** Characters of a row's key: enough that no two rows of a file share one. */
const KEY_LENGTH = 22;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * Gives each row a key of its content, repeated rows different ones, and hashes all keys in any order. Both recognise a
 * file that was saved anew.
 */
async function recogniseRows<Row extends RawRow>(
  reader: Reader,
  rows: readonly Row[],
  task: ImportRow,
  identify: NonNullable<KindRules<unknown>['identify']>,
): Promise<{ content_hash: string; rows: Row[] }> {
  const met = new Map<string, number>();
  const keyed: Row[] = [];
  for (let start = 0; start < rows.length; start += LOOKED_UP_AT_ONCE) {
    const part = rows.slice(start, start + LOOKED_UP_AT_ONCE);
    const texts = await identify(reader, part, task);
    part.forEach((row, at) => {
      const key = hashOf(texts[at] ?? '').slice(0, KEY_LENGTH);
      const count = met.get(key) ?? 0;
      met.set(key, count + 1);
      keyed.push({ ...row, key: `${key} ${count}` });
    });
    await nextTurn();
  }
  const content = keyed.map(({ key }) => key ?? '').sort();
  return { content_hash: hashOf(content.join('\n')), rows: keyed };
}

const unzip = promisify(gunzip);

/** Rows that are checked and saved at once. */
const ROWS_AT_ONCE = 100;
const FORGOTTEN_AT_ONCE = 500;

export type Work = {
  database: Database;
  importId: number;
  worker: () => imports.Worker;
  /** True while the server stops: no further piece is begun. */
  isStopping: () => boolean;
};

type Grouped = RawRow & { group: number; malformed: string | null };

/** Reads a file's rows by field; rows of a group follow each other. */
async function rowsOf(task: imports.ImportRow, content: Buffer): Promise<Grouped[]> {
  const { rows } = await readTable(await unzip(content));
  const columns = Object.entries(JSON.parse(task.columns_json) as ImportColumns);
  const { groupBy } = rulesOf(task.kind);
  const groups = new Map<string, number>();
  const raw = rows.map(({ row, cells, malformed }): Grouped => {
    const named = Object.fromEntries(columns.map(([field, at]) => [field, cells[at] ?? '']));
    const key = groupBy?.(named);
    const group = key ? (groups.get(key) ?? row) : row;
    if (key) groups.set(key, group);
    return { row, cells: named, group, malformed };
  });
  return groupBy ? raw.sort((a, b) => a.group - b.group || a.row - b.row) : raw;
}

/** Splits rows into parts of whole groups. */
function* partsOf(rows: readonly Grouped[]): Generator<Grouped[]> {
  for (let start = 0; start < rows.length;) {
    let end = Math.min(start + ROWS_AT_ONCE, rows.length);
    while (end < rows.length && rows[end]?.group === rows[end - 1]?.group) end += 1;
    yield rows.slice(start, end);
    start = end;
  }
}

const stateOf = ({ problems, data, isSame }: Checked<unknown>) =>
  problems.length || data === null ? 'bad' : isSame ? 'same' : 'good';

const isWarned = (one: Checked<unknown>) => stateOf(one) === 'good' && Boolean(one.warnings?.length);

/** Returns the new names so far with those of some rows, each once; not more of a field than a person can look at. */
function namesWith({ new_names_json }: imports.ImportRow, checked: readonly Checked<unknown>[]) {
  const names = new_names_json === null ? [] : (JSON.parse(new_names_json) as NewName[]);
  const keyOf = ({ field, name }: NewName) => `${field} ${uniqueName(name)}`;
  const known = new Set(names.map(keyOf));
  for (const one of checked.flatMap(({ newNames = [] }) => newNames)) {
    const isFull = names.filter(({ field }) => field === one.field).length > NEW_NAMES_MAX;
    if (isFull || known.has(keyOf(one))) continue;
    known.add(keyOf(one));
    names.push(one);
  }
  return names.length ? JSON.stringify(names) : null;
}

/** Saves the results of some rows. */
async function keep(
  writer: Writer,
  task: imports.ImportRow,
  rows: readonly Grouped[],
  checked: readonly Checked<unknown>[],
): Promise<void> {
  const states = checked.map(stateOf);
  await insertRows(
    writer,
    rows.map(({ row, group, cells }, at) => ({
      import_id: task.id,
      row_no: row,
      group_no: group,
      state: states[at] ?? 'bad',
      cells_json: JSON.stringify(cells),
      data_json: checked[at]?.data ? JSON.stringify(checked[at].data) : null,
      problems_json: checked[at]?.problems.length ? JSON.stringify(checked[at].problems) : null,
      warnings_json: checked[at]?.warnings?.length ? JSON.stringify(checked[at].warnings) : null,
      row_key: checked[at]?.key ?? null,
    })),
  );
  const { unitsOf } = rulesOf(task.kind);
  const good = checked.filter((one) => stateOf(one) === 'good');
  const count = (state: string) => states.filter((one) => one === state).length;
  await imports.updateImport(writer, task.id, {
    seen_rows: task.seen_rows + rows.length,
    good_rows: task.good_rows + count('good'),
    bad_rows: task.bad_rows + count('bad'),
    same_rows: task.same_rows + count('same'),
    units: (task.units ?? 0) + good.reduce((sum, { data }) => sum + (unitsOf?.(data) ?? 0), 0),
    warned_rows: (task.warned_rows ?? 0) + checked.filter(isWarned).length,
    again_rows: (task.again_rows ?? 0) + checked.filter(({ isAgain }) => isAgain).length,
    new_names_json: namesWith(task, checked),
  });
}

const NONE = { seen_rows: 0, good_rows: 0, bad_rows: 0, same_rows: 0, warned_rows: 0, units: 0 };
const NOTHING_ASKED = { again_rows: 0, new_names_json: null };

/** Takes an import that is still to be checked by these columns; undefined if another process has it, or it changed. */
async function claimCheck(writer: Writer, { importId, worker }: Work, columns?: string) {
  const task = await imports.claimWork(writer, importId, worker());
  const isSame = columns === undefined || task?.columns_json === columns;
  return task?.state === 'checking' && isSame ? task : undefined;
}

/** Deletes the results of an earlier check, in pieces. */
async function begin(work: Work): Promise<imports.ImportRow | undefined> {
  for (;;) {
    const begun = await work.database.write(async (writer) => {
      const task = await claimCheck(writer, work);
      if (!task) return { task, isOver: true };
      const isOver = await forgetRows(writer, task.id, FORGOTTEN_AT_ONCE);
      await imports.updateImport(writer, task.id, { ...NONE, ...NOTHING_ASKED });
      return { task, isOver };
    });
    if (begun.isOver) return begun.task;
  }
}

/** Returns the rows of an import with their keys; undefined if another process has it by now. */
async function recognised(work: Work, task: imports.ImportRow, rows: Grouped[]) {
  const { identify } = rulesOf(task.kind);
  if (!identify) return { task, rows };
  const { content_hash, rows: keyed } = await recogniseRows(work.database.reader, rows, task, identify);
  const isMine = await work.database.write(async (writer) => {
    const mine = await claimCheck(writer, work, task.columns_json);
    if (mine) await imports.updateImport(writer, task.id, { content_hash });
    return mine !== undefined;
  });
  return isMine ? { task: { ...task, content_hash }, rows: keyed } : undefined;
}

/**
 * Checks every row of an import from the first one on, and saves the results in short writes. Of two processes one does
 * it; a check that was cut off begins again.
 */
export async function checkImport(work: Work): Promise<void> {
  const { database, importId } = work;
  const begun = await begin(work);
  const content = begun && (await imports.readFile(database.reader, importId));
  const known = content && (await recognised(work, begun, await rowsOf(begun, content)));
  if (!known) return;
  const { task, rows } = known;
  const { check } = rulesOf(task.kind);
  const checking = { task, met: new Map(), codes: new Map(), counted: { units: 0 }, now: task.created_at };
  for (const part of partsOf(rows)) {
    if (work.isStopping()) return;
    const started = performance.now();
    const found = await check(database.reader, part, checking);
    const checked = found.map((one, at) => {
      const message = part[at]?.malformed;
      return message ? { ...one, problems: [{ field: 'row', message }] } : one;
    });
    const isKept = await database.write(async (writer) => {
      const mine = await claimCheck(writer, work, task.columns_json);
      if (mine) await keep(writer, mine, part, checked);
      return mine !== undefined;
    });
    if (!isKept) return;
    // The same process and database serve the tills: half of the time is theirs.
    await pause(performance.now() - started);
  }
  await database.write(async (writer) => {
    const mine = await claimCheck(writer, work, task.columns_json);
    if (mine) await imports.updateImport(writer, importId, { state: 'ready', worker: null });
  });
}
