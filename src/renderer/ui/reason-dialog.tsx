import { useState } from 'react';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';

type ReasonDialogProps = {
  title: string;
  consequence: string;
  /** Verb and amount: "Void ₱92,675.52". */
  confirmLabel: string;
  cancelLabel: string;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Asks why something is taken back for good. */
export function ReasonDialog({ onConfirm, onClose, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const confirm = () => {
    if (reason.trim()) onConfirm(reason.trim());
    else setError('Reason required');
  };
  return (
    <ConfirmDialog open {...dialog} onConfirm={confirm} onCancel={onClose}>
      <TextArea
        label="Reason"
        required
        maxLength={500}
        rows={3}
        autoFocus
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(null);
        }}
      />
    </ConfirmDialog>
  );
}
