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
export type PointRow = StockedVariation & { name: string; store: StoreStock['store'] };

/** A product's stock in a store, or, with `store: null`, in all of them. */
type StockRow = Pick<StoreStock, 'units' | 'product_variations'> & {
  id: number;
  store: StoreStock['store'] | null;
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const onOrder = ({ product_variations }: StockRow) => sum(product_variations.map(({ on_order }) => on_order));

/** Returns the row below those of several stores: each variation's units in all of them. */
function totalOf(rows: readonly StockRow[]): StockRow[] {
  const [first] = rows;
  if (!first || rows.length < 2) return [];
  const of = (id: number, field: 'units' | 'on_order') =>
    sum(rows.map((row) => row.product_variations.find((each) => each.id === id)?.[field] ?? 0));
  const product_variations = first.product_variations.map((variation) => ({
    ...variation,
    units: of(variation.id, 'units'),
    on_order: of(variation.id, 'on_order'),
  }));
  return [{ id: 0, store: null, units: sum(rows.map(({ units }) => units)), product_variations }];
}

function Count({ count, isStrong = false }: { count: number; isStrong?: boolean }) {
  const text = count.toLocaleString('en-PH');
  if (count === 0) return <MutedText>{text}</MutedText>;
  return isStrong ? <strong>{text}</strong> : text;
}

type ProductStockProps = {
  product: Product;
  /** The store that the reader is in, which comes first. */
  storeId: number;
  /** Renders a variation's reorder point in a store. */
  pointOf: (row: PointRow) => ReactNode;
  /** Returns the address of a store's orders that bring units; null without permission to see orders. */
  ordersOf: ((storeId: number) => string) | null;
};

/** The stock of a product's variations in each of the reader's stores and in all of them, and their reorder points. */
export function ProductStock({ product, storeId, pointOf, ordersOf }: ProductStockProps) {
  const stock = useQuery(read(products.stock, { params: { productId: product.id } }));
  const names = new Map(product.product_variations.map(({ id, name }) => [id, name]));
  const isOther = ({ store }: StoreStock) => store.id !== storeId;
  const stores = stock.data
    ?.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)))
    .map((row) => ({ ...row, id: row.store.id }));
  const columns: Column<StockRow>[] = [
    {
      key: 'store',
      head: 'Store',
      cell: ({ store }) =>
        store === null || store.id === storeId ? <strong>{store?.name ?? 'All stores'}</strong> : store.name,
    },
    ...product.product_variations.map(({ id, name }): Column<StockRow> => ({
      key: `variation ${id}`,
      head: name,
      width: 'content',
      align: 'end',
      cell: ({ store, product_variations }) => (
        <Count
          count={product_variations.find((each) => each.id === id)?.units ?? 0}
          isStrong={store === null}
        />
      ),
    })),
    {
      key: 'ordered',
      head: 'On order',
      width: 'content',
      align: 'end',
      cell: (row) => {
        const count = onOrder(row);
        return count > 0 && ordersOf && row.store ? (
          <TextLink to={ordersOf(row.store.id)}>{count.toLocaleString('en-PH')}</TextLink>
        ) : (
          <Count count={count} isStrong={row.store === null} />
        );
      },
    },
    {
      key: 'total',
      head: 'Total',
      width: 'content',
      align: 'end',
      cell: ({ units }) => <Count isStrong count={units} />,
    },
  ];
  const points: Column<PointRow>[] = [
    { key: 'store', head: 'Store', cell: ({ store }) => store.name },
    { key: 'variation', head: 'Variation', cell: ({ name }) => name },
    { key: 'point', head: 'Reorder point', width: '140px', align: 'end', cell: pointOf },
  ];
  const empty = { icon: <BuildingShop24Regular />, title: 'You work at no store' };
  return (
    <>
      <Card flush title="Stock by store">
        <ListTable
          bare
          low
          label="Stock by store"
          columns={columns}
          list={wholeList(stock, stores && [...stores, ...totalOf(stores)])}
          empty={empty}
        />
      </Card>
      <Card flush title="Reorder points">
        <ListTable
          bare
          low
          label="Reorder points"
          columns={points}
          rowKey={({ id, store }) => `${store.id} ${id}`}
          list={wholeList(
            stock,
            stores?.flatMap(({ store, product_variations }) =>
              product_variations.map((row) => ({ ...row, store, name: names.get(row.id) ?? '–' })),
            ),
          )}
          empty={empty}
        />
      </Card>
    </>
  );
}
