import type { Raster } from '#bridge/printing.ts';
import { till } from './till.ts';

/** The width of the narrowest paper, and 20 mm of height (8 dots a millimetre): fits every printer. */
const BOX = { width: 384, height: 160 };
/** The longest time that a receipt waits for its logo. */
const LONGEST_WAIT_MS = 1_000;

let shown: string | null = null;
let loading: { url: string; raster: Promise<Raster | null> } | null = null;

/** Sets the shop's logo, so that it is ready for printing; null without one. */
export function prepareLogo(url: string | null): void {
  shown = url;
  if (till.kind !== 'browser') void loaded();
}

/** Returns the logo for the next document; null without one, or if it does not load within a second. */
export function readyLogo(): Promise<Raster | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, null));
  return Promise.race([loaded(), late]);
}

/** Loads each logo once; a failed one is tried again for the next document, because the server may have been away. */
function loaded(): Promise<Raster | null> {
  if (shown === null) return Promise.resolve(null);
  if (loading?.url !== shown) loading = { url: shown, raster: load(shown) };
  return loading.raster;
}

async function load(url: string): Promise<Raster | null> {
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`The logo was answered with ${answer.status}`);
    return await toRaster(await createImageBitmap(await answer.blob()));
  } catch {
    if (loading?.url === url) loading = null;
    return null;
  }
}

/** Returns null if nothing of the picture is dark enough to be printed. */
async function toRaster(picture: ImageBitmap): Promise<Raster | null> {
  // Later than the sign-in, which prints nothing.
  const { dither, fitInto } = await import('#domain/raster.ts');
  const { width, height } = fitInto(picture, BOX);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width / 8) * 8;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(picture, Math.floor((canvas.width - width) / 2), 0, width, height);
  const bits = dither(context.getImageData(0, 0, canvas.width, canvas.height));
  if (bits.every((byte) => byte === 0)) return null;
  return { width: canvas.width, height, bits: btoa(String.fromCharCode(...bits)) };
}
