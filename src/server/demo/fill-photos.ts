import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { mediaUrl } from '#domain/media.ts';
import type { Writer } from '../db/access.ts';
import { demoCatalogue, type DemoProduct } from './catalogue.ts';
import { insertRows } from './insert-rows.ts';
import { demoPhotoOf } from './photos.ts';

const folder = path.join(import.meta.dirname, 'photos');
const SIZES = ['full', 'card', 'small'] as const;
/** Products with a photo of each colour and of each variation; photos for all would be much for a demo. */
const SHOWN_IN_FULL = /^(iPhone|MacBook|AirPods|Galaxy (S25|A56)|JBL Flip)/;

type Photo = { content_key: string; files: { size: (typeof SIZES)[number]; bytes: Buffer }[] };
type DemoPhotos = ReadonlyMap<string, Photo>;

/** Reads the drawn photos, by their names. */
export async function readDemoPhotos(): Promise<DemoPhotos> {
  const names = await readdir(path.join(folder, 'full'));
  const read = async (name: string): Promise<[string, Photo]> => {
    const files = await Promise.all(
      SIZES.map(async (size) => ({ size, bytes: await readFile(path.join(folder, size, name)) })),
    );
    const hash = createHash('sha256').update(files[0]?.bytes ?? name);
    return [path.parse(name).name, { content_key: hash.digest('hex').slice(0, 16), files }];
  };
  return new Map(await Promise.all(names.map(read)));
}

/** Returns the photos of a product's colours, each once, starting with another colour than the previous product's. */
function photosOf(product: DemoProduct, turn: number): string[] {
  const names = product.variations.map(({ attributes }) => photoInColour(product, attributes));
  const own = [...new Set(names)].filter((name) => name !== null);
  const first = turn % Math.max(1, own.length);
  return [...own.slice(first), ...own.slice(0, first)];
}

const photoInColour = (product: DemoProduct, attributes: { name: string; value: string }[]) =>
  demoPhotoOf(product, attributes.find(({ name }) => name === 'Color')?.value);

/** Returns the photos of a product, and the variations, by their places, that have one of their own. */
function shownBy(product: DemoProduct, turn: number) {
  const [first, ...others] = photosOf(product, turn);
  if (first === undefined) return [];
  const isInFull = SHOWN_IN_FULL.test(product.name);
  const ofVariations = product.variations.flatMap(({ attributes }, place) => {
    const name = photoInColour(product, attributes);
    return isInFull && name !== null && name !== first ? [{ name, variation: place }] : [];
  });
  const ofProduct = isInFull ? [first, ...others] : [first];
  return [...ofProduct.map((name) => ({ name, variation: null })), ...ofVariations];
}

type Place = { productId: number; variationId: number | null; position: number };

/** Gives the demo shop's goods their photos. */
export async function fillPhotos(
  writer: Writer,
  { photos, staffId, now }: { photos: DemoPhotos; staffId: number; now: number },
): Promise<void> {
  const products = await writer.selectFrom('products').select(['id', 'sku']).execute();
  const variations = await writer
    .selectFrom('product_variations')
    .select(['id', 'product_id'])
    .orderBy('id')
    .execute();
  const idOf = new Map(products.map(({ id, sku }) => [sku, id]));
  const variationsOf = Map.groupBy(variations, (row) => row.product_id);
  const made = demoCatalogue.flatMap((product, turn) => {
    const productId = idOf.get(product.sku) ?? 0;
    return shownBy(product, turn).flatMap(({ name, variation }, index) => {
      const photo = photos.get(name);
      const variationId = variation === null ? null : (variationsOf.get(productId)?.[variation]?.id ?? null);
      const place: Place = { productId, variationId, position: index + 1 };
      return photo ? [{ ...photo, ...place, id: writer.nextId() }] : [];
    });
  });
  await insertRows(
    writer,
    'media',
    made.map(({ id, content_key, variationId }) => ({
      id,
      content_key,
      kind: variationId === null ? ('product_photo' as const) : ('variation_photo' as const),
      content_type: 'image/webp',
      created_at: now,
      created_by_id: staffId,
    })),
  );
  await insertRows(
    writer,
    'media_files',
    made.flatMap(({ id, files }) => files.map((file) => ({ ...file, media_id: id }))),
  );
  await insertRows(
    writer,
    'product_photos',
    made.map(({ id, productId, variationId, position }) => ({
      id,
      product_id: productId,
      product_variation_id: variationId,
      position,
    })),
  );
  for (const { id, content_key, productId, variationId, position } of made) {
    const image_url = mediaUrl(id, content_key);
    if (variationId !== null) {
      await writer
        .updateTable('product_variations')
        .set({ image_url })
        .where('id', '=', variationId)
        .execute();
    } else if (position === 1) {
      await writer.updateTable('products').set({ image_url }).where('id', '=', productId).execute();
    }
  }
}
