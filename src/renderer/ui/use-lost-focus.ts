import { useEffect, type RefObject } from 'react';

/** Dialogs and menus return the focus themselves. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Gives a field the focus of what the keyboard led to and what is gone now, such as the button of a removed row. */
export function useLostFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let led: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      const isLed = target instanceof Element && target.matches(':focus-visible') && !target.closest(OVER);
      led = isLed ? target : null;
    };
    const page = new MutationObserver(() => {
      if (!led || led.isConnected) return;
      led = null;
      if (document.activeElement === document.body) field.current?.focus();
    });
    document.addEventListener('focusin', note);
    page.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      page.disconnect();
    };
  }, [field]);
}
