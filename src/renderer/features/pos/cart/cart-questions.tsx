import { useDeferredValue } from 'react';
import type { Cart } from '#domain/cart.ts';
import { paymentsEnd } from '../drafts/existing-payments.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';

export type CartQuestion = 'clear' | 'cancel';

type CartQuestionsProps = {
  asking: CartQuestion | null;
  cart: Cart;
  onClear: () => void;
  onCancel: () => void;
  onKeep: () => void;
};

/** Asks before the whole cart is cleared or cancelled; names the draft and what happens to its items. */
export function CartQuestions({ asking, cart, onClear, onCancel, onKeep }: CartQuestionsProps) {
  // While the dialog closes it keeps the text of the cart that it asked about.
  const { draft, lines } = useDeferredValue(cart);
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
            ? `Draft ${draft.number} is deleted and its items are unlocked for other tills. This action cannot be undone.${paymentsEnd(draft.paid)}`
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
