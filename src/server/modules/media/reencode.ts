import sharp, { type Sharp } from 'sharp';
import { ApiError, fieldError } from '#contract/errors.ts';
import { pictureFormat, type MediaKind } from '#domain/media.ts';

/** More than any telephone's camera takes without a special mode; a small file may unpack to far more. */
const PIXELS_MAX = 64_000_000;

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

/**
 * A picture made anew, upright, of a sensible size and without whatever else its file held (place, camera, scripts).
 * 415 for what is no JPEG, PNG or WebP by its bytes, 422 on `file` for one that cannot be read.
 */
export async function reencode(bytes: Uint8Array, kind: MediaKind) {
  if (!pictureFormat(bytes)) {
    throw new ApiError('unsupported_media_type', { message: 'Choose a JPEG, PNG or WebP picture' });
  }
  const { side, content_type, encode } = treatments[kind];
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'truncated' })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  try {
    return { content_type, bytes: await encode(picture).toBuffer() };
  } catch {
    throw fieldError('file', 'This picture cannot be read');
  }
}
