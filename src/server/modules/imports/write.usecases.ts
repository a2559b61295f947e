import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#contract/errors.ts';
import { ROW_UNITS_MAX } from '#domain/import-limits.ts';
import type { Writer } from '../../db/access.ts';
import { isStillPointedTo, takenField } from '../../db/broken-constraints.ts';
import type { Work } from './check.usecases.ts';
import * as imports from './imports.repository.ts';
import { type GoodRow, type MadeName, notTaken, type Outcome } from './kind-rules.ts';
import { rulesOf } from './kinds.ts';
import { findGroups, firstOf, madeIn, saveOutcomes, type FileRow } from './rows.repository.ts';

/** Units that are shown in one transaction, which counts each: sales in their store do not wait for more. */
const SHOWN_AT_ONCE = 50;

const madeNamesOf = ({ made_names_json }: imports.ImportRow): MadeName[] =>
  made_names_json === null ? [] : (JSON.parse(made_names_json) as MadeName[]);

/** Ids that a piece may use: each unit has one, and one of its event. */
const IDS_A_PIECE = 2 * ROW_UNITS_MAX + 200;

async function finish(writer: Writer, task: imports.ImportRow, now: number): Promise<true> {
  await imports.updateImport(writer, task.id, { state: 'done', ended_at: now, worker: null });
  await imports.forgetFile(writer, task.id);
  return true;
}

/** Saves the outcomes of good rows, and how far the import is. */
async function keep(writer: Writer, task: imports.ImportRow, rows: readonly FileRow[], outcomes: Outcome[]) {
  const byRow = new Map(outcomes.map((outcome) => [outcome.row, outcome]));
  await saveOutcomes(
    writer,
    rows.map((row) => {
      const { madeIds = [], problems = [] } = byRow.get(row.row_no) ?? {};
      const [made_id = null, ...others] = madeIds;
      return {
        ...row,
        state: made_id === null ? ('not_taken' as const) : ('made' as const),
        made_id,
        also_made_json: others.length ? JSON.stringify(others) : null,
        problems_json: problems.length ? JSON.stringify(problems) : null,
      };
    }),
  );
  const taken = outcomes.filter(({ madeIds }) => madeIds.length > 0).length;
  await imports.updateImport(writer, task.id, {
    seen_rows: task.seen_rows + rows.length,
    made_rows: task.made_rows + taken,
    not_taken_rows: task.not_taken_rows + rows.length - taken,
    last_group: rows.at(-1)?.group_no,
  });
}

const goodRow = ({ row_no, group_no, data_json, row_key }: FileRow): GoodRow<unknown> => ({
  row: row_no,
  group: group_no,
  key: row_key,
  data: JSON.parse(data_json ?? 'null'),
});

type Refused = { message: string; field: string };

/** Writes the next groups; with `refused`, only saves that refusal. */
async function writeNext(
  writer: Writer,
  task: imports.ImportRow,
  { limit, refused }: { limit: number; refused?: Refused },
): Promise<void> {
  const rules = rulesOf(task.kind);
  const found = await findGroups(writer, task.id, { state: 'good', after: task.last_group, limit });
  const { unitsOf } = rules;
  const rows = unitsOf ? firstOf(found, limit, (row) => unitsOf(goodRow(row).data)) : found;
  if (rows.length === 0) {
    const next = { state: 'appearing', last_group: 0 } as const;
    if (rules.show) await imports.updateImport(writer, task.id, next);
    else await finish(writer, task, task.applied_at ?? 0);
    return;
  }
  const madeNames: MadeName[] = [];
  const outcomes = refused
    ? rows.map(({ row_no }) => notTaken(row_no, [refused]))
    : await rules.write(writer, rows.map(goodRow), {
        task,
        staffId: task.applied_by_id ?? task.created_by_id,
        now: task.applied_at ?? task.created_at,
        noteMade: (name) => madeNames.push(name),
      });
  if (madeNames.length) {
    const made_names_json = JSON.stringify([...madeNamesOf(task), ...madeNames]);
    await imports.updateImport(writer, task.id, { made_names_json });
  }
  await keep(writer, task, rows, outcomes);
}

async function showNext(writer: Writer, task: imports.ImportRow): Promise<void> {
  const wanted = { state: 'made', after: task.last_group, limit: SHOWN_AT_ONCE } as const;
  const rows = firstOf(await findGroups(writer, task.id, wanted), SHOWN_AT_ONCE, (row) => madeIn(row).length);
  await rulesOf(task.kind).show?.(writer, rows.flatMap(madeIn));
  await imports.updateImport(writer, task.id, {
    shown_rows: task.shown_rows + rows.length,
    last_group: rows.at(-1)?.group_no ?? task.last_group,
  });
  if (rows.length === 0) await finish(writer, task, task.applied_at ?? 0);
}

/** Does the next piece of an import; returns true if there is none for this process. */
function doPiece({ database, importId, worker }: Work, how: { limit: number; refused?: Refused }) {
  return database.write(async (writer) => {
    const task = await imports.claimWork(writer, importId, worker());
    if (task?.state === 'writing') await writeNext(writer, task, how);
    else if (task?.state === 'appearing') await showNext(writer, task);
    else return true;
    return false;
  }, IDS_A_PIECE);
}

/** Returns the problem that a row was refused with; throws any other error on. */
function refusalOf(error: unknown): Refused {
  if (isStillPointedTo(error))
    return { field: 'row', message: 'Something that it names was deleted meanwhile' };
  const refusal = error instanceof ApiError ? error : takenField(error);
  if (!refusal) throw error;
  return { field: Object.keys(refusal.fields)[0] ?? 'sku', message: refusal.message };
}

/**
 * Writes the good rows of an import in pieces that tills need not wait for, then shows them. Outcomes are saved in the
 * same transaction: after a crash nothing is done twice or left out.
 */
export async function writeImport(work: Work, groupsAtOnce: number): Promise<void> {
  let isOver = false;
  while (!isOver && !work.isStopping()) {
    const started = performance.now();
    try {
      isOver = await doPiece(work, { limit: groupsAtOnce });
    } catch (error) {
      refusalOf(error);
      // The database refuses one of them: writes one after another until that one is found.
      isOver = await doPiece(work, { limit: 1 }).catch((alone: unknown) =>
        doPiece(work, { limit: 1, refused: refusalOf(alone) }),
      );
    }
    // The same process and database serve the tills: half of the time is theirs.
    await pause(performance.now() - started);
  }
}
