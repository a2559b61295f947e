import type { Reader } from '../../db/access.ts';

/** The variations that SKUs and barcodes lead to, with what their units need and what they cost. */
export async function findVariationsByCodes(
  reader: Reader,
  { skus, barcodes }: { skus: readonly string[]; barcodes: readonly string[] },
) {
  const select = reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select([
      'variation.id',
      'variation.name',
      'variation.barcode',
      'variation.cost',
      'variation.retail_price',
      'variation.wholesale_price',
      'variation.member_price',
      'variation.minimum_price',
      'product.id as product_id',
      'product.name as product_name',
      'product.sku',
      'product.requires_serial',
      'type.requires_serial as type_requires_serial',
    ])
    .orderBy('variation.id');
  const bySku = skus.length ? await select.where('product.sku', 'in', skus).execute() : [];
  const byBarcode = barcodes.length ? await select.where('variation.barcode', 'in', barcodes).execute() : [];
  return {
    ofSku: Map.groupBy(bySku, ({ sku }) => sku),
    ofBarcode: new Map(byBarcode.map((row) => [row.barcode, row])),
  };
}
export type CodedVariation =
  Awaited<ReturnType<typeof findVariationsByCodes>>['ofSku'] extends Map<string, (infer Row)[]> ? Row : never;
