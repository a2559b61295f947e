import type { KeyboardEvent } from 'react';

/**
 * For a form that takes something back or moves money: Ctrl+Enter sends it, and the Enter with which a scanner ends a code
 * that fell into one of its fields does not.
 */
export function onDeliberateKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    if (!event.repeat) event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) event.preventDefault();
}
