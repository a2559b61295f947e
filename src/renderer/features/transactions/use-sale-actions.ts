import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Refund, Transaction, transactions } from '#contract/transactions.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { PaymentForm } from '#contract/payments.ts';
import { ApiError } from '#contract/errors.ts';
import { formatMoney } from '#domain/money.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import { useWishKeys } from '#renderer/lib/use-wish-keys.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

export type RefundWish = RouteInput<typeof transactions.refund>['body'];
type FieldErrors = Record<string, string>;

/**
 * The changes that are made to one transaction from its page: each is told, asked again under the same key while its
 * content is the same, and followed by what the server then knows.
 */
export function useSaleActions(transaction: Transaction) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const wishes = useWishKeys();
  const params = { transactionId: transaction.id };
  const queryKey = queryKeys.transaction(transaction.id);

  /** Everything that shows sales, stock or points is out of date. */
  const refreshOthers = () => {
    const others = [
      'transactions',
      'dashboard',
      'catalogue',
      'customers',
      'customer',
      'payments',
      'inventory',
    ];
    for (const area of others) void queryClient.invalidateQueries({ queryKey: [area] });
  };
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey });
    refreshOthers();
  };
  const fail = (error: unknown, title: string, otherwise?: string) => {
    const words = wordsFor(error, title);
    notify.error(words.title, words.body ?? otherwise);
    // A refusal says that this page is out of date, and so are the lists it was opened from.
    if (error instanceof ApiError) refresh();
  };
  /** Runs one change; answers what it answered, or null when it was refused and told. */
  const once = async <Answer>(
    work: () => Promise<Answer>,
    tell: (error: unknown) => void,
  ): Promise<Answer | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setBusy(true);
    try {
      const answer = await work();
      wishes.forget();
      return answer;
    } catch (error) {
      tell(error);
      return null;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  const show = (changed: Transaction) => {
    queryClient.setQueryData<Transaction>(queryKey, changed);
    refresh();
  };

  return {
    busy,
    refresh,
    voidSale: async (reason: string): Promise<boolean> => {
      const changed = await once(
        () => api.transactions.void({ params, body: { reason } }, { key: wishes.keyFor(['void', reason]) }),
        (error) => fail(error, 'Void failed', 'Failed to void transaction'),
      );
      if (!changed) return false;
      show(changed);
      notify.success('Transaction voided');
      return true;
    },
    cancelDraft: async (reason: string): Promise<boolean> => {
      const done = await once(
        () =>
          api.transactions.delete({ params, body: { reason } }, { key: wishes.keyFor(['cancel', reason]) }),
        (error) => fail(error, 'Error cancelling transaction', 'Failed to cancel transaction'),
      );
      if (!done) return false;
      notify.success('Transaction cancelled');
      refreshOthers();
      return true;
    },
    refund: async (body: RefundWish): Promise<{ transaction: Transaction; refund: Refund } | null> => {
      const answer = await once(
        () => api.transactions.refund({ params, body }, { key: wishes.keyFor(['refund', body]) }),
        (error) => fail(error, 'Failed to refund transaction'),
      );
      if (!answer) return null;
      show(answer.transaction);
      notify.success(`${formatMoney(answer.refund.amount, 'transaction')} refunded`);
      return answer;
    },
    email: async (email: string): Promise<FieldErrors | null> => {
      let refused: FieldErrors | null = {};
      const done = await once(
        () =>
          api.transactions.emailReceipt(
            { params, body: { email } },
            { key: wishes.keyFor(['email', email]) },
          ),
        (error) => {
          refused = fieldMessages(error);
          if (!refused) fail(error, 'Failed to email receipt');
          refused ??= {};
        },
      );
      if (!done) return refused;
      notify.success('Receipt sent', done.message);
      refresh();
      return null;
    },
    recordPayment: async (form: PaymentForm): Promise<FieldErrors | null> => {
      let refused: FieldErrors | null = {};
      const payment = await once(
        () => api.payments.create({ params, body: form }, { key: wishes.keyFor(['payment', form]) }),
        (error) => {
          refused = fieldMessages(error);
          if (!refused) fail(error, 'Failed to add payment');
          refused ??= {};
        },
      );
      if (!payment) return refused;
      notify.success('Payment saved');
      refresh();
      return null;
    },
  };
}
export type SaleActions = ReturnType<typeof useSaleActions>;
