import { ApiError, fieldError } from '#contract/errors.ts';
import {
  variation as variationShape,
  type Variation,
  type VariationChanges,
  type VariationForm,
} from '#contract/products.ts';
import { normaliseCode } from '#domain/barcodes.ts';
import { can } from '#domain/permissions.ts';
import { categoryPriceProblems, priceProblems, type PriceProblem } from '#domain/product-prices.ts';
import { categoryPriceNames } from '#domain/pricing.ts';
import { uniqueName } from '#domain/unique-name.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { definedFields } from '../../db/defined-fields.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { wereOrdered } from '../purchase-orders/purchase-orders.public.ts';
import { noteCreated, noteDeleted, noteVariation } from './history.usecases.ts';
import { removePhotosOf } from './photos.usecases.ts';
import { requireProduct, requireVariation } from './products.guards.ts';
import { claimProduct, updateProductRow } from './products.repository.ts';
import { refuseScanned } from './scanned-codes.guards.ts';
import {
  findVariationsOf,
  haveUnits,
  insertVariation,
  removeVariations,
  replaceAttributes,
  updateVariationRow,
} from './variations.repository.ts';

export type Caller = { session: Session; now: number };
export type Changer = Caller & { noteChange: NoteChange; noteTarget: NoteTarget };

/** Normalises a barcode to what scanners send. */
const codeOf = (barcode: string | null | undefined) => (barcode ? normaliseCode(barcode) : barcode);

function refusePrices(problems: readonly PriceProblem[]): void {
  const [first] = problems;
  if (!first) return;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [field, [message]]));
  throw new ApiError('validation_failed', { message: first.message, fields });
}

/**
 * Refuses the name of another variation of the product, ignoring case. The product's row is locked. Variations that
 * shared a name before this rule keep it until it is changed.
 */
async function refuseTaken(writer: Writer, productId: number, name: string, variationId?: number) {
  const wanted = uniqueName(name);
  const others = (await findVariationsOf(writer, [productId])).filter(({ id }) => id !== variationId);
  if (others.some((other) => uniqueName(other.name) === wanted))
    throw fieldError('name', 'This name is taken');
}

/** Adds a variation to a locked product; 422 for inconsistent prices, and for a name or barcode that is taken. */
export async function addVariation(
  writer: Writer,
  productId: number,
  { attributes = [], cost, ...form }: VariationForm,
  { session, now }: Caller,
): Promise<number> {
  if (cost === undefined && can(session.staff, 'costs.view')) throw fieldError('cost', 'Cost is required');
  refusePrices(priceProblems({ ...form, cost }));
  await refuseTaken(writer, productId, form.name);
  const barcode = codeOf(form.barcode) ?? null;
  await refuseScanned(writer, 'barcode', barcode, productId);
  const id = writer.nextId();
  const kept = { product_id: productId, cost: cost ?? 0, is_active: true, created_at: now };
  await insertVariation(writer, insertedColumns('product_variations', { ...form, ...kept, id, barcode }));
  await replaceAttributes(writer, id, attributes);
  await noteCreated(writer, { productId, staffId: session.staff.id, at: now }, { id, name: form.name });
  return id;
}

/** Adds a variation to a product; 404 `not_found`, 422 as `addVariation`. */
export async function createVariation(
  writer: Writer,
  productId: number,
  form: VariationForm,
  { noteTarget, ...caller }: Caller & Pick<Changer, 'noteTarget'>,
): Promise<Variation> {
  const storeIds = caller.session.staff.store_ids;
  await claimProduct(writer, productId);
  noteTarget(await requireProduct(writer, productId, storeIds));
  const id = await addVariation(writer, productId, form, caller);
  await updateProductRow(writer, productId, { updated_at: caller.now });
  return requireVariation(await requireProduct(writer, productId, storeIds), id);
}

/** The audit log shows costs to nobody. */
const noted = variationShape.omit({ cost: true, image_url: true, inventory_items_count: true });

/**
 * Changes the named fields; null clears. With `known`, a three-way merge: unchanged fields keep what others saved. 404
 * `not_found`, 409 `variation_changed` with the fields that both sides changed, 422 for prices that would contradict
 * each other.
 */
export async function updateVariation(
  writer: Writer,
  { productId, variationId }: { productId: number; variationId: number },
  { known = {}, ...changes }: VariationChanges,
  { session, now, noteChange, noteTarget }: Changer,
): Promise<Variation> {
  const storeIds = session.staff.store_ids;
  await claimProduct(writer, productId);
  const product = await requireProduct(writer, productId, storeIds);
  const before = requireVariation(product, variationId);
  noteTarget(product);
  const sent = { ...changes, barcode: codeOf(changes.barcode) };
  const { attributes, ...own } = threeWayMerge(sent, known, before, { code: 'variation_changed' });
  // Prices older than these rules do not block a rename.
  const isGiven = (names: readonly string[]) => names.some((name) => name in own);
  const prices = { ...before, ...definedFields(own) };
  if (isGiven(['cost', 'retail_price', 'minimum_price'])) {
    // Refusals would tell the cost to those who may not see it.
    refusePrices(
      priceProblems({ ...prices, cost: can(session.staff, 'costs.view') ? prices.cost : undefined }),
    );
  } else if (isGiven(categoryPriceNames)) {
    refusePrices(categoryPriceProblems(prices));
  }
  if (own.name !== undefined && uniqueName(own.name) !== uniqueName(before.name)) {
    await refuseTaken(writer, productId, own.name, variationId);
  }
  if (own.barcode !== before.barcode) await refuseScanned(writer, 'barcode', own.barcode, productId);
  const columns = updatedColumns('product_variations', { ...own, updated_at: now });
  await updateVariationRow(writer, variationId, columns);
  if (attributes) await replaceAttributes(writer, variationId, attributes);
  await updateProductRow(writer, productId, { updated_at: now });
  const after = requireVariation(await requireProduct(writer, productId, storeIds), variationId);
  await noteVariation(writer, { productId, staffId: session.staff.id, at: now }, before, after);
  noteChange(noted, before, after);
  return after;
}

/**
 * Deletes a variation; deactivates one that ever had units or orders, and the answer says so. 404 `not_found`, 409
 * `illegal_state` for the product's only one.
 */
export async function deleteVariation(
  writer: Writer,
  { productId, variationId }: { productId: number; variationId: number },
  changer: Changer,
) {
  const { session, now, noteTarget } = changer;
  await claimProduct(writer, productId);
  const product = await requireProduct(writer, productId, session.staff.store_ids);
  const gone = requireVariation(product, variationId);
  noteTarget(product);
  if ((await haveUnits(writer, [variationId])) || (await wereOrdered(writer, [variationId]))) {
    await updateVariation(writer, { productId, variationId }, { is_active: false }, changer);
    return {
      is_deleted: false,
      message: `${gone.name} has units, sales or orders, so it was deactivated instead of deleted`,
    };
  }
  if (product.product_variations.length === 1) {
    throw new ApiError('illegal_state', {
      message: `${gone.name} is the only variation of ${product.name}. Delete the product instead`,
    });
  }
  await removePhotosOf(writer, product, [variationId]);
  await removeVariations(writer, [variationId]);
  await noteDeleted(writer, { productId, staffId: session.staff.id, at: now }, gone);
  return { is_deleted: true, message: `${gone.name} deleted` };
}
