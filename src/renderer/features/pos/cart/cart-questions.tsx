import { useDeferredValue } from 'react';
import type { Cart } from '#domain/cart.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';

export type CartQuestion = 'clear' | 'cancel';

type CartQuestionsProps = {
  asking: CartQuestion | null;
  cart: Cart;
  onClear: () => void;
  onCancel: () => void;
  onKeep: () => void;
};

/** What is asked before the whole cart goes: it names the draft and what becomes of its items. */
export function CartQuestions({ asking, cart, onClear, onCancel, onKeep }: CartQuestionsProps) {
  // Until the question is gone it speaks of what it asked about.
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
            ? `Draft ${draft.number} is deleted and its items are unlocked for other tills. This action cannot be undone.`
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
