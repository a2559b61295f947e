import { useDeferredValue } from 'react';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { useTillState } from '../sale/till-context.ts';

/** Asks before a draft is taken over from the till that has it open. */
export function TakeOverDialog() {
  const { takeOver } = useTillState();
  // While the dialog closes it keeps its text.
  const shown = useDeferredValue(takeOver) ?? takeOver;
  const { held_by: holder, draft } = shown?.held ?? {};
  return (
    <ConfirmDialog
      open={takeOver !== null}
      title={`${draft?.transaction_number ?? 'This draft'} is open at another till`}
      consequence={`${holder?.name ?? 'Somebody'} has it open${holder?.device ? ` at ${holder.device}` : ''}. If you open it here, it closes there. What is not saved there yet does not come along: items stay there, in a new draft; a changed customer or discount is lost.`}
      confirmLabel="Open it here"
      cancelLabel="Leave it there"
      tone="primary"
      onConfirm={() => takeOver?.answer(true)}
      onCancel={() => takeOver?.answer(false)}
    />
  );
}
