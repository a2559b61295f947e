import type { ImportListed } from '#contract/imports.ts';
import { importKindLabels } from '#domain/imports.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { countText, madeText, number } from './import-text.ts';

/** Returns the columns of the list of imports, which shows the newest first. */
export const importColumns = (timeZone: Zones): readonly ListColumn<ImportListed>[] => [
  {
    key: 'file',
    head: 'File and date',
    cell: (row) => row.file_name,
    line: (row) => formatInstant(row.created_at, timeZone),
  },
  {
    key: 'kind',
    head: 'What',
    width: 'content',
    cell: (row) => importKindLabels[row.kind],
    line: (row) => row.store?.name ?? 'All stores',
  },
  { key: 'by', head: 'Uploaded by', cell: (row) => row.created_by.name },
  {
    key: 'rows',
    head: 'Rows',
    width: '170px',
    align: 'end',
    cell: (row) => (
      <>
        {row.state === 'done'
          ? `${number(row.made_rows)} of ${number(row.total_rows)}`
          : number(row.total_rows)}
        {row.state === 'ready' && row.bad_rows > 0 ? (
          <CellLine tone="danger">{countText(row.bad_rows, 'problem')}</CellLine>
        ) : null}
        {row.state === 'undone' ? (
          <CellLine>{`${madeText(row.kind, row.undone_count)} taken back, ${number(row.kept_count)} stayed`}</CellLine>
        ) : null}
        {row.not_taken_rows > 0 ? (
          <CellLine tone="danger">{`${number(row.not_taken_rows)} not taken`}</CellLine>
        ) : null}
      </>
    ),
  },
  {
    key: 'state',
    head: 'Status',
    width: 'content',
    cell: (row) => <StateBadge of="import" state={row.state} />,
  },
];
