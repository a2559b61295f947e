import { ApiError, fieldError } from '#contract/errors.ts';
import { photoCount, type Product } from '#contract/products.ts';
import { PHOTOS_MAX } from '#domain/media.ts';
import type { Writer } from '../../db/access.ts';
import { deleteMedia, type Picture, type PictureChanger, type PictureOwner } from '../media/media.public.ts';
import { notePhotos } from './history.usecases.ts';
import * as rows from './photos.repository.ts';
import { requireProduct } from './products.guards.ts';
import { claimProduct, updateProductRow } from './products.repository.ts';

const isOfProduct = ({ product_variation_id }: { product_variation_id: number | null }) =>
  product_variation_id === null;

/** Locks a product's row, so that changes of its photos happen one after the other; 404 `not_found`. */
async function claim(writer: Writer, productId: number, changer: PictureChanger): Promise<Product> {
  await claimProduct(writer, productId);
  const product = await requireProduct(writer, productId, changer.session.staff.store_ids);
  changer.noteTarget(product);
  return product;
}

/** Updates the product's first photo, and records what changed. */
async function settle(
  writer: Writer,
  before: Product,
  variationId: number | null,
  { session, now, noteChange }: PictureChanger,
): Promise<void> {
  const photos = await rows.photosOf(writer, before.id);
  const first = photos.find(isOfProduct)?.image_url ?? null;
  await updateProductRow(writer, before.id, { image_url: first, updated_at: now });
  const by = { productId: before.id, staffId: session.staff.id, at: now };
  await notePhotos(writer, by, variationId, before.photos, photos);
  noteChange(photoCount, { photos: before.photos.length }, { photos: photos.length });
}

/** Refuses a picture that is there already: a second copy is a mistake. */
function refuseAnother(photos: readonly rows.PhotoRow[], picture: Picture): void {
  if (photos.some(({ content_key }) => content_key === picture.content_key)) {
    throw fieldError('file', 'This photo is there already');
  }
}

async function attachToProduct(
  writer: Writer,
  picture: Picture,
  productId: number,
  changer: PictureChanger,
): Promise<void> {
  const before = await claim(writer, productId, changer);
  const photos = (await rows.photosOf(writer, productId)).filter(isOfProduct);
  refuseAnother(photos, picture);
  if (photos.length >= PHOTOS_MAX) {
    throw fieldError('file', `A product has at most ${PHOTOS_MAX} photos. Delete one first`);
  }
  const position = (photos.at(-1)?.position ?? 0) + 1;
  await rows.insertPhoto(writer, {
    id: picture.id,
    product_id: productId,
    product_variation_id: null,
    position,
  });
  await settle(writer, before, null, changer);
}

/** Sets a variation's only photo, replacing the one before. */
async function attachToVariation(
  writer: Writer,
  picture: Picture,
  variationId: number,
  changer: PictureChanger,
): Promise<void> {
  const of = await rows.findProductOf(writer, variationId);
  if (!of) throw new ApiError('not_found', { message: 'Variation not found' });
  const before = await claim(writer, of.product_id, changer);
  const own = (await rows.photosOf(writer, of.product_id)).filter(
    ({ product_variation_id }) => product_variation_id === variationId,
  );
  refuseAnother(own, picture);
  await removePhotos(
    writer,
    own.map(({ id }) => id),
  );
  const place = { product_id: of.product_id, product_variation_id: variationId, position: 1 };
  await rows.insertPhoto(writer, { id: picture.id, ...place });
  const [photo] = (await rows.photosOf(writer, of.product_id)).filter(({ id }) => id === picture.id);
  await rows.setPhotoOfVariation(writer, variationId, photo?.image_url ?? null);
  await settle(writer, before, variationId, changer);
}

async function detach(writer: Writer, photoId: number, changer: PictureChanger): Promise<boolean> {
  const of = await rows.findPhoto(writer, photoId);
  if (!of) return false;
  const before = await claim(writer, of.product_id, changer);
  const photo = before.photos.find(({ id }) => id === photoId);
  // Another call deleted it while this one waited for the product.
  if (!photo) return false;
  await rows.deletePhotos(writer, [photoId]);
  const variationId = photo.product_variation_id;
  if (variationId !== null) await rows.setPhotoOfVariation(writer, variationId, null);
  await settle(writer, before, variationId, changer);
  return true;
}

/** Deletes photos whose product is locked. */
async function removePhotos(writer: Writer, photoIds: readonly number[]): Promise<void> {
  if (photoIds.length === 0) return;
  await rows.deletePhotos(writer, photoIds);
  await deleteMedia(writer, photoIds);
}

/** Deletes the photos of a product, or of some variations, that are being deleted. */
export async function removePhotosOf(
  writer: Writer,
  { photos }: Product,
  variationIds: readonly number[] | 'all',
): Promise<void> {
  const gone = photos.filter(
    ({ product_variation_id: id }) => variationIds === 'all' || (id !== null && variationIds.includes(id)),
  );
  await removePhotos(
    writer,
    gone.map(({ id }) => id),
  );
}

/**
 * Moves a photo to a position among its product's photos, counted from 1; beyond the end means last. Concurrent moves
 * run one after the other, and both stand. 404 `not_found`.
 */
export async function movePhoto(
  writer: Writer,
  { productId, photoId }: { productId: number; photoId: number },
  position: number,
  changer: PictureChanger,
): Promise<Product> {
  const before = await claim(writer, productId, changer);
  const ids = before.photos.filter(isOfProduct).map(({ id }) => id);
  if (!ids.includes(photoId)) throw new ApiError('not_found', { message: 'Photo not found' });
  const others = ids.filter((id) => id !== photoId);
  const order = [...others.slice(0, position - 1), photoId, ...others.slice(position - 1)];
  if (order.some((id, place) => id !== ids[place])) {
    for (const [place, id] of order.entries()) await rows.placePhoto(writer, id, place + 1);
    await settle(writer, before, null, changer);
  }
  return requireProduct(writer, productId, changer.session.staff.store_ids);
}

const everybody = () => Promise.resolve(true);

/** Everybody who is signed in sees product photos. */
export const productPhotos: PictureOwner = {
  belongsTo: 'chain',
  maySee: everybody,
  attach: attachToProduct,
  detach,
};

export const variationPhotos: PictureOwner = {
  belongsTo: 'chain',
  maySee: everybody,
  attach: attachToVariation,
  detach,
};
