import { useQuery } from '@tanstack/react-query';
import { BuildingShop24Regular } from '@fluentui/react-icons';
import { products, type Product, type StoreStock } from '#contract/products.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { storeDate } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { warrantyWords } from './product-words.ts';

const dash = <MutedText>–</MutedText>;

/** What is known of a product itself. */
export function ProductFacts({ product, timeZone }: { product: Product; timeZone: string }) {
  const { product_type: type, warranty_months, warranty_months_used, updated_at } = product;
  const date = (instant: number) => formatDate(storeDate(instant, timeZone));
  const facts: Fact[] = [
    {
      label: 'Units',
      value: product.requires_serial ? 'Need a serial number or IMEI' : 'Need no serial number',
    },
    { label: 'Warranty', value: warrantyWords(warranty_months, type.warranty_months) },
    {
      label: 'Warranty of used units',
      value: warrantyWords(warranty_months_used, type.warranty_months_used),
    },
    { label: 'Created', value: date(product.created_at) },
    { label: 'Last changed', value: updated_at === null ? dash : date(updated_at) },
    { label: 'Description', value: product.description ?? dash },
  ];
  return (
    <Card flush>
      <FactList facts={facts} />
    </Card>
  );
}

type ProductStockProps = { product: Product };

/** What of a product stands in each of the reader's stores. */
export function ProductStock({ product }: ProductStockProps) {
  const stock = useQuery(read(products.stock, { params: { productId: product.id } }));
  const names = new Map(product.product_variations.map(({ id, name }) => [id, name]));
  const columns: Column<StoreStock & { id: number }>[] = [
    { key: 'store', head: 'Store', width: '26%', cell: ({ store }) => store.name },
    {
      key: 'variations',
      head: 'Variations',
      cell: ({ product_variations }) =>
        product_variations.length
          ? product_variations.map(({ id, units }) => `${names.get(id) ?? '–'}: ${units}`).join(' · ')
          : dash,
    },
    { key: 'units', head: 'Stock', width: '140px', cell: ({ units }) => <StockBadge available={units} /> },
  ];
  const rows = stock.data?.map((row) => ({ ...row, id: row.store.id }));
  return (
    <Card flush title="Stock by store">
      <ListTable
        bare
        low
        label="Stock by store"
        columns={columns}
        list={wholeList(stock, rows)}
        empty={{ icon: <BuildingShop24Regular />, title: 'You work at no store' }}
      />
    </Card>
  );
}
