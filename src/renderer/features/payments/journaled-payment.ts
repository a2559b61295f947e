import type { RouteInput } from '#contract/define-route.ts';
import type { Payment, payments } from '#contract/payments.ts';
import { isLikePayment } from '#domain/payments.ts';
import {
  forgetAnswered,
  paymentsTopic,
  unanswered,
  type PendingRequest,
} from '#renderer/lib/pending-requests.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { TypedPayments } from './use-payment-entry.ts';

export type PaymentBody = Omit<RouteInput<typeof payments.create>['body'], 'known_payments' | 'version'>;

/** A payment as it is sent; `known` are the payments that the draft had, to recognise later if this one was taken. */
export type SentPayment = { body: PaymentBody; known: number[] };

/** The input and unanswered payments that an interrupted till kept of a payment screen. */
export type JournaledPayment = {
  typed: TypedPayments | null;
  payments: PendingRequest<SentPayment>[];
};

/** A draft as far as it says what was paid on it. */
export type PaidDraft = { id: number; payments: readonly Payment[] };

const noteOf = (transactionId: number) => `payment-row:${transactionId}`;

/** True if the draft has a payment that is new since this one was sent, with its method, amount and reference. */
export function wasTaken({ body, known }: SentPayment, { payments }: Pick<PaidDraft, 'payments'>): boolean {
  return payments.some((payment) => !known.includes(payment.id) && isLikePayment(payment, body));
}

function readTyped(text: string | null): TypedPayments | null {
  try {
    const typed = JSON.parse(text ?? 'null') as Partial<TypedPayments> | null;
    // An older till kept a single row, which is ignored.
    if (!typed?.row || !typed.waiting) return null;
    const { row, waiting, email, buyer } = typed;
    return {
      row,
      waiting,
      ...(email === undefined ? {} : { email }),
      ...(buyer === undefined ? {} : { buyer }),
    };
  } catch {
    return null;
  }
}

/** Reads what an interrupted till kept, without the payments that the given draft has already. */
export async function loadJournaledPayment(
  services: Pick<Services, 'till'>,
  draft: PaidDraft,
): Promise<JournaledPayment> {
  const [note, payments] = await Promise.all([
    services.till.notes.read(noteOf(draft.id)).catch(() => null),
    unanswered<SentPayment>(services, paymentsTopic(draft.id)).catch(() => []),
  ]);
  const taken = payments.filter(({ content }) => wasTaken(content, draft));
  if (taken.length === 0) return { typed: readTyped(note), payments };
  await forgetAnswered(
    services,
    taken.map(({ key }) => key),
  );
  forgetTyped(services, draft.id);
  return { typed: null, payments: payments.filter((request) => !taken.includes(request)) };
}

export function forgetTyped({ till }: Pick<Services, 'till'>, transactionId: number): void {
  void till.notes.remove(noteOf(transactionId)).catch(() => undefined);
}

/** Saves the typed input, as JSON; `null` removes it, as an untouched form is proposed again anyway. */
export function keepTyped(services: Pick<Services, 'till'>, transactionId: number, text: string): void {
  if (text === 'null') return forgetTyped(services, transactionId);
  void services.till.notes.write({ name: noteOf(transactionId), text }).catch(() => undefined);
}
