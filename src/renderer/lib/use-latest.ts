import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * What was rendered last, for whatever outlives a render. It is there with what the screen shows: an effect comes after the
 * screen was drawn, and on a busy till a key may come before it.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
