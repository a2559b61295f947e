import { useEffect, type ReactNode } from 'react';
import { onDeliberateKeys } from '#renderer/lib/deliberate-keys.ts';
import { topDialog } from '#renderer/lib/is-dialog-open.ts';
import { useFocusOnError } from './use-focus-on-error.ts';

type SubmitFormProps = {
  disabled: boolean;
  /** The fields' errors. */
  errors?: object | string | null;
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * The form of a confirmation dialog: Ctrl+Enter confirms anywhere in it, so that a scanner's Enter does not. The dialog's own button
 * is outside.
 */
export function SubmitForm({ disabled, errors = null, onSubmit, className, children }: SubmitFormProps) {
  const form = useFocusOnError(errors);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      // The focused field may have gone: the key then comes from the page, or from the dialog itself.
      const own = form.current?.closest('[role=dialog], [role=alertdialog]') ?? null;
      const isOwn = own !== null && own === topDialog();
      if (!isOwn || event.repeat || event.defaultPrevented) return;
      if (event.target !== document.body && event.target !== own) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [form]);
  return (
    <form
      ref={form}
      noValidate
      className={className}
      onKeyDown={onDeliberateKeys}
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog is inside the page's React tree: its form must not submit the page's.
        event.stopPropagation();
        if (!disabled) onSubmit();
      }}
    >
      {children}
    </form>
  );
}
