import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { CountedQuantity, counts } from '#contract/counts.ts';
import { z } from '#contract/zod.ts';
import { needsNumber } from '#domain/receiving.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget } from '../../http/call.ts';
import { claimCount, requireCount } from './counts.locks.ts';
import type { CountCaller } from './counts.usecases.ts';
import {
  deleteQuantity,
  findVariation,
  quantityIds,
  quantityRows,
  saveQuantity,
  type QuantityRow,
} from './quantities.repository.ts';
import { countWithoutCodes } from './scope.repository.ts';

const ROWS_A_PAGE = 50;

const present = ({ staff_id, staff_name, ...row }: QuantityRow): CountedQuantity => ({
  ...row,
  counted_by: { id: staff_id, name: staff_name },
});

/** Returns one page of the numbers that were entered in a count, the newest first. */
export async function listQuantities(
  reader: Reader,
  countId: number,
  query: RouteInput<typeof counts.quantities>['query'],
  storeId: number,
): Promise<RouteOutput<typeof counts.quantities>> {
  await requireCount(reader, countId, storeId);
  const listed = {
    ids: quantityIds(reader, countId),
    rowsOf: (ids: readonly number[]) => quantityRows(reader, countId, ids),
  };
  return readPage(reader, listed, pagePlace(query, ROWS_A_PAGE), present);
}

type Entering = CountCaller & { noteChange: NoteChange; noteTarget: NoteTarget };

/** The entered number in the audit log; null if there is none. */
const noted = z.object({ quantity: z.int().nullable() });

/**
 * Saves the number of units without codes of a variation, with how many are in stock at this moment: later sales and
 * arrivals make no difference. 422 for a variation outside the count's scope, or whose units are scanned.
 */
export async function enterQuantity(
  writer: Writer,
  countId: number,
  form: RouteInput<typeof counts.setQuantity>['body'],
  { session, storeId, now, noteChange, noteTarget }: Entering,
): Promise<CountedQuantity> {
  const count = await claimCount(writer, countId, storeId);
  noteTarget({ name: count.number, storeId });
  const { product_variation_id: variationId, quantity } = form;
  const variation = await findVariation(writer, variationId);
  if (!variation) throw new ApiError('product_not_found');
  const { product_id, product_type_id } = count;
  const isPart =
    (product_id === null || variation.product_id === product_id) &&
    (product_type_id === null || variation.product_type_id === product_type_id);
  if (!isPart) throw fieldError('product_variation_id', 'This product is not part of the count');
  const expected = await countWithoutCodes(writer, variationId, count);
  if (needsNumber(variation) && expected === 0) {
    throw fieldError('product_variation_id', 'Each of these has a number of its own: scan them');
  }
  const before = await quantityRows(writer, countId, [variationId]).executeTakeFirst();
  noteChange(noted, { quantity: before?.quantity ?? null }, { quantity });
  const columns = insertedColumns('count_quantities', {
    ...form,
    count_id: countId,
    expected,
    staff_id: session.staff.id,
    counted_at: now,
    settled: false,
  });
  await saveQuantity(writer, columns);
  const row = await quantityRows(writer, countId, [variationId]).executeTakeFirstOrThrow();
  return present(row);
}

/** Deletes the number entered of a variation, which is not counted then; 404 `not_found` if there was none. */
export async function removeQuantity(
  writer: Writer,
  countId: number,
  variationId: number,
  { storeId, noteChange, noteTarget }: Omit<Entering, 'session' | 'now'>,
): Promise<{ message: string }> {
  const { number } = await claimCount(writer, countId, storeId);
  noteTarget({ name: number, storeId });
  const quantity = await deleteQuantity(writer, countId, variationId);
  if (quantity === null) throw new ApiError('not_found');
  noteChange(noted, { quantity }, { quantity: null });
  return { message: 'Number taken back' };
}
