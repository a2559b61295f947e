import { foundUnit, type WhereIs } from '#contract/inventory.ts';
import { normaliseCode, readScan, unitCodes } from '#domain/barcodes.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import { findIdOfCodes } from '../units/units.public.ts';
import { findLabels } from '../labels/labels.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import { findSalesOfUnit, wasGivenBack } from '../transactions/transactions.public.ts';
import { presentSale, presentWarranty } from './unit-sales.present.ts';
import { presentDetails } from './inventory.present.ts';
import { findAnywhere } from './inventory.repository.ts';

/** Finds a label of ours that is on no unit yet, or not any more. */
async function freeLabel(reader: Reader, typed: string): Promise<WhereIs['label']> {
  const [label] = await findLabels(reader, unitCodes(typed));
  if (!label) return null;
  const { qr_code, status, void_reason, transaction_number, store_id, store_name } = label;
  const store = { id: store_id, name: store_name };
  return { qr_code, status, void_reason, order_number: transaction_number, store };
}

/**
 * Finds where the unit with a serial number, an IMEI or a QR code is, in any store of the chain, and its warranty. An
 * unknown code is no error: the answer is that the chain did not sell the unit, or that it is a label of ours.
 */
export async function whereIsUnit(
  reader: Reader,
  typed: string,
  { session, now }: { session: Session; now: number },
): Promise<WhereIs> {
  const code = normaliseCode(readScan(typed));
  const unitId = await findIdOfCodes(reader, unitCodes(typed));
  const row = unitId === null ? undefined : await findAnywhere(reader, unitId);
  if (!row) {
    const label = await freeLabel(reader, typed);
    return { code, unit: null, warranty: null, sale: null, was_given_back: false, label };
  }
  const sales = await findSalesOfUnit(reader, row.id);
  const last = sales.at(-1);
  const unit = presentDetails(row, now);
  return {
    code,
    unit: toShape(foundUnit, unit, {
      prices: unit.prices ?? null,
      is_yours: isOwn(session, row.store_id),
    }),
    warranty: presentWarranty(sales, now),
    sale: last ? presentSale(last, session) : null,
    was_given_back: await wasGivenBack(reader, row),
    label: null,
  };
}
