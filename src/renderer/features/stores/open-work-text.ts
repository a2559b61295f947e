import type { OpenWork } from '#contract/stores.ts';

/** Counts things in words: `3 open orders`. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-PH')} ${count === 1 ? one : many}`;

/** Lists a store's unfinished work, each with what happens to it; what can no longer be finished comes first. */
export function openWorkText(work: OpenWork): [what: string, then: string][] {
  const lines: [count: number, one: string, many: string, then: string][] = [
    [
      work.people_left,
      'person works only there',
      'people work only there',
      'No work until given another store',
    ],
    [work.drafts, 'draft', 'drafts', 'Can only be cancelled'],
    [work.open_counts, 'open stock count', 'open stock counts', 'Can only be cancelled'],
    [work.open_orders, 'open order', 'open orders', 'Nothing is received; can only be ended'],
    [
      work.units_arriving,
      'unit on its way there',
      'units on their way there',
      'Not received; taken back by the sender',
    ],
    [
      work.units_leaving,
      'unit on its way from there',
      'units on their way from there',
      'Can still be received elsewhere',
    ],
    [work.units_standing, 'unit in stock', 'units in stock', 'Not sold; can be sent to another store'],
    [work.units_held, 'held unit', 'held units', 'Free again within minutes'],
    [work.units_on_hold, 'unit on hold', 'units on hold', 'Cleared and sent elsewhere, or given back'],
    [work.units_defective, 'defective unit', 'defective units', 'Returned, or repaired and sent elsewhere'],
    [work.units_lost, 'lost unit', 'lost units', 'If found, sent to another store'],
    [
      work.units_returned,
      'unit with its supplier',
      'units with suppliers',
      'Received back, then sent elsewhere',
    ],
    [
      work.tills_waiting,
      'till with sales that are not sent',
      'tills with sales that are not sent',
      'Recorded once connected',
    ],
    [work.sales_to_settle, 'sale to settle', 'sales to settle', 'Can still be settled'],
    [work.open_shifts, 'open shift', 'open shifts', 'Can be counted and closed'],
    [work.pending_payments, 'pending payment', 'pending payments', 'Can be verified or marked failed'],
  ];
  return lines
    .filter(([count]) => count > 0)
    .map(([count, one, many, then]) => [counted(count, one, many), then]);
}
