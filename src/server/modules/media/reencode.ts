import sharp, { type Sharp } from 'sharp';
import { ApiError, fieldError } from '#contract/errors.ts';
import { pictureFormat, type MediaKind } from '#domain/media.ts';

/** More than any telephone's camera takes without a special mode; a small file may unpack to far more. */
const PIXELS_MAX = 64_000_000;
/** Seconds that one picture may take; some small files are made to take minutes. */
const LONGEST = 20;
/** How many may wait for their turn. */
const WAITING_MAX = 40;

type Treatment = { side: number; content_type: string; encode: (picture: Sharp) => Sharp };

const treatments: Record<MediaKind, Treatment> = {
  payment_screenshot: {
    side: 1600,
    content_type: 'image/webp',
    encode: (picture) => picture.webp({ quality: 80 }),
  },
  // Printed in black and white too: a logo keeps its edges and its transparency.
  shop_logo: { side: 512, content_type: 'image/png', encode: (picture) => picture.png() },
};

// On one thread and one after the other: several at once would take every core, and gigabytes, from those who sell.
sharp.concurrency(1);
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= WAITING_MAX) {
    throw new ApiError('too_many_attempts', { message: 'Too many pictures at once. Try again in a moment' });
  }
  waiting += 1;
  const done = last.then(work).finally(() => (waiting -= 1));
  last = done.catch(() => undefined);
  return done;
}

/**
 * A picture made anew, upright, of a sensible size and without whatever else its file held (place, camera, scripts).
 * 415 for what is no JPEG, PNG or WebP by its bytes, 422 on `file` for one that cannot be read, 429 while too many wait.
 */
export async function reencode(bytes: Uint8Array, kind: MediaKind) {
  if (!pictureFormat(bytes)) {
    throw new ApiError('unsupported_media_type', { message: 'Choose a JPEG, PNG or WebP picture' });
  }
  const { side, content_type, encode } = treatments[kind];
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const made = inTurn(() => encode(picture).timeout({ seconds: LONGEST }).toBuffer());
  try {
    return { content_type, bytes: await made };
  } catch {
    throw fieldError('file', 'This picture cannot be read');
  }
}
