import { useCallback, useEffect, useRef } from 'react';

/** Tells, after something was waited for, whether what waited for it still stands on the screen. */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}
