import type { ChangeEvent } from 'react';

/** Turns typed letters into capitals and keeps the caret. */
export function inCapitals({ target }: ChangeEvent<HTMLInputElement>): void {
  const { selectionStart, value } = target;
  target.value = value.toUpperCase();
  target.setSelectionRange(selectionStart, selectionStart);
}
