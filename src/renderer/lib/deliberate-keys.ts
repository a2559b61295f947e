import type { KeyboardEvent } from 'react';

/**
 * For a form that undoes something or moves money: Ctrl+Enter sends it, the Enter that a scanner types into a field
 * does not. Ignores keys of a dialog over the form, which is inside it only in the React tree.
 */
export function onDeliberateKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
  if (!isOwn || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    if (!event.repeat) event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) event.preventDefault();
}
