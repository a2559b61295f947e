import { type SlipDocument, type SlipFrame, slipOf } from './slip.ts';
import { formatInstant } from './store-time.ts';

/** Returns the slip for opening the drawer without a sale: who, when and why, for the day's count. */
export function noSaleSlip(reason: string, frame: SlipFrame): SlipDocument {
  return slipOf(frame, 'No sale', [
    { kind: 'rule' },
    { kind: 'pair', label: 'Date', value: formatInstant(frame.printed_at, frame.time_zone) },
    { kind: 'pair', label: 'Staff', value: frame.staff_name },
    { kind: 'rule' },
    { kind: 'text', text: `Reason: ${reason}` },
  ]);
}
