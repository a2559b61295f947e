import { useLayoutEffect } from 'react';
import { isDialogOpen, isMenuOpen } from './is-dialog-open.ts';
import { useLatest } from './use-latest.ts';

/** Runs an action on Esc, unless a dialog, a menu or a field takes it. */
export function useEscape(act: () => void): void {
  const latest = useLatest(act);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.defaultPrevented) return;
      if (isMenuOpen() || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
