import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Moves the focus to `main` where another page replaced what had it, or where the menu or the top bar led to a page,
 * be it the one that is open already: Tab begins at the page, and the arrow keys scroll it. What has the focus in the
 * page or its tabs keeps it. A page that the browser opens or reloads begins at its top, as everywhere.
 */
export function useFocusOnNewPage(main: HTMLElement | null): void {
  const { pathname, key } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(navigation === 'POP' ? { pathname, key } : null);
  useEffect(() => {
    if (!main) return;
    const isOther = shown.current?.pathname !== pathname;
    const isChosenAgain = navigation === 'PUSH' && shown.current?.key !== key;
    shown.current = { pathname, key };
    if (!isOther && !isChosenAgain) return;
    if (!main.parentElement?.contains(document.activeElement)) main.focus({ preventScroll: true });
  }, [main, pathname, key, navigation]);
}
