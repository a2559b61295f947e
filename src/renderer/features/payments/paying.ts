import type { RouteInput } from '#contract/define-route.ts';
import type { Payment } from '#contract/payments.ts';
import { ApiError } from '#contract/errors.ts';
import { exchangeRoutes } from '#contract/exchanges.ts';
import type { requests } from '#contract/requests.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { countingIds } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { addressOf, type Approved } from '#renderer/lib/api-client.ts';
import {
  completionTopic,
  keepRequestKeys,
  paymentsTopic,
  unanswered,
} from '#renderer/lib/pending-requests.ts';
import { printsReceipts } from '#renderer/lib/print-sale-again.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { Buyer } from './buyer-dialog.tsx';
import {
  forgetTyped,
  type JournaledPayment,
  type PaymentBody,
  type SentCompletion,
  type SentPayment,
} from './journaled-payment.ts';

/** What the receipt says, and where it is sent. */
export type OnReceipt = { email: string | null; buyer: Buyer | null };

/** What comes back for the sale, as it is sent with its completion. */
export type Exchanging = Pick<
  RouteInput<typeof exchangeRoutes.exchange>['body'],
  'transaction_id' | 'items' | 'reason' | 'is_warranty' | 'payouts' | 'known_payouts'
>;

/** The sale was completed as it was sent first, of which the till got no answer. */
export class CompletedBefore extends Error {}

/** A draft as far as the server is told which one was paid. */
type ShownDraft = { payments: readonly Payment[]; version: number };

export type Completed = { transaction: Transaction; receipt: ReceiptDocument };

/** The statuses by which the server refuses what a completion asks for. */
const REFUSALS: readonly number[] = [404, 409, 422];

type PlainCompletion = RouteInput<typeof transactions.complete>['body'];
const isPlain = (content: SentCompletion): content is PlainCompletion => !('draft_id' in content);

/**
 * Returns what sees to it that no completion of a draft is done later which was sent with something else in it, and not
 * answered; it throws `CompletedBefore` if one was done.
 */
function createEnding(
  services: Services,
  transactionId: number,
  forget: (content: SentCompletion) => Promise<void>,
) {
  const { api } = services;
  const wasDone = async (body: RouteInput<typeof requests.end>['body']): Promise<boolean> => {
    try {
      return (await api.requests.end({ body })).was_done;
    } catch (error) {
      // An older server cannot be asked.
      if (error instanceof ApiError && error.code === 'not_found') return false;
      throw error;
    }
  };

  return async (content: SentCompletion): Promise<void> => {
    const sent = await unanswered<SentCompletion>(services, completionTopic(transactionId));
    for (const other of sent.filter((one) => JSON.stringify(one.content) !== JSON.stringify(content))) {
      const path = isPlain(other.content)
        ? addressOf(transactions.complete, { transactionId })
        : addressOf(exchangeRoutes.exchange);
      if (await wasDone({ key: other.key, method: 'POST', path })) throw new CompletedBefore();
      await forget(other.content);
    }
  };
}

/**
 * Sends the payments of a draft and its completion, each under a key that survives a crash, so that a retry after a
 * lost answer does nothing twice. `journaled` holds the requests that an earlier run sent without an answer.
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

  const endOthers = createEnding(services, transactionId, (content) => completions.forgetOne(content));

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
      let completed: Completed;
      if (exchanged) {
        const { exchanging, approval } = exchanged;
        const body = { ...exchanging, ...sold, draft_id: transactionId };
        await endOthers(body);
        const key = await completions.keyFor(body);
        completed = await api.transactions.exchange({ body, approval }, { key });
      } else {
        await endOthers(sold);
        const key = await completions.keyFor(sold);
        completed = await api.transactions
          .complete({ params, body: sold }, { key })
          .catch(async (error: unknown) => {
            // A refusal of the sale itself: nothing of it was done, at a former try either.
            if (error instanceof ApiError && REFUSALS.includes(error.status))
              await completions.forgetOne(sold);
            throw error;
          });
      }
      forgetTyped(services, transactionId);
      return completed;
    },
    /** Drops the journal entry once the completed sale is on the screen. */
    forgetCompletion: completions.forget,
    /**
     * Returns the last completion that was sent and not answered, with its key: without the server only that is
     * recorded. Null without one, or where the draft has a later `version`: the server refuses the earlier.
     */
    unansweredCompletion: async (
      version: number,
    ): Promise<{ key: string; content: PlainCompletion } | null> => {
      const sent = await unanswered<SentCompletion>(services, completionTopic(transactionId));
      const last = sent.at(-1);
      if (!last || !isPlain(last.content) || (last.content.version ?? version) < version) return null;
      return { key: last.key, content: last.content };
    },
    /** Forgets that a payment was sent without an answer, once the draft has it. */
    forgetPayment: (body: PaymentBody): void => void rows.forgetOne({ body, known: [] }),
    /** Returns the payments that were sent alone and not answered: the draft may have them. */
    unansweredPayments: async (): Promise<PaymentBody[]> => {
      const sent = await unanswered<SentPayment>(services, paymentsTopic(transactionId));
      return sent.map(({ content }) => content.body);
    },
    /** Forgets what was typed, and the unanswered completion, of a sale that is kept on this till. */
    forgetAll: (): void => {
      completions.forget();
      rows.forget();
      forgetTyped(services, transactionId);
    },
  };
}
export type Paying = ReturnType<typeof createPaying>;
