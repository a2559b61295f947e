import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { ImportRecord, imports } from '#contract/imports.ts';
import { z } from '#contract/zod.ts';
import { leftOut, matchColumns, missingFields, repeatedHeadings } from '#domain/import-columns.ts';
import { fieldLabel, fieldsFor } from '#domain/import-fields.ts';
import {
  importPermissions,
  importStateLabels,
  kindsOf,
  type ImportKind,
  type ImportState,
} from '#domain/imports.ts';
import { can } from '#domain/permissions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { presentImport, presentListed, presentRow } from './imports.present.ts';
import * as records from './imports.repository.ts';
import { readTable } from './read-table.ts';
import { rowIds, rowsOf, type FileRow } from './rows.repository.ts';

const zip = promisify(gzip);
const IMPORTS_A_PAGE = 20;
const ROWS_A_PAGE = 50;

const seenBy = ({ staff }: Session): records.Seen => ({
  kinds: kindsOf(staff),
  storeIds: staff.store_ids,
  staffId: staff.id,
  seesCosts: can(staff, 'costs.view'),
});

/** Returns one page of the imports of kinds that the caller may import, the newest first. */
export function listImports(
  reader: Reader,
  { kind, ...page }: RouteInput<typeof imports.list>['query'],
  session: Session,
): Promise<RouteOutput<typeof imports.list>> {
  const seen = seenBy(session);
  const kinds = kind ? seen.kinds.filter((one) => one === kind) : seen.kinds;
  const listed = {
    ids: records.importIds(reader, { ...seen, kinds: kinds.length ? kinds : ['' as ImportKind] }),
    rowsOf: (ids: readonly number[]) => records.importRows(reader, ids),
  };
  return readPage(reader, listed, pagePlace(page, IMPORTS_A_PAGE), presentListed);
}

/**
 * True if the caller may see an import: of a kind that they may import, and of no foreign store. The file of an
 * uploader who sees costs may hold them in any column: others see it only if they see costs.
 */
const isFor = ({ staff }: Session, { kind, store_id, has_costs, created_by_id }: records.ImportRow) =>
  can(staff, importPermissions[kind]) &&
  (store_id === null || staff.store_ids.includes(store_id)) &&
  (has_costs === 0 || created_by_id === staff.id || can(staff, 'costs.view'));

/** Refuses all but the uploader, whose permissions decide what a file may bring, such as points and stores. */
function refuseOthers({ staff }: Session, { created_by_id }: records.ImportRow): void {
  if (created_by_id !== staff.id) {
    throw new ApiError('illegal_state', { message: 'Only the person who uploaded this file can import it' });
  }
}

/** Returns the stores that a person may bring units to. */
export const activeStoresOf = ({ staff }: Session): number[] =>
  staff.store_ids.filter((id) => !staff.inactive_store_ids.includes(id));

/** Refuses columns that the caller might import when they were matched, and may not any more. */
function refuseLostFields({ staff }: Session, { kind, columns_json }: records.ImportRow): void {
  const allowed = new Set(fieldsFor(kind, staff).map(({ name }) => name));
  const lost = Object.keys(JSON.parse(columns_json) as object).filter((name) => !allowed.has(name));
  if (lost.length === 0) return;
  const labels = lost.map((name) => fieldLabel(kind, name)).join(' and ');
  throw new ApiError('illegal_state', {
    message: `You may not import ${labels} any more. Match the columns again`,
  });
}

/** Finds an import that the caller may see; 404 `import_not_found` for any other. */
export async function requireImport(reader: Reader, importId: number, session: Session) {
  const row = await records.findImport(reader, importId);
  if (!row || !isFor(session, row)) throw new ApiError('import_not_found');
  return row;
}

/** Returns an import with its progress; 404 `import_not_found` if the caller may not see it. */
export async function showImport(reader: Reader, importId: number, session: Session): Promise<ImportRecord> {
  const row = await requireImport(reader, importId, session);
  const earlier = row.state === 'ready' ? await records.findEarlier(reader, row) : undefined;
  return presentImport(row, session, earlier && isFor(session, earlier) ? earlier : null);
}

type Upload = { kind: ImportKind; file: Uint8Array; file_name: string };
type Uploading = { session: Session; storeId: number | null; now: number; noteTarget: NoteTarget };

/** Reads a file; returns the function that saves it to be checked. 422 for a file that is no table. */
export async function prepareImport(
  { kind, file, file_name }: Upload,
  { session, storeId, now, noteTarget }: Uploading,
): Promise<(writer: Writer) => Promise<ImportRecord>> {
  const { staff } = session;
  const { headings, rows } = await readTable(file);
  const fields = fieldsFor(kind, staff);
  const columns = matchColumns(fields, headings);
  const filled = headings.flatMap((_, at) => (rows.some(({ cells }) => cells[at]) ? at : []));
  const isPlain =
    missingFields(kind, columns, fields).length === 0 &&
    repeatedHeadings(fields, headings).length === 0 &&
    leftOut(headings, filled, columns).length === 0;
  const content = await zip(file);
  const content_hash = createHash('sha256').update(file).digest('hex');
  return async (writer) => {
    noteTarget({ name: file_name, storeId });
    const id = writer.nextId();
    await records.insertImport(
      writer,
      {
        id,
        kind,
        state: isPlain ? 'checking' : 'matching',
        file_name,
        content_hash,
        headings_json: JSON.stringify(headings),
        sample_json: JSON.stringify(rows[0]?.cells ?? []),
        columns_json: JSON.stringify(columns),
        filled_json: JSON.stringify(filled),
        has_costs: can(staff, 'costs.view') ? 1 : 0,
        stores_json: JSON.stringify(activeStoresOf(session)),
        total_rows: rows.length,
        seen_rows: 0,
        good_rows: 0,
        bad_rows: 0,
        same_rows: 0,
        warned_rows: 0,
        made_rows: 0,
        not_taken_rows: 0,
        shown_rows: 0,
        last_group: 0,
        created_at: now,
        created_by_id: staff.id,
        store_id: storeId,
      },
      content,
    );
    return showImport(writer, id, session);
  };
}

export type Changing = { session: Session; now: number; noteChange: NoteChange; noteTarget: NoteTarget };

/** Takes an import in one of some states; 404 `import_not_found`, 409 `illegal_state`. */
export async function claim(
  writer: Writer,
  importId: number,
  { session, noteTarget }: Changing,
  states: readonly ImportState[],
  otherwise: Partial<Record<ImportState, string>> = {},
): Promise<records.ImportRow> {
  const row = await records.claimImport(writer, importId);
  if (!row || !isFor(session, row)) throw new ApiError('import_not_found');
  noteTarget({ name: row.file_name, storeId: row.store_id });
  if (states.includes(row.state)) return row;
  const begun = 'This file is being imported already';
  const text: Record<ImportState, string> = {
    matching: 'Say which column is what first',
    checking: 'This file is still being checked',
    ready: 'This file is checked already',
    writing: begun,
    appearing: begun,
    done: 'This file was imported already',
    undoing: 'This import is being taken back',
    undone: 'This import was taken back',
    cancelled: 'This import was cancelled',
    ...otherwise,
  };
  throw new ApiError('illegal_state', { message: text[row.state] });
}

/**
 * Sets which column is which field, and what the uploader answered; has all rows checked again. 422 for an unknown field
 * or column.
 */
export async function matchImport(
  writer: Writer,
  importId: number,
  { columns, make_names = false, take_again = false }: RouteInput<typeof imports.match>['body'],
  changing: Changing,
): Promise<ImportRecord> {
  const row = await claim(writer, importId, changing, ['matching', 'checking', 'ready']);
  refuseOthers(changing.session, row);
  const fields = fieldsFor(row.kind, changing.session.staff);
  const known = new Set(fields.map(({ name }) => name));
  const width = (JSON.parse(row.headings_json) as string[]).length;
  const taken = new Set<number>();
  for (const [field, at] of Object.entries(columns)) {
    if (!known.has(field)) throw fieldError(`columns.${field}`, 'This field is not known');
    if (at >= width) throw fieldError(`columns.${field}`, 'The file has no such column');
    if (taken.has(at)) throw fieldError(`columns.${field}`, 'This column is another field already');
    taken.add(at);
  }
  await records.updateImport(writer, importId, {
    columns_json: JSON.stringify(columns),
    has_costs: can(changing.session.staff, 'costs.view') ? 1 : 0,
    stores_json: JSON.stringify(activeStoresOf(changing.session)),
    state: missingFields(row.kind, columns, fields).length ? 'matching' : 'checking',
    makes_names: make_names ? 1 : 0,
    takes_again: take_again ? 1 : 0,
    worker: null,
    seen_rows: 0,
  });
  return showImport(writer, importId, changing.session);
}

/** The fields of an import in the audit log. */
export const noted = z.object({ state: z.string(), rows: z.int() });

/**
 * Starts writing the checked rows. 409 `has_bad_rows` unless all rows are good or the caller takes only the good ones,
 * `import_running` while another import writes the same file, `illegal_state` if it is not checked, was imported
 * already, or has a column that the caller may not import any more.
 */
export async function applyImport(
  writer: Writer,
  importId: number,
  goodOnly: boolean,
  changing: Changing,
): Promise<ImportRecord> {
  const { session, now, noteChange } = changing;
  const row = await claim(writer, importId, changing, ['ready']);
  refuseOthers(session, row);
  if (row.store_id !== null && session.staff.inactive_store_ids.includes(row.store_id)) {
    throw new ApiError('store_inactive');
  }
  refuseLostFields(session, row);
  if (row.good_rows === 0) {
    throw new ApiError('illegal_state', { message: 'No row of this file can be imported' });
  }
  if (row.bad_rows > 0 && !goodOnly) throw new ApiError('has_bad_rows');
  if (await records.findTwin(writer, row)) throw new ApiError('import_running');
  const stores = new Set(activeStoresOf(session));
  const checkedFor = JSON.parse(row.stores_json) as number[];
  await records.updateImport(writer, importId, {
    state: 'writing',
    stores_json: JSON.stringify(checkedFor.filter((id) => stores.has(id))),
    seen_rows: 0,
    last_group: 0,
    applied_at: now,
    applied_by_id: session.staff.id,
    worker: null,
  });
  noteChange(
    noted,
    { state: importStateLabels.ready, rows: 0 },
    { state: importStateLabels.writing, rows: row.good_rows },
  );
  return showImport(writer, importId, session);
}

/** Cancels an import that has written nothing yet; 409 `illegal_state` for any other. */
export async function cancelImport(
  writer: Writer,
  importId: number,
  changing: Changing,
): Promise<ImportRecord> {
  const begun = 'This import has begun, and cannot be cancelled any more';
  await claim(writer, importId, changing, ['matching', 'checking', 'ready'], {
    writing: begun,
    appearing: begun,
  });
  await records.updateImport(writer, importId, {
    state: 'cancelled',
    ended_at: changing.now,
    worker: null,
  });
  await records.forgetFile(writer, importId);
  return showImport(writer, importId, changing.session);
}

/** Returns one page of the rows of an import in a state; 404 `import_not_found`. */
export async function listRows(
  reader: Reader,
  importId: number,
  { state, warned = false, ...page }: RouteInput<typeof imports.rows>['query'],
  session: Session,
): Promise<RouteOutput<typeof imports.rows>> {
  const { kind } = await requireImport(reader, importId, session);
  const listed = {
    ids: rowIds(reader, importId, state, warned),
    rowsOf: (ids: readonly number[]) => rowsOf(reader, importId, ids),
  };
  return readPage(reader, listed, pagePlace(page, ROWS_A_PAGE), (row: FileRow) =>
    presentRow(row, kind, session),
  );
}
