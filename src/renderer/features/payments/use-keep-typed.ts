import { useEffect } from 'react';
import { services } from '#renderer/lib/services.ts';
import { forgetTyped, keepTyped } from './journaled-payment.ts';
import type { TypedPayments } from './use-payment-entry.ts';

/** Saves the typed input against a crash. */
export function useKeepTyped(transactionId: number, typed: TypedPayments | null): void {
  const text = JSON.stringify(typed);
  useEffect(() => keepTyped(services, transactionId, text), [transactionId, text]);
  // Leaving the screen discards the input; only an interrupted till keeps it.
  useEffect(() => () => forgetTyped(services, transactionId), [transactionId]);
}
