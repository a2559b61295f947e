import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ErrorDetails } from '#contract/errors.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';

/** A draft and its holder, from the refusal `draft_open`. */
export type OpenDraft = Pick<ErrorDetails, 'held_by' | 'draft'>;

type TakeOverDialogProps = { held: OpenDraft | null; onTakeOver: () => void; onLeave: () => void };

/** Asks before a draft is taken over from the till that has it open. */
export function TakeOverDialog({ held, onTakeOver, onLeave }: TakeOverDialogProps) {
  // While the dialog closes it keeps its text.
  const shown = useDeferredValue(held) ?? held;
  const { held_by: holder, draft } = shown ?? {};
  return (
    <ConfirmDialog
      open={held !== null}
      title={`${draft?.transaction_number ?? 'This draft'} is open at another till`}
      consequence={`${holder?.name ?? 'Somebody'} has it open${holder?.device ? ` at ${holder.device}` : ''}. If you open it here, it closes there; what is not saved there yet stays there, in a new draft.`}
      confirmLabel="Open it here"
      cancelLabel="Leave it there"
      tone="primary"
      onConfirm={onTakeOver}
      onCancel={onLeave}
    />
  );
}

type Asked = OpenDraft & { answer: (isTakenOver: boolean) => void };

/** Returns the question as a promise, and its dialog. */
export function useTakeOver(): {
  ask: (held: OpenDraft) => Promise<boolean>;
  dialog: ReactNode;
  isAsking: boolean;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const end = (isTakenOver: boolean) => {
    setAsked(null);
    asked?.answer(isTakenOver);
  };
  return {
    ask: (held) =>
      new Promise((answer) => {
        asked?.answer(false);
        setAsked({ ...held, answer });
      }),
    isAsking: asked !== null,
    dialog: <TakeOverDialog held={asked} onTakeOver={() => end(true)} onLeave={() => end(false)} />,
  };
}
