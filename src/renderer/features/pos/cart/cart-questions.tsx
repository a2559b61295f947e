import { useDeferredValue } from 'react';
import type { Cart } from '#domain/cart.ts';
import type { HeldDraft } from '#contract/transactions.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { useMoneyText } from '#renderer/ui/money-text.tsx';
import { paymentsEnd } from '#renderer/ui/payments-end.ts';

export type CartQuestion = 'clear' | 'cancel';

type CartQuestionsProps = {
  asking: CartQuestion | null;
  cart: Cart;
  /** The store's drafts, with their payments. */
  drafts: readonly HeldDraft[];
  onClear: () => void;
  onCancel: () => void;
  onKeep: () => void;
};

/** Asks before the whole cart is cleared or cancelled; names the draft and what happens to its items. */
export function CartQuestions({ asking, cart, drafts, onClear, onCancel, onKeep }: CartQuestionsProps) {
  // While the dialog closes it keeps the text of the cart that it asked about.
  const { draft, lines } = useDeferredValue(cart);
  const asText = useMoneyText('cart');
  const payments = drafts.find(({ id }) => id === draft?.id)?.payments ?? [];
  return (
    <>
      <ConfirmDialog
        open={asking === 'clear'}
        title="Clear Items"
        consequence="Are you sure you want to clear the current transaction? This action cannot be undone."
        confirmLabel={lines.length === 1 ? 'Clear 1 item' : `Clear ${lines.length} items`}
        onConfirm={onClear}
        onCancel={onKeep}
      />
      <ConfirmDialog
        open={asking === 'cancel'}
        title="Cancel Transaction"
        consequence={
          draft
            ? `Draft ${draft.number} is deleted and its items are unlocked for other tills. This action cannot be undone. ${paymentsEnd(payments, asText)}`
            : 'The cart is cleared. Nothing was saved yet.'
        }
        confirmLabel={draft ? `Cancel ${draft.number}` : 'Cancel Transaction'}
        cancelLabel="Keep it"
        onConfirm={onCancel}
        onCancel={onKeep}
      />
    </>
  );
}
