/** The number of steps above zero. */
const TICKS = 4;

/** Returns the smallest round step of which four hold `value`. */
function roundStep(value: number): number {
  if (value <= 0) return 1;
  const step = value / TICKS;
  const size = 10 ** Math.floor(Math.log10(step));
  const nice = [1, 2, 2.5, 5, 10].find((factor) => factor * size >= step) ?? 10;
  return nice * size;
}

/** Returns an axis in even steps that holds every value: four steps above zero, and as many below as needed. */
export function axisOf(values: readonly number[]): { top: number; bottom: number; ticks: number[] } {
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const step = roundStep(Math.max(most, -least));
  // At least one step, because the highest value is written above its bar.
  const above = least < 0 ? Math.max(1, Math.ceil(most / step)) : TICKS;
  const below = Math.ceil(-least / step);
  const ticks = Array.from({ length: above + below + 1 }, (_, tick) => (tick - below) * step);
  return { top: above * step, bottom: -below * step, ticks };
}

/** Pixels: about the width of a character below a bar, and the least distance between two labels. */
const [CHARACTER, APART] = [6.6, 4];

/** Returns for each label, in slots of this width, whether it stands clear of the one before. */
export function labelsThatFit(labels: readonly string[], slot: number): boolean[] {
  let end = Number.NEGATIVE_INFINITY;
  return labels.map((label, place) => {
    const half = (label.length * CHARACTER) / 2;
    const isClear = place * slot - half >= end + APART;
    if (isClear && label !== '') end = place * slot + half;
    return isClear;
  });
}
