import type { CountedUnit, CountProgress, StockCount, StockCountRow } from '#contract/counts.ts';
import type { UnexpectedPlace } from '#domain/counts.ts';
import { named } from '#domain/named.ts';
import type { ListedCountRow, NamedCountRow } from './counts.repository.ts';
import type { ScannedRow } from './scan.repository.ts';

const presentFields = (row: NamedCountRow) => ({
  id: row.id,
  number: row.number,
  status: row.status,
  store: { id: row.store_id, name: row.store_name },
  product_type: named(row.product_type_id, row.type_name),
  product: named(row.product_id, row.product_name),
  category: row.category,
  started_at: row.started_at,
  started_by: { id: row.started_by_id, name: row.starter_name },
  ended_at: row.ended_at,
  ended_by: named(row.ended_by_id, row.ender_name),
  reason: row.reason,
});

export const presentRow = (row: ListedCountRow): StockCountRow => ({
  ...presentFields(row),
  counted: row.counted ?? 0,
  lost: row.status === 'closed' ? row.lost + row.surplus : null,
});

export const presentCount = (
  row: NamedCountRow,
  progress: CountProgress,
  people: StockCount['people'],
): StockCount => ({
  ...presentFields(row),
  progress,
  people,
  settled:
    row.status === 'closed'
      ? {
          lost: row.lost,
          surplus: row.surplus,
          moved: row.moved,
          brought_back: row.brought_back,
          sold_meanwhile: row.sold_meanwhile,
          held: row.held,
        }
      : null,
});

type UnitFields = Pick<
  ScannedRow,
  | 'inventory_item_id'
  | 'product_name'
  | 'variation_name'
  | 'serial_number'
  | 'imei'
  | 'imei2'
  | 'qr_code'
  | 'category'
>;

export const presentCounted = (unit: UnitFields): CountedUnit => ({
  inventory_item_id: unit.inventory_item_id,
  product_name: unit.product_name,
  variation_name: unit.variation_name,
  serial_number: unit.serial_number,
  imei: unit.imei,
  imei2: unit.imei2,
  qr_code: unit.qr_code,
  category: unit.category,
});

export const presentPlace = (
  kind: UnexpectedPlace | null,
  storeId: number | null,
  storeName: string | null,
) => {
  const store = named(storeId, storeName);
  return kind === null || store === null ? null : { kind, store };
};
