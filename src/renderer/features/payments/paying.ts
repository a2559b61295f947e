import { isPlain } from '#bridge/completion-queue.ts';
import { completingOf } from '#bridge/sent-completions.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { exchangeRoutes } from '#contract/exchanges.ts';
import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/transactions.ts';
import { countingIds } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import {
  forgetAnswered,
  keepRequestKeys,
  paymentsTopic,
  sentCompletions,
  unanswered,
} from '#renderer/lib/pending-requests.ts';
import { printsReceipts } from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { Buyer } from './buyer-dialog.tsx';
import {
  forgetTyped,
  type JournaledPayment,
  type PaymentBody,
  type SentPayment,
} from './journaled-payment.ts';

/** What the receipt says, and where it is sent. */
export type OnReceipt = { email: string | null; buyer: Buyer | null };

/** What comes back for the sale, as it is sent with its completion. */
export type Exchanging = Pick<
  RouteInput<typeof exchangeRoutes.exchange>['body'],
  'transaction_id' | 'items' | 'reason' | 'is_warranty' | 'payouts' | 'known_payouts'
>;

/** A draft as far as the server is told which one was paid. */
type ShownDraft = { payments: readonly Payment[]; version: number };

export type Completed = { transaction: Transaction; receipt: ReceiptDocument };

/**
 * Sends the payments of a draft and its completion, so that a retry after a lost answer does nothing twice: payments under keys
 * that survive a crash, the completion through what keeps it. `journaled` holds the payments that an earlier run sent without
 * an answer.
 */
export function createPaying(services: Services, transactionId: number, journaled: JournaledPayment) {
  const { api } = services;
  const params = { transactionId };
  const rows = keepRequestKeys<SentPayment>(services, {
    about: paymentsTopic(transactionId),
    journaled: journaled.payments,
    identifiedBy: ({ body }) => body,
  });
  const sent = () => sentCompletions(services, transactionId);
  const forgetCompletions = async () => {
    const keys = (await sent()).map(({ key }) => key);
    await forgetAnswered(services, keys);
  };

  return {
    /** Takes a payment on the draft as it is `shown`: refused once another till has it. */
    pay: async (body: PaymentBody, { payments, version }: ShownDraft): Promise<Payment> => {
      const key = await rows.keyFor({ body, known: payments.map(({ id }) => id) });
      const known_payments = countingIds(payments);
      const payment = await api.payments.create(
        { params, body: { ...body, known_payments, version } },
        { key },
      );
      rows.forget();
      return payment;
    },
    /** Takes the unsaved payments and completes the sale as it is `shown`, alone or in an exchange: all of it, or nothing. */
    complete: async (
      { email: receiptEmail, buyer }: OnReceipt,
      payments: PaymentBody[],
      shown: ShownDraft,
      exchanged: (Approved & { exchanging: Exchanging }) | null = null,
    ): Promise<Completed> => {
      const { version } = shown;
      const known_payments = countingIds(shown.payments);
      const printReceipt = await printsReceipts(services);
      const sold = { receiptEmail, ...buyer, payments, known_payments, version, printReceipt };
      const completed = exchanged
        ? await api.transactions.exchange({
            body: { ...exchanged.exchanging, ...sold, draft_id: transactionId },
            approval: exchanged.approval,
          })
        : await api.transactions.complete({ params, body: sold });
      forgetTyped(services, transactionId);
      return completed;
    },
    /** Forgets the completion once its sale is on the screen. */
    forgetCompletion: (): void => void forgetCompletions().catch(() => undefined),
    /**
     * Returns the last completion that was sent and not answered, with its key: without the server only that is
     * recorded. Null without one, or where the draft has a later `version`: the server refuses the earlier.
     */
    unansweredCompletion: async (version: number) => {
      const last = (await sent()).at(-1);
      if (!last || !isPlain(last)) return null;
      const content = completingOf(last);
      return (content.version ?? version) < version ? null : { key: last.key, content };
    },
    /** Forgets that a payment was sent without an answer, once the draft has it. */
    forgetPayment: (body: PaymentBody): void => void rows.forgetOne({ body, known: [] }),
    /** Returns the payments that were sent alone and not answered: the draft may have them. */
    unansweredPayments: async (): Promise<PaymentBody[]> => {
      const payments = await unanswered<SentPayment>(services, paymentsTopic(transactionId));
      return payments.map(({ content }) => content.body);
    },
    /** Forgets what was typed, and the unanswered completion, of a sale that is kept on this till. */
    forgetAll: (): void => {
      void forgetCompletions().catch(() => undefined);
      rows.forget();
      forgetTyped(services, transactionId);
    },
  };
}
export type Paying = ReturnType<typeof createPaying>;
