import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that is true while the component is still mounted, for use after an await. */
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
