/** A colour of goods, as red, green and blue. */
export type Tint = readonly [red: number, green: number, blue: number];

const hex = (tint: Tint) => `#${tint.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (a: Tint, b: Tint, share: number): Tint => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];
const WHITE: Tint = [255, 255, 255];
const INK: Tint = [14, 18, 24];

/** The colour itself, under the lamp (above 0) or away from it (below 0), by at most 1. */
export const lit = (tint: Tint, light: number) =>
  hex(light < 0 ? mix(tint, INK, -light) : mix(tint, WHITE, light));

/** True for a dark tint, on which a light colour stands out. */
export const isDark = (tint: Tint) => tint[0] * 0.3 + tint[1] * 0.59 + tint[2] * 0.11 < 110;

const isGrey = (tint: Tint) => Math.max(...tint) - Math.min(...tint) < 26;

/** Collects one picture while it is drawn; its gradients get names of their own. */
export function createStudio() {
  const kept: string[] = [];
  const keep = (make: (id: string) => string) => {
    const id = `g${kept.length}`;
    kept.push(make(id));
    return `url(#${id})`;
  };
  const stops = (colours: readonly (string | readonly [string, number])[]) =>
    colours
      .map((colour, index) => {
        const [paint, opacity] = typeof colour === 'string' ? [colour, 1] : colour;
        const offset = index / Math.max(1, colours.length - 1);
        return `<stop offset="${offset.toFixed(3)}" stop-color="${paint}" stop-opacity="${opacity}"/>`;
      })
      .join('');
  type Colours = readonly (string | readonly [string, number])[];
  const across = (colours: Colours, [x1, y1, x2, y2] = [0, 0, 1, 1]) =>
    keep(
      (id) =>
        `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(colours)}</linearGradient>`,
    );
  const around = (colours: Colours, [cx, cy, r] = [0.5, 0.5, 0.5]) =>
    keep(
      (id) => `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops(colours)}</radialGradient>`,
    );
  const box = (x: number, y: number, width: number, height: number, rx: number, fill: string, more = '') =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}" ${more}/>`;
  const disc = (cx: number, cy: number, r: number, fill: string, more = '') =>
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}" ${more}/>`;
  const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
  /** Draws the shadow of goods on the table. */
  const ground = (cx: number, cy: number, rx: number, ry = 20) => {
    const soft = around([
      ['#0b1418', 0.42],
      ['#0b1418', 0.16],
      ['#0b1418', 0],
    ]);
    return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${soft}"/>`;
  };
  const turned = (degrees: number, cx: number, cy: number, inner: string) =>
    `<g transform="rotate(${degrees} ${cx} ${cy})">${inner}</g>`;
  /** Draws a lens, which reflects some sky. */
  const lens = (cx: number, cy: number, r: number) =>
    disc(cx, cy, r, '#0c1016') +
    disc(cx, cy, r * 0.72, around(['#3b4a63', '#141a24', '#07090d'], [0.4, 0.35, 0.7])) +
    disc(cx - r * 0.28, cy - r * 0.3, r * 0.16, '#fff', 'opacity="0.75"');
  /** Draws a display: soft light in the goods' colour, or in a lively one for black or white goods. */
  const wallpaper = (tint: Tint) => {
    const shown = isGrey(tint)
      ? isDark(tint)
        ? ([74, 92, 168] as const)
        : ([238, 160, 122] as const)
      : tint;
    return across(
      [lit(shown, isDark(shown) ? 0.5 : 0.3), lit(shown, -0.08), lit(shown, isDark(shown) ? -0.2 : -0.5)],
      [0.1, 0, 0.9, 1],
    );
  };
  const body = (tint: Tint) => across([lit(tint, 0.32), lit(tint, 0.04), lit(tint, -0.24)], [0, 0, 1, 1]);
  const tube = (tint: Tint, [x1, y1, x2, y2] = [0, 0, 1, 0]) =>
    across(
      [lit(tint, -0.3), lit(tint, 0.3), lit(tint, 0.05), lit(tint, -0.12), lit(tint, -0.42)],
      [x1, y1, x2, y2],
    );
  const picture = (...parts: string[]) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640"><defs>${kept.join('')}</defs>${parts.join('')}</svg>`;
  return { across, around, box, disc, path, ground, turned, lens, wallpaper, body, tube, picture };
}
export type Studio = ReturnType<typeof createStudio>;

/** Draws goods in one colour under studio light. */
export type Goods = (tint: Tint) => string;
