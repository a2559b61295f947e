import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref to the last rendered value. It is set in a layout effect: a normal effect runs after painting, and on a
 * busy till a key may come before it.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
