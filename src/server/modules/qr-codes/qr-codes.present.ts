import {
  linkableUnit,
  qrBatch,
  qrCode,
  type LinkableUnit,
  type QrBatch,
  type QrCode,
} from '#contract/qr-codes.ts';
import { namedOrNull } from '#domain/named.ts';
import type { Session } from '../../http/call.ts';
import { toShape } from '../../http/to-shape.ts';
import type { UnitRow } from '../units/units.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import type { BatchRow, CodeRow } from './qr-codes.repository.ts';

/** Returns the unit that a code is linked to. */
function unitOf(row: CodeRow, session: Session): QrCode['inventory_item'] {
  const product = namedOrNull(row.product_id, row.product_name);
  const variation = namedOrNull(row.variation_id, row.variation_name);
  if (row.inventory_item_id === null || row.unit_store_id === null || !product || !variation) return null;
  return {
    id: row.inventory_item_id,
    product_variation: { ...variation, product },
    is_yours: isOwn(session, row.unit_store_id),
  };
}

export const presentCode = (row: CodeRow, session: Session): QrCode =>
  toShape(qrCode, row, {
    type: 'pre_generated',
    supplier_transaction: {
      id: row.supplier_transaction_id,
      transaction_number: row.transaction_number,
      status: row.order_status,
    },
    store: { id: row.store_id, name: row.store_name },
    inventory_item: unitOf(row, session),
    generated_by: { id: row.maker_id, name: row.maker_name },
    voided_by: namedOrNull(row.voided_by_id, row.voider_name),
  });

export const presentBatch = (row: BatchRow): QrBatch =>
  toShape(qrBatch, row, {
    count: row.unused + row.linked + row.voided,
    supplier_transaction: {
      id: row.supplier_transaction_id,
      transaction_number: row.transaction_number,
    },
  });

export const presentLinkable = (unit: UnitRow): LinkableUnit =>
  toShape(linkableUnit, unit, {
    product_variation: {
      id: unit.product_variation_id,
      name: unit.variation_name,
      product: { id: unit.product_id, name: unit.product_name },
    },
  });
