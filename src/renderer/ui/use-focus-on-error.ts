import { useEffect, useRef } from 'react';

/** Focuses the first field with an error of a form, or of another box. */
export function useFocusOnError<Box extends HTMLElement = HTMLFormElement>(errors: object | string | null) {
  const form = useRef<Box>(null);
  useEffect(() => {
    if (!errors || Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  return form;
}
