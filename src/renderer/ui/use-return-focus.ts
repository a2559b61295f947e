import { useInsertionEffect, useLayoutEffect, useRef } from 'react';
import { DIALOGS, focusedControl, followPlace, isHandedOn, type Place } from '#renderer/lib/keep-focus.ts';

let openDialogs = 0;

/** Returns the focus to the opener when the dialog closes; Fluent does so only for its own triggers. */
export function useReturnFocus(open: boolean): void {
  const pending = useRef(0);
  const opener = useRef<Element | null>(null);
  const place = useRef<Place>(null);
  // Runs before a field of the dialog takes the focus.
  useInsertionEffect(() => {
    if (open) opener.current = focusedControl();
  }, [open]);
  useLayoutEffect(() => {
    if (!open) return undefined;
    openDialogs += 1;
    // Strict mode closes and reopens at once, which must not move the focus.
    cancelAnimationFrame(pending.current);
    const before = opener.current;
    place.current?.stop();
    place.current = before instanceof HTMLElement && before !== document.body ? followPlace(before) : null;
    return () => {
      openDialogs -= 1;
      const closing = document.activeElement?.closest(DIALOGS);
      pending.current = requestAnimationFrame(() => {
        const now = document.activeElement;
        const dialog = now?.closest(DIALOGS);
        // Another dialog that opened meanwhile keeps the focus.
        const lost =
          !now ||
          now === document.body ||
          isHandedOn() ||
          (dialog && (dialog === closing || openDialogs === 0));
        place.current?.stop();
        if (!lost) return;
        const { control, successor } = place.current ?? {};
        // The opener may be gone, with its row or without.
        (control?.isConnected ? control : (successor?.() ?? document.querySelector('main')))?.focus();
      });
    };
  }, [open]);
}
