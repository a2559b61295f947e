import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { topDialog } from '#renderer/lib/is-dialog-open.ts';
import { useCtrlS } from '#renderer/lib/use-ctrl-s.ts';
import { Button } from './button.tsx';
import { DialogShell, type DialogShellProps } from './dialog-shell.tsx';
import { fieldGrid } from './field-grid.ts';
import { FieldsToCheck } from './fields-to-check.tsx';
import { Form, type FormState } from './form.tsx';
import { CloseButton, SendButton } from './unsaved-dialog.tsx';

const useStyles = makeStyles(fieldGrid);

type FormDialogProps = Pick<DialogShellProps, 'title' | 'line' | 'width' | 'footNote'> & {
  form: FormState;
  /** Verb and noun: "Add group". */
  submitLabel: string;
  tone?: 'primary' | 'danger';
  /** True if only Ctrl+Enter sends it, never the Enter that a scanner types. */
  deliberate?: boolean;
  /** Why it cannot be sent yet. */
  disabledReason?: string | null;
  /** True for long forms: Cancel asks before changes are discarded, as Esc always does. */
  asksFirst?: boolean;
  /** True for fields two by two, so that a low window shows them; below each other on a phone. */
  pairs?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A few fields in a dialog, sent with Ctrl+Enter, Ctrl+S, the button at its foot or, unless `deliberate`, Enter. */
export function FormDialog(props: FormDialogProps) {
  const { form, submitLabel, tone = 'primary', disabledReason, onClose, children, ...rest } = props;
  const { asksFirst = false, deliberate = false, pairs = false, footNote, ...shell } = rest;
  const styles = useStyles();
  useCtrlS(() => {
    const element = document.getElementById(form.id) as HTMLFormElement | null;
    if (!form.busy && element?.closest('[role=dialog]') === topDialog()) element?.requestSubmit();
  });
  return (
    <DialogShell
      {...shell}
      open
      width={shell.width ?? (pairs ? 600 : 480)}
      locked={form.busy}
      onClose={onClose}
      footNote={
        form.errors > 0 ? (
          <FieldsToCheck formId={form.id} count={form.errors} whileInSight={footNote ?? null} />
        ) : (
          footNote
        )
      }
      foot={
        <>
          {asksFirst ? (
            <CloseButton>Cancel</CloseButton>
          ) : (
            <Button size="till" onClick={onClose} disabled={form.busy}>
              Cancel
            </Button>
          )}
          <SendButton
            appearance={tone}
            type="submit"
            form={form.id}
            busy={form.busy}
            disabledReason={disabledReason}
          >
            {submitLabel}
          </SendButton>
        </>
      }
    >
      <Form
        form={disabledReason ? { ...form, submit: (event) => event.preventDefault() } : form}
        deliberate={deliberate}
        className={pairs ? styles.fields : undefined}
      >
        {children}
      </Form>
    </DialogShell>
  );
}
