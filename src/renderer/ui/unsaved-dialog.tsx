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
import { LeaveGuard } from './leave-guard.tsx';

/** The dialog around some fields. */
type AroundFields = {
  isLocked: boolean;
  close: () => void;
  /** Notes a form whose input is not saved yet, until the returned function is called. */
  note: (formId: string) => () => void;
  /** True if a field takes several lines: Enter starts a new one there, so that the dialog's key is Ctrl+Enter. */
  hasLines: boolean;
  /** Notes such a field, until the returned function is called. */
  noteLines: () => () => void;
};

export const AroundFieldsContext = createContext<AroundFields | null>(null);

/** Tells the dialog around a form, if there is one, that closing it would lose what was typed. */
export function useUnsavedInDialog(isUnsaved: boolean): void {
  const note = useContext(AroundFieldsContext)?.note;
  const id = useId();
  // Before the next key: an Esc that follows the first letter at once would close the dialog.
  useLayoutEffect(() => (isUnsaved ? note?.(id) : undefined), [isUnsaved, note, id]);
}

/** Tells the dialog around a field, if there is one, that its Enter starts a new line. */
export function useLinesInDialog(): void {
  const noteLines = useContext(AroundFieldsContext)?.noteLines;
  useLayoutEffect(() => noteLines?.(), [noteLines]);
}

/** The button that sends a dialog's form, with the key that does so wherever the cursor is. */
export function SendButton({
  deliberate = false,
  ...button
}: Omit<ButtonProps, 'keyCap'> & { deliberate?: boolean }) {
  const hasLines = useContext(AroundFieldsContext)?.hasLines ?? false;
  return <Button size="till" {...button} keyCap={deliberate || hasLines ? 'Ctrl+Enter' : 'Enter'} />;
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
  const [areas, setAreas] = useState(0);
  const noteLines = useCallback(() => {
    setAreas((count) => count + 1);
    return () => setAreas((count) => count - 1);
  }, []);
  const isUnsaved = isDirty || forms.size > 0;
  const close = () => (isUnsaved ? setAsking(true) : onClose());
  const lost = { title: 'Close without saving?', consequence: 'What you changed here is lost.' };
  const question: ReactNode = (
    <>
      {/* Mounted only when needed: of several guards, the router asks the one mounted last. */}
      {isUnsaved && !isLocked ? <LeaveGuard when {...lost} /> : null}
      <ConfirmDialog
        open={isAsking}
        {...lost}
        confirmLabel="Discard changes"
        cancelLabel="Stay"
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
  return { close, question, around: { isLocked, close, note, hasLines: areas > 0, noteLines } };
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
