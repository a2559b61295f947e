import { Spinner } from '@fluentui/react-components';
import { BarcodeScanner24Regular, Delete20Regular } from '@fluentui/react-icons';
import { Button } from './button.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { StatusBadge } from './status-badge.tsx';
import { CellLine, MutedText } from './table-text.tsx';
import { isFound, type Picked } from '#renderer/lib/picking.ts';
import { CodesCell, ProductCell } from './unit-cells.tsx';

function StateCell({ row }: { row: Picked }) {
  if (isFound(row)) return <Spinner size="tiny" label="Looking it up" />;
  if (row.problem === null) return <StatusBadge tone="green">Goes along</StatusBadge>;
  return (
    <>
      <StatusBadge tone="red">{row.unit ? 'Stays here' : 'No unit'}</StatusBadge>
      <CellLine tone="danger">{row.problem}</CellLine>
    </>
  );
}

const columnsWith = (onRemove: (id: number) => void): readonly Column<Picked>[] => [
  {
    key: 'product',
    head: 'Product',
    cell: ({ unit }) => (unit ? <ProductCell unit={unit} /> : <MutedText>–</MutedText>),
  },
  {
    key: 'codes',
    head: 'IMEI or serial number',
    width: '204px',
    cell: ({ unit, code }) => (unit ? <CodesCell unit={unit} /> : code),
  },
  { key: 'state', head: 'State', width: '32%', cell: (row) => <StateCell row={row} /> },
  {
    key: 'remove',
    head: 'Remove',
    headHidden: true,
    width: '60px',
    align: 'end',
    cell: ({ id, code }) => (
      <Button
        appearance="subtle"
        icon={<Delete20Regular />}
        label={`Remove ${code}`}
        onClick={() => onRemove(id)}
      />
    ),
  },
];

/** What was scanned to be sent, the newest first; `hint` says what may be scanned. */
export function PickedTable(props: {
  rows: readonly Picked[];
  hint: string;
  onRemove: (id: number) => void;
}) {
  return (
    <DataTable
      label="Scanned units"
      columns={columnsWith(props.onRemove)}
      rows={props.rows}
      rowKey={(row) => row.id}
      instead={
        props.rows.length === 0 ? (
          <EmptyState icon={<BarcodeScanner24Regular />} title="Scan the first unit">
            {props.hint}
          </EmptyState>
        ) : null
      }
    />
  );
}
