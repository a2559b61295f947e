import { ApiError, fieldError } from '#contract/errors.ts';
import {
  product as productShape,
  type NewProductForm,
  type Product,
  type ProductChanges,
  type ProductForm,
} from '#contract/products.ts';
import type { ScannedNumbers } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { takenField } from '../../db/broken-constraints.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { wereOrdered } from '../purchase-orders/purchase-orders.public.ts';
import { noteCreated, noteProduct } from './history.usecases.ts';
import { removePhotosOf } from './photos.usecases.ts';
import { requireProduct } from './products.guards.ts';
import {
  claimProduct,
  findMaker,
  findTypeRules,
  insertProduct,
  insertProductCodes,
  removeProduct,
  replaceProductCodes,
  updateProductRow,
} from './products.repository.ts';
import { refuseScanned } from './scanned-codes.guards.ts';
import { haveUnits, removeVariations, replaceVariationCodes } from './variations.repository.ts';
import { addVariation, type Caller, type Changer } from './variations.usecases.ts';

/** Refuses, on its field, a type or a manufacturer that has been deleted meanwhile. */
async function refuseUnknown(
  reader: Reader,
  { product_type_id, manufacturer_id }: Partial<Pick<ProductForm, 'product_type_id' | 'manufacturer_id'>>,
) {
  const type = product_type_id === undefined ? null : await findTypeRules(reader, product_type_id);
  if (type === undefined) throw fieldError('product_type_id', 'This product type does not exist');
  if (manufacturer_id !== undefined && !(await findMaker(reader, manufacturer_id))) {
    throw fieldError('manufacturer_id', 'This manufacturer does not exist');
  }
  return type;
}

/** Prefixes the fields of a refused first variation. */
async function asVariation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = error instanceof ApiError ? error : takenField(error);
    if (refusal?.code !== 'validation_failed') throw error;
    const fields = Object.entries(refusal.fields).map(
      ([field, said]) => [`variation.${field}`, said] as const,
    );
    throw new ApiError(refusal.code, { message: refusal.message, fields: Object.fromEntries(fields) });
  }
}

/** Creates a product with its first variation; 422 for invalid fields, and for a SKU or barcode that is taken. */
export async function createProduct(
  writer: Writer,
  { variation, ...form }: NewProductForm,
  caller: Caller,
): Promise<Product> {
  const type = await refuseUnknown(writer, form);
  await refuseScanned(writer, 'sku', form.sku, null);
  const { session, now } = caller;
  const id = writer.nextId();
  const requires_serial = form.requires_serial ?? type?.requires_serial === 1;
  const made = { status: 'active' as const, ...form, requires_serial, id, created_at: now };
  await insertProduct(writer, insertedColumns('products', made));
  await insertProductCodes(writer, id);
  await noteCreated(writer, { productId: id, staffId: session.staff.id, at: now }, { id, name: form.name });
  await asVariation(() => addVariation(writer, id, variation, caller));
  return requireProduct(writer, id, session.staff.store_ids);
}

const noted = productShape.omit({ product_variations: true, photos: true, image_url: true });

/**
 * Changes the named fields; null clears. With `known`, a three-way merge: unchanged fields keep what others saved. 404
 * `not_found`, 409 `product_changed` with the fields that both sides changed, 422 for invalid fields.
 */
export async function updateProduct(
  writer: Writer,
  productId: number,
  { known = {}, ...changes }: ProductChanges,
  { session, now, noteChange }: Omit<Changer, 'noteTarget'>,
): Promise<Product> {
  await claimProduct(writer, productId);
  const before = await requireProduct(writer, productId, session.staff.store_ids);
  const merged = threeWayMerge(changes, known, before, { code: 'product_changed' });
  await refuseUnknown(writer, merged);
  if (merged.sku !== before.sku) await refuseScanned(writer, 'sku', merged.sku, productId);
  await updateProductRow(writer, productId, updatedColumns('products', { ...merged, updated_at: now }));
  const after = await requireProduct(writer, productId, session.staff.store_ids);
  const isRenamed = before.name !== after.name || before.sku !== after.sku;
  if (isRenamed) await replaceVariationCodes(writer, productId);
  if (isRenamed || before.manufacturer_id !== after.manufacturer_id) {
    await replaceProductCodes(writer, productId);
  }
  await noteProduct(writer, { productId, staffId: session.staff.id, at: now }, before, after);
  noteChange(noted, before, after);
  return after;
}

/** Keeps the numbers that a receiver scanned of a product, for its next deliveries. 404 `not_found`. */
export async function rememberScannedNumbers(
  writer: Writer,
  productId: number,
  scanned_numbers: ScannedNumbers,
  { session, now }: Caller,
): Promise<void> {
  await claimProduct(writer, productId);
  const before = await requireProduct(writer, productId, []);
  await updateProductRow(writer, productId, { scanned_numbers, updated_at: now });
  const by = { productId, staffId: session.staff.id, at: now };
  await noteProduct(writer, by, before, { ...before, scanned_numbers });
}

/** Deletes a product; deactivates one that ever had units or orders, and the answer says so. 404 `not_found`. */
export async function deleteProduct(writer: Writer, productId: number, changer: Changer) {
  await claimProduct(writer, productId);
  const found = await requireProduct(writer, productId, changer.session.staff.store_ids);
  changer.noteTarget(found);
  const variationIds = found.product_variations.map(({ id }) => id);
  if ((await haveUnits(writer, variationIds)) || (await wereOrdered(writer, variationIds))) {
    await updateProduct(writer, productId, { status: 'inactive' }, changer);
    return {
      is_deleted: false,
      message: `${found.name} has units, sales or orders, so it was deactivated instead of deleted`,
    };
  }
  await removePhotosOf(writer, found, 'all');
  await removeVariations(writer, variationIds);
  await removeProduct(writer, productId);
  return { is_deleted: true, message: `${found.name} deleted` };
}
