import type { Centavos } from '#domain/money.ts';
import { CLOCK_TOLERANCE } from '#domain/offline-sales.ts';
import type { Writer } from '../../db/access.ts';
import { claimTill } from '../tills/tills.public.ts';
import type { NewEntry, Place } from './drawer.usecases.ts';
import { claimOpenShiftOfTill, claimShift, findShiftAt } from './shifts.repository.ts';

/** Where a sale belongs that its till made earlier. */
export type LatePlace = {
  place: Place;
  /** True if it belongs there at its own moment: the shift that it was made in is open, or it was made in none. */
  isInTime: boolean;
  /** The shift that it was made in, where that takes no entries any more. */
  missed: { id: number; number: string } | null;
};

type Late = {
  tillId: number;
  storeId: number;
  /** The shift that it was made in; null where its till had forgotten it, as after a restart, or where there are none. */
  shiftId: number | null;
  /** When it was made. */
  at: number;
  /** True if the store sells in shifts alone. */
  keepsShifts: boolean;
};

/** Claims a till's open shift, or else the till itself: one that is opened meanwhile finds what the caller records. */
async function claimOpen(writer: Writer, tillId: number, storeId: number) {
  const open = await claimOpenShiftOfTill(writer, tillId);
  if (open) return open;
  await claimTill(writer, tillId, storeId);
  return claimOpenShiftOfTill(writer, tillId);
}

/**
 * Claims the shift that a late sale belongs to: the one that it was made in, while that takes entries, else the open one of
 * its till, else its next one, which takes it as soon as it is opened.
 */
export async function placeLateSale(
  writer: Writer,
  { tillId, storeId, at, keepsShifts, ...told }: Late,
): Promise<LatePlace> {
  const shiftId = told.shiftId ?? (await findShiftAt(writer, { tillId, storeId, at }))?.id ?? null;
  const own = shiftId === null ? undefined : await claimShift(writer, shiftId, storeId);
  const isOfTill = own?.till_id === tillId;
  // One that was opened later cannot be the one that it was made in.
  const wasOpen = own !== undefined && isOfTill && own.opened_at <= at + CLOCK_TOLERANCE;
  if (own && wasOpen && own.status === 'open') {
    return { place: { till_id: tillId, shift_id: own.id }, isInTime: true, missed: null };
  }
  if (shiftId === null && !keepsShifts) {
    return { place: { till_id: tillId, shift_id: null }, isInTime: true, missed: null };
  }
  const open = await claimOpen(writer, tillId, storeId);
  return {
    place: { till_id: tillId, shift_id: open?.status === 'open' ? open.id : null, is_late: 1 },
    isInTime: false,
    missed: own && wasOpen ? { id: own.id, number: own.number } : null,
  };
}

/** Takes a late sale's cash out of the shift that records it: it was in the drawer when the one that it missed was counted. */
export const correctionEntries = (
  { missed }: LatePlace,
  cash: Centavos,
  { transactionId, number }: { transactionId: number; number: string },
): NewEntry[] =>
  missed === null || cash === 0
    ? []
    : [
        {
          kind: 'correction',
          method: 'cash',
          amount: -cash,
          corrects_shift_id: missed.id,
          transaction_id: transactionId,
          reason: `${missed.number}: ${number} was recorded after it was counted`,
        },
      ];
