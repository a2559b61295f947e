import type { Transfer, TransferItem, TransferRow } from '#contract/transfers.ts';
import type { TransferItemState, TransferStatus } from '#domain/transfers.ts';

/** Returns the shown state of a unit; in transit it depends on whether the unit was scanned at the destination. */
export function shownState(item: TransferItem): TransferItemState | 'expected' | 'scanned' | 'damaged' {
  if (item.state !== 'in_transit') return item.state;
  if (item.scanned_at === null) return 'expected';
  return item.is_damaged ? 'damaged' : 'scanned';
}

/** Returns the store whose stock a unit of a transfer is in. */
export function standsIn({ from_store, to_store }: Transfer, { state, place }: TransferItem): number {
  if (place !== null) return place.store.id;
  return state === 'received' || state === 'defective' ? to_store.id : from_store.id;
}

const COUNTS = ['received_count', 'defective_count', 'lost_count', 'returned_count'] as const;

/** Returns the shown status; "receiving" once some units arrived. */
export function shownStatus(row: TransferRow, isBeingScanned = false): TransferStatus | 'receiving' {
  if (row.status !== 'in_transit') return row.status;
  return isBeingScanned || COUNTS.some((count) => row[count] > 0) ? 'receiving' : 'in_transit';
}

/** `1 damaged · 2 lost`; null if everything is as it was sent. */
export function differenceText(row: TransferRow): string | null {
  const text = [
    [row.defective_count, 'damaged'],
    [row.lost_count, 'lost'],
    [row.status === 'cancelled' ? 0 : row.returned_count, 'never left'],
    [row.extra_count, 'not announced'],
  ] as const;
  const said = text.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []));
  return said.length > 0 ? said.join(' · ') : null;
}
