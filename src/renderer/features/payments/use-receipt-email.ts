import { useState } from 'react';
import { transactions } from '#contract/transactions.ts';

const shape = transactions.complete.body.shape.receiptEmail;

/** Holds the receipt's address as typed; starts with the one that was kept, else the customer's. */
export function useReceiptEmail(first: string | null, kept: string | null) {
  const [email, setEmail] = useState(kept ?? first ?? '');
  const [isTyped, setTyped] = useState(kept !== null);
  const [error, setError] = useState<string | null>(null);
  const value = email.trim() || null;
  return {
    email,
    error,
    isTyped,
    /** The address to send; null sends none. */
    value,
    change: (text: string) => {
      setEmail(text);
      setTyped(text !== (first ?? ''));
      setError(null);
    },
    /** Returns true if the address is valid or empty; otherwise shows the error. */
    check: (): boolean => {
      const checked = shape.safeParse(value);
      setError(checked.success ? null : (checked.error.issues[0]?.message ?? 'Invalid email format'));
      return checked.success;
    },
  };
}
export type ReceiptEmailState = ReturnType<typeof useReceiptEmail>;
