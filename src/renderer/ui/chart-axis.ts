/** The number of steps above zero in a chart that is high enough. */
const TICKS = 4;

/** Returns the smallest round step of which so many hold `value`. */
function roundStep(value: number, steps: number): number {
  if (value <= 0) return 1;
  const step = value / steps;
  const size = 10 ** Math.floor(Math.log10(step));
  const nice = [1, 2, 2.5, 5, 10].find((factor) => factor * size >= step) ?? 10;
  return nice * size;
}

/** Returns an axis in even steps that holds every value: so many steps above zero, and as many below as needed. */
export function axisOf(
  values: readonly number[],
  steps = TICKS,
): { top: number; bottom: number; ticks: number[] } {
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const step = roundStep(Math.max(most, -least), steps);
  // At least one step, because the highest value is written above its bar.
  const above = least < 0 ? Math.max(1, Math.ceil(most / step)) : steps;
  const below = Math.ceil(-least / step);
  const ticks = Array.from({ length: above + below + 1 }, (_, tick) => (tick - below) * step);
  return { top: above * step, bottom: -below * step, ticks };
}

/** Pixels: about the width of a character below a bar, and the least distance between two labels. */
const [CHARACTER, APART] = [7.2, 4];

/**
 * Returns for each label, in slots of this width, whether it is drawn: all of them, or every second, third, … one, so
 * that none touches another. `always` is drawn in any case, and its neighbours where they leave it room.
 */
export function labelsThatFit(
  labels: readonly string[],
  slot: number,
  always: number | null = null,
): boolean[] {
  const half = (place: number) => ((labels[place]?.length ?? 0) * CHARACTER) / 2;
  const isApart = (one: number, other: number) =>
    Math.abs(other - one) * slot >= half(one) + half(other) + APART;
  const fits = (step: number) =>
    labels.every((_, place) => place % step !== 0 || place === 0 || isApart(place - step, place));
  let step = 1;
  while (step < labels.length && !fits(step)) step += 1;
  return labels.map(
    (_, place) =>
      place === always ||
      (place % step === 0 && (always === null || always % step === 0 || isApart(place, always))),
  );
}
