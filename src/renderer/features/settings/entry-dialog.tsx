import { useId, type FormEventHandler, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';

type EntryDialogProps = {
  title: string;
  submitLabel: string;
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
  children: ReactNode;
};

/** A few fields of one entry, with the foot that every such dialog has. */
export function EntryDialog({ title, submitLabel, busy, onSubmit, onClose, children }: EntryDialogProps) {
  const formId = useId();
  return (
    <DialogShell
      open
      width={480}
      title={title}
      locked={busy}
      onClose={onClose}
      foot={
        <>
          <Button size="till" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button size="till" appearance="primary" type="submit" form={formId} disabled={busy}>
            {busy ? 'Saving…' : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        style={{ display: 'flex', flexDirection: 'column', gap: '16px' }}
        onSubmit={onSubmit}
      >
        {children}
      </form>
    </DialogShell>
  );
}
