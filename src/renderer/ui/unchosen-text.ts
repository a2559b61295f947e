const MARK = 'data-unchosen';

/** Marks a field whose typed text was not chosen from its list. */
export const unchosenMark = { [MARK]: '' };

/** Has the first marked field of a form say so, and moves the focus there; false if there is none. */
export function tellUnchosen(form: HTMLFormElement): boolean {
  const field = form.querySelector<HTMLInputElement>(`[${MARK}]`);
  field?.focus();
  field?.dispatchEvent(new Event('invalid'));
  return field !== null;
}
