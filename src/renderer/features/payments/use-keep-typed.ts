import { useEffect } from 'react';
import { outside } from '#renderer/lib/outside.ts';
import { forgetTyped, keepTyped } from './journaled-payment.ts';
import type { TypedPayments } from './use-payment-entry.ts';

/** Keeps what is being typed against a crash. */
export function useKeepTyped(transactionId: number, typed: TypedPayments | null): void {
  const text = JSON.stringify(typed);
  useEffect(() => keepTyped(outside, transactionId, text), [transactionId, text]);
  // Whoever leaves the screen starts anew; only a till that is cut off leaves something behind.
  useEffect(() => () => forgetTyped(outside, transactionId), [transactionId]);
}
