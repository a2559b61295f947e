import type { OpenWork } from '#contract/stores.ts';

/** Counts things in words: `3 orders wait`. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-PH')} ${count === 1 ? one : many}`;

/** Lists the units on their way to and from the store. */
function wayText(moving: Pick<OpenWork, 'units_arriving' | 'units_leaving'>): string[] {
  const { units_arriving: arriving, units_leaving: leaving } = moving;
  return [
    ...(arriving > 0
      ? [
          `${counted(arriving, 'unit is', 'units are')} on the way to it, and cannot be received there any more. Whoever sent ${arriving === 1 ? 'it takes it' : 'them takes them'} back.`,
        ]
      : []),
    ...(leaving > 0
      ? [
          `${counted(leaving, 'unit is', 'units are')} on the way from it, and can still be received elsewhere.`,
        ]
      : []),
  ];
}

/** Lists the store's units that are not for sale. */
function asideText({
  units_defective: defective,
  units_lost: lost,
  units_returned: returned,
}: Pick<OpenWork, 'units_defective' | 'units_lost' | 'units_returned'>): string[] {
  return [
    ...(defective > 0
      ? [
          `${counted(defective, 'unit is', 'units are')} defective. ${defective === 1 ? 'It' : 'They'} can go back to the supplier, be marked as repaired and sent to another store, or be scanned in a stock count there.`,
        ]
      : []),
    ...(lost > 0
      ? [
          `${counted(lost, 'unit is', 'units are')} marked as lost. If found, ${lost === 1 ? 'it' : 'they'} can be marked so and sent to another store.`,
        ]
      : []),
    ...(returned > 0
      ? [
          `${counted(returned, 'unit is', 'units are')} with the supplier. What comes back can be received on its return, and sent to another store.`,
        ]
      : []),
  ];
}

/** Lists the store's unfinished work, and what happens to it. */
export function openWorkText({ drafts, units_held: held, ...others }: OpenWork): string[] {
  const kept = drafts === 1 ? 'It can be cancelled and cannot' : 'They can be cancelled and cannot';
  const { units_standing, open_orders, open_shifts, open_counts, pending_payments, people_left } = others;
  return [
    ...(units_standing > 0
      ? [
          `${counted(units_standing, 'unit stands', 'units stand')} there. Nothing is sold there any more: ${units_standing === 1 ? 'it' : 'they'} can be sent to another store, now or afterwards.`,
        ]
      : []),
    ...asideText(others),
    ...(people_left > 0
      ? [
          `${counted(people_left, 'person works', 'people work')} at no other store, and cannot work until they are assigned to one.`,
        ]
      : []),
    ...(open_shifts > 0
      ? [
          `${counted(open_shifts, 'shift is', 'shifts are')} open at its tills. ${open_shifts === 1 ? 'It' : 'They'} can still be counted and closed.`,
        ]
      : []),
    ...(open_counts > 0
      ? [
          `${counted(open_counts, 'stock count is', 'stock counts are')} open. ${open_counts === 1 ? 'It' : 'They'} can be cancelled and cannot be closed any more.`,
        ]
      : []),
    ...(open_orders > 0
      ? [
          `${counted(open_orders, 'order waits', 'orders wait')} for goods, which cannot be received there any more. ${open_orders === 1 ? 'It' : 'They'} can still be ended.`,
        ]
      : []),
    ...(pending_payments > 0
      ? [
          `${counted(pending_payments, 'payment is', 'payments are')} pending. ${pending_payments === 1 ? 'It' : 'They'} can still be verified or marked failed.`,
        ]
      : []),
    ...(drafts > 0
      ? [`${counted(drafts, 'draft is', 'drafts are')} open there. ${kept} be completed any more.`]
      : []),
    ...(held > 0
      ? [`${counted(held, 'unit is', 'units are')} held there. The holds end within minutes.`]
      : []),
    ...wayText(others),
  ];
}
