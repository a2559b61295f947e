import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, type FormEventHandler, type ReactNode, type RefObject } from 'react';
import { onDeliberateKeys } from '#renderer/lib/deliberate-keys.ts';

const useStyles = makeStyles({ stacked: { display: 'flex', flexDirection: 'column', gap: '20px' } });

/** How a form stands, and how it is sent. */
export type FormState = {
  /** Of the form element, for a button elsewhere. */
  id: string;
  isDirty: boolean;
  busy: boolean;
  /** How many fields show an error. */
  errors: number;
  submit: FormEventHandler<HTMLFormElement>;
};

const isAboutFocus = (event: Event) =>
  event instanceof KeyboardEvent && (event.key === 'Tab' || event.key === 'Escape');

/** While a form is on its way it takes no input, which the answer would throw away; it keeps the focus where it is. */
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

/** An error that comes is seen with its field, also where that had the focus already; what it stands below may cover it. */
function useErrorInView(form: RefObject<HTMLFormElement | null>, errors: number): void {
  const before = useRef(errors);
  useEffect(() => {
    const isMore = errors > before.current;
    before.current = errors;
    const field = isMore ? form.current?.querySelector('[aria-invalid=true]') : null;
    if (!field) return;
    const [described = ''] = field.getAttribute('aria-describedby')?.split(' ') ?? [];
    for (const part of [document.getElementById(described), field])
      part?.scrollIntoView({ block: 'nearest' });
  }, [form, errors]);
}

export type FormProps = {
  form: FormState;
  /** Ctrl+Enter sends it, and no Enter of a scanner. */
  deliberate?: boolean;
  className?: string;
  children: ReactNode;
};

/** The form element of a contract form, its fields below each other. */
export function Form({ form, deliberate = false, className, children }: FormProps) {
  const styles = useStyles();
  const element = useRef<HTMLFormElement>(null);
  useHeldInput(element, form.busy);
  useErrorInView(element, form.errors);
  return (
    <form
      ref={element}
      id={form.id}
      noValidate
      className={mergeClasses(styles.stacked, className)}
      onKeyDown={deliberate ? onDeliberateKeys : undefined}
      onSubmit={(event) => {
        // A dialog lies inside its page's React tree: its form must not submit the page's.
        event.stopPropagation();
        form.submit(event);
      }}
    >
      {children}
    </form>
  );
}
