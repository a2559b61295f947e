import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';
import { sizes } from './theme.ts';
import { NARROW_WINDOW, useMedia } from './use-media.ts';

/** Where toasts stand, from the window's top and right edge: pixels, or a CSS length. */
export type ToastPlace = { top: number; right: number | string; width: number };

/** Between toasts and what they stand beside. */
const GAP = 16;
/** A dialog's Close button, with the space around it. */
const CLOSE = 72;
const PAGE_EDGE = 32;

/** Below a page's head, where its primary action is. */
const BELOW_HEAD = 144;
/** Below the till's draft bar, search and tabs. */
const BELOW_TABS = 224;
/** Below the head of the payment screen's order; in a low window over it, since three reach its sums else. */
const BELOW_SUMMARY_HEAD = sizes.topBar + 52;
const OVER_SUMMARY_HEAD = sizes.topBar;

const LOW = '(max-height: 760px)';
const isAtLeast = (pixels: number) => `(min-width: ${pixels}px)`;

type Placing = { put: (by: string, place: ToastPlace) => void; drop: (by: string) => void };

export const ToastPlacing = createContext<Placing>({ put: () => undefined, drop: () => undefined });

/** The places that are wanted: that of what came last counts, of a dialog before the screen below it. */
export function useToastPlaces() {
  const [wanted, setWanted] = useState<ReadonlyMap<string, ToastPlace>>(new Map());
  const placing = useMemo(
    (): Placing => ({
      // A window that changes its size moves a place, not whose it is.
      put: (by, place) => setWanted((places) => new Map(places).set(by, place)),
      drop: (by) => setWanted((places) => new Map([...places].filter(([other]) => other !== by))),
    }),
    [],
  );
  const width = useMedia(NARROW_WINDOW) ? sizes.toastNarrow : sizes.toast;
  const ofPages: ToastPlace = { top: BELOW_HEAD, right: PAGE_EDGE, width };
  return { place: [...wanted.values()].at(-1) ?? ofPages, placing };
}

function useToastPlace(isHere: boolean, { top, right, width }: ToastPlace): void {
  const { put, drop } = useContext(ToastPlacing);
  const by = useId();
  useEffect(() => (isHere ? () => drop(by) : undefined), [drop, by, isHere]);
  useEffect(() => {
    if (isHere) put(by, { top, right, width });
  }, [put, by, isHere, top, right, width]);
}

/** While the till shows: over its products, never over the cart. */
export function useToastsOverProducts(): void {
  const isNarrow = useMedia(NARROW_WINDOW);
  const cart = isNarrow ? sizes.cartNarrow : sizes.cart;
  useToastPlace(true, { top: BELOW_TABS, right: cart + GAP, width: sizes.toast });
}

/** While the payment screen shows: over the order's lines, clear of what is due, what remains and the form. */
export function useToastsOverOrder(): void {
  const isNarrow = useMedia(NARROW_WINDOW);
  const isLow = useMedia(LOW);
  const width = isNarrow ? sizes.summaryNarrow - 2 * GAP : sizes.toast;
  useToastPlace(true, { top: isLow ? OVER_SUMMARY_HEAD : BELOW_SUMMARY_HEAD, right: GAP, width });
}

/** While a question is open, whose buttons are all at its foot: in the window's corner. */
export function useToastsBesideQuestion(isOpen: boolean): void {
  useToastPlace(isOpen, { top: 0, right: GAP, width: sizes.toast });
}

/** While a dialog of some width is open: beside it, or where there is no room before its Close button. */
export function useToastsBesideDialog(isOpen: boolean, dialogWidth: number): void {
  const hasRoom = useMedia(isAtLeast(dialogWidth + 2 * (sizes.toast + 2 * GAP)));
  const right = hasRoom ? GAP : `calc((100vw - ${dialogWidth}px) / 2 + ${CLOSE}px)`;
  useToastPlace(isOpen, { top: 0, right, width: sizes.toast });
}

/** While a drawer of some width is open, `edge` from the window's right: beside it, or before its Close button. */
export function useToastsBesideDrawer(drawerWidth: number, edge: number): void {
  const hasRoom = useMedia(isAtLeast(edge + drawerWidth + sizes.toast + 2 * GAP));
  useToastPlace(true, { top: 0, right: edge + (hasRoom ? drawerWidth + GAP : CLOSE), width: sizes.toast });
}
