import { useEffect, type KeyboardEvent as ReactKeyboardEvent, type RefObject } from 'react';
import { topDialog } from './is-dialog-open.ts';
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
    if (!event.repeat && takePress()) event.currentTarget.requestSubmit();
  } else if (event.target instanceof HTMLInputElement) event.preventDefault();
}

/**
 * Sends the form of the topmost dialog on Ctrl+Enter also while the focus is outside the form: on a button of the
 * dialog, or on nothing because the focused field has gone.
 */
export function useDeliberateDialog(form: RefObject<HTMLFormElement | null>, isDeliberate = true): void {
  useEffect(() => {
    if (!isDeliberate) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      const own = form.current?.closest('[role=dialog], [role=alertdialog]') ?? null;
      const isOwn = own !== null && own === topDialog();
      if (!isOwn || event.repeat || event.defaultPrevented) return;
      if (event.target !== document.body && !own.contains(event.target as Node)) return;
      event.preventDefault();
      if (takePress()) form.current?.requestSubmit();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [form, isDeliberate]);
}
