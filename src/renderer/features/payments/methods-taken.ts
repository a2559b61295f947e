import { useEffect, useRef } from 'react';
import { paymentMethodLabels, type Tender } from '#domain/payments.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { PaymentEntryState } from './use-payment-entry.ts';

/** Returns why a row cannot be taken: the store no longer takes its method. */
export const notTakenText = (method: Tender): string =>
  `${paymentMethodLabels[method]} is not taken here any more: choose another method`;

/** Returns the first method of the filled rows that the store does not take; null if there is none. */
export function methodNotTaken(
  { row, isFilled, waiting }: Pick<PaymentEntryState, 'row' | 'isFilled' | 'waiting'>,
  methods: readonly Tender[],
): Tender | null {
  const rows = isFilled ? [row, ...waiting] : waiting;
  return rows.find(({ method }) => !methods.includes(method))?.method ?? null;
}

/**
 * Warns if the store stops taking a method while the screen is open. Typed rows stay as they are; an untouched row of
 * that method changes to the first one.
 */
export function useMethodsTaken(
  storeName: string,
  methods: readonly Tender[],
  { row, isUntouched, choose }: Pick<PaymentEntryState, 'row' | 'isUntouched' | 'choose'>,
): void {
  const notify = useNotify();
  const known = useRef(methods);
  useEffect(() => {
    const gone = known.current.filter((method) => !methods.includes(method));
    known.current = methods;
    if (gone.length === 0) return;
    const names = gone.map((method) => paymentMethodLabels[method]).join(', ');
    const kept = isUntouched ? '' : ' What was typed here is kept.';
    notify.warning(`${storeName} no longer takes ${names}`, `Payments that were saved stand.${kept}`);
    soundError();
    const [first] = methods;
    if (first && isUntouched && gone.includes(row.method)) choose(first);
  }, [storeName, methods, row.method, isUntouched, choose, notify]);
}
