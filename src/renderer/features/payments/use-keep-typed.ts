import { useEffect, useRef } from 'react';
import { isOpenElsewhere, showOpen } from '#renderer/lib/open-windows.ts';
import { services } from '#renderer/lib/services.ts';
import {
  forgetTyped,
  keepTyped,
  loadJournaledPayment,
  type JournaledPayment,
  type PaidDraft,
} from './journaled-payment.ts';
import type { TypedPayments } from './use-payment-entry.ts';

const lockOf = (transactionId: number) => `tindahan.open-payment ${transactionId}`;

/** Reads what an interrupted till kept; what is being typed in another window stays there, else it is taken twice. */
export async function loadKept(draft: PaidDraft): Promise<JournaledPayment> {
  const kept = await loadJournaledPayment(services, draft);
  return kept.typed && (await isOpenElsewhere(lockOf(draft.id))) ? { ...kept, typed: null } : kept;
}

/** Saves the typed input against a crash; returns how to leave the screen with it kept for the next visit. */
export function useKeepTyped(transactionId: number, typed: TypedPayments | null): () => void {
  const text = JSON.stringify(typed);
  const isKept = useRef(false);
  useEffect(() => keepTyped(services, transactionId, text), [transactionId, text]);
  useEffect(() => showOpen(lockOf(transactionId)), [transactionId]);
  // Leaving the screen discards the input; an interrupted till and a refusal that leads to the cart keep it.
  useEffect(
    () => () => {
      if (!isKept.current) forgetTyped(services, transactionId);
    },
    [transactionId],
  );
  return () => {
    isKept.current = true;
  };
}
