import sharp, { type Color } from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff';

/** Draws a picture of one colour. */
export const draw = (width: number, height: number, format: Format = 'png', background: Color = '#cc3311') =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** Returns the form that uploads a file, under one of its two names. */
export function formOf(
  file: Buffer | string | null,
  fields: Record<string, string> = {},
  name = 'file',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  if (typeof file === 'string') form.set(name, file);
  else if (file) form.set(name, new Blob([new Uint8Array(file)]), 'picture.bin');
  return form;
}
