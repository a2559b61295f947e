import { useEffect } from 'react';
import { isChoosing } from './deliberate-keys.ts';
import { isDialogOpen } from './is-dialog-open.ts';
import { takePress } from './second-press.ts';
import { useLatest } from './use-latest.ts';

/** Runs an action on Ctrl+Enter, which no scanner sends, while no dialog is open. */
export function useCtrlEnter(act: () => void): void {
  const latest = useLatest(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (event.repeat || isDialogOpen() || isChoosing(event.target)) return;
      event.preventDefault();
      if (takePress()) latest.current();
    };
    // A closed list of choices would take the key, and the dialog that it confirms may be gone after it.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [latest]);
}
