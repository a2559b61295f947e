import { paidForText } from './payments.ts';
import { whoHasIt, type UnitPlace } from './transfers.ts';

/** The maximum number of units in one return. */
export const RETURN_MAX = 500;

/** The status of a unit that its supplier sent back: repaired, or unchanged. */
export const comeBackStatuses = ['available', 'defective'] as const;
export type ComeBackStatus = (typeof comeBackStatuses)[number];

/** Returns `RS-MNL-01-000123`, numbered by the store that sends the units. */
export function supplierReturnNumber(storeCode: string, no: number): string {
  return `RS-${storeCode}-${String(no).padStart(6, '0')}`;
}

type Returnable = Pick<UnitPlace, 'status' | 'store' | 'locked_by' | 'deposit'> & {
  /** The unit's supplier, if known. */
  supplier: { id: number; name: string } | null;
};

/** Returns why a unit of a store cannot go back to a supplier, as a sentence without its full stop; null if it can. */
export function whyNotReturnable(
  { status, store, locked_by, deposit, supplier }: Returnable,
  storeId: number,
  supplierId: number | null,
): string | null {
  switch (status) {
    case 'sold':
      return 'It was sold';
    case 'lost':
      return 'It is marked as lost';
    case 'in_transit':
      return 'It is in transit';
    case 'returned':
      return 'It went back to its supplier already';
    case 'on_hold':
      return 'It is on hold until its trade-in is cleared';
    default:
  }
  if (store.id !== storeId) return `It stands at ${store.name}`;
  if (status === 'locked' || status === 'reserved') return whoHasIt({ status, locked_by });
  // A defective one is sold to nobody.
  if (status === 'available' && deposit) return paidForText(deposit);
  if (supplier !== null && supplierId !== null && supplier.id !== supplierId) {
    return `It came from ${supplier.name}`;
  }
  return null;
}
