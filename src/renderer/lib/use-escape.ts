import { useLayoutEffect } from 'react';
import { isDialogOpen, isMenuOpen } from './is-dialog-open.ts';
import { useLatest } from './use-latest.ts';

/** Runs an action on Esc, unless a dialog, a menu or a field takes it; null leaves the key alone. */
export function useEscape(act: (() => void) | null): void {
  const latest = useLatest(act);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return;
      if (isMenuOpen() || isDialogOpen()) return;
      if (!latest.current) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
