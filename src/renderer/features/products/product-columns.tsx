import { makeStyles } from '@fluentui/react-components';
import type { ListedProduct } from '#contract/products.ts';
import { Row } from '#renderer/ui/layout.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { priceRange } from './product-text.ts';

const useStyles = makeStyles({
  /** Clamps long names, so that the other columns keep their room. */
  name: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    minWidth: 0,
    overflow: 'hidden',
  },
  figures: tabular,
});

function Named({ product }: { product: ListedProduct }) {
  const styles = useStyles();
  return (
    <Row as="span" gap={8} align="center" shrinks>
      <ProductPicture
        photo={product.image_url}
        kind={product.kind}
        size={36}
        dimmed={product.status === 'inactive'}
      />
      <span className={styles.name} title={product.name}>
        {product.name}
      </span>
    </Row>
  );
}

function Figures({ children }: { children: string | number }) {
  return <span className={useStyles().figures}>{children}</span>;
}

export const productColumns: readonly ListColumn<ListedProduct>[] = [
  { key: 'name', head: 'Product', least: 208, sort: 'name', cell: (row) => <Named product={row} /> },
  { key: 'sku', phone: 'line', head: 'SKU', width: 'content', sort: 'sku', cell: (row) => row.sku },
  {
    key: 'kind',
    phone: 'line',
    head: 'Type and manufacturer',
    width: 'content',
    spare: 2,
    cell: (row) => (
      <>
        {row.product_type.name}
        <CellLine>{row.manufacturer.name}</CellLine>
      </>
    ),
  },
  {
    key: 'variations',
    phone: 'hidden',
    head: 'Variations',
    width: 'content',
    spare: 1,
    align: 'end',
    cell: (row) => <Figures>{row.variations_count}</Figures>,
  },
  {
    key: 'price',
    phone: 'amount',
    head: 'Price',
    width: 'content',
    align: 'end',
    cell: (row) => {
      const range = priceRange(row);
      return range === null ? <MutedText>–</MutedText> : <Figures>{range}</Figures>;
    },
  },
  { key: 'stock', head: 'Stock', width: 'content', cell: (row) => <StockBadge available={row.units} /> },
  {
    key: 'status',
    head: 'Status',
    width: 'content',
    cell: (row) => <StateBadge of="product" state={row.status} />,
  },
];
