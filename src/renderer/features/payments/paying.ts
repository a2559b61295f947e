import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/transactions.ts';
import { countingIds } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { completionTopic, keepRequestKeys, paymentsTopic } from '#renderer/lib/pending-requests.ts';
import type { Services } from '#renderer/lib/services.ts';
import {
  forgetTyped,
  type JournaledPayment,
  type PaymentBody,
  type SentCompletion,
  type SentPayment,
} from './journaled-payment.ts';

export type Completed = { transaction: Transaction; receipt: ReceiptDocument };

/**
 * Sends the payments of a draft and its completion, each under a key that outlives a crash, so that asking again after a
 * lost answer does nothing twice. `kept` is what an earlier run of the till sent and never heard of.
 */
export function createPaying(services: Services, transactionId: number, journaled: JournaledPayment) {
  const { api } = services;
  const params = { transactionId };
  const rows = keepRequestKeys<SentPayment>(services, {
    about: paymentsTopic(transactionId),
    journaled: journaled.payments,
    identifiedBy: ({ body }) => body,
  });
  const completions = keepRequestKeys<SentCompletion>(services, {
    about: completionTopic(transactionId),
    journaled: journaled.completions,
    identifiedBy: (completion) => completion,
  });

  return {
    /** `known`: the payments that the draft has, as far as the screen knows. */
    pay: async (body: PaymentBody, known: readonly Payment[]): Promise<Payment> => {
      const key = await rows.keyFor({ body, known: known.map(({ id }) => id) });
      const known_payments = countingIds(known);
      const payment = await api.payments.create({ params, body: { ...body, known_payments } }, { key });
      rows.forget();
      return payment;
    },
    /** Takes the payments that were not saved, and completes the sale: all of it, or nothing. */
    complete: async (
      receiptEmail: string | null,
      payments: PaymentBody[],
      known: readonly Payment[],
    ): Promise<Completed> => {
      const known_payments = countingIds(known);
      const body = { receiptEmail, printReceipt: true, payments, known_payments };
      const key = await completions.keyFor(body);
      const completed = await api.transactions.complete({ params, body }, { key });
      forgetTyped(services, transactionId);
      return completed;
    },
    /** The completed sale is on the screen: nobody has to ask for it again. */
    forgetCompletion: completions.forget,
  };
}
