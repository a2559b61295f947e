import { ApiError } from '#contract/errors.ts';
import type { FileAnswer } from '#contract/define-route.ts';
import { costField, fieldLabel, fieldsFor } from '#domain/import-fields.ts';
import { importPermissions, type ImportKind } from '#domain/imports.ts';
import { can } from '#domain/permissions.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { csvFile } from '../../http/csv-file.ts';
import { cellsOf, problemsIn } from './imports.present.ts';
import { requireImport } from './imports.usecases.ts';
import { findTroubled, type FileRow } from './rows.repository.ts';

/** Returns the rows of an import that have problems, to be corrected and imported again; 404 `import_not_found`. */
export async function exportTroubled(
  reader: Reader,
  importId: number,
  session: Session,
): Promise<FileAnswer> {
  const { kind, columns_json } = await requireImport(reader, importId, session);
  const cost = costField(kind);
  const fields = Object.keys(JSON.parse(columns_json) as object).filter(
    (name) => name !== cost || can(session.staff, 'costs.view'),
  );
  return csvFile<FileRow>({
    name: `import-${importId}-problems.csv`,
    columns: [
      ['Row', ({ row_no }) => row_no],
      ...fields.map((name) => [fieldLabel(kind, name), (row: FileRow) => cellsOf(row)[name] ?? ''] as const),
      [
        'Problems',
        (row) =>
          problemsIn(row)
            .map(({ field, message }) => `${fieldLabel(kind, field)}: ${message}`)
            .join('; '),
      ],
    ],
    following: (after, limit) => findTroubled(reader, importId, after?.row_no ?? 0, limit),
  });
}

/** Returns a file to fill in, with headings and example rows; 403 for a kind that the caller may not import. */
export function template(kind: ImportKind, { staff }: Session): FileAnswer {
  if (!can(staff, importPermissions[kind])) throw new ApiError('forbidden');
  const fields = fieldsFor(kind, staff);
  const rows = Array.from({ length: fields[0]?.examples.length ?? 0 }, (_, at) => ({ at }));
  return csvFile<{ at: number }>({
    name: `${kind}-template.csv`,
    columns: fields.map(({ label, examples }) => [label, ({ at }) => examples[at] ?? '']),
    following: async (after) => (after ? [] : rows),
  });
}
