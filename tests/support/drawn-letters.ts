import type { Glyph } from '#bridge/printing.ts';
import { letterColumns, lettersOf } from '#domain/printer-letters.ts';
import type { Picture } from './escpos-decoder.ts';

const [COLUMN, ROW] = [12, 24];

/** Makes a glyph for each letter of a text, each with dots of its own. */
export function glyphsLike(text: string): Glyph[] {
  return [...new Set(lettersOf(text))].map((letter, index): Glyph => {
    const width = letterColumns(letter) === 1 ? 12 : 24;
    const across = Math.ceil(width / 8);
    const bits = Buffer.alloc(across * ROW);
    // A row for each bit of its number, with a dot more to the left or to the right: broader, it is still told apart.
    for (let bit = 0; bit < 8; bit++)
      bits.writeUInt16BE((index >> bit) & 1 ? 0x0400 : 0x2000, (2 + bit) * across);
    return { letter, width, bits: bits.toString('base64') };
  });
}

/** Reads a row of drawn letters; a place without dots is a space, and one that is no letter an error. */
export function readDrawn(picture: Picture | undefined, glyphs: readonly Glyph[]): string {
  if (!picture) throw new Error('there is no picture');
  const cell = (left: number, width: number) =>
    picture.rows
      .slice(0, ROW)
      .map((row) => row.slice(left, left + width).padEnd(width))
      .join('\n');
  const looks = new Map(
    glyphs.flatMap((glyph) => [looksOf(glyph), broader(looksOf(glyph))].map((look) => [look, glyph.letter])),
  );
  let text = '';
  for (let left = 0; left + COLUMN <= picture.width;) {
    const letter = [2 * COLUMN, COLUMN].map((width) => looks.get(cell(left, width))).find(Boolean);
    if (letter === undefined && cell(left, COLUMN).trim() !== '') throw new Error(`no letter at ${left}`);
    text += letter ?? ' ';
    left += letterColumns(letter ?? ' ') * COLUMN;
  }
  return text.trimEnd();
}

/** Returns the look of a bold letter. */
const broader = (look: string) =>
  [...look].map((dot, at) => (dot === ' ' && look[at - 1] === '#' ? '#' : dot)).join('');

function looksOf({ width, bits }: Glyph): string {
  const bytes = Buffer.from(bits, 'base64');
  const across = Math.ceil(width / 8);
  return Array.from({ length: ROW }, (_, row) =>
    [...bytes.subarray(row * across, (row + 1) * across)]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .slice(0, width)
      .replaceAll('0', ' ')
      .replaceAll('1', '#'),
  ).join('\n');
}
