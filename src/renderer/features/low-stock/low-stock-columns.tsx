import { makeStyles } from '@fluentui/react-components';
import type { LowStock } from '#contract/low-stock.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { CellLine, MutedText, TextLink } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { Point, type PointOf } from './point-field.tsx';

const useStyles = makeStyles({
  figures: tabular,
});

/** Returns the name of a variation: `iPhone 15, 128 GB Black`. */
export const lowStockName = ({ product, name }: Pick<LowStock, 'product' | 'name'>) =>
  `${product.name}, ${name}`;
export const lowStockPage = ({ product }: LowStock) => `/products/${product.id}`;

const pointOf = ({ id, product, ...row }: LowStock): PointOf => ({
  ...row,
  productId: product.id,
  variationId: id,
  name: lowStockName({ product, name: row.name }),
});

function Product({ row, state }: { row: LowStock; state: object }) {
  const { product, name } = row;
  return (
    <Row as="span" gap={12} align="center" shrinks>
      <ProductPicture photo={row.image_url} kind={product.kind} size={36} />
      <span>
        <TextLink to={lowStockPage(row)} state={state}>
          {product.name}
        </TextLink>
        <CellLine>{`${name} · ${product.sku}`}</CellLine>
      </span>
    </Row>
  );
}

function Figures({ children }: { children: number }) {
  return <span className={useStyles().figures}>{children.toLocaleString('en-PH')}</span>;
}

/** What is ticked to be ordered. */
type Ticks = { ticked: ReadonlySet<number>; onTick: (variationId: number, isTicked: boolean) => void };

const tickColumn = ({ ticked, onTick }: Ticks): ListColumn<LowStock> => ({
  key: 'tick',
  head: 'Order',
  headHidden: true,
  width: '48px',
  cell: (row) => (
    <Checkbox
      label={<VisuallyHidden>Order {lowStockName(row)}</VisuallyHidden>}
      checked={ticked.has(row.id)}
      onChange={(event) => onTick(row.id, event.target.checked)}
    />
  ),
});

/**
 * Returns the columns of the low stock list; rows link to their products with the way back in `state`. `ticks` is null
 * for whoever orders nothing.
 */
export const lowStockColumns = (
  state: object,
  mayEdit: boolean,
  ticks: Ticks | null,
): readonly ListColumn<LowStock>[] => [
  ...(ticks ? [tickColumn(ticks)] : []),
  {
    key: 'product',
    head: 'Product',
    sort: 'name',
    cell: (row) => <Product row={row} state={state} />,
  },
  {
    key: 'type',
    phone: 'hidden',
    head: 'Type and manufacturer',
    width: 'content',
    spare: 1,
    cell: ({ product }) => product.product_type.name,
    line: ({ product }) => product.manufacturer.name,
  },
  {
    key: 'stock',
    phone: 'state',
    head: 'Stock',
    width: 'content',
    cell: ({ units }) => <StockBadge available={units} />,
  },
  {
    key: 'point',
    head: 'Reorder point',
    width: '140px',
    align: 'end',
    cell: (row) => <Point of={pointOf(row)} mayEdit={mayEdit} />,
  },
  {
    key: 'missing',
    head: 'Missing',
    width: 'content',
    align: 'end',
    sort: 'missing',
    cell: ({ missing }) => <Figures>{missing}</Figures>,
  },
  {
    key: 'ordered',
    head: 'On order',
    width: 'content',
    align: 'end',
    cell: (row) =>
      row.on_order === 0 ? (
        <MutedText>–</MutedText>
      ) : (
        <>
          <TextLink to={`/purchase-orders?store_id=${row.store.id}&product_id=${row.product.id}`}>
            {row.on_order.toLocaleString('en-PH')}
          </TextLink>
          <CellLine>
            {row.to_order === 0 ? 'Enough' : `${row.to_order.toLocaleString('en-PH')} to order`}
          </CellLine>
        </>
      ),
  },
  {
    key: 'supplier',
    phone: 'hidden',
    head: 'Supplier',
    spare: 2,
    cell: ({ supplier }) => supplier?.name ?? <MutedText>–</MutedText>,
  },
];
