import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { Add20Regular, Box24Regular, Delete20Regular, Edit20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { OrderItem, PurchaseOrder } from '#contract/purchase-orders.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable, type Column } from '#renderer/ui/data-table.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { actionsColumn, type RowAction } from '#renderer/ui/row-menu.tsx';
import { CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { palette, tabular } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  figure: tabular,
  open: { fontWeight: 600 },
  done: { color: palette.text3 },
});

/** `iPhone 15, 128 GB Black` */
export const itemName = ({ product_variation: { name, product } }: OrderItem) => `${product.name}, ${name}`;

function Product({ item, isLinked }: { item: OrderItem; isLinked: boolean }) {
  const { name, product, image_url } = item.product_variation;
  return (
    <Row as="span" gap={12} align="center" shrinks>
      <ProductPicture photo={image_url} kind={product.kind} size={36} />
      <span>
        {isLinked ? <TextLink to={`/products/${product.id}`}>{product.name}</TextLink> : product.name}
        <CellLine>
          <WholeParts parts={[name, product.sku]} />
        </CellLine>
      </span>
    </Row>
  );
}

function Count({ count, isRemaining = false }: { count: number; isRemaining?: boolean }) {
  const styles = useStyles();
  const tone = isRemaining && (count > 0 ? styles.open : styles.done);
  return <span className={mergeClasses(styles.figure, tone)}>{count.toLocaleString('en-PH')}</span>;
}

const money = (amount: number | undefined) => <MoneyText amount={amount ?? 0} surface="purchasing" />;

const costColumns: readonly Column<OrderItem>[] = [
  { key: 'cost', head: 'Unit cost', width: 'content', align: 'end', cell: (item) => money(item.unit_cost) },
  {
    key: 'total',
    head: 'Total cost',
    width: 'content',
    align: 'end',
    cell: (item) => money(item.total_cost),
  },
];

type ItemChanges = {
  onAdd: () => void;
  onEdit: (item: OrderItem) => void;
  onRemove: (item: OrderItem) => void;
};

type OrderItemsProps = {
  order: PurchaseOrder;
  seesCosts: boolean;
  /** True if the reader may open product pages. */
  isLinked: boolean;
  /** Null without permission to change the order, and on a complete one. */
  changes: ItemChanges | null;
};

/** The items with ordered, received and cost; items of which nothing was received can be edited. */
export function OrderItems({ order, seesCosts, isLinked, changes }: OrderItemsProps) {
  const actionsFor = (item: OrderItem): RowAction[] =>
    changes === null || item.quantity_received > 0
      ? []
      : [
          { label: 'Edit', icon: <Edit20Regular />, onClick: () => changes.onEdit(item) },
          {
            label: 'Remove',
            icon: <Delete20Regular />,
            danger: true,
            // An order keeps its last item; cancel the order instead.
            disabled: order.items.length === 1,
            onClick: () => changes.onRemove(item),
          },
        ];
  const columns: Column<OrderItem>[] = [
    { key: 'product', head: 'Product', cell: (item) => <Product item={item} isLinked={isLinked} /> },
    {
      key: 'ordered',
      head: 'Ordered',
      width: 'content',
      align: 'end',
      cell: (item) => <Count count={item.quantity_ordered} />,
    },
    {
      key: 'received',
      head: 'Received',
      width: 'content',
      align: 'end',
      cell: (item) => <Count count={item.quantity_received} />,
    },
    {
      key: 'remaining',
      head: 'Remaining',
      width: 'content',
      align: 'end',
      cell: (item) => <Count count={item.remaining_quantity} isRemaining />,
    },
    ...(seesCosts ? costColumns : []),
    ...(order.items.some((item) => actionsFor(item).length > 0) ? [actionsColumn(itemName, actionsFor)] : []),
  ];
  const none: ReactNode = <EmptyState compact icon={<Box24Regular />} title="This order has no items" />;
  return (
    <Card
      flush
      title="Items"
      side={
        changes ? (
          <Button icon={<Add20Regular />} onClick={changes.onAdd}>
            Add Item
          </Button>
        ) : null
      }
    >
      <DataTable
        bare
        label="Items"
        columns={columns}
        rows={order.items}
        rowKey={({ id }) => id}
        instead={order.items.length === 0 ? none : null}
      />
    </Card>
  );
}
