import type { KeyboardEvent } from 'react';

/**
 * For a form that takes something back or moves money: Ctrl+Enter sends it, and the Enter with which a scanner ends a code
 * that fell into one of its fields does not. A dialog that lies over it hears its own keys: it is inside of the form only as
 * React has it.
 */
export function onDeliberateKeys(event: KeyboardEvent<HTMLFormElement>): void {
  const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
  if (!isOwn || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    if (!event.repeat) event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) event.preventDefault();
}
