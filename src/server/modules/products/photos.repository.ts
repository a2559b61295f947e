import { mediaUrl } from '#domain/media.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

export type PhotoRow = Tables['product_photos'] & { content_key: string | null; image_url: string };

/** Returns a product's photos and those of its variations, in order. */
export async function photosOf(reader: Reader, productId: number): Promise<PhotoRow[]> {
  const rows = await reader
    .selectFrom('product_photos as photo')
    .innerJoin('media', 'media.id', 'photo.id')
    .selectAll('photo')
    .select('media.content_key')
    .where('photo.product_id', '=', productId)
    .orderBy('photo.position')
    .orderBy('photo.id')
    .execute();
  return rows.map((row) => ({ ...row, image_url: mediaUrl(row.id, row.content_key) }));
}

/** Finds the product that a photo belongs to, directly or through a variation. */
export const findPhoto = (reader: Reader, photoId: number) =>
  reader.selectFrom('product_photos').select('product_id').where('id', '=', photoId).executeTakeFirst();

export const insertPhoto = (writer: Writer, row: Tables['product_photos']) =>
  writer.insertInto('product_photos').values(row).execute();

export const placePhoto = (writer: Writer, photoId: number, position: number) =>
  writer.updateTable('product_photos').set({ position }).where('id', '=', photoId).execute();

export const deletePhotos = (writer: Writer, photoIds: readonly number[]) =>
  writer.deleteFrom('product_photos').where('id', 'in', photoIds).execute();

export const setPhotoOfVariation = (writer: Writer, variationId: number, image_url: string | null) =>
  writer.updateTable('product_variations').set({ image_url }).where('id', '=', variationId).execute();

export const findProductOf = (reader: Reader, variationId: number) =>
  reader
    .selectFrom('product_variations')
    .select('product_id')
    .where('id', '=', variationId)
    .executeTakeFirst();
