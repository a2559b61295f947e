import { Wallet24Regular } from '@fluentui/react-icons';
import { useCallback, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { NoticeWithWay } from '#renderer/ui/notice-with-way.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Shown in place of an emptied cart: the draft's payments still exist. */
export function ExistingPayments({ draftId, paid }: { draftId: number; paid: Centavos }) {
  const navigate = useNavigate();
  return (
    <EmptyState
      compact
      icon={<Wallet24Regular />}
      title={`${formatMoney(paid, 'payment')} stands on this draft`}
      action={<Button onClick={() => void navigate(`/pos/${draftId}/payment`)}>Show payments</Button>}
    >
      Scan an item to go on, or delete the payments and hand the money back.
    </EmptyState>
  );
}

/** Says in the question about cancelling a draft what happens to its payments; empty if there are none. */
export const paymentsEnd = (paid = 0): string =>
  paid === 0
    ? ''
    : ` ${formatMoney(paid, 'payment')} stands on it: completed payments have to be deleted first, and pending ones are marked failed.`;

/** Returns a function that adds a button to a notice, which shows the payments of a draft. */
function useWayToPayments(): (text: string, draftId: number) => ReactNode {
  const navigate = useNavigate();
  return useCallback(
    (text, draftId) => (
      <NoticeWithWay
        text={text}
        label="Show payments"
        onGo={() => void navigate(`/pos/${draftId}/payment`)}
      />
    ),
    [navigate],
  );
}

/** Returns a function that says that a draft with payments cannot be cancelled, with a link to them. */
export function useTellExistingPayments(): (draftId: number, text: string) => void {
  const notify = useNotify();
  const withWay = useWayToPayments();
  return useCallback(
    (draftId, text) => notify.error('Error cancelling transaction', withWay(text, draftId)),
    [notify, withWay],
  );
}

/** Milliseconds: the customer was told the lower total, and waits. */
const OVERPAID_LIFETIME = 30_000;

/** Returns a function that says that more is paid on a draft than its total, with a link to the payments. */
export function useTellOverpaid(): (draftId: number, told: { title: string; text: string }) => void {
  const notify = useNotify();
  const withWay = useWayToPayments();
  return useCallback(
    (draftId, { title, text }) =>
      notify.warning(title, withWay(text, draftId), { lifetime: OVERPAID_LIFETIME }),
    [notify, withWay],
  );
}
