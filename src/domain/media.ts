import { can, type Holder } from './permissions.ts';

/** The purposes of an uploaded picture. */
export const mediaKinds = ['payment_screenshot', 'shop_logo', 'product_photo', 'variation_photo'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The largest upload, in bytes. */
export const UPLOAD_MAX = 5 * 1024 * 1024;

/** The path of pictures on every origin of the app; the id follows. */
export const MEDIA_PATH = '/api/v1/media/';

/** The smaller sizes of a photo: `card` for cards and galleries, `small` for rows of lists. */
export const thumbnailSizes = ['card', 'small'] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

/** The maximum number of photos of a product. */
export const PHOTOS_MAX = 12;

/** Returns a picture's address; with the hash of its bytes it always stands for those bytes. */
export function mediaUrl(id: number, contentKey?: string | null): string {
  return MEDIA_PATH + id + (contentKey ? `?v=${contentKey}` : '');
}

/** Returns the address of a photo's smaller size. */
export function thumbnailUrl(photoUrl: string, size: ThumbnailSize): string {
  return `${photoUrl}&size=${size}`;
}

/** Returns the id in a picture's address; null for any other address. */
export function mediaIdIn(url: string): number | null {
  const digits = /^\/api\/v1\/media\/(\d{1,10})$/.exec(url)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** True if a person may upload and delete pictures of a kind. */
export function mayUpload(holder: Holder, kind: MediaKind): boolean {
  switch (kind) {
    case 'shop_logo':
      return holder.role === 'admin';
    case 'product_photo':
    case 'variation_photo':
      return can(holder, 'products.edit');
    case 'payment_screenshot':
      return can(holder, 'transactions.create') || can(holder, 'payments.review');
  }
}

const startsWith = (bytes: Uint8Array, signature: readonly number[], from = 0) =>
  signature.every((byte, index) => bytes[from + index] === byte);

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A WebP file is a RIFF container, with its name after four bytes of length. */
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];
const WEBP_AT = 8;

/** Returns a file's format by its first bytes, whatever its name; null for other formats. */
export function pictureFormat(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  if (startsWith(bytes, PNG)) return 'png';
  return startsWith(bytes, RIFF) && startsWith(bytes, WEBP, WEBP_AT) ? 'webp' : null;
}
