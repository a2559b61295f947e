import { randomInt } from 'node:crypto';
import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { qrCodes } from '#contract/qr-codes.ts';
import { batchCode, codesLeft, makeQrCode } from '#domain/qr-codes.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { takeNumber } from '../../db/number-series.ts';
import type { NoteTarget, Session } from '../../http/call.ts';
import { findCodedUnits } from '../units/units.public.ts';
import { findLabels } from '../labels/labels.public.ts';
import { goodsOf } from '../products/products.public.ts';
import { addCodes, claimAny, noteOrderEvent } from '../purchase-orders/purchase-orders.public.ts';
import { getStore, isOwn, refuseInactive } from '../stores/stores.public.ts';
import { deleteUnused, insertBatch } from './qr-codes.repository.ts';
import { requireBatch } from './qr-codes.usecases.ts';

type Changer = { session: Session; now: number; noteTarget: NoteTarget };

/** Draws random codes whose scan leads to nothing yet. */
async function drawCodes(reader: Reader, quantity: number): Promise<string[]> {
  const drawn = new Set<string>();
  while (drawn.size < quantity) {
    const more = Array.from({ length: quantity - drawn.size }, () => makeQrCode((below) => randomInt(below)));
    const taken = new Set<string | null>([
      ...(await findLabels(reader, more)).map(({ qr_code }) => qr_code),
      ...(await findCodedUnits(reader, more)).map(({ code }) => code),
      ...(await goodsOf(reader, { skus: more, barcodes: more })).keys(),
    ]);
    for (const code of more) if (!taken.has(code)) drawn.add(code);
  }
  return [...drawn];
}

type Wanted = Omit<RouteInput<typeof qrCodes.generateBatch>['body'], 'supplier_transaction_id'> & {
  orderId: number;
  /** The request field that names the order or the quantity. */
  field: 'supplier_transaction_id' | 'quantity';
};

/**
 * Makes a batch of codes for an order of one of the caller's stores, at most one per unit received or outstanding. 404
 * `order_not_found`, 409 `illegal_state` for a cancelled one, 409 `store_inactive`, 422 if all were made or fewer are
 * left.
 */
export async function makeBatch(
  writer: Writer,
  { orderId, quantity, field, ...form }: Wanted,
  { session, now, noteTarget }: Changer,
): Promise<{ quantity: number; batch_code: string }> {
  const order = await claimAny(writer, orderId);
  if (!order || !isOwn(session, order.store_id)) throw new ApiError('order_not_found');
  refuseInactive(session, order.store_id);
  const is_closed = order.closed_at !== null;
  if (is_closed && order.total_quantity_received === 0) {
    throw new ApiError('illegal_state', { message: 'This order was cancelled' });
  }
  const left = codesLeft({ ...order, is_closed });
  if (left === 0) throw fieldError(field, 'All QR codes have already been generated for this order');
  if (quantity > left) {
    const codes = left === 1 ? '1 code is' : `${left} codes are`;
    throw fieldError('quantity', `${codes} left to generate for this order`);
  }
  const { code } = await getStore(writer, order.store_id);
  const batch = insertedColumns('qr_batches', {
    ...form,
    id: writer.nextId(),
    batch_code: batchCode(code, await takeNumber(writer, order.store_id, 'batch')),
    store_id: order.store_id,
    supplier_transaction_id: order.id,
    created_at: now,
    created_by_id: session.staff.id,
  });
  await insertBatch(writer, batch, await drawCodes(writer, quantity));
  await addCodes(writer, order.id, quantity);
  await noteOrderEvent(writer, {
    supplier_transaction_id: order.id,
    at: now,
    kind: 'codes_generated',
    by_id: session.staff.id,
    quantity,
  });
  noteTarget({ name: `${batch.batch_code}, ${order.transaction_number}`, storeId: order.store_id });
  return { quantity, batch_code: batch.batch_code };
}

/** Deletes a batch's unused codes; others may replace them. 404 `qr_batch_not_found`, 409 `store_inactive`. */
export async function deleteBatch(
  writer: Writer,
  code: string,
  { session, noteTarget }: Changer,
): Promise<{ deleted: number; kept: number }> {
  const batch = await requireBatch(writer, code, session);
  refuseInactive(session, batch.store_id);
  await claimAny(writer, batch.supplier_transaction_id);
  const deleted = await deleteUnused(writer, batch.id);
  await addCodes(writer, batch.supplier_transaction_id, -deleted);
  noteTarget({ name: batch.batch_code, storeId: batch.store_id });
  // Codes that changed meanwhile count as kept.
  return { deleted, kept: batch.unused + batch.linked + batch.voided - deleted };
}
