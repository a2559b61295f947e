import { useQuery } from '@tanstack/react-query';
import { BuildingShop24Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { products, type Product, type StoreStock } from '#contract/products.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { needsNumber } from '#domain/receiving.ts';
import { storeDate, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { wholeList } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import type { Column } from '#renderer/ui/data-table.tsx';
import { FactList, type Fact } from '#renderer/ui/fact-list.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { scannedText, warrantyText } from './product-text.ts';

const dash = <MutedText>–</MutedText>;

export function ProductFacts({ product, timeZone }: { product: Product; timeZone: Zones }) {
  const { product_type: type, scanned_numbers, warranty_months, warranty_months_used, updated_at } = product;
  const date = (instant: number) => formatDate(storeDate(instant, timeZone));
  const isNumbered = needsNumber({ ...product, type_requires_serial: type.requires_serial });
  const facts: Fact[] = [
    {
      label: 'Units',
      value: isNumbered ? 'Need a serial number or IMEI' : 'Need no serial number',
    },
    ...(isNumbered
      ? [{ label: 'Scanned when received', value: scannedText(scanned_numbers, type.scanned_numbers) }]
      : []),
    { label: 'Warranty', value: warrantyText(warranty_months, type.warranty_months) },
    {
      label: 'Warranty of used units',
      value: warrantyText(warranty_months_used, type.warranty_months_used),
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

type StockedVariation = StoreStock['product_variations'][number];
export type StockRow = StockedVariation & { name: string; store: StoreStock['store'] };

type ProductStockProps = {
  product: Product;
  /** The store that the reader is in, which comes first. */
  storeId: number;
  /** Renders a variation's reorder point in a store. */
  pointOf: (row: StockRow) => ReactNode;
  /** Returns the address of a store's orders that bring units; null without permission to see orders. */
  ordersOf: ((storeId: number) => string) | null;
};

/** The stock of a product's variations in each of the reader's stores, with reorder points. */
export function ProductStock({ product, storeId, pointOf, ordersOf }: ProductStockProps) {
  const stock = useQuery(read(products.stock, { params: { productId: product.id } }));
  const names = new Map(product.product_variations.map(({ id, name }) => [id, name]));
  const columns: Column<StockRow>[] = [
    {
      key: 'store',
      head: 'Store',
      cell: ({ store }) => (store.id === storeId ? <strong>{store.name}</strong> : store.name),
    },
    { key: 'variation', head: 'Variation', cell: ({ name }) => name },
    {
      key: 'units',
      phone: 'state',
      head: 'Stock',
      width: 'content',
      cell: ({ units }) => <StockBadge available={units} />,
    },
    { key: 'point', head: 'Reorder point', width: '140px', align: 'end', cell: pointOf },
    {
      key: 'ordered',
      head: 'On order',
      width: 'content',
      align: 'end',
      cell: ({ on_order, store }) =>
        on_order === 0 ? (
          dash
        ) : ordersOf ? (
          <TextLink to={ordersOf(store.id)}>{on_order.toLocaleString('en-PH')}</TextLink>
        ) : (
          on_order.toLocaleString('en-PH')
        ),
    },
  ];
  const isOther = ({ store }: StoreStock) => store.id !== storeId;
  const rows = stock.data
    ?.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)))
    .flatMap(({ store, product_variations }) =>
      product_variations.map((row) => ({ ...row, store, name: names.get(row.id) ?? '–' })),
    );
  return (
    <Card flush title="Stock by store">
      <ListTable
        bare
        low
        label="Stock by store"
        columns={columns}
        rowKey={({ id, store }) => `${store.id} ${id}`}
        list={wholeList(stock, rows)}
        empty={{ icon: <BuildingShop24Regular />, title: 'You work at no store' }}
      />
    </Card>
  );
}
