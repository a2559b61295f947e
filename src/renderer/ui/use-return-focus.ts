import { useInsertionEffect, useLayoutEffect, useRef } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';
let openDialogs = 0;

/** Returns the focus to the opener when the dialog closes; Fluent does so only for its own triggers. */
export function useReturnFocus(open: boolean): void {
  const pending = useRef(0);
  const opener = useRef<Element | null>(null);
  // Runs before a field of the dialog takes the focus.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  useLayoutEffect(() => {
    if (!open) return undefined;
    openDialogs += 1;
    // Strict mode closes and reopens at once, which must not move the focus.
    cancelAnimationFrame(pending.current);
    const before = opener.current;
    return () => {
      openDialogs -= 1;
      const closing = document.activeElement?.closest(DIALOG);
      pending.current = requestAnimationFrame(() => {
        const now = document.activeElement;
        const dialog = now?.closest(DIALOG);
        // Another dialog that opened meanwhile keeps the focus.
        const lost = !now || now === document.body || (dialog && (dialog === closing || openDialogs === 0));
        if (!lost) return;
        const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        // The opener may be deleted: then the page itself gets the focus, so that Tab begins there.
        (isThere ? before : document.querySelector<HTMLElement>('main'))?.focus();
      });
    };
  }, [open]);
}
