export type Box = { top: number; bottom: number; left: number; right: number };

/** Pixels between toasts and what they keep clear of. */
const GAP = 8;
/** The height of a toast of two lines; the newest one is on top. */
const ONE_TOAST = 84;

export const meet = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Returns the top and the bottom of toasts that want to stand in `wanted`: below the boxes that they would cover, and
 * above those at the window's foot. Where no toast has room there, they stand where they wanted to.
 */
export function clearPlace(wanted: Box, kept: readonly Box[], windowHeight: number) {
  const across = kept.filter(({ left, right }) => left < wanted.right && wanted.left < right);
  const isFoot = ({ bottom }: Box) => bottom >= windowHeight - 1;
  const bottom = Math.min(windowHeight, ...across.filter(isFoot).map(({ top }) => top));
  const height = wanted.bottom - wanted.top;
  const others = across.filter((box) => !isFoot(box)).toSorted((a, b) => a.top - b.top);
  const top = others.reduce(
    (least, box) => (meet(box, { ...wanted, top: least, bottom: least + height }) ? box.bottom + GAP : least),
    wanted.top,
  );
  return { top: top + ONE_TOAST > bottom ? wanted.top : top, bottom };
}
