import type { LinkableUnit, QrBatch, QrCode } from '#contract/qr-codes.ts';
import { named } from '#domain/named.ts';
import type { Session } from '../../http/call.ts';
import type { UnitRow } from '../inventory/inventory.public.ts';
import { isOwn } from '../stores/stores.public.ts';
import type { BatchRow, CodeRow } from './qr-codes.repository.ts';

/** The unit that a code is linked to. */
function unitOf(row: CodeRow, session: Session): QrCode['inventory_item'] {
  const product = named(row.product_id, row.product_name);
  const variation = named(row.variation_id, row.variation_name);
  if (row.inventory_item_id === null || row.unit_store_id === null || !product || !variation) return null;
  return {
    id: row.inventory_item_id,
    product_variation: { ...variation, product },
    is_yours: isOwn(session, row.unit_store_id),
  };
}

export const presentCode = (row: CodeRow, session: Session): QrCode => ({
  id: row.id,
  qr_code: row.qr_code,
  type: 'pre_generated',
  status: row.status,
  batch_code: row.batch_code,
  supplier_transaction: {
    id: row.supplier_transaction_id,
    transaction_number: row.transaction_number,
    status: row.order_status,
  },
  store: { id: row.store_id, name: row.store_name },
  inventory_item: unitOf(row, session),
  created_at: row.created_at,
  generated_by: { id: row.maker_id, name: row.maker_name },
  linked_at: row.linked_at,
  voided_at: row.voided_at,
  voided_by: named(row.voided_by_id, row.voider_name),
  void_reason: row.void_reason,
});

export const presentBatch = (row: BatchRow): QrBatch => ({
  batch_code: row.batch_code,
  count: row.unused + row.linked + row.voided,
  unused: row.unused,
  linked: row.linked,
  voided: row.voided,
  supplier_transaction: {
    id: row.supplier_transaction_id,
    transaction_number: row.transaction_number,
  },
  notes: row.notes,
  created_at: row.created_at,
});

export const presentLinkable = ({ variation_name, product_name, ...unit }: UnitRow): LinkableUnit => ({
  id: unit.id,
  product_variation: {
    id: unit.product_variation_id,
    name: variation_name,
    product: { id: unit.product_id, name: product_name },
  },
  serial_number: unit.serial_number,
  imei: unit.imei,
  imei2: unit.imei2,
  category: unit.category,
  condition_rating: unit.condition_rating,
});
