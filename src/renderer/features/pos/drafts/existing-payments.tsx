import { Wallet24Regular } from '@fluentui/react-icons';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Centavos } from '#domain/money.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { useMoneyText } from '#renderer/ui/money-text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useWayToPayments } from '#renderer/ui/way-to-payments.tsx';

/** Shown in place of an emptied cart: the draft's payments still exist. */
export function ExistingPayments({
  draftId,
  paid,
  pending = 0,
}: {
  draftId: number;
  paid: Centavos;
  pending?: Centavos | undefined;
}) {
  const navigate = useNavigate();
  const asText = useMoneyText('cart');
  return (
    <EmptyState
      compact
      icon={<Wallet24Regular />}
      title={`${asText(paid)} stands on this draft`}
      action={<Button onClick={() => void navigate(`/pos/${draftId}/payment`)}>Show payments</Button>}
    >
      {pending > 0 ? `${asText(pending)} of it is pending. ` : ''}Scan an item to go on, or delete the
      payments and hand the money back.
    </EmptyState>
  );
}

/** Milliseconds: the customer was told the lower total, and waits. */
const OVERPAID_LIFETIME = 30_000;

/** The warning that payments exceed the total; null if they do so no longer. */
export type Overpaid = { draftId: number; title: string; text: string } | null;

/** Returns a function that says that more is paid on a draft than its total, with a link to the payments. */
export function useTellOverpaid(): (told: Overpaid) => void {
  const notify = useNotify();
  const withWay = useWayToPayments();
  return useCallback(
    (told) => {
      if (told === null) return notify.withdraw('overpaid');
      const body = withWay(told.text, told.draftId);
      notify.warning(told.title, body, { lifetime: OVERPAID_LIFETIME, about: 'overpaid' });
    },
    [notify, withWay],
  );
}
