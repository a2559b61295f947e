import { useEffect } from 'react';
import type { Transaction } from '#contract/transactions.ts';
import {
  completionSubject,
  forgetAnswered,
  paymentsSubject,
  unanswered,
  type KeptWish,
} from '#renderer/lib/kept-wishes.ts';
import { till } from '#renderer/lib/till.ts';
import type { PaymentRow } from './use-payment-entry.ts';

/** A payment as it is sent; it says which payments the draft had, so that one that was taken can be told. */
export type SentPayment = {
  body: { method: string; amount: number; reference_number: string | null; [field: string]: unknown };
  known: number[];
};
export type SentCompletion = { receiptEmail: string | null; printReceipt: boolean };

/** What a till that was cut off kept of a payment screen. */
export type KeptPayment = {
  row: PaymentRow | null;
  payments: KeptWish<SentPayment>[];
  completions: KeptWish<SentCompletion>[];
};

export const essenceOfPayment = ({ body }: SentPayment) => body;
export const essenceOfCompletion = (completion: SentCompletion) => completion;

const noteOf = (transactionId: number) => `payment-row:${transactionId}`;

/** Whether the draft has the payment: one it had not when this was sent, and that says the same. */
function wasTaken({ body, known }: SentPayment, { payments }: Transaction): boolean {
  return payments.some(
    (payment) =>
      !known.includes(payment.id) &&
      payment.method === body.method &&
      payment.amount === body.amount &&
      (payment.reference_number || null) === (body.reference_number || null),
  );
}

function readRow(text: string | null): PaymentRow | null {
  try {
    return JSON.parse(text ?? 'null') as PaymentRow | null;
  } catch {
    return null;
  }
}

/** Reads what was kept, and leaves out what the draft that was just asked for has already. */
export async function loadKeptPayment(transaction: Transaction): Promise<KeptPayment> {
  const [note, payments, completions] = await Promise.all([
    till.notes.read(noteOf(transaction.id)).catch(() => null),
    unanswered<SentPayment>(paymentsSubject(transaction.id)),
    unanswered<SentCompletion>(completionSubject(transaction.id)),
  ]);
  const taken = payments.filter(({ content }) => wasTaken(content, transaction));
  if (taken.length === 0) return { row: readRow(note), payments, completions };
  await forgetAnswered(taken.map(({ key }) => key));
  forgetRow(transaction.id);
  return { row: null, payments: payments.filter((wish) => !taken.includes(wish)), completions };
}

export function forgetRow(transactionId: number): void {
  void till.notes.remove(noteOf(transactionId)).catch(() => undefined);
}

/** Keeps the row that is being typed; one that nobody touched is proposed again anyway. */
export function useKeepRow(transactionId: number, row: PaymentRow): void {
  useEffect(() => {
    if (row.isProposed) forgetRow(transactionId);
    else {
      const text = JSON.stringify(row);
      void till.notes.write({ name: noteOf(transactionId), text }).catch(() => undefined);
    }
  }, [transactionId, row]);
  // Whoever leaves the screen starts anew; only a till that is cut off leaves its row behind.
  useEffect(() => () => forgetRow(transactionId), [transactionId]);
}
