import type { UnitPlace } from './transfers.ts';

/** The most units that one return takes. */
export const RETURN_MAX = 500;

/** What a unit is once its supplier sent it back: repaired, or as it went. */
export const comeBackStatuses = ['available', 'defective'] as const;
export type ComeBackStatus = (typeof comeBackStatuses)[number];

/** `RS-MNL-01-000123`: counted by the store that the units leave. */
export function supplierReturnNumber(storeCode: string, no: number): string {
  return `RS-${storeCode}-${String(no).padStart(6, '0')}`;
}

type Returnable = Pick<UnitPlace, 'status' | 'store' | 'locked_by'> & {
  /** Whom it came from, where that is known. */
  supplier: { id: number; name: string } | null;
};

/** Why a unit of a store cannot go back to a supplier, in a sentence without its full stop; null where it can. */
export function whyNotReturnable(
  { status, store, locked_by, supplier }: Returnable,
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
    default:
  }
  if (store.id !== storeId) return `It stands at ${store.name}`;
  if (status === 'locked')
    return locked_by === null ? 'It is held at a till' : `${locked_by} holds it at a till`;
  if (supplier !== null && supplierId !== null && supplier.id !== supplierId) {
    return `It came from ${supplier.name}`;
  }
  return null;
}
