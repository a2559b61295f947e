/** Pixels of a canvas: rows from the top, four bytes each (red, green, blue, alpha). */
export type Pixels = { width: number; height: number; data: ArrayLike<number> };

/** Returns the size of a picture inside a box: smaller if needed, never enlarged, at least one dot. */
export function fitInto(
  picture: { width: number; height: number },
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  const fitted = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: fitted(picture.width), height: fitted(picture.height) };
}

/** The share of light that each channel adds (ITU-R BT.601). */
const LUMA = [0.299, 0.587, 0.114] as const;
const WHITE = 255;
const MIDDLE = 128;

/** Returns the lightness of a pixel on white paper, 0 to 255. */
function lightness({ data }: Pixels, pixel: number): number {
  const at = pixel * 4;
  const light = LUMA.reduce((sum, share, channel) => sum + share * (data[at + channel] ?? WHITE), 0);
  const opacity = (data[at + 3] ?? WHITE) / WHITE;
  return light * opacity + WHITE * (1 - opacity);
}

/** The spread of a pixel's error, in sixteenths (Floyd and Steinberg, 1976): right, below left, below, below right. */
const SPREAD = [
  [1, 0, 7],
  [-1, 1, 3],
  [0, 1, 5],
  [1, 1, 1],
] as const;

/**
 * Dithers a picture to black dots on white paper: rows from the top, each of whole bytes, the highest bit on the left,
 * a set bit black. Grey becomes a pattern of dots of the same lightness; black and white stay as they are.
 */
export function dither(pixels: Pixels): Uint8Array {
  const { width, height } = pixels;
  const rowBytes = Math.ceil(width / 8);
  const bits = new Uint8Array(rowBytes * height);
  const light = Float32Array.from({ length: width * height }, (_, pixel) => lightness(pixels, pixel));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wanted = light[y * width + x] ?? WHITE;
      const isBlack = wanted < MIDDLE;
      if (isBlack) bits[y * rowBytes + (x >> 3)] = (bits[y * rowBytes + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      const missed = wanted - (isBlack ? 0 : WHITE);
      for (const [right, down, sixteenths] of SPREAD) {
        if (x + right < 0 || x + right >= width || y + down >= height) continue;
        const at = (y + down) * width + x + right;
        light[at] = (light[at] ?? WHITE) + (missed * sixteenths) / 16;
      }
    }
  }
  return bits;
}
