import type { StockCountRow } from '#contract/counts.ts';
import { countText } from '#domain/count-text.ts';
import { scopeText } from '#domain/counts.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';

/** Returns the columns of the list of counts, which shows the newest first. */
export const countColumns = (timeZone: Zones): readonly ListColumn<StockCountRow>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: 'content',
    cell: (row) => row.number,
    line: (row) => formatInstant(row.started_at, timeZone),
  },
  { key: 'scope', phone: 'line', head: 'Scope', cell: scopeText },
  { key: 'by', head: 'Started by', cell: (row) => row.started_by.name },
  {
    key: 'counted',
    head: 'Scanned',
    width: 'content',
    align: 'end',
    cell: (row) => countText(row.counted),
  },
  {
    key: 'status',
    head: 'Status',
    width: 'content',
    cell: (row) => (
      <>
        <StateBadge of="count" state={row.status} />
        {row.lost ? <CellLine tone="waiting">{`${countText(row.lost)} lost`}</CellLine> : null}
      </>
    ),
  },
];
