import { Delete20Regular, Edit20Regular, NumberSymbol24Regular } from '@fluentui/react-icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counts, type CountedQuantity, type StockCount } from '#contract/counts.ts';
import { countText } from '#domain/count-text.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { actionsColumn } from '#renderer/ui/row-menu.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { pageState } from './counted-table.tsx';
import { QuantityDialog } from './quantity-dialog.tsx';

const nameOf = ({ product_name, variation_name }: CountedQuantity) => `${product_name}, ${variation_name}`;

function differenceOf({ quantity, expected }: CountedQuantity, status: StockCount['status']): string {
  if (expected === undefined) return '';
  const stock = `${countText(expected)} in stock`;
  if (quantity === expected) return stock;
  if (quantity > expected) return `${stock} · ${countText(quantity - expected)} more counted`;
  const short = countText(expected - quantity);
  return `${stock} · ${short} ${status === 'closed' ? 'short, the oldest became lost' : 'short'}`;
}

const columnsOf = (status: StockCount['status'], timeZone: Zones): Column<CountedQuantity>[] => [
  { key: 'product', head: 'Product', cell: nameOf },
  {
    key: 'quantity',
    head: 'Counted',
    cell: (row) => (
      <>
        {countText(row.quantity)}
        <CellLine tone={row.expected === undefined || row.expected === row.quantity ? undefined : 'waiting'}>
          {differenceOf(row, status)}
        </CellLine>
      </>
    ),
  },
  {
    key: 'by',
    head: 'Entered',
    width: 'content',
    cell: ({ counted_by, counted_at }) => (
      <>
        {counted_by.name}
        <CellLine>{formatInstant(counted_at, timeZone)}</CellLine>
      </>
    ),
  },
];

type NumbersTableProps = {
  count: Pick<StockCount, 'id' | 'status'>;
  timeZone: Zones;
  /** True while the count is open: numbers can be corrected and removed. */
  mayEnter: boolean;
  place: { page: number; per_page: number };
  turnTo: (page: number) => void;
};

/** The numbers that were entered for units without a code, the newest first. */
export function NumbersTable({ count, timeZone, mayEnter, place, turnTo }: NumbersTableProps) {
  const params = { countId: count.id };
  const [changed, setChanged] = useState<CountedQuantity | null>(null);
  const query = useQuery({
    ...read(counts.quantities, { params, query: place }),
    placeholderData: keepPreviousData,
  });
  const remove = useRouteMutation(counts.removeQuantity, {
    done: 'Number taken back',
    failed: 'Failed to take back number',
  });
  const columns = columnsOf(count.status, timeZone);
  const actions = actionsColumn(nameOf, (row: CountedQuantity) => [
    { label: 'Enter again', icon: <Edit20Regular />, onClick: () => setChanged(row) },
    {
      label: 'Take back',
      icon: <Delete20Regular />,
      danger: true,
      onClick: () => void remove.run({ params: { ...params, variationId: row.product_variation_id } }),
    },
  ]);
  return (
    <>
      <ListTable
        bare
        label="Numbers"
        list={pageState(query, turnTo)}
        columns={mayEnter ? [...columns, actions] : columns}
        empty={{
          icon: <NumberSymbol24Regular />,
          title: 'No numbers entered',
          text: 'What has no serial number, IMEI or QR code is counted by a number for each product.',
        }}
      />
      {changed ? (
        <QuantityDialog
          countId={count.id}
          variation={{
            id: changed.product_variation_id,
            name: changed.variation_name,
            product: { name: changed.product_name },
          }}
          quantity={changed.quantity}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </>
  );
}
