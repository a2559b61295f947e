import { BoxMultiple24Regular } from '@fluentui/react-icons';
import type { TopProduct } from '#contract/shapes.ts';
import type { MoneySurface } from '#domain/money.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';

const columnsOn = (surface: MoneySurface): readonly Column<TopProduct>[] => [
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
    phone: 'amount',
    head: 'Revenue',
    width: '132px',
    align: 'end',
    cell: (row) => <MoneyText amount={row.revenue} surface={surface} size="strong" />,
  },
];

type TopProductsProps = {
  /** Undefined while they load. */
  products: readonly TopProduct[] | undefined;
  surface: MoneySurface;
  /** The period, where the page does not say it. */
  note?: string;
};

/** The products with the most revenue. */
export function TopProducts({ products, surface, note }: TopProductsProps) {
  return (
    <Card title="Top Products" flush side={note}>
      <DataTable
        bare
        label="Top Products"
        columns={columnsOn(surface)}
        rows={products ? [...products] : undefined}
        rowKey={(row) => row.id}
        instead={
          products?.length === 0 ? (
            <EmptyState compact icon={<BoxMultiple24Regular />} title="No sales data available" />
          ) : null
        }
      />
    </Card>
  );
}
