import { useEffect, type RefObject } from 'react';

/** Puts the focus on a field when its dialog opens; Fluent gives it to whatever comes first, a frame earlier. */
export function useFirstFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [field]);
}
