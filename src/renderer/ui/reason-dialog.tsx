import { useState, type ReactNode } from 'react';
import { trimmed } from '#domain/plain-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RefusedText } from './refused-text.tsx';
import { SubmitForm } from './submit-form.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { useNotify } from './toasts.tsx';
import { useUnsavedDialog } from './unsaved-dialog.tsx';

const REASON_MAX = 500;
const REQUIRED = 'Reason required';

type ReasonDialogProps = {
  title: string;
  consequence: ReactNode;
  /** Verb and amount: "Void ₱92,675.52". */
  confirmLabel: string;
  cancelLabel?: string;
  /** `primary` where nothing is undone. */
  tone?: 'danger' | 'primary';
  /** The initial text of the field. */
  proposed?: string;
  /** The error for a missing reason; one that says more than that is also a toast. */
  missing?: string;
  /** True for several lines: Enter starts a new one. */
  long?: boolean;
  busy: boolean;
  /** Why it can no longer be done; what was typed stays. */
  refused?: string | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** A dialog over it. */
  children?: ReactNode;
};

/** Asks for the reason of an act, usually an undo. Ctrl+Enter confirms, because a scan may land in the field. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { proposed = '', missing = REQUIRED, busy, refused = null, onConfirm, onClose, ...rest } = props;
  const { long, children, ...dialog } = rest;
  const notify = useNotify();
  const [reason, setReason] = useState(proposed);
  const [error, setError] = useState<string | null>(null);
  const isDirty = trimmed(reason) !== trimmed(proposed);
  const { close, question } = useUnsavedDialog({ isDirty, isLocked: busy, onClose });
  const confirm = () => {
    const given = trimmed(reason);
    if (given) return onConfirm(given);
    setError(missing);
    if (missing !== REQUIRED) notify.error(REQUIRED, missing);
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
    <ConfirmDialog
      open
      {...dialog}
      busy={busy}
      isRefused={refused !== null}
      onConfirm={confirm}
      onEscape={close}
      onCancel={onClose}
    >
      <SubmitForm onSubmit={confirm} disabled={busy} errors={error}>
        {long ? (
          <TextArea {...field} rows={3} />
        ) : (
          <TextField {...field} size={44} autoComplete="off" onFocus={(event) => event.target.select()} />
        )}
      </SubmitForm>
      <RefusedText>{refused}</RefusedText>
      {children}
      {question}
    </ConfirmDialog>
  );
}
