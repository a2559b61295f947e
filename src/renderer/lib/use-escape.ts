import { useLayoutEffect } from 'react';
import { isDialogOpen, isMenuOpen } from './is-dialog-open.ts';
import { useLatest } from './use-latest.ts';

/**
 * Runs an action on Esc, unless a dialog, a menu or a field takes it; null leaves the key alone.
 * @param isMine tells if the key is for this action; by default it is where no dialog is open
 */
export function useEscape(
  act: (() => void) | null,
  isMine: (event: KeyboardEvent) => boolean = () => !isDialogOpen(),
): void {
  const latest = useLatest({ act, isMine });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.repeat || event.isComposing || event.defaultPrevented) return;
      const { act: run, isMine: isFor } = latest.current;
      if (isMenuOpen() || !run || !isFor(event)) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [latest]);
}
