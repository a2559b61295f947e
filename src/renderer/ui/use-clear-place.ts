import { useCallback } from 'react';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { clearPlace, footPlace, meet, type Box } from './clear-place.ts';

/** The props of an element that no toast covers: a banner, a page's actions, the bar at its foot. */
export const clearOfToasts = { 'data-clear-of-toasts': '' };

/** The height up to which what has the focus is a link, a button or a field, and not a part of the page that scrolls. */
const FOCUSED_MOST = 120;

/** Returns the box of what the keyboard is at, outside of the toasts. */
function focusedBox(toasts: HTMLElement): DOMRect[] {
  const focused = document.querySelector(':focus-visible');
  if (!focused || toasts.contains(focused)) return [];
  const box = focused.getBoundingClientRect();
  return box.height <= FOCUSED_MOST ? [box] : [];
}

/** Returns the boxes that toasts keep clear of; a dialog, which covers them, has its own place for toasts. */
const keptClear = (): Box[] =>
  isDialogOpen()
    ? []
    : [...document.querySelectorAll('[data-clear-of-toasts]')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0);

/**
 * Moves toasts clear of such elements; `top` is where they stand where nothing is in their way, `atFoot`: above what is
 * at the window's foot, if they have room there.
 */
function keepClear(toasts: HTMLElement, top: number, atFoot: boolean): () => void {
  let isStanding = false;
  const fit = () => {
    const { left, right, top: present } = toasts.getBoundingClientRect();
    const height = toasts.scrollHeight;
    // Toasts that are shown move only if they would cover something.
    const start = isStanding ? present : top;
    const placeBeside = (kept: readonly Box[]) =>
      (atFoot ? footPlace({ left, right, height }, kept, window.innerHeight) : null) ??
      clearPlace({ left, right, top: start, bottom: start + height }, kept, window.innerHeight);
    const kept = [...keptClear(), ...focusedBox(toasts)];
    const clear = placeBeside(kept);
    // Without room for all of them, toasts cover the focused element rather than the others.
    const taken = { left, right, top: clear.top, bottom: clear.top + height };
    const isClear = taken.bottom <= clear.bottom && !kept.some((box) => meet(box, taken));
    const place = isClear ? clear : placeBeside(keptClear());
    const room = place.bottom - place.top;
    Object.assign(toasts.style, {
      top: `${place.top}px`,
      maxHeight: `${room}px`,
      overflow: height > room ? 'hidden' : 'visible',
    });
  };
  const fitIfCovering = () => {
    const box = toasts.getBoundingClientRect();
    if ([...keptClear(), ...focusedBox(toasts)].some((other) => meet(box, other))) fit();
  };
  const page = new MutationObserver(fitIfCovering);
  const onFocus = () => {
    if (isStanding) fitIfCovering();
  };
  const look = () => {
    const isEmpty = toasts.querySelector('.fui-Toast') === null;
    if (!isEmpty) fit();
    if (isStanding !== isEmpty) return;
    if (isEmpty) page.disconnect();
    else page.observe(document.body, { childList: true, subtree: true });
    isStanding = !isEmpty;
  };
  const lookAnew = () => {
    page.disconnect();
    isStanding = false;
    look();
  };
  const size = new ResizeObserver(look);
  // The toasts in it: its own size follows from the place.
  size.observe(toasts.firstElementChild ?? toasts);
  window.addEventListener('resize', lookAnew);
  document.addEventListener('focusin', onFocus);
  return () => {
    size.disconnect();
    page.disconnect();
    window.removeEventListener('resize', lookAnew);
    document.removeEventListener('focusin', onFocus);
  };
}

/** Returns a ref for the region of toasts: they stand at `top` or at the foot, and cover nothing of it all. */
export const useClearPlace = (top: number, atFoot: boolean) =>
  useCallback(
    (toasts: HTMLElement | null) => (toasts ? keepClear(toasts, top, atFoot) : undefined),
    [top, atFoot],
  );
