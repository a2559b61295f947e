import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { InventoryUnit } from '#contract/inventory.ts';
import { qrCode, type QrCode, type qrCodes } from '#contract/qr-codes.ts';
import { whyNotUnused } from '#domain/qr-codes.ts';
import type { Writer } from '../../db/access.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { linkLabel, voidUnused } from '../labels/labels.public.ts';
import { addCodes, claimAny } from '../purchase-orders/purchase-orders.public.ts';
import { refuseInactive } from '../stores/stores.public.ts';
import { createUnit, giveLabel } from '../inventory/inventory.public.ts';
import { requireCode } from './qr-codes.guards.ts';
import type { CodeRow } from './qr-codes.repository.ts';
import { showCode } from './qr-codes.usecases.ts';

type Changer = { session: Session; now: number; noteChange: NoteChange; noteTarget: NoteTarget };

const noted = qrCode.pick({ status: true });

const notUnused = (row: CodeRow) => new ApiError('invalid_qr_code', { message: whyNotUnused(row) });

/** Locks an unused code with its order; 404 `qr_code_not_found`, 409 `invalid_qr_code` for any other. */
async function claimUnused(writer: Writer, code: string, session: Session): Promise<CodeRow> {
  const found = await requireCode(writer, code, session);
  refuseInactive(session, found.store_id);
  await claimAny(writer, found.supplier_transaction_id);
  const row = await requireCode(writer, code, session);
  if (row.status !== 'unused') throw notUnused(row);
  return row;
}

/**
 * Voids an unused code for good, with the reason; another may be made in its place. 404 `qr_code_not_found`, 409
 * `invalid_qr_code` for one that is linked or voided, 409 `store_inactive`.
 */
export async function voidCode(
  writer: Writer,
  code: string,
  reason: string,
  { session, now, noteChange, noteTarget }: Changer,
): Promise<QrCode> {
  const row = await claimUnused(writer, code, session);
  if (!(await voidUnused(writer, row, { by: session.staff.id, now, reason }))) throw notUnused(row);
  await addCodes(writer, row.supplier_transaction_id, -1);
  noteTarget({ name: row.qr_code, storeId: row.store_id });
  noteChange(noted, { status: 'unused' }, { status: 'voided' });
  return showCode(writer, row.qr_code, session);
}

type LinkForm = RouteInput<typeof qrCodes.createAndLink>['body'];

const REQUIRED = { product_variation_id: 'Product variation is required', category: 'Category is required' };
const requiredField = (field: keyof typeof REQUIRED) => fieldError(field, REQUIRED[field]);

/**
 * Creates a unit with an unused code and counts it as received on the code's order, or gives the code to a unit
 * received on that order. 404 `qr_code_not_found`, 409 `invalid_qr_code` for a code that is linked or voided; other
 * refusals as for a new or changed unit.
 */
export async function createAndLink(
  writer: Writer,
  code: string,
  { inventory_item_id: unitId, product_variation_id, category, ...form }: LinkForm,
  { noteTarget, noteChange, ...linker }: Changer & { storeId: number },
): Promise<InventoryUnit> {
  const row = await claimUnused(writer, code, linker.session);
  noteTarget({ name: row.qr_code, storeId: row.store_id });
  noteChange(noted, { status: 'unused' }, { status: 'linked' });
  if (unitId === undefined) {
    if (product_variation_id === undefined) throw requiredField('product_variation_id');
    if (category === undefined) throw requiredField('category');
    const unit = { ...form, product_variation_id, category, qr_code: row.qr_code };
    return createUnit(writer, unit, linker);
  }
  const others = { product_variation_id, category, ...form };
  if (Object.values(others).some((value) => value !== undefined)) {
    throw fieldError('inventory_item_id', 'Name the item alone: it is there already');
  }
  const label = { code: row.qr_code, orderId: row.supplier_transaction_id };
  const shown = await giveLabel(writer, unitId, label, linker);
  if (!(await linkLabel(writer, row, unitId, { by: linker.session.staff.id, now: linker.now }))) {
    throw notUnused(row);
  }
  return shown;
}
