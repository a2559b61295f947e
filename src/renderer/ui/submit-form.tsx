import type { ReactNode } from 'react';
import { useFocusOnError } from './use-focus-on-error.ts';

type SubmitFormProps = {
  disabled: boolean;
  /** What its fields complain about. */
  errors?: object | string | null;
  onSubmit: () => void;
  children: ReactNode;
};

/** Fields of a dialog, in which Enter confirms; the dialog's own button stands outside. */
export function SubmitForm({ disabled, errors = null, onSubmit, children }: SubmitFormProps) {
  const form = useFocusOnError(errors);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog lies inside the page's React tree: its form must not submit the page's.
        event.stopPropagation();
        if (!disabled) onSubmit();
      }}
    >
      {children}
      <input type="submit" hidden />
    </form>
  );
}
