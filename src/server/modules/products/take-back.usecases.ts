import type { Reader, Writer } from '../../db/access.ts';
import { claimProduct, removeProduct } from './products.repository.ts';
import { findLives, type ProductLife } from './take-back.repository.ts';
import { findVariationsOf, removeVariations } from './variations.repository.ts';

/** A product with the number of variations that it was made with. */
type Made = { id: number; variations: number };

function whyItStays(life: ProductLife | undefined, { variations }: Made): string | null {
  if (!life) return 'It was deleted';
  if (life.has_units) return 'It has units';
  if (life.was_ordered) return 'It was ordered';
  const isChanged = life.updated_at !== null || life.was_changed || Number(life.variations) !== variations;
  return isChanged ? 'It was changed' : null;
}

/** Returns why some products cannot be taken back as if they had never been made; those that can are absent. */
export async function whyProductsStay(reader: Reader, made: readonly Made[]): Promise<Map<number, string>> {
  const ids = made.map(({ id }) => id);
  const lives = new Map((ids.length ? await findLives(reader, ids) : []).map((life) => [life.id, life]));
  return new Map(
    made.flatMap((one) => {
      const reason = whyItStays(lives.get(one.id), one);
      return reason === null ? [] : [[one.id, reason] as const];
    }),
  );
}

/** Deletes those of some products that nobody has used or changed since they were made; returns why the others stay. */
export async function takeProductsBack(writer: Writer, made: readonly Made[]): Promise<Map<number, string>> {
  for (const { id } of made.toSorted((a, b) => a.id - b.id)) await claimProduct(writer, id);
  const kept = await whyProductsStay(writer, made);
  for (const { id } of made) {
    if (kept.has(id)) continue;
    const variations = await findVariationsOf(writer, [id]);
    await removeVariations(
      writer,
      variations.map((variation) => variation.id),
    );
    await removeProduct(writer, id);
  }
  return kept;
}
