import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { ListedProduct } from '#contract/products.ts';
import { Row } from '#renderer/ui/layout.tsx';
import type { ListColumn } from '#renderer/ui/list-screen.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { tabular } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
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
  /** Begins where the name does, beside the picture. */
  kind: { display: 'block', paddingLeft: '44px' },
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

function Figures({ children }: { children: ReactNode }) {
  return <span className={useStyles().figures}>{children}</span>;
}

/** The type and the maker; on a card one line, with the SKU. */
function Kind({ of: { sku, product_type, manufacturer } }: { of: ListedProduct }) {
  const styles = useStyles();
  if (useMedia(ONE_PANE)) {
    return <span className={styles.kind}>{[sku, product_type.name, manufacturer.name].join(' · ')}</span>;
  }
  return (
    <>
      {product_type.name}
      <CellLine>{manufacturer.name}</CellLine>
    </>
  );
}

/** The status; a card says only that a product is inactive. */
function Status({ of: { status } }: { of: ListedProduct }) {
  const isCard = useMedia(ONE_PANE);
  return isCard && status === 'active' ? null : <StateBadge of="product" state={status} />;
}

export const productColumns: readonly ListColumn<ListedProduct>[] = [
  { key: 'name', head: 'Product', least: 208, sort: 'name', cell: (row) => <Named product={row} /> },
  { key: 'sku', phone: 'hidden', head: 'SKU', width: 'content', sort: 'sku', cell: (row) => row.sku },
  {
    key: 'kind',
    phone: 'line',
    head: 'Type and manufacturer',
    width: 'content',
    spare: 2,
    cell: (row) => <Kind of={row} />,
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
      if (range === null) return <MutedText>–</MutedText>;
      return (
        <Figures>
          {range.from}
          {range.to === null ? null : <CellLine>{range.to}</CellLine>}
        </Figures>
      );
    },
  },
  {
    key: 'stock',
    phone: 'state',
    head: 'Stock',
    width: 'content',
    cell: (row) => <StockBadge available={row.units} />,
  },
  {
    key: 'status',
    phone: 'pair',
    head: 'Status',
    width: 'content',
    cell: (row) => <Status of={row} />,
  },
];
