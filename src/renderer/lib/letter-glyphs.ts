import type { Glyph } from '#bridge/printing.ts';
import { letterColumns } from '#domain/printer-letters.ts';

/** Dots of one and of two columns, and of a row. */
const WIDTHS = { 1: 12, 2: 24 } as const;
const ROW = 24;
/** A letter of this font is twelve dots wide, and stands with its tails within the row; other scripts follow. */
const FONT = "20px 'DejaVu Sans Mono', monospace";
const BASELINE = 19;
const DARK = 128;

/** Draws letters for a printer whose code pages lack some of them, with the fonts of this computer. */
export async function drawGlyphs(letters: readonly string[]): Promise<Glyph[]> {
  await document.fonts.load(FONT);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTHS[2], ROW];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.font = FONT;
  context.textAlign = 'center';
  return letters.map((letter) => drawGlyph(context, letter));
}

function drawGlyph(context: CanvasRenderingContext2D, letter: string): Glyph {
  const width = WIDTHS[letterColumns(letter)];
  context.clearRect(0, 0, WIDTHS[2], ROW);
  // A letter that is broader than its columns is drawn narrower.
  context.fillText(letter, width / 2, BASELINE, width);
  const { data } = context.getImageData(0, 0, width, ROW);
  const across = Math.ceil(width / 8);
  const bits = new Uint8Array(across * ROW);
  for (let pixel = 0; pixel < width * ROW; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const at = y * across + (x >> 3);
    if ((data[pixel * 4 + 3] ?? 0) >= DARK) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
  }
  return { letter, width, bits: btoa(String.fromCharCode(...bits)) };
}
