import type { ChangeEvent } from 'react';

/** A code as it is typed, in capitals, with the caret where it stands. */
export function inCapitals({ target }: ChangeEvent<HTMLInputElement>): void {
  const { selectionStart, value } = target;
  target.value = value.toUpperCase();
  target.setSelectionRange(selectionStart, selectionStart);
}
