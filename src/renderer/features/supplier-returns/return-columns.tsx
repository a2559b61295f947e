import type { SupplierReturnRow } from '#contract/supplier-returns.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { returnState } from './return-text.ts';

/** The columns of the return list, newest first. */
export const returnColumns = (timeZone: Zones): readonly ListColumn<SupplierReturnRow>[] => [
  {
    key: 'number',
    head: 'Number and date',
    width: 'content',
    sort: 'date',
    cell: (row) => row.number,
    line: (row) => formatInstant(row.created_at, timeZone),
  },
  {
    key: 'supplier',
    phone: 'line',
    head: 'Supplier',
    cell: (row) => row.supplier.name,
    line: (row) => row.reason,
  },
  {
    key: 'reference',
    head: 'Reference',
    width: 'content',
    cell: (row) => row.reference ?? <MutedText>–</MutedText>,
  },
  { key: 'by', head: 'Returned by', spare: 1, cell: (row) => row.created_by.name },
  {
    key: 'units',
    head: 'Units',
    width: 'content',
    align: 'end',
    cell: (row) => row.units_count,
    line: (row) => (row.back_count > 0 ? `${row.back_count} back` : null),
  },
  {
    key: 'state',
    head: 'Status',
    width: 'content',
    cell: (row) => <StateBadge of="supplierReturn" state={returnState(row)} />,
  },
];
