import { useEffect, type RefObject } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';
import { isTextField } from './is-text-field.ts';

/** Focuses a field by `/`, while nothing is typed and no dialog is open; the first of several on a page takes it. */
export function useSlashKey(field: RefObject<HTMLInputElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTextField(event.target) || isDialogOpen()) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [field, isOn]);
}
