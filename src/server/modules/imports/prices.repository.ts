import type { Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';

/** A variation's prices, whose row is held from here on. */
export const findPrices = compiledRow((writer: Writer, variationId: number) =>
  writer
    .updateTable('product_variations')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', variationId)
    .returning(['cost', 'retail_price', 'wholesale_price', 'member_price', 'minimum_price']),
);
