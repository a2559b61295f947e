import type { Payment, PaymentChanges } from '#contract/payments.ts';
import { formatAmount, formatMoney, parsePesos, type Centavos } from '#domain/money.ts';
import {
  needsReference,
  paymentMethodLabels,
  paymentProblem,
  type PaymentStatus,
  type Tender,
} from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';

/** A payment as the dialog edits it. */
export type PaymentDraft = {
  method: Tender;
  amountText: string;
  status: PaymentStatus;
  reference: string;
  expectedDate: string;
  notes: string;
  /** The reason, while "failed" is chosen. */
  reason: string;
};

export const editedFields = ['amount', 'method', 'reference_number', 'expected_date', 'notes', 'reason'];
export type EditErrors = Partial<Record<string, string>>;

/** The result of the dialog: the changed fields, and the payment's new status. */
export type PaymentEdit = {
  changes: PaymentChanges;
  becomes: { status: 'completed' } | { status: 'failed'; reason: string } | null;
};

/** Returns a payment as the dialog begins with it; the ledger offers it for tenders alone. */
export function draftOf(payment: Payment, reason: string): PaymentDraft {
  return {
    method: payment.method as Tender,
    amountText: formatAmount(payment.amount),
    status: payment.status,
    reference: payment.reference_number ?? '',
    expectedDate: payment.expected_date ?? '',
    notes: payment.notes ?? '',
    reason,
  };
}

/** Returns the changed fields; empty ones are cleared. Cash keeps neither reference nor screenshot. */
export function changesOf(
  payment: Payment,
  draft: PaymentDraft,
  screenshotUrl: string | null,
): PaymentChanges {
  const isReferred = needsReference(draft.method);
  const wanted = {
    method: draft.method,
    amount: parsePesos(draft.amountText) ?? 0,
    reference_number: (isReferred && draft.reference.trim()) || null,
    expected_date: draft.expectedDate || null,
    screenshot_url: isReferred ? screenshotUrl : null,
    notes: draft.notes.trim() || null,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => payment[field as keyof typeof wanted] !== value),
  );
}

/** Returns the first rule that the edited payment breaks, by its field; unchanged fields are not checked again. */
export function editProblem(
  payment: Payment,
  draft: PaymentDraft,
  { remaining, today }: { remaining: Centavos; today: CalendarDate },
): EditErrors | null {
  if (draft.status === 'failed') return draft.reason.trim() ? null : { reason: 'Reason required' };
  const changes = changesOf(payment, draft, payment.screenshot_url);
  const isCharged = changes.amount !== undefined || changes.method !== undefined;
  const problem = paymentProblem(
    {
      method: draft.method,
      amount: parsePesos(draft.amountText) ?? 0,
      status: draft.status,
      reference_number: draft.reference,
      expected_date: changes.expected_date ?? null,
    },
    { remaining: isCharged ? remaining + payment.amount : Infinity, today },
  );
  return problem && { [problem.field]: problem.message };
}

/** Describes a changed amount or method; empty if neither changes. */
export function chargeChanges(payment: Payment, changes: PaymentChanges): string[] {
  const lines: string[] = [];
  if (changes.method !== undefined) {
    lines.push(
      `The method changes from ${paymentMethodLabels[payment.method]} to ${paymentMethodLabels[changes.method]}.`,
    );
  }
  if (changes.amount !== undefined) {
    const [from, to] = [formatMoney(payment.amount, 'payment'), formatMoney(changes.amount, 'payment')];
    lines.push(`The amount changes from ${from} to ${to}, and what remains to be paid with it.`);
  }
  return lines;
}
