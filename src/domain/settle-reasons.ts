import type { OfflineKind } from './offline-sales.ts';

// Why a sale, the opening of a shift, or a till waits for a manager, and what to do. The page and the guide say it so.

type Advice = {
  /** Tells the manager what may have happened. */
  means: string;
  toDo: string;
};

type SettleReasonFacts = Advice & {
  label: string;
  /** The advice for the opening of a shift, if it differs. */
  onOpening?: Advice;
};

/** The reasons, the worst first. */
export const settleReasonFacts = {
  unit: {
    label: 'Unit is not clear',
    means:
      'Another sale has the unit, or somebody scanned it in the store afterwards. Or a piece without numbers was not in stock, or the scanned number is another unit’s.',
    toDo: 'Find out which unit left: check the box, the shelf and the camera. Name it, or accept the line without one.',
  },
  unreadable: {
    label: 'Cannot be read',
    means: 'Nothing could be recorded.',
    toDo: 'Enter the sale by hand, and write its number into the reason.',
    onOpening: {
      means: 'The shift could not be recorded.',
      toDo: 'See if a shift is open at that till. If none is, open one with the cash that is in the drawer.',
    },
  },
  lost_till: {
    label: 'Sales may be missing',
    means:
      'A computer was declared lost, or its access ended before all its sales came. Or it tells of fewer sales than before, as with an older copy of its file or a deleted one.',
    toDo: 'Compare receipts and cash with what came.',
  },
  taken_back: {
    label: 'Taken back already',
    means: 'The same sale was completed with the server, and voided or refunded since.',
    toDo: 'Void this one, unless its items were sold again.',
  },
  other_store: {
    label: 'Another store’s item',
    means: 'The item stood in another store when it was sold.',
    toDo: 'Ask that store how the item came here.',
  },
  price: {
    label: 'Other price',
    means:
      'The till used another price or tax than the store had at that moment. Often somebody had changed it while the till was offline.',
    toDo: 'Accept it, or void the sale.',
  },
  below_floor: {
    label: 'Below the lowest price',
    means: 'An item was sold below its lowest price.',
    toDo: 'Accept it, or void the sale.',
  },
  limit: {
    label: 'Beyond a limit',
    means:
      'It is beyond the store’s hours, largest total or payment methods, as they are now. Or that till sent very many receipts by email.',
    toDo: 'Accept it.',
  },
  staff: {
    label: 'Cashier',
    means:
      'The cashier may not do this, or has not signed in at that till since it got its access. Or it was a colleague’s open cart, which stays theirs.',
    toDo: 'Ask the cashier.',
  },
  order: {
    label: 'Numbers out of order',
    means: 'A sale of that till is missing, or came twice.',
    toDo: 'Look at the till: its file is under F11.',
  },
  moment: {
    label: 'Time not certain',
    means: 'The till’s clock is wrong, or the sale would be older than the till’s access or its last report.',
    toDo: 'Accept it.',
  },
  reserved: {
    label: 'Reserved for another',
    means: 'Saved payments of another cart held the unit, and that cart still has them.',
    toDo: 'Find another unit for that customer, or give the money back.',
  },
  supplier_return: {
    label: 'In a supplier return',
    means:
      'The unit was recorded as returned to its supplier. The return now says “Never left”, and no longer counts its cost.',
    toDo: 'Compare with the supplier’s credit, and correct it.',
  },
  shift: {
    label: 'Shift is not clear',
    means:
      'The shift was counted before the sale came, so its cash leaves the open shift by a correction. Or the shift was opened after the sale.',
    toDo: 'Compare with the count of that shift.',
    onOpening: {
      means:
        'A shift was open at that till already, and went on without a second float. Or another one was closed there meanwhile, or none could be opened.',
      toDo: 'Compare with the drawer. If its float differs, put cash in or take it out (F7).',
    },
  },
  payment: {
    label: 'Payment not seen',
    means: 'A wallet or card payment came as received, or without a reference. It is pending.',
    toDo: 'Look for the money. Then verify the payment, or mark it failed.',
  },
  reference: {
    label: 'Reference used twice',
    means: 'The reference of a wallet or card payment is in another sale, or in another payment of this one.',
    toDo: 'Look for the money.',
  },
  restored: {
    label: 'Sent again after a restore',
    means: 'The server’s data were put back. The sale has its old invoice number, if that was free.',
    toDo: 'Accept it.',
  },
  ended: {
    label: 'Access had ended',
    means:
      'Its computer was declared lost, or its access was ended. It sent the sale once it was a till again.',
    toDo: 'Accept it.',
  },
  by_hand: {
    label: 'Sent by a manager',
    means: 'It came from a file.',
    toDo: 'Accept it.',
  },
  altered: {
    label: 'File was changed',
    means: 'The text of the sale is not the one that the till wrote.',
    toDo: 'Look at the till: its file is under F11.',
  },
} as const satisfies Record<string, SettleReasonFacts>;

export type SettleReason = keyof typeof settleReasonFacts;
export const settleReasons = Object.keys(settleReasonFacts) as [SettleReason, ...SettleReason[]];

export const settleReasonLabel = (code: SettleReason): string => settleReasonFacts[code].label;

/** Returns what a reason means and what to do, for a sale or the opening of a shift. */
export function adviceOn(code: SettleReason, kind: OfflineKind): Advice {
  const facts: SettleReasonFacts = settleReasonFacts[code];
  return (kind === 'shift' ? facts.onOpening : undefined) ?? facts;
}

/** The reasons that weigh more than the rest: a unit is not clear; nothing was recorded. */
const gravest: readonly (readonly SettleReason[])[] = [['unit'], ['unreadable', 'lost_till']];

/** Returns an entry's place among what waits, the worst first: 0 for disputed lines, 1 for what was not recorded, 2 for the rest. */
export function settleRank(reasons: readonly SettleReason[]): number {
  const place = gravest.findIndex((codes) => codes.some((code) => reasons.includes(code)));
  return place === -1 ? gravest.length : place;
}

/** Returns each of some reasons once, the worst first: that one names the entry. */
export const worstFirst = (reasons: readonly SettleReason[]): SettleReason[] =>
  settleReasons.filter((code) => reasons.includes(code));
