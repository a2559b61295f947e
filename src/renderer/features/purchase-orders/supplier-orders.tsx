import { ClipboardTaskListLtr24Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OrderRow } from '#contract/purchase-orders.ts';
import { type Zones } from '#domain/store-time.ts';
import { supplierOrdersPage } from '#renderer/lib/paged-reads.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { orderColumns } from './order-columns.tsx';

type SupplierOrdersProps = { supplierId: number; timeZone: Zones; seesCosts: boolean };

/** Lists the orders of the reader's stores from one supplier, newest first. */
export function SupplierOrders({ supplierId, timeZone, seesCosts }: SupplierOrdersProps) {
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const list = usePage(supplierOrdersPage(supplierId, page), setPage);
  const pageOf = ({ id }: OrderRow) => `/purchase-orders/${id}`;
  const columns = orderColumns({ timeZone, seesCosts, ofSupplier: true }).map(
    ({ line, ...column }, place): Column<OrderRow> => ({
      ...column,
      cell: (row) => (
        <>
          {place === 0 ? <TextLink to={pageOf(row)}>{column.cell(row)}</TextLink> : column.cell(row)}
          {line ? <CellLine>{line(row)}</CellLine> : null}
        </>
      ),
    }),
  );
  return (
    <Card flush title="Orders">
      <ListTable
        bare
        label="Orders"
        columns={columns}
        list={list}
        onOpen={(row) => void navigate(pageOf(row))}
        empty={{
          icon: <ClipboardTaskListLtr24Regular />,
          title: 'No orders yet',
          text: 'Orders of your stores to this supplier show here. Items added by hand or imported have no order.',
        }}
      />
    </Card>
  );
}
