import { Spinner } from '@fluentui/react-components';
import { BarcodeScanner24Regular, Delete20Regular } from '@fluentui/react-icons';
import { Button } from '#renderer/ui/button.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { isLookedUp, type Picked } from './picking.ts';
import { CodesCell, ProductCell } from './unit-cells.tsx';

function StateCell({ row }: { row: Picked }) {
  if (isLookedUp(row)) return <Spinner size="tiny" label="Looking it up" />;
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

/** What was scanned for a transfer, the newest first. */
export function PickedTable(props: { rows: readonly Picked[]; onRemove: (id: number) => void }) {
  return (
    <DataTable
      label="Scanned units"
      columns={columnsWith(props.onRemove)}
      rows={props.rows}
      rowKey={(row) => row.id}
      instead={
        props.rows.length === 0 ? (
          <EmptyState icon={<BarcodeScanner24Regular />} title="Scan the first unit">
            Its IMEI, serial number or QR code. A product’s barcode takes the next free one.
          </EmptyState>
        ) : null
      }
    />
  );
}
