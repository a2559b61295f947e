import type { ListColumn } from './list-screen.tsx';
import { MutedText } from './table-text.tsx';

/** Returns the column that counts an entry's products. */
export const productsCountColumn = <Row extends { products_count: number }>(): ListColumn<Row> => ({
  key: 'products',
  head: 'Products',
  width: 'content',
  sort: 'products_count',
  align: 'end',
  cell: ({ products_count: count }) =>
    count === 0 ? <MutedText>–</MutedText> : count.toLocaleString('en-PH'),
});
