import { countRow, countSettled, stockCount, type StockCount, type StockCountRow } from '#contract/counts.ts';
import type { UnexpectedPlace } from '#domain/counts.ts';
import { namedOrNull } from '#domain/named.ts';
import { toShape } from '../../http/to-shape.ts';
import type { ListedCountRow, NamedCountRow } from './counts.repository.ts';

const namesIn = (row: NamedCountRow) => ({
  store: { id: row.store_id, name: row.store_name },
  product_type: namedOrNull(row.product_type_id, row.type_name),
  product: namedOrNull(row.product_id, row.product_name),
  started_by: { id: row.started_by_id, name: row.starter_name },
  ended_by: namedOrNull(row.ended_by_id, row.ender_name),
});

export const presentRow = (row: ListedCountRow): StockCountRow =>
  toShape(countRow, row, {
    ...namesIn(row),
    counted: row.counted ?? 0,
    lost: row.status === 'closed' ? row.lost + row.surplus : null,
  });

export const presentCount = (
  row: NamedCountRow,
  figures: Pick<StockCount, 'progress' | 'people' | 'tills_waiting' | 'tills_silent'>,
): StockCount =>
  toShape(stockCount, row, {
    ...namesIn(row),
    ...figures,
    settled: row.status === 'closed' ? toShape(countSettled, row) : null,
  });

export const presentPlace = (
  kind: UnexpectedPlace | null,
  storeId: number | null,
  storeName: string | null,
) => {
  const store = namedOrNull(storeId, storeName);
  return kind === null || store === null ? null : { kind, store };
};
