import type { Page } from 'playwright-core';
import { signIn } from '#tests/support/http.ts';
import { ordered } from '#tests/support/purchase-orders.ts';
import { ADMIN, type Studio } from './studio.ts';

/** Types a code on a page that receives, as without a scanner. */
export async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^Scan the/).fill(code);
  await page.keyboard.press('Enter');
}

type Quantities = { phone: number; numbered?: number; plain: number };

/** Orders phones, other goods with serial numbers, and goods without numbers, for the shop's first store. */
export async function orderToReceive({ server }: Pick<Studio, 'server'>, quantities: Quantities) {
  const admin = await signIn(server.url, ADMIN);
  const { reader } = server.database;
  const { id: storeId } = await reader
    .selectFrom('stores')
    .select('id')
    .where('code', '=', 'MNL-01')
    .executeTakeFirstOrThrow();
  const supplier = await reader.selectFrom('suppliers').select('id').limit(1).executeTakeFirstOrThrow();
  const variations = await reader
    .selectFrom('product_variations as variation')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as type', 'type.id', 'product.product_type_id')
    .select(['variation.id', 'variation.barcode', 'type.slug', 'type.requires_serial'])
    .select('product.requires_serial as product_requires_serial')
    .where('variation.barcode', 'is not', null)
    .orderBy('variation.id')
    .execute();
  const fits: Record<keyof Quantities, (row: (typeof variations)[number]) => boolean> = {
    phone: ({ slug }) => slug === 'phone',
    numbered: ({ slug, requires_serial }) => slug !== 'phone' && requires_serial === 1,
    plain: (row) => row.requires_serial === 0 && row.product_requires_serial === 0,
  };
  const kinds = (['phone', 'numbered', 'plain'] as const).flatMap((kind) => {
    const found = variations.find(fits[kind]);
    const quantity_ordered = quantities[kind];
    return found && quantity_ordered !== undefined ? [{ ...found, quantity_ordered }] : [];
  });
  const order = await ordered(admin, {
    supplier_id: supplier.id,
    store_id: storeId,
    items: kinds.map(({ id, quantity_ordered }) => ({
      product_variation_id: id,
      quantity_ordered,
      unit_cost: 18_500,
    })),
  });
  return { admin, storeId, kinds, order };
}
