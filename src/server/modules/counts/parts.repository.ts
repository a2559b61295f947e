import type { CountScope } from '#domain/counts.ts';
import type { Reader } from '../../db/access.ts';

/** The type and the product that a count names, as far as they are there. */
export async function findPart(
  reader: Reader,
  { product_type_id, product_id }: Pick<CountScope, 'product_type_id' | 'product_id'>,
) {
  const type = await reader
    .selectFrom('product_types')
    .select('id')
    .where('id', '=', product_type_id)
    .executeTakeFirst();
  const product = await reader
    .selectFrom('products')
    .select(['id', 'product_type_id'])
    .where('id', '=', product_id)
    .executeTakeFirst();
  return { hasType: type !== undefined, product };
}
