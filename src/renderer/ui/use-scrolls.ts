import { useCallback, useState } from 'react';

type Watch = (element: HTMLElement | null) => (() => void) | undefined;

/**
 * Tells if an element scrolls: it must then be reachable by keyboard. Returns a ref for the element, whose children hold
 * its content, and the answer. `isReached` excepts elements that something inside them makes reachable already.
 */
export function useScrolls(isReached?: (element: HTMLElement) => boolean): readonly [Watch, boolean] {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback<Watch>(
    (element) => {
      if (!element) return undefined;
      const observer = new ResizeObserver(() => {
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
        const isLarger = scrollHeight > clientHeight || scrollWidth > clientWidth;
        setScrolls(isLarger && !isReached?.(element));
      });
      for (const watched of [element, ...element.children]) observer.observe(watched);
      return () => observer.disconnect();
    },
    [isReached],
  );
  return [watch, scrolls];
}
