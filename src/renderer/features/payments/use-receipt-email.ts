import { useState } from 'react';
import { transactions } from '#contract/transactions.ts';

const shape = transactions.complete.body.shape.receiptEmail;

/** The receipt's address as it is typed, the customer's at first. */
export function useReceiptEmail(first: string | null) {
  const [email, setEmail] = useState(first ?? '');
  const [error, setError] = useState<string | null>(null);
  const value = email.trim() || null;
  return {
    email,
    error,
    /** What to send: null mails nothing. */
    value,
    change: (text: string) => {
      setEmail(text);
      setError(null);
    },
    /** Whether it may be sent; says on the field when not. */
    check: (): boolean => {
      const checked = shape.safeParse(value);
      setError(checked.success ? null : (checked.error.issues[0]?.message ?? 'Invalid email format'));
      return checked.success;
    },
  };
}
export type ReceiptEmailState = ReturnType<typeof useReceiptEmail>;
