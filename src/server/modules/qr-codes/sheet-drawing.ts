import { toSVG } from 'bwip-js/node';

/** Pixels per module: sharp enough for a 300 dpi printer to print a code of 14 mm. */
const MODULE = 8;
/** The quiet zone around a code, in modules (ISO/IEC 18004, section 9.1). */
const QUIET = 4;
/** The gap between a code and its text, and the text's size, in the library's points. */
const WORDS = { gap: 6, size: 9 };

const LOOK = {
  bcid: 'qrcode',
  // The smallest QR code holds ours at level Q, which survives the loss of a quarter.
  eclevel: 'Q',
  scale: MODULE / 2,
  includetext: true,
  textsize: WORDS.size,
  textyoffset: -WORDS.gap,
  textxalign: 'center',
} as const;

type Drawn = { width: number; height: number; content: string };

/** Draws one code with its text below: as paths, since a server may have no fonts. */
function drawCode(code: string): Drawn {
  const drawn = toSVG({ ...LOOK, text: code, alttext: code });
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(drawn) ?? [];
  const content = drawn.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return { width: Number(width), height: Number(height), content };
}

/** Draws codes in a grid as an SVG picture, each with its quiet zone. */
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
