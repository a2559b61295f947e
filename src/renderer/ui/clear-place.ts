export type Box = { top: number; bottom: number; left: number; right: number };

/** Pixels between toasts and what they keep clear of. */
const GAP = 8;
/** The height of a toast of two lines; the newest one is on top. */
const ONE_TOAST = 84;

export const meet = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const across = (kept: readonly Box[], { left, right }: Pick<Box, 'left' | 'right'>) =>
  kept.filter((box) => box.left < right && left < box.right);

const isAtFoot = ({ bottom }: Box, windowHeight: number) => bottom >= windowHeight - 1;

/** Returns the place of toasts right above what stands at the window's foot; null where they have no room there. */
export function footPlace(
  toasts: { left: number; right: number; height: number },
  kept: readonly Box[],
  windowHeight: number,
) {
  const beside = across(kept, toasts);
  const feet = beside.filter((box) => isAtFoot(box, windowHeight));
  const bottom = Math.min(windowHeight, ...feet.map(({ top }) => top));
  const top = bottom - GAP - toasts.height;
  const isFree = beside.every((box) => feet.includes(box) || !meet(box, { ...toasts, top, bottom }));
  return isFree && top >= GAP ? { top, bottom } : null;
}

/**
 * Returns the top and the bottom of toasts that want to stand in `wanted`: below the boxes that they would cover, and
 * above those at the window's foot. Where no toast has room there, they stand where they wanted to.
 */
export function clearPlace(wanted: Box, kept: readonly Box[], windowHeight: number) {
  const beside = across(kept, wanted);
  const isFoot = (box: Box) => isAtFoot(box, windowHeight);
  const bottom = Math.min(windowHeight, ...beside.filter(isFoot).map(({ top }) => top));
  const height = wanted.bottom - wanted.top;
  const others = beside.filter((box) => !isFoot(box)).toSorted((a, b) => a.top - b.top);
  const top = others.reduce(
    (least, box) => (meet(box, { ...wanted, top: least, bottom: least + height }) ? box.bottom + GAP : least),
    wanted.top,
  );
  return { top: top + ONE_TOAST > bottom ? wanted.top : top, bottom };
}
