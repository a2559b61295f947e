import { BoxMultiple24Regular } from '@fluentui/react-icons';
import type { StorePerformance } from '#contract/stores.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';

type Product = StorePerformance['top_products'][number];

const columns: readonly Column<Product>[] = [
  {
    key: 'product',
    head: 'Product',
    cell: (row) => (
      <>
        {row.name}
        <CellLine>{row.variation}</CellLine>
      </>
    ),
  },
  { key: 'units', head: 'Units sold', width: '86px', align: 'end', cell: (row) => row.units_sold },
  {
    key: 'revenue',
    head: 'Revenue',
    width: '132px',
    align: 'end',
    cell: (row) => <MoneyText amount={row.revenue} surface="store" size="strong" />,
  },
];

/** What brought in the most. */
export function TopProducts({ products }: { products: readonly Product[] }) {
  return (
    <Card title="Top Products" flush>
      <DataTable
        bare
        label="Top Products"
        columns={columns}
        rows={[...products]}
        rowKey={(row) => row.id}
        instead={
          products.length === 0 ? (
            <EmptyState compact icon={<BoxMultiple24Regular />} title="No sales data available" />
          ) : null
        }
      />
    </Card>
  );
}
