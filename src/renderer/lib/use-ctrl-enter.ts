import { useEffect } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';
import { useLatest } from './use-latest.ts';

/** Runs an action on Ctrl+Enter, which no scanner sends, while no dialog is open. */
export function useCtrlEnter(act: () => void): void {
  const latest = useLatest(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      // The dialog that this key just confirmed may be gone by now.
      if (event.repeat || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}
