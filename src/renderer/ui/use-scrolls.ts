import { useCallback, useState } from 'react';

/**
 * Tells if an element scrolls: it must then be reachable by keyboard. Returns a ref for the element, whose only child
 * holds its content, and the answer.
 */
export function useScrolls(): readonly [(element: HTMLElement | null) => (() => void) | undefined, boolean] {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      setScrolls(scrollHeight > clientHeight || scrollWidth > clientWidth);
    });
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return [watch, scrolls];
}
