import type { ReactNode } from 'react';
import type { QrCode } from '#contract/qr-codes.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { addPath, batchPath } from './qr-text.ts';

/** Shows text on one line. */
function Whole({ children }: { children: ReactNode }) {
  return <Text noWrap>{children}</Text>;
}

/** Returns the address of a code's unit, or of the form that creates it; null if neither applies. */
function pathOf({ qr_code, status, inventory_item }: QrCode): string | null {
  if (status === 'unused') return addPath(qr_code);
  return inventory_item?.is_yours ? `/inventory/${inventory_item.id}` : null;
}

function Code({ row }: { row: QrCode }) {
  const path = pathOf(row);
  return <Whole>{path === null ? row.qr_code : <TextLink to={path}>{row.qr_code}</TextLink>}</Whole>;
}

function LinkedUnit({ row: { inventory_item: unit, void_reason } }: { row: QrCode }) {
  if (!unit) {
    return (
      <>
        <MutedText>–</MutedText>
        {void_reason === null ? null : <CellLine>{void_reason}</CellLine>}
      </>
    );
  }
  const { product, name } = unit.product_variation;
  return (
    <>
      {unit.is_yours ? <TextLink to={`/inventory/${unit.id}`}>{product.name}</TextLink> : product.name}
      <CellLine>{name}</CellLine>
    </>
  );
}

/** The columns of the code list; `low` drops the creation date for want of room. */
export const codeColumns = (timeZone: Zones, low = false): readonly Column<QrCode>[] => [
  {
    key: 'code',
    head: 'Code and type',
    width: 'content',
    cell: (row) => (
      <>
        <Code row={row} />
        <CellLine>Pre-generated</CellLine>
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    width: 'content',
    cell: ({ status }) => <StateBadge of="qrCode" state={status} />,
  },
  {
    key: 'order',
    head: 'Order and batch',
    width: 'content',
    cell: ({ supplier_transaction: { id, transaction_number }, batch_code }) => (
      <>
        <Whole>
          <TextLink to={`/purchase-orders/${id}`}>{transaction_number}</TextLink>
        </Whole>
        <CellLine>
          <Whole>
            <TextLink small to={batchPath(batch_code)}>
              {batch_code}
            </TextLink>
          </Whole>
        </CellLine>
      </>
    ),
  },
  { key: 'item', head: 'Linked item', least: 96, cell: (row) => <LinkedUnit row={row} /> },
  ...(low
    ? []
    : [
        {
          key: 'created',
          head: 'Created',
          width: 'content',
          cell: ({ created_at, generated_by }: QrCode) => (
            <>
              {formatInstant(created_at, timeZone)}
              <CellLine>{generated_by.name}</CellLine>
            </>
          ),
        },
      ]),
];
