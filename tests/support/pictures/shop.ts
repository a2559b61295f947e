import type { z } from 'zod';
import type { catalogueProduct } from '#contract/pos.ts';
import type { DemoServer } from '#tests/support/demo-server.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, openDraft, sell } from '#tests/support/selling.ts';

const HOUR = 3_600_000;

/** Available units of Makati, the first of each kind that is asked for, each of another product. */
export async function unitsOf(server: DemoServer, kinds: readonly string[]) {
  const rows = await server.database.reader
    .selectFrom('inventory_items as item')
    .innerJoin('stores', 'stores.id', 'item.store_id')
    .innerJoin('product_variations as variation', 'variation.id', 'item.product_variation_id')
    .innerJoin('products as product', 'product.id', 'variation.product_id')
    .innerJoin('product_types as kind', 'kind.id', 'product.product_type_id')
    .select([
      'item.id',
      'item.imei',
      'item.serial_number',
      'item.product_variation_id',
      'variation.barcode',
      'variation.name as variation',
      'product.id as product_id',
      'product.name as product',
      'kind.slug as kind',
    ])
    .where('stores.code', '=', 'MNL-01')
    .where('item.status', '=', 'available')
    .orderBy('item.id')
    .execute();
  const taken = new Set<number>();
  return kinds.map((kind) => {
    const unit = rows.find((row) => row.kind === kind && !taken.has(row.product_id));
    if (!unit) throw new Error(`The demo shop has no ${kind}`);
    taken.add(unit.product_id);
    return unit;
  });
}
export type Unit = Awaited<ReturnType<typeof unitsOf>>[number];

/** What a scanner reads off a unit: its own number, or the box's barcode. */
export const codeOf = (unit: Unit) => unit.imei ?? unit.serial_number ?? unit.barcode ?? '';

/** Sales of the last hours, so that the chart has bars, and two drafts. */
export async function sellToday(server: DemoServer, seller: Caller): Promise<void> {
  const kinds = ['case', 'charger', 'phone', 'cable', 'audio', 'laptop', 'tablet', 'power_bank', 'phone'];
  const units = await unitsOf(server, kinds);
  const hoursAgo = [2, 2, 2, 1, 1, 1, 0, 0, 0];
  for (const [index, unit] of units.entries()) {
    const { transaction } = await sell(seller, [unit.id]);
    const back = (hoursAgo[index] ?? 0) * HOUR;
    await server.database.write((writer) =>
      writer
        .updateTable('transactions')
        .set((row) => ({
          completed_at: row('completed_at', '-', back),
          updated_at: row('updated_at', '-', back),
        }))
        .where('id', '=', transaction.id)
        .execute(),
    );
  }
  for (const unit of await unitsOf(server, ['power_bank', 'wearable'])) await openDraft(seller, [unit.id]);
}

type Card = z.input<typeof catalogueProduct>;

const unitsIn = (card: Card) => card.variations.flatMap((variation) => variation.availableItems);
const left = (card: Card) => unitsIn(card).filter((unit) => unit.status === 'available').length;
/** The variation that the picker opens with. */
const opensWith = (card: Card) => card.variations.find((variation) => variation.availableQuantity > 0);

/** Holds every unit of a product among the first cards, and one of a phone, for somebody else. */
export async function lockSome(other: Caller) {
  const cardsOf = async (query: string) =>
    expectDone(await other.get<{ data: Card[] }>(`/pos/products?${query}`)).data;
  const [small] = (await cardsOf('mode=all&limit=6'))
    .filter((card) => left(card) > 0)
    .sort((a, b) => left(a) - left(b));
  const [phone] = (await cardsOf('search=galaxy&limit=50'))
    .filter((card) => (opensWith(card)?.availableQuantity ?? 0) > 2)
    .sort((a, b) => b.variations.length - a.variations.length);
  const second = phone && opensWith(phone)?.availableItems[1];
  if (!small || !second) throw new Error('The demo shop has nothing to lock');
  for (const { id } of [...unitsIn(small), second]) await other.post(`/pos/inventory/${id}/lock`);
  return { locked: small.name, partly: phone.name };
}
