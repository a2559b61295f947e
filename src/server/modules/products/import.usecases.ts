import type { ProductForm, VariationForm } from '#contract/products.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { centavosToPesos } from '#domain/money.ts';
import { categoryPriceNames, priceNames } from '#domain/pricing.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { noteCreated } from './history.usecases.ts';
import { insertHistory } from './history.repository.ts';
import {
  claimProduct,
  findTypeRules,
  insertProduct,
  insertProductCodes,
  updateProductRow,
} from './products.repository.ts';
import { insertVariation, replaceAttributes, updateVariationRow } from './variations.repository.ts';

type ImportedProduct = ProductForm & { variations: readonly VariationForm[] };
type By = { staffId: number; now: number };

/** Creates a product with its checked variations and returns its id; 422 for a SKU or barcode that is taken. */
export async function takeProduct(
  writer: Writer,
  { variations, ...form }: ImportedProduct,
  { staffId, now }: By,
): Promise<number> {
  const id = writer.nextId();
  const requires_serial =
    form.requires_serial ?? (await findTypeRules(writer, form.product_type_id))?.requires_serial === 1;
  const made = { status: 'active' as const, ...form, requires_serial, id, created_at: now };
  await insertProduct(writer, insertedColumns('products', made));
  await insertProductCodes(writer, id);
  const by = { productId: id, staffId, at: now };
  await noteCreated(writer, by, { id, name: form.name });
  for (const { attributes = [], cost, barcode, ...variation } of variations) {
    const variationId = writer.nextId();
    const columns = insertedColumns('product_variations', {
      ...variation,
      id: variationId,
      product_id: id,
      barcode: barcode ? normaliseCode(barcode) : null,
      cost: cost ?? 0,
      is_active: true,
      created_at: now,
    });
    await insertVariation(writer, columns);
    if (attributes.length) await replaceAttributes(writer, variationId, attributes);
    await noteCreated(writer, by, { id: variationId, name: variation.name });
  }
  return id;
}

export const priceFields = ['cost', ...priceNames, ...categoryPriceNames] as const;
/** Amounts in centavos; null for none. */
export type Prices = Partial<Record<(typeof priceFields)[number], number | null>>;

/** Changes a variation's prices from `before` to `after` and records them in the product's history. */
export async function takePrices(
  writer: Writer,
  { productId, variationId }: { productId: number; variationId: number },
  { before, after }: { before: Prices; after: Prices },
  { staffId, now }: By,
): Promise<void> {
  await claimProduct(writer, productId);
  const { cost, retail_price, ...others } = after;
  const columns = updatedColumns('product_variations', {
    ...others,
    cost: cost ?? undefined,
    retail_price: retail_price ?? undefined,
    updated_at: now,
  });
  await updateVariationRow(writer, variationId, columns);
  await updateProductRow(writer, productId, { updated_at: now });
  const pesos = (amount: number | null | undefined) =>
    amount === null || amount === undefined ? null : centavosToPesos(amount);
  const changes = priceFields
    .filter((field) => after[field] !== undefined)
    .map((field) => ({ field, before: pesos(before[field]), after: pesos(after[field]) }));
  await insertHistory(writer, { productId, variationId, staffId, at: now }, changes);
}
