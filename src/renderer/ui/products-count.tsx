import type { ListColumn } from './list-screen.tsx';
import { MutedText, TextLink } from './table-text.tsx';

/** Returns the column that counts an entry's products and links to them; `filter` is their list's filter. */
export const productsCountColumn = <Row extends { id: number; products_count: number }>(
  filter: 'manufacturer_id' | 'product_type_id',
): ListColumn<Row> => ({
  key: 'products',
  head: 'Products',
  width: 'content',
  sort: 'products_count',
  align: 'end',
  cell: ({ id, products_count: count }) =>
    count === 0 ? (
      <MutedText>–</MutedText>
    ) : (
      <TextLink to={`/products?${filter}=${id}`}>{count.toLocaleString('en-PH')}</TextLink>
    ),
});
