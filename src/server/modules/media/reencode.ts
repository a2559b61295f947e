import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { ApiError, fieldError } from '#contract/errors.ts';
import { makeTurns } from '../../in-turn.ts';
import { pictureFormat, type MediaKind, type ThumbnailSize } from '#domain/media.ts';

/** The maximum size: more than a phone's camera takes without a special mode; a small file may unpack to far more. */
const PIXELS_MAX = 64_000_000;
/** Seconds that one picture may take; some small files are made to take minutes. */
const LONGEST = 20;
/** The maximum number of pictures that wait for their turn. */
const WAITING_MAX = 40;
/** Hexadecimal digits of a picture's hash in its address: more than any two pictures share. */
const KEY_LENGTH = 16;

type Treatment = {
  side: number;
  content_type: string;
  encode: (picture: Sharp) => Sharp;
  thumbnails?: Readonly<Record<ThumbnailSize, number>>;
};

const asWebp = (picture: Sharp) => picture.webp({ quality: 80 });

/** A card's photo is 104 high, a row's 36; screens have up to three pixels in the place of one. */
const photo: Treatment = {
  side: 1600,
  content_type: 'image/webp',
  encode: asWebp,
  thumbnails: { card: 360, small: 108 },
};

const treatments: Record<MediaKind, Treatment> = {
  payment_screenshot: { side: 1600, content_type: 'image/webp', encode: asWebp },
  // Also printed in black and white: a logo keeps its edges and its transparency.
  shop_logo: { side: 512, content_type: 'image/png', encode: (picture) => picture.png() },
  product_photo: photo,
  variation_photo: photo,
};

// One thread and one picture at a time: several would take every core, and gigabytes, from the tills.
sharp.concurrency(1);
const inTurn = makeTurns(WAITING_MAX, 'Too many pictures at once. Try again in a moment');

/** A re-encoded picture: the whole, and its smaller sizes if its kind has them. */
type Reencoded = {
  content_type: string;
  /** The hash of its bytes: the same for the same picture. */
  content_key: string;
  files: { size: 'full' | ThumbnailSize; bytes: Buffer }[];
};

const shrink = (bytes: Uint8Array, side: number) =>
  sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: LONGEST });

async function encodeAll(bytes: Uint8Array, { side, encode, thumbnails }: Treatment) {
  const full = await encode(shrink(bytes, side)).toBuffer();
  const files: Reencoded['files'] = [{ size: 'full', bytes: full }];
  for (const size of ['card', 'small'] as const) {
    const pixels = thumbnails?.[size];
    if (pixels !== undefined) files.push({ size, bytes: await encode(shrink(full, pixels)).toBuffer() });
  }
  return files;
}

/**
 * Re-encodes a picture: upright, of a sensible size, without the other data of its file (place, camera, scripts). 415
 * if its bytes are no JPEG, PNG or WebP, 422 on `file` if it cannot be read, 429 while too many wait.
 */
export async function reencode(bytes: Uint8Array, kind: MediaKind): Promise<Reencoded> {
  if (!pictureFormat(bytes)) {
    throw new ApiError('unsupported_media_type', { message: 'Choose a JPEG, PNG or WebP picture' });
  }
  const treatment = treatments[kind];
  const made = inTurn(() => encodeAll(bytes, treatment));
  try {
    const files = await made;
    const hash = createHash('sha256').update(files[0]?.bytes ?? bytes);
    const content_key = hash.digest('hex').slice(0, KEY_LENGTH);
    return { content_type: treatment.content_type, content_key, files };
  } catch {
    throw fieldError('file', 'This picture cannot be read');
  }
}
