import {
  importListed,
  type ImportListed,
  type ImportRecord,
  type ImportRow as WireRow,
} from '#contract/imports.ts';
import { leftOut, missingFields, repeatedHeadings, type ImportColumns } from '#domain/import-columns.ts';
import { costField, fieldLabel, fieldsFor } from '#domain/import-fields.ts';
import type { ImportKind } from '#domain/imports.ts';
import { namedOrNull } from '#domain/named.ts';
import type { Session } from '../../http/call.ts';
import { csvAmount } from '../../http/csv-file.ts';
import { toShape } from '../../http/to-shape.ts';
import type { ImportRow, NamedImport } from './imports.repository.ts';
import type { NewName, Problem } from './kind-rules.ts';
import type { FileRow } from './rows.repository.ts';

/** Percent of the progress that showing takes: it is quick beside writing. */
const SHOWING = 10;

function progressOf(row: ImportRow): number {
  const part = (done: number, all: number) => (all > 0 ? Math.min(1, done / all) : 1);
  if (row.state === 'checking') return Math.floor(100 * part(row.seen_rows, row.total_rows));
  const written = row.kind === 'inventory' ? 100 - SHOWING : 100;
  if (row.state === 'writing') return Math.floor(written * part(row.seen_rows, row.good_rows));
  if (row.state === 'appearing') return written + Math.floor(SHOWING * part(row.shown_rows, row.made_rows));
  const { undone_count, kept_count, made_rows } = row;
  if (row.state === 'undoing') {
    return Math.floor(
      100 * part((undone_count ?? 0) + (kept_count ?? 0), Math.max(made_rows, row.units ?? 0)),
    );
  }
  return row.state === 'matching' ? 0 : 100;
}

export const presentListed = (row: NamedImport): ImportListed =>
  toShape(importListed, row, {
    store: namedOrNull(row.store_id, row.store_name),
    created_by: { id: row.created_by_id, name: row.maker_name },
    applied_by: namedOrNull(row.applied_by_id, row.applier_name),
    warned_rows: row.warned_rows ?? 0,
    units: row.units ?? 0,
    undone_by: namedOrNull(row.undone_by_id, row.undoer_name),
    undone_count: row.undone_count ?? 0,
    kept_count: row.kept_count ?? 0,
  });

/** Returns the columns that have cells; of a file from before this was kept, those that have a name. */
const filledOf = ({ filled_json }: ImportRow, headings: readonly string[]) =>
  filled_json === null
    ? headings.flatMap((heading, at) => (heading ? at : []))
    : (JSON.parse(filled_json) as number[]);

/** Returns the names of types and manufacturers that did not exist, by field. */
function newNamesOf({ kind, new_names_json }: ImportRow): ImportRecord['new_names'] {
  const names = new_names_json === null ? [] : (JSON.parse(new_names_json) as NewName[]);
  return [...Map.groupBy(names, ({ field }) => field)].map(([field, of]) => ({
    field,
    label: fieldLabel(kind, field),
    names: of.map(({ name }) => name),
  }));
}

/** Presents an import with the fields that the caller may choose for its columns, and the last one of the same file. */
export function presentImport(
  row: NamedImport,
  { staff }: Session,
  earlier: NamedImport | null,
): ImportRecord {
  const columns = JSON.parse(row.columns_json) as ImportColumns;
  const fields = fieldsFor(row.kind, staff);
  const known = new Set(fields.map(({ name }) => name));
  const headings = JSON.parse(row.headings_json) as string[];
  const sample = JSON.parse(row.sample_json) as string[];
  const filled = filledOf(row, headings);
  // Cells of a cost column are only for those who see costs.
  const hidden = new Set(Object.entries(columns).flatMap(([name, at]) => (known.has(name) ? [] : [at])));
  return {
    ...presentListed(row),
    progress: progressOf(row),
    headings,
    sample: sample.map((cell, at) => (hidden.has(at) ? '' : cell)),
    columns: Object.fromEntries(Object.entries(columns).filter(([name]) => known.has(name))),
    fields: fields.map(({ name, label }) => ({ name, label })),
    missing: missingFields(row.kind, columns, fields),
    filled,
    left_out: leftOut(headings, filled, columns),
    new_names: newNamesOf(row),
    makes_names: row.makes_names === 1,
    earlier: earlier && {
      id: earlier.id,
      file_name: earlier.file_name,
      applied_at: earlier.applied_at,
      applied_by: namedOrNull(earlier.applied_by_id, earlier.applier_name),
    },
    again_rows: row.again_rows ?? 0,
    takes_again: row.takes_again === 1,
    repeated: repeatedHeadings(fields, headings),
  };
}

/** Returns the present prices of a row that changes prices: pesos as text. */
function beforeOf(data: unknown): Record<string, string> | null {
  const before = (data as { before?: Record<string, number | null> } | null)?.before;
  if (!before) return null;
  return Object.fromEntries(
    Object.entries(before).map(([field, amount]) => [field, amount === null ? '' : csvAmount(amount)]),
  );
}

export const cellsOf = ({ cells_json }: FileRow) => JSON.parse(cells_json) as Record<string, string>;
export const problemsIn = ({ problems_json }: FileRow) =>
  problems_json === null ? [] : (JSON.parse(problems_json) as Problem[]);

/** Presents a row; names the unit that has a number only if it is in one of the caller's stores. */
export function presentRow(row: FileRow, kind: ImportKind, { staff }: Session): WireRow {
  const cost = costField(kind) ?? '';
  const { [cost]: ownCost = null, ...values } = cellsOf(row);
  const data = row.data_json === null ? null : (JSON.parse(row.data_json) as { subject?: string });
  const prices = beforeOf(data);
  const { [cost]: costBefore = null, ...before } = prices ?? {};
  return {
    row: row.row_no,
    state: row.state,
    values,
    cost: ownCost,
    before: prices && before,
    cost_before: costBefore,
    subject: data?.subject ?? null,
    warnings: row.warnings_json === null ? [] : (JSON.parse(row.warnings_json) as Problem[]),
    problems: problemsIn(row).map(({ field, message, itemId, storeId }) => ({
      field,
      message,
      inventory_item_id: itemId && staff.store_ids.includes(storeId ?? 0) ? itemId : null,
    })),
  };
}
