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

/** Pixels: about the width of a character beside a bar, and the least distance between two labels. */
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

/** Pixels: the height of a value's text, and its distance from the bar below it. */
const [TEXT, ABOVE] = [12, 10];

/** A bar as it is drawn; `top` grows downwards. `text` is its value. */
export type DrawnBar = { left: number; width: number; top: number; value: number; text: string };

export type ValueLabel = { index: number; anchor: 'start' | 'middle' | 'end'; x: number; y: number };

/** Returns where a bar's value stands: above its middle, or from one of its edges if taller neighbours are behind it. */
function placeValue(bars: readonly DrawnBar[], index: number, from: number, to: number) {
  const { left, width, top, text } = bars[index] as DrawnBar;
  const y = top - ABOVE;
  const long = text.length * CHARACTER;
  const places = [
    { anchor: 'middle', x: left + width / 2, start: left + (width - long) / 2 },
    { anchor: 'start', x: left, start: left },
    { anchor: 'end', x: left + width, start: left + width - long },
  ] as const;
  const isFree = ({ start }: { start: number }) =>
    start >= from &&
    start + long <= to &&
    bars.every(
      (bar, other) =>
        other === index || bar.top > y || bar.left + bar.width <= start || bar.left >= start + long,
    );
  const { start, ...place } = places.find(isFree) ?? places[0];
  return { index, y, ...place, start, end: start + long };
}

/**
 * Returns the values that are written above bars: that of `current`, and that of the highest bar unless the two would
 * touch. They stand between the pixels `from` and `to`.
 */
export function valueLabels(
  bars: readonly DrawnBar[],
  current: number | null,
  from: number,
  to: number,
): ValueLabel[] {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const highest = most === 0 ? null : bars.findIndex(({ value }) => value === most);
  const [first, second] = [current, highest === current ? null : highest]
    .filter((index) => index !== null && bars[index]?.value !== 0)
    .map((index) => placeValue(bars, index as number, from, to));
  if (!first) return [];
  const isTouched =
    second !== undefined &&
    Math.abs(first.y - second.y) < TEXT + APART &&
    first.start < second.end + APART &&
    second.start < first.end + APART;
  return second && !isTouched ? [first, second] : [first];
}
