import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import type { Transaction } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { coveredAmount, isCovered, remainingAmount } from '#domain/payments.ts';
import type { ReceiptDocument } from '#domain/receipt.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { PaymentEntryState } from './use-payment-entry.ts';

export type CompletingDeps = {
  transaction: Transaction;
  entry: PaymentEntryState;
  onCompleted: (completed: { transaction: Transaction; receipt: ReceiptDocument }) => void;
  /** Units that another till has: the cart marks them. */
  onLost: (itemIds: readonly number[], message: string) => void;
};

/** Saves payments and completes the sale; each wish has a key, so that pressing again after a failure does nothing twice. */
export function useCompleting({ transaction, entry, onCompleted, onLost }: CompletingDeps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const completionKey = useRef(crypto.randomUUID());
  const queryKey = queryKeys.transaction(transaction.id);

  const fail = (error: unknown, title: string) => {
    const words = wordsFor(error, title);
    notify.error(words.title, words.body);
  };
  const once = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } finally {
      setBusy(false);
    }
  };

  /** Takes the row as a payment; answers the draft's payments with it, or null when the row was refused. */
  const takeRow = async (): Promise<Payment[] | null> => {
    const checked = entry.check();
    if (!checked) return null;
    const { key, notes } = entry.row;
    try {
      const params = { transactionId: transaction.id };
      const payment = await api.payments.create(
        { params, body: { ...checked, notes: notes || null } },
        { key },
      );
      const payments = [...transaction.payments.filter((other) => other.id !== payment.id), payment];
      queryClient.setQueryData<Transaction>(queryKey, (current) => current && { ...current, payments });
      entry.reset(remainingAmount(transaction.total_amount, payments));
      return payments;
    } catch (error) {
      const fields = fieldMessages(error);
      if (fields) entry.showErrors(fields);
      else fail(error, 'Failed to add payment');
      return null;
    }
  };

  const refuse = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'item_unavailable') {
      onLost(error.details.inventory_item_ids ?? [], error.message);
    }
    if (error instanceof ApiError && error.code === 'insufficient_payment') {
      notify.error('Insufficient payment', error.message);
    } else fail(error, 'Failed to complete transaction');
    void queryClient.invalidateQueries({ queryKey });
  };

  return {
    busy,
    save: () =>
      once(async () => {
        if (await takeRow()) notify.success('Payment saved');
      }),
    complete: () =>
      once(async () => {
        const payments = entry.isFilled ? await takeRow() : transaction.payments;
        if (!payments) return;
        if (!isCovered(transaction.total_amount, payments)) {
          const missing = formatMoney(transaction.total_amount - coveredAmount(payments), 'payment');
          return void notify.error('Insufficient payment', `Please add ${missing} more in payments`);
        }
        try {
          const params = { transactionId: transaction.id };
          onCompleted(await api.transactions.complete({ params, body: {} }, { key: completionKey.current }));
        } catch (error) {
          refuse(error);
        }
      }),
    remove: (payment: Payment, reason: string) =>
      once(async () => {
        try {
          const deleted = await api.payments.delete({ params: { paymentId: payment.id }, body: { reason } });
          const payments = transaction.payments.map((other) => (other.id === deleted.id ? deleted : other));
          queryClient.setQueryData<Transaction>(queryKey, (current) => current && { ...current, payments });
          entry.reset(remainingAmount(transaction.total_amount, payments));
        } catch (error) {
          fail(error, 'Failed to delete payment');
        }
      }),
  };
}
