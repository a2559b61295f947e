/** Draws a picture of one colour, as a file to upload; a JPEG unless another type is given. */
export function drawnPicture({
  width,
  height,
  type = 'image/jpeg',
}: {
  width: number;
  height: number;
  type?: 'image/jpeg' | 'image/png';
}): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return canvas.convertToBlob({ type });
}
