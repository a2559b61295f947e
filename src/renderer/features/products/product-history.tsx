import { History24Regular } from '@fluentui/react-icons';
import { products, type ProductHistoryEntry } from '#contract/products.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { categoryPriceNames, priceNames } from '#domain/pricing.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { usePage } from '#renderer/lib/use-list.ts';
import type { Column } from '#renderer/ui/data-table.tsx';
import { ListTable } from '#renderer/ui/list-table.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { fieldText, warrantyMonthsText } from './product-text.ts';

const PER_PAGE = 20;

type Value = ProductHistoryEntry['before'];

const PRICES: readonly string[] = [...priceNames, ...categoryPriceNames];

/** Formats a value of the history: as on the wire, prices in pesos. */
function valueText(field: string, value: Value): string {
  if (value === null) return field.startsWith('warranty') ? 'As its type' : '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number' && field.startsWith('warranty')) return warrantyMonthsText(value);
  if (typeof value === 'number' && PRICES.includes(field)) {
    return formatMoney(pesosToCentavos(value), 'inventory');
  }
  const text = String(value);
  return field === 'status' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Formats one side of a cost change; a dash without permission to see costs. */
function costText(cost: ProductHistoryEntry['cost'], side: 'before' | 'after'): string {
  const amount = cost?.[side];
  return amount === null || amount === undefined ? '–' : formatMoney(amount, 'inventory');
}

const textOf = (row: ProductHistoryEntry, side: 'before' | 'after') =>
  row.field === 'cost' ? costText(row.cost, side) : valueText(row.field, row[side]);

const columnsOf = (timeZone: Zones): Column<ProductHistoryEntry>[] => [
  {
    key: 'at',
    phone: 'line',
    head: 'Date',
    width: 'content',
    cell: (row) => formatInstant(row.at, timeZone),
  },
  {
    key: 'field',
    phone: 'title',
    head: 'What',
    width: '22%',
    cell: (row) => (
      <>
        {fieldText(row.field)}
        {row.product_variation ? <CellLine>{row.product_variation.name}</CellLine> : null}
      </>
    ),
  },
  { key: 'before', head: 'Before', cell: (row) => <MutedText>{textOf(row, 'before')}</MutedText> },
  { key: 'after', head: 'After', cell: (row) => textOf(row, 'after') },
  { key: 'staff', head: 'By', cell: (row) => row.staff?.name ?? '–' },
];

type ProductHistoryProps = {
  productId: number;
  page: number;
  onPage: (page: number) => void;
  timeZone: Zones;
};

/** Lists the changes of a product and who made them, newest first. */
export function ProductHistory({ productId, page, onPage, timeZone }: ProductHistoryProps) {
  const list = usePage(
    read(products.history, { params: { productId }, query: { page, per_page: PER_PAGE } }),
    onPage,
  );
  return (
    <ListTable
      bare
      label="History"
      columns={columnsOf(timeZone)}
      list={list}
      empty={{
        icon: <History24Regular />,
        title: 'No changes yet',
        text: 'Changes of its prices, its status and its names show here, with who made them.',
      }}
    />
  );
}
