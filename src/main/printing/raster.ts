import type { Raster } from '#bridge/printing.ts';
import type { ReceiptWidth } from '#domain/receipt.ts';

/** Dots across: 58 mm paper, some 80 mm heads, 80 mm paper. */
export const paperDots: Record<ReceiptWidth, number> = { 32: 384, 42: 512, 48: 576 };

/** Rows of one `GS v 0`: a printer holds a whole picture before it prints it, and cheap ones hold little. */
const BAND = 128;

const centre = [0x1b, 0x61, 1];
const left = [0x1b, 0x61, 0];
/** A number of two bytes, as `nL nH` and the like take it. */
export const lowHigh = (number: number) => [number & 0xff, number >> 8];

/**
 * The commands that print a picture in the middle of the paper, of which a picture that is wider loses both edges.
 * Source: Epson ESC/POS reference, `GS v 0`: bytes across, dots down, then the rows.
 */
export function encodeRaster({ width, height, bits }: Raster, columns: ReceiptWidth): number[] {
  const rowBytes = width / 8;
  const shown = Math.min(rowBytes, paperDots[columns] / 8);
  const skipped = Math.floor((rowBytes - shown) / 2);
  const rows = Buffer.from(bits, 'base64');
  const bytes = [...centre];
  for (let top = 0; top < height; top += BAND) {
    const rowsHere = Math.min(BAND, height - top);
    bytes.push(0x1d, 0x76, 0x30, 0, ...lowHigh(shown), ...lowHigh(rowsHere));
    for (let row = top; row < top + rowsHere; row++) {
      const from = row * rowBytes + skipped;
      // A picture that says it is larger than it is must not swallow the text behind it.
      for (let at = from; at < from + shown; at++) bytes.push(rows[at] ?? 0);
    }
  }
  return [...bytes, ...left];
}
