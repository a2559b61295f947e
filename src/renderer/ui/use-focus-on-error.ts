import { useEffect, useRef } from 'react';

/** For a form: an error is not only shown, the first field that has one gets the focus. */
export function useFocusOnError(errors: object | string | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!errors || Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return form;
}
