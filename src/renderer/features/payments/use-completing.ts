import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { formatMoney } from '#domain/money.ts';
import { coveredAmount, isCovered, needsReference, remainingAmount } from '#domain/payments.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { outside } from '#renderer/lib/outside.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { KeptPayment } from './kept-payment.ts';
import { createPaying, type Completed } from './paying.ts';
import type { PaymentEntryState } from './use-payment-entry.ts';

/** The fields that show what is wrong with them. */
const shown = ['amount', 'reference_number', 'expected_date', 'notes'];

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'transaction_not_found';

export type CompletingDeps = {
  transaction: Transaction;
  entry: PaymentEntryState;
  /** What an earlier run of the till sent and never heard of. */
  kept: KeptPayment;
  onCompleted: (completed: Completed) => void;
  /** Units that another till has: the cart marks them. */
  onLost: (itemIds: readonly number[], message: string) => void;
};

/** Saves payments and completes the sale; each request has a key, so that pressing again after a failure does nothing twice. */
export function useCompleting({ transaction, entry, kept, onCompleted, onLost }: CompletingDeps) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const savedAt = useRef(-Infinity);
  const isUnsure = useRef(false);
  const [paying] = useState(() => createPaying(outside, transaction.id, kept));
  const { queryKey } = useMemo(
    () => read(transactions.get, { params: { transactionId: transaction.id } }),
    [transaction.id],
  );

  // A payment whose answer was lost may have been taken: the list is asked for when the server is back.
  useEffect(
    () =>
      outside.connection.onChange(() => {
        if (!outside.connection.read().isReachable || !isUnsure.current) return;
        isUnsure.current = false;
        void queryClient.invalidateQueries({ queryKey });
      }),
    [queryClient, queryKey],
  );

  const fail = (error: unknown, title: string) => {
    const words = wordsFor(error, title);
    notify.error(words.title, words.body);
  };
  /** The draft was deleted elsewhere: loading it again leads back to the till. */
  const leave = (words: string) => {
    notify.error('No transaction found', words);
    void queryClient.invalidateQueries({ queryKey });
  };
  const { busy, run: once } = useOnce((work: () => Promise<void>) => work());

  /** Takes the row as a payment; returns the draft's payments with it, or null when the row was refused. */
  const takeRow = async (): Promise<Payment[] | null> => {
    const checked = entry.check();
    if (!checked) return null;
    const isPictured = needsReference(checked.method) && entry.screenshot.screenshot.kind !== 'none';
    const screenshot_url = isPictured ? await entry.screenshot.settled() : null;
    const body = { ...checked, screenshot_url, notes: entry.row.notes || null };
    try {
      const payment = await paying.pay(body, transaction.payments);
      if (isPictured && !screenshot_url) {
        notify.warning('Screenshot could not be uploaded', 'The payment was saved without it');
      }
      const known = queryClient.getQueryData<Transaction>(queryKey)?.payments ?? transaction.payments;
      const payments = [...known.filter((other) => other.id !== payment.id), payment];
      queryClient.setQueryData<Transaction>(queryKey, (current) => current && { ...current, payments });
      entry.reset(remainingAmount(transaction.total_amount, payments));
      return payments;
    } catch (error) {
      isUnsure.current ||= error instanceof ServerUnreachable;
      const fields = fieldMessages(error);
      if (fields && shown.some((field) => field in fields)) entry.showErrors(fields);
      else if (isGone(error)) leave('Cannot save payment without a transaction');
      else fail(error, 'Failed to add payment');
      return null;
    }
  };

  const refuse = (error: unknown) => {
    if (isGone(error)) return leave('Cannot complete transaction without a transaction ID');
    if (error instanceof ApiError && error.code === 'item_unavailable') {
      onLost(error.details.inventory_item_ids ?? [], error.message);
    }
    if (error instanceof ApiError && error.code === 'insufficient_payment') {
      notify.error('Insufficient payment', error.message);
    } else fail(error, 'Failed to complete transaction');
    // Without an answer the page stays as it is, so that pressing again gets the answer that was lost.
    if (error instanceof ApiError) void queryClient.invalidateQueries({ queryKey });
  };

  return {
    busy,
    save: () =>
      once(async () => {
        const isSecondClick = performance.now() - savedAt.current < SECOND_CLICK;
        if ((isSecondClick && entry.row.isProposed) || !(await takeRow())) return;
        savedAt.current = performance.now();
        notify.success('Payment saved');
      }),
    /** Takes the row that is filled, then completes; `receiptEmail` gets the receipt. */
    complete: (receiptEmail: string | null) =>
      once(async () => {
        const payments = entry.isFilled ? await takeRow() : transaction.payments;
        if (!payments) return;
        if (!isCovered(transaction.total_amount, payments)) {
          const missing = formatMoney(transaction.total_amount - coveredAmount(payments), 'payment');
          notify.error('Insufficient payment', `Please add ${missing} more in payments`);
          return;
        }
        try {
          onCompleted(await paying.complete(receiptEmail));
          paying.forgetCompletion();
        } catch (error) {
          refuse(error);
        }
      }),
  };
}
