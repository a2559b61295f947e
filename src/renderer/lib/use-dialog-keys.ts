import { useEffect, type RefObject } from 'react';
import { isChoosing } from './deliberate-keys.ts';
import { topDialog } from './is-dialog-open.ts';
import { noteDone, takePress } from './second-press.ts';

/** Returns the button of a dialog whose cap is one of these keys. */
const pressedBy = (dialog: Element, ...keys: string[]) =>
  [...dialog.querySelectorAll<HTMLElement>('button[aria-keyshortcuts]')]
    .filter((button) => keys.includes(button.getAttribute('aria-keyshortcuts') ?? ''))
    .at(-1);

/** True of a field whose Enter the browser does not turn into a sent form. */
const needsHelp = (field: Element) =>
  field.matches('[role=radio], [role=listbox], select') ||
  (field instanceof HTMLInputElement && field.form === null);

/** Returns the keys of which the dialog's button shows one that Enter in the field stands for. */
const keysOf = (field: Element) =>
  field.closest('form:not([data-deliberate])') ? ['Control+Enter', 'Enter'] : ['Enter'];

/**
 * Makes a dialog do what its button's cap says, wherever the focus is: Ctrl+Enter presses the button in every dialog,
 * Enter in those whose cap says Enter, and in each field of one line of a form that Enter sends. A field that handles the
 * key itself comes first.
 */
export function useDialogKeys(surface: RefObject<Element | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    // Who pressed Ctrl+Enter for this dialog has not read it yet.
    noteDone();
    const onKeyDown = (event: KeyboardEvent) => {
      const dialog = surface.current;
      if (event.key !== 'Enter' || event.isComposing) return;
      if (dialog === null || topDialog() !== dialog || !(event.target instanceof Element)) return;
      if (event.target !== document.body && !dialog.contains(event.target)) return;
      if (isChoosing(event.target)) return;
      const isDeliberate = event.ctrlKey || event.metaKey;
      // A closed list of choices takes Enter, and keeps Ctrl+Enter from the browser only.
      if (!isDeliberate && (event.defaultPrevented || !needsHelp(event.target))) return;
      const button = pressedBy(dialog, ...(isDeliberate ? ['Control+Enter', 'Enter'] : keysOf(event.target)));
      if (!button) return;
      event.preventDefault();
      if (!event.repeat && (!isDeliberate || takePress())) button.click();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [surface, isOpen]);
}
