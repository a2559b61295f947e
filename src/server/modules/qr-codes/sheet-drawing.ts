import { toSVG } from 'bwip-js/node';

/** Pixels of a module: enough for a printer of 300 dots an inch to print a code of 14 mm sharply. */
const MODULE = 8;
/** The white that scanners need around a code, in modules (ISO/IEC 18004, section 9.1). */
const QUIET = 4;
/** Between a code and what it says below, and how high its letters are, in the library's points. */
const WORDS = { gap: 6, size: 9 };

const LOOK = {
  bcid: 'qrcode',
  // The smallest code that there is holds ours with a quarter of it gone.
  eclevel: 'Q',
  scale: MODULE / 2,
  includetext: true,
  textsize: WORDS.size,
  textyoffset: -WORDS.gap,
  textxalign: 'center',
} as const;

type Drawn = { width: number; height: number; content: string };

/** One code as it stands on a sheet, with its signs below: paths without any font, which a server may not have. */
function drawCode(code: string): Drawn {
  const drawn = toSVG({ ...LOOK, text: code, alttext: code });
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawn) ?? [];
  const content = drawn.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return { width: Number(width), height: Number(height), content };
}

/** Codes beside and below each other as an SVG picture, each with the white around it that scanners need. */
export function drawSheet(codes: readonly string[], columns: number): string {
  const drawn = codes.map(drawCode);
  const quiet = QUIET * MODULE;
  const cell = {
    width: Math.max(...drawn.map(({ width }) => width)) + 2 * quiet,
    height: Math.max(...drawn.map(({ height }) => height)) + 2 * quiet,
  };
  const [across, down] = [Math.min(columns, codes.length), Math.ceil(codes.length / columns)];
  const placed = drawn.map(({ width, content }, place) => {
    const x = (place % columns) * cell.width + Math.round((cell.width - width) / 2);
    const y = Math.floor(place / columns) * cell.height + quiet;
    return `<g transform="translate(${x} ${y})">${content}</g>`;
  });
  const size = `width="${across * cell.width}" height="${down * cell.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#fff"/>${placed.join('')}</svg>`;
}
