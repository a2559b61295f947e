import { useEffect, type RefObject } from 'react';

/** Focuses a field when its dialog opens, one frame after Fluent focused the first element. */
export function useFirstFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [field]);
}
