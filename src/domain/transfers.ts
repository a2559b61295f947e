import { paidForText, type Deposit } from './payments.ts';
import type { UnitStatus } from './transactions.ts';

export const transferStatuses = ['in_transit', 'received', 'cancelled'] as const;
export type TransferStatus = (typeof transferStatuses)[number];

/** The states of a unit of a transfer; `extra` arrived without being in it. */
export const transferItemStates = [
  'in_transit',
  'received',
  'defective',
  'lost',
  'returned',
  'cancelled',
  'extra',
] as const;
export type TransferItemState = (typeof transferItemStates)[number];

/** How the sender settles units that did not arrive: lost, or never sent. */
export const shortOutcomes = ['lost', 'returned'] as const;
export type ShortOutcome = (typeof shortOutcomes)[number];

export const shortOutcomeLabels: Record<ShortOutcome, string> = {
  lost: 'Lost on the way',
  returned: 'Back in stock here',
};

/** The maximum number of units in one transfer. */
export const TRANSFER_MAX = 1000;

/** Returns `TR-MNL-01-000123`, numbered by the sending store. */
export function transferNumber(storeCode: string, no: number): string {
  return `TR-${storeCode}-${String(no).padStart(6, '0')}`;
}

/** A unit's place, as far as it decides if it can be sent. */
export type UnitPlace = {
  status: UnitStatus;
  store: { id: number; name: string };
  /** The person who holds it at a till right now. */
  locked_by: string | null;
  /** The transfer that it is in transit with. */
  transit: { number: string; to_store: { name: string } } | null;
  /** The payments on a draft that has the unit; absent where they were not looked up. */
  deposit?: Deposit | null;
};

const gone: Record<Exclude<UnitStatus, 'available' | 'locked' | 'reserved' | 'in_transit'>, string> = {
  sold: 'It was sold',
  defective: 'It is defective',
  on_hold: 'It is on hold until its trade-in is cleared',
  lost: 'It is marked as lost',
  returned: 'It went back to its supplier',
};

/** Returns who has a locked or a reserved unit, in a sentence without its full stop. */
export function whoHasIt({ status, locked_by }: Pick<UnitPlace, 'status' | 'locked_by'>): string {
  if (status === 'reserved')
    return `It is reserved for a draft of ${locked_by ?? 'a colleague'} with payments`;
  return locked_by === null ? 'It is held at a till' : `${locked_by} holds it at a till`;
}

/** Returns why a unit cannot be sent from a store, in a sentence without its full stop; null if it can. */
export function whyNotSendable(unit: UnitPlace, storeId: number): string | null {
  switch (unit.status) {
    case 'in_transit':
      return unit.transit
        ? `It is in transit to ${unit.transit.to_store.name} (${unit.transit.number})`
        : 'It is in transit';
    case 'available':
    case 'locked':
    case 'reserved':
      if (unit.store.id !== storeId) return `It stands at ${unit.store.name}`;
      if (unit.status !== 'available') return whoHasIt(unit);
      return unit.deposit ? paidForText(unit.deposit) : null;
    default:
      return gone[unit.status];
  }
}

/** Returns the recorded place of a unit that arrived with a transfer without being in it. */
export function whereItShouldBe({ status, store, transit }: UnitPlace): string {
  switch (status) {
    case 'in_transit':
      return transit ? `In transit to ${transit.to_store.name} (${transit.number})` : 'In transit';
    case 'available':
    case 'locked':
    case 'reserved':
      return `Stands at ${store.name}`;
    case 'sold':
      return `Sold at ${store.name}`;
    case 'defective':
      return `Defective at ${store.name}`;
    case 'on_hold':
      return `On hold at ${store.name}`;
    case 'lost':
      return `Marked as lost at ${store.name}`;
    case 'returned':
      return 'Went back to its supplier';
  }
}

type Coded = { imei: string | null; serial_number: string | null; qr_code: string | null };

/** Returns the code that people know a unit by: `IMEI 3521…`, else its serial number, else its QR code. */
export function unitLabel({ imei, serial_number, qr_code }: Coded): string {
  if (imei) return `IMEI ${imei}`;
  if (serial_number) return `SN ${serial_number}`;
  return qr_code ?? 'No code';
}
