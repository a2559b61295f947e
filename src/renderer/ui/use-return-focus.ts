import { useInsertionEffect, useLayoutEffect, useRef } from 'react';

/** When the dialog closes, the focus goes back to what had it; Fluent does so only for its own triggers. */
export function useReturnFocus(open: boolean): void {
  const pending = useRef(0);
  const opener = useRef<Element | null>(null);
  // Before a field of the dialog takes the focus by itself.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  useLayoutEffect(() => {
    if (!open) return undefined;
    // Strict mode closes and opens at once: that is no closing.
    cancelAnimationFrame(pending.current);
    const before = opener.current;
    return () => {
      pending.current = requestAnimationFrame(() => {
        const now = document.activeElement;
        const lost = !now || now === document.body || now.closest('[role="dialog"], [role="alertdialog"]');
        if (!lost) return;
        const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        // What opened it may be gone with what was deleted: the page itself, so that Tab begins there.
        (isThere ? before : document.querySelector<HTMLElement>('main'))?.focus();
      });
    };
  }, [open]);
}
