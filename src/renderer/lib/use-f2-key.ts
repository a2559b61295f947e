import { useEffect, type RefObject } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';

/** Focuses a page's scan field by F2 and selects its text, while no dialog is open. */
export function useF2Key(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F2' || isDialogOpen()) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
