import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Moves the focus to `main` where another page replaced what had it, or where the menu led there: Tab begins at the
 * page, and the arrow keys scroll it. A field that the page itself focuses keeps the focus, and so does what stays
 * above the page. A page that the browser opens or reloads begins at its top, as everywhere.
 */
export function useFocusOnNewPage(main: HTMLElement | null): void {
  const { pathname } = useLocation();
  const isOpenedByBrowser = useNavigationType() === 'POP';
  const shown = useRef(isOpenedByBrowser ? pathname : null);
  useEffect(() => {
    if (!main || shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement?.matches('body, nav[aria-label="Main"] *'))
      main.focus({ preventScroll: true });
  }, [main, pathname]);
}
