import { createContext, useContext, useEffect, useId, useMemo, useState } from 'react';
import { sizes, windows } from './theme.ts';
import { NARROW_WINDOW, ONE_PANE, useMedia, WIDE_WINDOW } from './use-media.ts';

/** The place of toasts from the window's top and right edge: pixels, or a CSS length. */
type ToastPlace = {
  top: number;
  right: number | string;
  width: number | string;
  /** True if they stand above what is at the window's foot, where they have room there. */
  atFoot?: boolean;
};

/** The gap between toasts and the element beside them. */
const GAP = 16;
/** The width of a dialog's Close button with the space around it. */
const CLOSE = 72;
const PAGE_EDGE = 32;

/** Below a page's head with its primary action. */
const BELOW_HEAD = 144;
/** Below the till's draft bar, search and tabs. */
const BELOW_TABS = 224;
/** Below the head of the payment screen's order; in a low window over it: three toasts would reach its sums. */
const BELOW_SUMMARY_HEAD = sizes.topBar + 52;
const OVER_SUMMARY_HEAD = sizes.topBar;

/** The place in a window of one pane: above its foot, else below the top bar and the search, in a low window over them. */
const BELOW_SEARCH = 120;
const EDGE = 8;
const onePaneWidth = (most: number) => `min(${most}px, 100vw - ${2 * EDGE}px)`;
/** Texts of one line, so that three of them have room below a page's head in a low window. */
const LOW_WIDTH = 520;

const LOW = '(max-height: 760px)';
const VERY_LOW = windows.low.replace('@media ', '');
const isAtLeast = (pixels: number) => `(min-width: ${pixels}px)`;

type Placing = { put: (by: string, place: ToastPlace) => void; drop: (by: string) => void };

export const ToastPlacing = createContext<Placing>({ put: () => undefined, drop: () => undefined });

/** Tracks the wanted places: the last one added wins, such as a dialog over a screen. */
export function useToastPlaces() {
  const [wanted, setWanted] = useState<ReadonlyMap<string, ToastPlace>>(new Map());
  const placing = useMemo(
    (): Placing => ({
      // Resizing the window moves a place and keeps its rank.
      put: (by, place) => setWanted((places) => new Map(places).set(by, place)),
      drop: (by) => setWanted((places) => new Map([...places].filter(([other]) => other !== by))),
    }),
    [],
  );
  const width = useMedia(NARROW_WINDOW) ? sizes.toastNarrow : sizes.toast;
  const ofOnePane = useOnePanePlace();
  const ofPages: ToastPlace = ofOnePane ?? { top: BELOW_HEAD, right: PAGE_EDGE, width };
  return { place: [...wanted.values()].at(-1) ?? ofPages, placing };
}

function useToastPlace(isHere: boolean, { top, right, width, atFoot = false }: ToastPlace): void {
  const { put, drop } = useContext(ToastPlacing);
  const by = useId();
  useEffect(() => (isHere ? () => drop(by) : undefined), [drop, by, isHere]);
  useEffect(() => {
    if (isHere) put(by, { top, right, width, atFoot });
  }, [put, by, isHere, top, right, width, atFoot]);
}

/** Returns the place in a window of one pane; null in a wider one. */
function useOnePanePlace(): ToastPlace | null {
  const isOnePane = useMedia(ONE_PANE);
  const isVeryLow = useMedia(VERY_LOW);
  if (!isOnePane) return null;
  if (!isVeryLow) return { top: BELOW_SEARCH, right: EDGE, width: onePaneWidth(sizes.toast), atFoot: true };
  return { top: 0, right: EDGE, width: onePaneWidth(LOW_WIDTH), atFoot: true };
}

/** While the till is shown: over its products, never over the cart. */
export function useToastsOverProducts(): void {
  const isNarrow = useMedia(NARROW_WINDOW);
  const cart = isNarrow ? sizes.cartNarrow : sizes.cart;
  const ofOnePane = useOnePanePlace();
  useToastPlace(true, ofOnePane ?? { top: BELOW_TABS, right: cart + GAP, width: sizes.toast });
}

/** While the payment screen is shown: above the sums of the order, else over its lines. */
export function useToastsOverOrder(): void {
  const isNarrow = useMedia(NARROW_WINDOW);
  const isLow = useMedia(LOW);
  const width = isNarrow ? sizes.summaryNarrow - 2 * GAP : sizes.toast;
  const ofOnePane = useOnePanePlace();
  const top = isLow ? OVER_SUMMARY_HEAD : BELOW_SUMMARY_HEAD;
  const place = ofOnePane ? { ...ofOnePane, width: onePaneWidth(sizes.toast) } : { top, right: GAP, width };
  useToastPlace(true, { ...place, atFoot: true });
}

/** While a scanning page is shown: over its head, beside its items and actions. */
export function useToastsOverScans(): void {
  const isNarrow = useMedia(NARROW_WINDOW);
  const isWide = useMedia(WIDE_WINDOW);
  const side = isNarrow ? sizes.scanSideNarrow : isWide ? sizes.scanSideWide : sizes.scanSide;
  const width = isNarrow ? sizes.toastNarrow : sizes.toast;
  const right = `min(${PAGE_EDGE + side + GAP}px, 100vw - ${width + GAP}px)`;
  useToastPlace(true, { top: 0, right, width });
}

/** While a question with all buttons at its foot is open: in the window's corner. */
export function useToastsBesideQuestion(isOpen: boolean): void {
  useToastPlace(isOpen, { top: 0, right: GAP, width: sizes.toast });
}

/** While a dialog of this width is open: beside it, or without room left of its Close button. */
export function useToastsBesideDialog(isOpen: boolean, dialogWidth: number): void {
  const hasRoom = useMedia(isAtLeast(dialogWidth + 2 * (sizes.toast + 2 * GAP)));
  const right = hasRoom ? GAP : `calc(max(0px, 100vw - ${dialogWidth}px) / 2 + ${CLOSE}px)`;
  useToastPlace(isOpen, { top: 0, right, width: `min(${sizes.toast}px, 100vw - ${CLOSE + EDGE}px)` });
}

/** While a drawer of this width is open, `edge` from the window's right: beside it, or left of its Close button. */
export function useToastsBesideDrawer(drawerWidth: number, edge: number): void {
  const hasRoom = useMedia(isAtLeast(edge + drawerWidth + sizes.toast + 2 * GAP));
  useToastPlace(true, { top: 0, right: edge + (hasRoom ? drawerWidth + GAP : CLOSE), width: sizes.toast });
}
