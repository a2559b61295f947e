import { useEffect } from 'react';
import { services } from '#renderer/lib/services.ts';
import { forgetTyped, keepTyped } from './journaled-payment.ts';
import type { TypedPayments } from './use-payment-entry.ts';

/** Keeps what is being typed against a crash. */
export function useKeepTyped(transactionId: number, typed: TypedPayments | null): void {
  const text = JSON.stringify(typed);
  useEffect(() => keepTyped(services, transactionId, text), [transactionId, text]);
  // Whoever leaves the screen starts anew; only a till that is interrupted leaves something behind.
  useEffect(() => () => forgetTyped(services, transactionId), [transactionId]);
}
