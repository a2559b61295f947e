import {
  createContext,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useState,
  type ReactNode,
} from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { LeaveGuard, leavingQuestion } from './leave-guard.tsx';

/** The dialog around some fields. */
type AroundFields = {
  isLocked: boolean;
  close: () => void;
  /** Notes a form whose input is not saved yet, until the returned function is called. */
  note: (formId: string) => () => void;
  /** True if Enter does not send all that is in it, so that the dialog's key is Ctrl+Enter. */
  isDeliberate: boolean;
  /** Notes a field or form that Enter does not send, until the returned function is called. */
  noteDeliberate: () => () => void;
};

export const AroundFieldsContext = createContext<AroundFields | null>(null);

/** Tells the dialog around a form, if there is one, that closing it would lose what was typed. */
export function useUnsavedInDialog(isUnsaved: boolean): void {
  const note = useContext(AroundFieldsContext)?.note;
  const id = useId();
  // Before the next key: an Esc that follows the first letter at once would close the dialog.
  useLayoutEffect(() => (isUnsaved ? note?.(id) : undefined), [isUnsaved, note, id]);
}

/** Tells the dialog around a field or form, if there is one, that Enter does not send it. */
export function useDeliberateInDialog(isDeliberate = true): void {
  const note = useContext(AroundFieldsContext)?.noteDeliberate;
  useLayoutEffect(() => (isDeliberate ? note?.() : undefined), [isDeliberate, note]);
}

/**
 * The button at a dialog's foot that does what the dialog is for, with the key that presses it wherever the cursor is.
 * No other button of a dialog has such a key. `deliberate` is for a dialog without a form that tells it.
 */
export function SendButton({
  deliberate = false,
  ...button
}: Omit<ButtonProps, 'keyCap' | 'size'> & { deliberate?: boolean }) {
  const isDeliberate = useContext(AroundFieldsContext)?.isDeliberate ?? false;
  return <Button size="till" {...button} keyCap={deliberate || isDeliberate ? 'Ctrl+Enter' : 'Enter'} />;
}

type UnsavedDialog = {
  /** True if something was typed that no `Form` in the dialog knows of. */
  isDirty: boolean;
  /** True while it is being sent. */
  isLocked: boolean;
  onClose: () => void;
};

/**
 * Keeps a dialog with unsaved input from closing without a question, by `close` or by leaving its page; `question`
 * belongs inside the dialog, and `around` to its fields.
 */
export function useUnsavedDialog({ isDirty, isLocked, onClose }: UnsavedDialog) {
  const [forms, setForms] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const note = useCallback((formId: string) => {
    setForms((before) => new Set([...before, formId]));
    return () => setForms((before) => new Set([...before].filter((other) => other !== formId)));
  }, []);
  const [deliberate, setDeliberate] = useState(0);
  const noteDeliberate = useCallback(() => {
    setDeliberate((count) => count + 1);
    return () => setDeliberate((count) => count - 1);
  }, []);
  const isUnsaved = isDirty || forms.size > 0;
  const close = () => (isUnsaved ? setAsking(true) : onClose());
  const asked = leavingQuestion({
    title: 'Close without saving?',
    consequence: 'What you changed here is lost.',
  });
  const question: ReactNode = (
    <>
      {/* Mounted only when needed: of several guards, the router asks the one mounted last. */}
      {isUnsaved && !isLocked ? <LeaveGuard when {...asked} /> : null}
      <ConfirmDialog
        open={isAsking}
        {...asked}
        cancelLabel="Stay"
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
  const around = { isLocked, close, note, isDeliberate: deliberate > 0, noteDeliberate };
  return { close, question, around };
}

/** A button at a dialog's foot that closes it like Esc does: it asks before something typed is lost. */
export function CloseButton({ children }: { children: ReactNode }) {
  const around = useContext(AroundFieldsContext);
  return (
    <Button size="till" onClick={around?.close} disabled={around?.isLocked}>
      {children}
    </Button>
  );
}
