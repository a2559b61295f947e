import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { takePress } from './second-press.ts';

/** True if a list of choices is open at the element: Ctrl+Enter closes it first, as Esc does, and chooses nothing. */
export function isChoosing(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches('[role=combobox][aria-expanded=true]')) return true;
  return CSS.supports('selector(:open)') && (target.closest('select')?.matches(':open') ?? false);
}

/**
 * For a form that undoes something or moves money: Ctrl+Enter sends it, the Enter that a scanner types into a field
 * does not. Ignores keys of a dialog over the form, which is inside it only in the React tree.
 */
export function onDeliberateKeys(event: ReactKeyboardEvent<HTMLFormElement>): void {
  const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
  if (!isOwn || event.key !== 'Enter' || event.nativeEvent.isComposing || isChoosing(event.target)) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    // The dialog around it would press its button, too.
    event.stopPropagation();
    if (!event.repeat && takePress()) event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) event.preventDefault();
}
