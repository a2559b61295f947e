import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react';
import { onDeliberateKeys } from '#renderer/lib/deliberate-keys.ts';
import { FIELD_GAP } from './field-grid.ts';
import { tellUnchosen } from './unchosen-text.ts';
import { useDeliberateInDialog, useUnsavedInDialog } from './unsaved-dialog.tsx';

const useStyles = makeStyles({
  stacked: { display: 'flex', flexDirection: 'column', gap: FIELD_GAP },
});

/** The state of a form, and its submit handler. */
export type FormState = {
  /** The id of the form element, for a button elsewhere. */
  id: string;
  isDirty: boolean;
  busy: boolean;
  /** The number of fields with an error. */
  errors: number;
  submit: FormEventHandler<HTMLFormElement>;
};

const isAboutFocus = (event: Event) =>
  event instanceof KeyboardEvent && (event.key === 'Tab' || event.key === 'Escape');

/** Blocks input while the form is being sent, because the answer would discard it; the focus stays. */
function useHeldInput(form: RefObject<HTMLFormElement | null>, isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return undefined;
    const hold = (event: Event) => {
      if (isAboutFocus(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const stop = new AbortController();
    for (const kind of ['beforeinput', 'keydown', 'mousedown', 'click', 'submit']) {
      form.current?.addEventListener(kind, hold, { capture: true, signal: stop.signal });
    }
    return () => stop.abort();
  }, [form, isHeld]);
}

/**
 * Focuses the first field that a refused form has an error in. react-hook-form knows of no field without a registered
 * input, such as a product, and focuses the first one that it knows of.
 */
function useFocusOnRefusal(form: RefObject<HTMLFormElement | null>, errors: number) {
  const isSent = useRef(false);
  useEffect(() => {
    if (!isSent.current || errors === 0) return;
    isSent.current = false;
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  });
  return {
    note: () => {
      isSent.current = true;
    },
    /** Leaves the focus where somebody types meanwhile. */
    forget: () => {
      isSent.current = false;
    },
  };
}

export type FormProps = {
  form: FormState;
  /** True if Ctrl+Enter sends it, instead of the Enter that a scanner types. */
  deliberate?: boolean;
  className?: string;
  children: ReactNode;
};

/** The form element of a contract form, its fields below each other. */
export function Form({ form, deliberate = false, className, children }: FormProps) {
  const styles = useStyles();
  const element = useRef<HTMLFormElement>(null);
  const refusal = useFocusOnRefusal(element, form.errors);
  useHeldInput(element, form.busy);
  useUnsavedInDialog(form.isDirty);
  useDeliberateInDialog(deliberate);
  return (
    <form
      ref={element}
      id={form.id}
      noValidate
      className={mergeClasses(styles.stacked, className)}
      {...(deliberate ? { 'data-deliberate': '', onKeyDown: onDeliberateKeys } : {})}
      onInput={refusal.forget}
      onSubmit={(event) => {
        refusal.note();
        // A dialog is inside its page's React tree: its form must not submit the page's.
        event.stopPropagation();
        if (!tellUnchosen(event.currentTarget)) return form.submit(event);
        event.preventDefault();
      }}
    >
      {children}
    </form>
  );
}
