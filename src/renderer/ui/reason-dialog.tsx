import { useState, type ReactNode } from 'react';
import { trimmed } from '#domain/plain-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SubmitForm } from './submit-form.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

const REASON_MAX = 500;

type ReasonDialogProps = {
  title: string;
  consequence: ReactNode;
  /** Verb and amount: "Void ₱92,675.52". */
  confirmLabel: string;
  cancelLabel?: string;
  /** `primary` where nothing is taken back. */
  tone?: 'danger' | 'primary';
  /** What stands in the field at first. */
  proposed?: string;
  /** What a missing reason is told. */
  missing?: string;
  /** Some lines, the next one with Enter. */
  long?: boolean;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** A dialog that stands over it. */
  children?: ReactNode;
};

/** Asks why something is done: taken back for good, as a rule. Ctrl+Enter confirms: a scan may fall into the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { proposed = '', missing = 'Reason required', busy, onConfirm, onClose, ...rest } = props;
  const { long, children, ...dialog } = rest;
  const [reason, setReason] = useState(proposed);
  const [error, setError] = useState<string | null>(null);
  const confirm = () => {
    const given = trimmed(reason);
    if (given) onConfirm(given);
    else setError(missing);
  };
  const field = {
    label: 'Reason',
    required: true,
    maxLength: REASON_MAX,
    value: reason,
    error,
    onChange: (event: { target: { value: string } }) => {
      setReason(event.target.value);
      setError(null);
    },
  };
  return (
    <ConfirmDialog open {...dialog} keyCap="Ctrl+Enter" busy={busy} onConfirm={confirm} onCancel={onClose}>
      <SubmitForm onSubmit={confirm} disabled={busy} errors={error}>
        {long ? (
          <TextArea {...field} rows={3} />
        ) : (
          <TextField {...field} size={44} autoComplete="off" onFocus={(event) => event.target.select()} />
        )}
      </SubmitForm>
      {children}
    </ConfirmDialog>
  );
}
