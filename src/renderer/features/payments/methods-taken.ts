import { useEffect, useRef } from 'react';
import { paymentMethodLabels, type PaymentMethod } from '#domain/payments.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { PaymentEntryState } from './use-payment-entry.ts';

/** Why a row cannot be taken: its method is none of the store's any more. */
export const notTakenText = (method: PaymentMethod): string =>
  `${paymentMethodLabels[method]} is not taken here any more: choose another method`;

/** The first row with something in it that the store's methods are without; null where there is none. */
export function methodNotTaken(
  { row, isFilled, waiting }: Pick<PaymentEntryState, 'row' | 'isFilled' | 'waiting'>,
  methods: readonly PaymentMethod[],
): PaymentMethod | null {
  const rows = isFilled ? [row, ...waiting] : waiting;
  return rows.find(({ method }) => !methods.includes(method))?.method ?? null;
}

/**
 * Says that the store stopped taking a method while the screen stands. What was typed stays as it is; a row that nobody
 * touched goes to the first method.
 */
export function useMethodsTaken(
  storeName: string,
  methods: readonly PaymentMethod[],
  { row, toKeep, choose }: Pick<PaymentEntryState, 'row' | 'toKeep' | 'choose'>,
): void {
  const notify = useNotify();
  const known = useRef(methods);
  useEffect(() => {
    const gone = known.current.filter((method) => !methods.includes(method));
    known.current = methods;
    if (gone.length === 0) return;
    const names = gone.map((method) => paymentMethodLabels[method]).join(', ');
    const kept = toKeep === null ? '' : ' What was typed here is kept.';
    notify.warning(`${storeName} no longer takes ${names}`, `Payments that were saved stand.${kept}`);
    soundError();
    const [first] = methods;
    if (first && toKeep === null && gone.includes(row.method)) choose(first);
  }, [storeName, methods, row.method, toKeep, choose, notify]);
}
