import { useEffect } from 'react';
import { isDialogOpen } from './is-dialog-open.ts';
import { useLatest } from './use-latest.ts';

/** Does something on Ctrl+Enter, which no scanner sends, while no dialog stands over the page. */
export function useCtrlEnter(act: () => void): void {
  const latest = useLatest(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      // A dialog that it has just confirmed may be gone by now.
      if (event.repeat || event.defaultPrevented || isDialogOpen()) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}
