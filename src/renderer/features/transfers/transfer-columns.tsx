import type { TransferRow } from '#contract/transfers.ts';
import { countText } from '#domain/count-text.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { differenceText, shownStatus } from './transfer-text.ts';

/** The columns of the transfer list, newest first. */
export const transferColumns = (timeZone: Zones): readonly ListColumn<TransferRow>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: 'content',
    cell: (row) => row.number,
    line: (row) => formatInstant(row.sent_at, timeZone),
  },
  { key: 'from', head: 'From', width: 'content', cell: (row) => row.from_store.name },
  { key: 'to', head: 'To', width: 'content', cell: (row) => row.to_store.name },
  { key: 'by', head: 'Sent by', spare: 1, cell: (row) => row.sent_by.name },
  {
    key: 'units',
    head: 'Units',
    width: 'content',
    align: 'end',
    cell: (row) => countText(row.units_count),
    line: (row) => (row.status === 'cancelled' ? null : `${row.received_count} received`),
  },
  {
    key: 'status',
    head: 'Status',
    width: 'content',
    cell: (row) => {
      const differences = differenceText(row);
      return (
        <>
          <StateBadge of="transfer" state={shownStatus(row)} />
          {differences ? <CellLine tone="waiting">{differences}</CellLine> : null}
        </>
      );
    },
  },
];
