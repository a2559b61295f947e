import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#contract/errors.ts';
import type { RouteOutput } from '#contract/define-route.ts';
import type { ImportRecord, imports as contract } from '#contract/imports.ts';
import { importStateLabels } from '#domain/imports.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { isStillPointedTo } from '../../db/broken-constraints.ts';
import type { Session } from '../../http/call.ts';
import type { Work } from './check.usecases.ts';
import * as imports from './imports.repository.ts';
import {
  activeStoresOf,
  claim,
  noted,
  requireImport,
  showImport,
  type Changing,
} from './imports.usecases.ts';
import type { Kept, MadeName, MadeRow, Undoing } from './kind-rules.ts';
import { rulesOf } from './kinds.ts';
import {
  findGroups,
  firstOf,
  madeIn,
  removeUnusedNames,
  saveOutcomes,
  type FileRow,
} from './rows.repository.ts';

const madeRow = (row: FileRow): MadeRow<unknown> => ({
  row: row.row_no,
  group: row.group_no,
  data: JSON.parse(row.data_json ?? 'null'),
  madeIds: madeIn(row),
});

const NOT_DONE = {
  matching: 'Nothing of this file is imported yet',
  checking: 'Nothing of this file is imported yet',
  ready: 'Nothing of this file is imported yet',
  writing: 'This file is still being imported',
  appearing: 'This file is still being imported',
  cancelled: 'This import was cancelled',
} as const;

/** Groups that are looked at in one query. */
const LOOKED_AT_ONCE = 200;

/** Counts reasons, the most frequent first. */
const counted = (reasons: readonly string[]) =>
  [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, of]) => ({ reason, count: of.length }))
    .toSorted((a, b) => b.count - a.count);

/** Returns a row as it is after what it made was taken back: the message names how many of several stay, and why. */
function outcomeOf(row: FileRow, kept: Kept): FileRow {
  const ids = madeIn(row);
  const reasons = ids.flatMap((id) => kept.get(id) ?? []);
  const each = counted(reasons);
  if (each.length === 0) return { ...row, state: 'undone', problems_json: null };
  const why = each.map(({ reason, count }) => (each.length > 1 ? `${reason} (${count})` : reason)).join('; ');
  const message = ids.length > 1 ? `${reasons.length} of ${ids.length} stay: ${why}` : why;
  return { ...row, state: 'kept', problems_json: JSON.stringify([{ field: 'row', message }]) };
}

/**
 * Counts what would be taken back of an import, and what would stay, by reason. 404 `import_not_found`, 409
 * `illegal_state` for one that is not done.
 */
export async function previewUndo(
  reader: Reader,
  importId: number,
  { session, now }: { session: Session; now: number },
): Promise<RouteOutput<typeof contract.previewUndo>> {
  const task = await requireImport(reader, importId, session);
  if (task.state !== 'done') {
    const message = task.state in NOT_DONE ? NOT_DONE[task.state as keyof typeof NOT_DONE] : UNDONE;
    throw new ApiError('illegal_state', { message });
  }
  const undoing = { staffId: session.staff.id, now, storeIds: activeStoresOf(session) };
  const reasons: string[] = [];
  let goes = 0;
  for (let after = 0; ;) {
    const rows = await findGroups(reader, importId, { state: 'made', after, limit: LOOKED_AT_ONCE });
    const last = rows.at(-1);
    if (!last) break;
    after = last.group_no;
    const made = rows.map(madeRow);
    const kept = await rulesOf(task.kind).undo.whyStays(reader, made, undoing);
    for (const id of made.flatMap(({ madeIds }) => madeIds)) {
      const reason = kept.get(id);
      if (reason === undefined) goes += 1;
      else reasons.push(reason);
    }
  }
  return { goes, stays: counted(reasons) };
}

const UNDONE = 'This import was taken back already';

/**
 * Begins to take an import back: what nobody has used or changed since. Answers the same when it has begun already. 404
 * `import_not_found`, 409 `illegal_state` for one that is not done.
 */
export async function undoImport(
  writer: Writer,
  importId: number,
  changing: Changing,
): Promise<ImportRecord> {
  const { session, now, noteChange } = changing;
  const row = await claim(writer, importId, changing, ['done', 'undoing', 'undone'], NOT_DONE);
  if (row.state === 'done') {
    await imports.updateImport(writer, importId, {
      state: 'undoing',
      last_group: 0,
      undone_at: now,
      undone_by_id: session.staff.id,
      undo_stores_json: JSON.stringify(activeStoresOf(session)),
      undone_count: 0,
      kept_count: 0,
      worker: null,
    });
    noteChange(
      noted,
      { state: importStateLabels.done, rows: row.made_rows },
      { state: importStateLabels.undoing, rows: row.made_rows },
    );
  }
  return showImport(writer, importId, session);
}

async function finish(writer: Writer, task: imports.ImportRow): Promise<void> {
  const names = JSON.parse(task.made_names_json ?? '[]') as MadeName[];
  await removeUnusedNames(writer, names);
  await imports.updateImport(writer, task.id, { state: 'undone', worker: null });
}

type Piece = { limit: number; refused?: string };

/** Takes the next rows back; with `refused`, only saves that reason. */
async function undoNext(writer: Writer, task: imports.ImportRow, { limit, refused }: Piece): Promise<void> {
  const found = await findGroups(writer, task.id, { state: 'made', after: task.last_group, limit });
  const rows = firstOf(found, task.kind === 'inventory' ? limit : found.length, (row) => madeIn(row).length);
  if (rows.length === 0) return finish(writer, task);
  const made = rows.map(madeRow);
  const ids = made.flatMap(({ madeIds }) => madeIds);
  const undoing: Undoing = {
    staffId: task.undone_by_id ?? task.created_by_id,
    now: task.undone_at ?? 0,
    storeIds: JSON.parse(task.undo_stores_json ?? '[]') as number[],
  };
  const kept: Kept =
    refused === undefined
      ? await rulesOf(task.kind).undo.takeBack(writer, made, undoing)
      : new Map(ids.map((id) => [id, refused]));
  await saveOutcomes(
    writer,
    rows.map((row) => outcomeOf(row, kept)),
  );
  const stay = ids.filter((id) => kept.has(id)).length;
  await imports.updateImport(writer, task.id, {
    undone_count: (task.undone_count ?? 0) + ids.length - stay,
    kept_count: (task.kept_count ?? 0) + stay,
    last_group: rows.at(-1)?.group_no,
  });
}

/** Does the next piece; returns true if there is none for this process. */
const doPiece = ({ database, importId, worker }: Work, piece: Piece) =>
  database.write(async (writer) => {
    const task = await imports.claimWork(writer, importId, worker());
    if (task?.state !== 'undoing') return true;
    await undoNext(writer, task, piece);
    return false;
  });

const IN_USE = 'Something else refers to it, such as a cancelled draft';

/** Milliseconds that a piece may take: sales wait for it. */
const PIECE = 25;
const LIMIT_MAX = 50;

/**
 * Takes an import back in pieces that tills need not wait for, however long the engine looks for what refers to a row. Outcomes
 * are saved in the same transaction: after a crash nothing is done twice or left out.
 */
export async function undoWritten(work: Work): Promise<void> {
  let isOver = false;
  let limit = 1;
  while (!isOver && !work.isStopping()) {
    const started = performance.now();
    try {
      isOver = await doPiece(work, { limit });
    } catch (error) {
      if (!isStillPointedTo(error)) throw error;
      // One of them is referred to: takes one after another until that one is found.
      limit = 1;
      isOver = await doPiece(work, { limit }).catch((alone: unknown) => {
        if (!isStillPointedTo(alone)) throw alone;
        return doPiece(work, { limit: 1, refused: IN_USE });
      });
    }
    const took = performance.now() - started;
    limit = took > PIECE ? Math.max(1, Math.floor(limit / 2)) : Math.min(LIMIT_MAX, limit * 2);
    // The same process and database serve the tills: half of the time is theirs.
    await pause(took);
  }
}
