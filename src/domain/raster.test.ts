import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dither, fitInto, type Pixels } from './raster.ts';

/** Returns a picture from the red, green, blue and alpha of every pixel. */
const picture = (width: number, height: number, pixel: (x: number, y: number) => number[]): Pixels => ({
  width,
  height,
  data: Array.from({ length: width * height }, (_, at) => pixel(at % width, Math.floor(at / width))).flat(),
});
const black = [0, 0, 0, 255];
const white = [255, 255, 255, 255];
const count = (bits: Uint8Array) =>
  bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);

describe('dithering', () => {
  it('leaves black and white as they are, the left dot in the highest bit', () => {
    const bits = dither(picture(16, 2, (x, y) => (x === 0 || (x === 9 && y === 1) ? black : white)));
    expect([...bits]).toEqual([0b1000_0000, 0, 0b1000_0000, 0b0100_0000]);
  });

  it('fills the last byte of a row with white', () => {
    expect([...dither(picture(3, 2, () => black))]).toEqual([0b1110_0000, 0b1110_0000]);
  });

  it('prints what is transparent as white, and half transparent black as grey', () => {
    expect(count(dither(picture(40, 40, () => [0, 0, 0, 0])))).toBe(0);
    expect(count(dither(picture(40, 40, () => [0, 0, 0, 128]))) / 1600).toBeCloseTo(0.5, 1);
  });

  it('makes a grey of as many dots as it is dark', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), (grey) => {
        const dots = count(dither(picture(64, 64, () => [grey, grey, grey, 255])));
        expect(Math.abs(dots / 4096 - (1 - grey / 255))).toBeLessThan(0.03);
      }),
    );
  });

  it('takes green for lighter than red, and red for lighter than blue', () => {
    const dots = [
      [0, 255, 0, 255],
      [255, 0, 0, 255],
      [0, 0, 255, 255],
    ].map((colour) => count(dither(picture(64, 64, () => colour))));
    expect(dots).toEqual([...dots].sort((one, other) => one - other));
    expect(new Set(dots).size).toBe(3);
  });

  it('answers whole bytes for every size', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, fc.infiniteStream(fc.integer({ min: 0, max: 255 })), (width, height, bytes) => {
        const bits = dither(picture(width, height, () => [...bytes.take(4)]));
        expect(bits).toHaveLength(Math.ceil(width / 8) * height);
      }),
    );
  });
});

describe('fitting into a box', () => {
  const box = { width: 384, height: 160 };

  it('keeps the shape of a picture that is too wide or too high', () => {
    expect(fitInto({ width: 768, height: 100 }, box)).toEqual({ width: 384, height: 50 });
    expect(fitInto({ width: 320, height: 320 }, box)).toEqual({ width: 160, height: 160 });
  });

  it('enlarges nothing, and lets no side vanish', () => {
    expect(fitInto({ width: 40, height: 20 }, box)).toEqual({ width: 40, height: 20 });
    expect(fitInto({ width: 10_000, height: 1 }, box)).toEqual({ width: 384, height: 1 });
  });
});
