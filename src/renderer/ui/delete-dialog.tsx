import { useState, type ReactNode } from 'react';
import type { OnError } from '#renderer/lib/use-route-mutation.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Text } from './text.tsx';
import { useNotify } from './toasts.tsx';

type DeleteDialogProps = {
  name: string;
  /** What is lost, and what stays, if anything is. */
  consequence?: ReactNode;
  /** True while the consequence still loads. */
  isLooking?: boolean;
  /** Deletes it; null when it failed and the failure was shown. */
  onDelete: (onError: OnError) => Promise<unknown>;
  onClose: () => void;
};

/** Asks before a deletion; shows in the same place why it is refused. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, consequence, isLooking = false, onDelete, onClose } = props;
  const notify = useNotify();
  const [refusal, setRefusal] = useState<string | null>(null);
  const onError: OnError = (refused) => {
    if (refused.code !== 'in_use') return refused;
    setRefusal(refused.message);
    return null;
  };
  const { busy, run } = useOnce(async () => {
    if ((await onDelete(onError)) === null) return;
    notify.success(`${name} deleted`);
    onClose();
  });
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      consequence={consequence}
      confirmLabel={`Delete ${name}`}
      busy={busy}
      isRefused={refusal !== null || isLooking}
      onConfirm={() => void run(undefined)}
      onCancel={onClose}
    >
      {refusal ? (
        <Text as="p" role="alert" size="bodyStrong" tone="danger">
          {refusal}.
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}
