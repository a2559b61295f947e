import { useEffect, type RefObject } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';
import { useLatest } from './use-latest.ts';

/** Runs an action on F2, while no dialog is open; null leaves the key alone. */
export function useF2(act: (() => void) | null): void {
  const latest = useLatest(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F2' || isDialogOpen() || !latest.current) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}

/** Focuses a page's scan field by F2 and selects its text, while no dialog is open. */
export function useF2Key(field: RefObject<HTMLInputElement | null>): void {
  useF2(() => {
    field.current?.focus();
    field.current?.select();
  });
}
