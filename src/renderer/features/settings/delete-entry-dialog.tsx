import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import type { Outcome } from './use-saving-entry.ts';

const useStyles = makeStyles({ refusal: { ...type.bodyStrong, margin: 0, color: palette.danger } });

type DeleteEntryDialogProps = {
  name: string;
  consequence: string;
  busy: boolean;
  onDelete: () => Promise<Outcome>;
  onClose: () => void;
};

/** Asks before an entry of a list is deleted; why it cannot be stands in the same place. */
export function DeleteEntryDialog({ name, consequence, busy, onDelete, onClose }: DeleteEntryDialogProps) {
  const styles = useStyles();
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = async () => {
    const outcome = await onDelete();
    if (outcome.state === 'done') onClose();
    else setRefusal(outcome.sentence);
  };
  return (
    <ConfirmDialog
      open
      title={`Delete ${name}?`}
      consequence={consequence}
      confirmLabel={`Delete ${name}`}
      busy={busy}
      disabledReason={refusal}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {refusal ? (
        <p role="alert" className={styles.refusal}>
          {refusal}.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
