import { useEffect } from 'react';
import { useLatest } from './use-latest.ts';

/** Saves on Ctrl+S, which never opens the browser's own dialog for saving the page. */
export function useCtrlS(save: () => void): void {
  const latest = useLatest(save);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 's') return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}
