import type { Glyph } from '#bridge/printing.ts';
import { isBeyondCodePages, letterColumns, lettersOf } from '#domain/printer-letters.ts';

/** Dots of a column, and of a row. */
const COLUMN = 12;
const ROW = 24;

export type TextStyle = { bold?: boolean | undefined; tall?: boolean };

/** Pictures of letters by the letter. */
export type GlyphsByLetter = ReadonlyMap<string, { columns: 1 | 2; rows: Buffer }>;

export const glyphsByLetter = (glyphs: readonly Glyph[]): GlyphsByLetter =>
  new Map(
    glyphs.map(({ letter, width, bits }) => [
      letter,
      { columns: width === COLUMN ? 1 : 2, rows: Buffer.from(bits, 'base64') },
    ]),
  );

/**
 * Draws a row of text; null if code pages have all its letters, or if a glyph of it is missing. `bytes` are `down` rows,
 * each of `across` bytes.
 */
export function drawRow(
  text: string,
  glyphs: GlyphsByLetter,
  { bold = false, tall = false }: TextStyle,
): { across: number; down: number; bytes: Uint8Array } | null {
  if (glyphs.size === 0) return null;
  const letters = lettersOf(text);
  if (!letters.some(isBeyondCodePages)) return null;
  const isThere = (letter: string) =>
    /^[\s\p{C}]/u.test(letter) || glyphs.get(letter)?.columns === letterColumns(letter);
  if (!letters.every(isThere)) return null;
  const height = tall ? 2 : 1;
  const across = Math.ceil((letters.reduce((sum, letter) => sum + letterColumns(letter), 0) * COLUMN) / 8);
  const bytes = new Uint8Array(across * ROW * height);
  const setDot = (x: number, y: number) => {
    for (let down = y * height; down < (y + 1) * height; down++) {
      const at = down * across + (x >> 3);
      bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
    }
  };
  let left = 0;
  for (const letter of letters) {
    const width = letterColumns(letter) * COLUMN;
    const rows = glyphs.get(letter)?.rows;
    if (rows) drawGlyph(rows, { width, bold }, (x, y) => setDot(left + x, y));
    left += width;
  }
  return { across, down: ROW * height, bytes };
}

/** Draws a glyph; a bold one is a dot broader, as on the printer itself. */
function drawGlyph(
  rows: Buffer,
  { width, bold }: { width: number; bold: boolean },
  setDot: (x: number, y: number) => void,
): void {
  const across = Math.ceil(width / 8);
  const isBlack = (x: number, y: number) => (((rows[y * across + (x >> 3)] ?? 0) << (x & 7)) & 0x80) !== 0;
  for (let y = 0; y < ROW; y++) {
    for (let x = 0; x < width; x++) {
      if (isBlack(x, y) || (bold && x > 0 && isBlack(x - 1, y))) setDot(x, y);
    }
  }
}
