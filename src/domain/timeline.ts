/** The events of a transaction, from its draft to its end. */
export const timelineKinds = [
  'draft_created',
  'completed',
  'payment_added',
  'payment_verified',
  'payment_failed',
  'payment_deleted',
  'receipt_printed',
  'receipt_emailed',
  'refunded',
  'voided',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];
