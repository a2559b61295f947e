import { useEffect, useRef } from 'react';

/** Pixels over which tabs fade where they go on; at the left no more than the gap before the first one in sight. */
const FADE = 32;
const FADE_LEFT = 14;
const left = `transparent, #000 ${FADE_LEFT}px`;
const right = `#000 calc(100% - ${FADE}px), transparent`;

/** For a strip of tabs that `useTabsInSight` watches: its ends fade where it goes on. */
export const fades = {
  '&[data-more="right"]': { maskImage: `linear-gradient(to right, ${right})` },
  '&[data-more="left"]': { maskImage: `linear-gradient(to right, ${left})` },
  '&[data-more="both"]': { maskImage: `linear-gradient(to right, ${left}, ${right})` },
} as const;

/** Marks at which ends a strip goes on. */
function markMore(strip: HTMLElement): void {
  const before = strip.scrollLeft > 1;
  const after = strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1;
  const more = before && after ? 'both' : before ? 'left' : after ? 'right' : null;
  if (more === null) delete strip.dataset.more;
  else strip.dataset.more = more;
}

/** Scrolls to the chosen tab; what is in sight begins with a whole tab. */
function showChosen(strip: HTMLElement, chosen: Element): void {
  strip.style.removeProperty('--rest');
  strip.scrollLeft = 0;
  const room = strip.clientWidth - FADE;
  const [first, ...others] = [...strip.children].map((tab) => tab.getBoundingClientRect());
  const { left: chosenLeft, right: chosenRight } = chosen.getBoundingClientRect();
  if (!first || chosenRight - first.left <= room) return;
  const begin = others.find((tab) => chosenRight - tab.left + FADE_LEFT <= room)?.left ?? chosenLeft;
  const wanted = Math.min(begin, chosenLeft) - strip.getBoundingClientRect().left - FADE_LEFT - 2;
  const most = strip.scrollWidth - strip.clientWidth;
  if (wanted > most) strip.style.setProperty('--rest', `${wanted - most}px`);
  strip.scrollLeft = wanted;
}

/** Returns a ref for tabs that may be wider than the window: the chosen one is in sight, and what goes on is marked. */
export function useTabsInSight<E extends HTMLElement>(value: string) {
  const list = useRef<E>(null);
  useEffect(() => {
    const strip = list.current;
    if (!strip) return undefined;
    const mark = () => markMore(strip);
    const observer = new ResizeObserver(mark);
    observer.observe(strip);
    strip.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      strip.removeEventListener('scroll', mark);
    };
  }, []);
  useEffect(() => {
    const strip = list.current;
    const chosen = strip?.querySelector('[aria-selected="true"], [aria-current="page"]');
    if (!strip || !chosen || strip.scrollWidth <= strip.clientWidth) return;
    showChosen(strip, chosen);
  }, [value]);
  return list;
}
