import { Receipt24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { products, type ProductSale } from '#contract/products.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { numberOf } from '#domain/transactions.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';

const PER_PAGE = 10;

const pageOf = ({ transaction_id }: ProductSale) => `/transactions/${transaction_id}`;

const columnsOf = (zoneOf: (storeId: number) => Zones): Column<ProductSale>[] => [
  {
    key: 'number',
    head: 'Transaction #',
    width: 'content',
    cell: (row) => <TextLink to={pageOf(row)}>{numberOf(row)}</TextLink>,
  },
  {
    key: 'date',
    phone: 'line',
    head: 'Date',
    width: 'content',
    cell: (row) => formatInstant(row.completed_at, zoneOf(row.store.id)),
  },
  { key: 'store', head: 'Store', width: 'content', cell: (row) => row.store.name },
  {
    key: 'unit',
    head: 'Unit',
    cell: (row) => (
      <>
        {row.variation_name}
        {row.imei || row.serial_number ? <CellLine>{row.imei ?? row.serial_number}</CellLine> : null}
      </>
    ),
  },
  {
    key: 'price',
    phone: 'amount',
    head: 'Price',
    width: 'content',
    align: 'end',
    cell: (row) => <MoneyText amount={row.final_price} surface="inventory" size="strong" />,
  },
];

type ProductSalesProps = {
  productId: number;
  page: number;
  onPage: (page: number) => void;
  zoneOf: (storeId: number) => Zones;
};

/** Lists the sales of a product at the reader's stores, newest first. */
export function ProductSales({ productId, page, onPage, zoneOf }: ProductSalesProps) {
  const navigate = useNavigate();
  const list = usePage(
    read(products.sales, { params: { productId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  return (
    <ListTable
      bare
      label="Sales"
      columns={columnsOf(zoneOf)}
      list={list}
      onOpen={(row) => void navigate(pageOf(row))}
      empty={{
        icon: <Receipt24Regular />,
        title: 'No sales yet',
        text: 'Units of it that were sold at your stores show here.',
      }}
    />
  );
}
