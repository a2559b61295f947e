import { useEffect } from 'react';
import { outside } from '#renderer/lib/outside.ts';
import { forgetRow, keepRow } from './kept-payment.ts';
import type { PaymentRow } from './use-payment-entry.ts';

/** Keeps the row that is being typed against a crash. */
export function useKeepRow(transactionId: number, row: PaymentRow): void {
  useEffect(() => keepRow(outside, transactionId, row), [transactionId, row]);
  // Whoever leaves the screen starts anew; only a till that is cut off leaves its row behind.
  useEffect(() => () => forgetRow(outside, transactionId), [transactionId]);
}
