import type { ReactNode } from 'react';
import { onDeliberateKeys } from '#renderer/lib/deliberate-keys.ts';
import { useDeliberateInDialog } from './unsaved-dialog.tsx';
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
 * The form of a confirmation dialog: Ctrl+Enter confirms anywhere in the dialog, so that a scanner's Enter does not. The dialog's own
 * button is outside.
 */
export function SubmitForm({ disabled, errors = null, onSubmit, className, children }: SubmitFormProps) {
  const form = useFocusOnError(errors);
  useDeliberateInDialog();
  return (
    <form
      ref={form}
      noValidate
      data-deliberate=""
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
