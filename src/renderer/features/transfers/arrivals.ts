import type { Transfer, TransferItem } from '#contract/transfers.ts';
import { shownState } from './transfer-text.ts';

/** The states of a transfer's units, including those scanned and not yet received. */
export type ArrivalCounts = {
  sent: number;
  received: number;
  scanned: number;
  damaged: number;
  expected: number;
  lost: number;
  neverLeft: number;
  cancelled: number;
  extra: number;
};

export function arrivalCounts({ items, units_count }: Transfer): ArrivalCounts {
  const states = items.map(shownState);
  const count = (...wanted: ReturnType<typeof shownState>[]) =>
    states.filter((state) => wanted.includes(state)).length;
  return {
    sent: units_count,
    received: count('received'),
    scanned: count('scanned'),
    damaged: count('damaged', 'defective'),
    expected: count('expected'),
    lost: count('lost'),
    neverLeft: count('returned'),
    cancelled: count('cancelled'),
    extra: count('extra'),
  };
}

const isOpen = ({ state }: TransferItem) => state === 'in_transit';
export const scannedItems = ({ items }: Transfer) =>
  items.filter((item) => isOpen(item) && item.scanned_at !== null);
export const missingItems = ({ items }: Transfer) =>
  items.filter((item) => isOpen(item) && item.scanned_at === null);
export const extraItems = ({ items }: Transfer) => items.filter(({ state }) => state === 'extra');

/** True if the receiver has to check the unit again: it is damaged, missing, lost, or was not announced. */
export const isToSettle = (item: TransferItem): boolean =>
  ['damaged', 'expected', 'extra', 'defective', 'lost'].includes(shownState(item));

/** Sorts by scan, newest first; units never scanned come last, in packing order. */
export const newestFirst = (items: readonly TransferItem[]): TransferItem[] =>
  [...items].sort((a, b) => (b.scanned_at ?? 0) - (a.scanned_at ?? 0));
