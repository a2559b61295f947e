import type { ReactNode } from 'react';
import { onDeliberateKeys } from '#renderer/lib/deliberate-keys.ts';
import { useFocusOnError } from './use-focus-on-error.ts';

type SubmitFormProps = {
  disabled: boolean;
  /** What its fields complain about. */
  errors?: object | string | null;
  onSubmit: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * Fields of a dialog that asks before something is done: Ctrl+Enter confirms, and no Enter of a scanner. The dialog's own
 * button stands outside.
 */
export function SubmitForm({ disabled, errors = null, onSubmit, className, children }: SubmitFormProps) {
  const form = useFocusOnError(errors);
  return (
    <form
      ref={form}
      noValidate
      className={className}
      onKeyDown={onDeliberateKeys}
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog lies inside the page's React tree: its form must not submit the page's.
        event.stopPropagation();
        if (!disabled) onSubmit();
      }}
    >
      {children}
    </form>
  );
}
