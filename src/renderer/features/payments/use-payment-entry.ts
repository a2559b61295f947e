import { useState } from 'react';
import { formatAmount, parsePesos, type Centavos } from '#domain/money.ts';
import { defaultStatus, paymentProblem, type PaymentEntry, type PaymentMethod } from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { useScreenshot } from './use-screenshot.ts';

/** A payment row as it is typed. */
export type PaymentRow = Omit<PaymentEntry, 'amount' | 'expected_date'> & {
  /** Nobody has touched it since it was proposed. */
  isProposed: boolean;
  amountText: string;
  expectedDate: string;
  notes: string;
};

const asText = (amount: Centavos) => (amount > 0 ? formatAmount(amount) : '');

function newRow(method: PaymentMethod, remaining: Centavos): PaymentRow {
  return {
    isProposed: true,
    method,
    amountText: asText(remaining),
    status: defaultStatus(method),
    reference_number: '',
    expectedDate: '',
    notes: '',
  };
}

/** A row as the domain judges it; an amount that is none counts as zero. */
export function entryOf(row: PaymentRow): PaymentEntry {
  return {
    method: row.method,
    amount: parsePesos(row.amountText) ?? 0,
    status: row.status,
    reference_number: row.reference_number,
    expected_date: row.expectedDate || null,
  };
}

export type RowErrors = Partial<
  Record<'amount' | 'reference_number' | 'expected_date' | 'method' | 'notes', string>
>;

/** The row for a new payment: as it was when the till was cut off, or proposing what remains; every rule is told on its field. */
export function usePaymentEntry(
  remaining: Centavos,
  first: PaymentMethod,
  { today, kept }: { today: CalendarDate; kept: PaymentRow | null },
) {
  const [row, setRow] = useState<PaymentRow>(() => kept ?? newRow(first, remaining));
  const [errors, setErrors] = useState<RowErrors>({});
  const screenshot = useScreenshot();

  const change = (changes: Partial<PaymentRow>) => {
    setRow((current) => ({ ...current, ...changes, isProposed: false }));
    setErrors({});
  };
  const start = (stillRemaining: Centavos) => {
    setRow(newRow(first, stillRemaining));
    setErrors({});
    screenshot.clear();
  };
  return {
    row,
    errors,
    screenshot,
    /** An amount was entered: it counts, and it must be valid before the sale is completed. */
    isFilled: row.amountText.trim() !== '' && parsePesos(row.amountText) !== 0,
    change,
    choose: (method: PaymentMethod) => {
      const isTooMuch = method !== 'cash' && (parsePesos(row.amountText) ?? 0) > remaining;
      change({
        method,
        status: defaultStatus(method),
        ...(isTooMuch ? { amountText: asText(remaining) } : {}),
      });
    },
    setAmount: (amount: Centavos) => change({ amountText: asText(amount) }),
    /** Shows the first broken rule, or returns the entry to be sent. */
    check: (): PaymentEntry | null => {
      const entry = entryOf(row);
      const problem = paymentProblem(entry, { remaining, today });
      if (!problem) return entry;
      setErrors({ [problem.field]: problem.message });
      return null;
    },
    showErrors: (fields: RowErrors) => setErrors(fields),
    /** A fresh row for what remains after a payment was taken. */
    reset: start,
    /** Another payment changed: what remains is proposed anew, unless somebody has typed an amount. */
    propose: (stillRemaining: Centavos) => {
      if (row.isProposed || row.amountText.trim() === '') start(stillRemaining);
    },
  };
}
export type PaymentEntryState = ReturnType<typeof usePaymentEntry>;
