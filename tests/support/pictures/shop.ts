import sharp from 'sharp';
import type { z } from 'zod';
import type { catalogueProduct } from '#contract/pos.ts';
import type { CustomerGroupSlug } from '#domain/pricing.ts';
import type { DemoServer } from '#tests/support/demo-server.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

/** Returns available units of Makati, the first of each requested kind, each of another product. */
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

/** Returns the code that a scanner reads off a unit: its own number, or the box's barcode. */
export const codeOf = (unit: Unit) => unit.imei ?? unit.serial_number ?? unit.barcode ?? '';

/**
 * Returns a customer of a group who has no draft yet, with the longest name among the first ones: long names break
 * layouts.
 */
export function customerOf(server: DemoServer, group: CustomerGroupSlug) {
  const withDraft = server.database.reader
    .selectFrom('transactions')
    .select('customer_id')
    .where('status', '=', 'draft')
    .where('customer_id', 'is not', null)
    .$castTo<{ customer_id: number }>();
  return server.database.reader
    .selectFrom('customers')
    .innerJoin('customer_groups', 'customer_groups.id', 'customers.customer_group_id')
    .select(['customers.id', 'customers.name', 'customers.email'])
    .where('customer_groups.slug', '=', group)
    .where('customers.email', 'is not', null)
    .where('customers.id', 'not in', withDraft)
    .orderBy((eb) => eb.fn('length', ['customers.name']), 'desc')
    .orderBy('customers.id')
    .executeTakeFirstOrThrow();
}

/** Returns the newest sale of Makati that fits. */
export async function saleWhere(server: DemoServer, fits: (sale: SaleRow) => boolean): Promise<SaleRow> {
  const sales = await salesOf(server);
  const sale = sales.find(fits);
  if (!sale) throw new Error('The demo shop has no such sale');
  return sale;
}

const salesOf = (server: DemoServer) =>
  server.database.reader
    .selectFrom('transactions')
    .innerJoin('stores', 'stores.id', 'transactions.store_id')
    .select([
      'transactions.id',
      'transactions.invoice_number',
      'transactions.status',
      'transactions.balance_due',
      'transactions.refunded_amount',
    ])
    .where('stores.code', '=', 'MNL-01')
    .orderBy('transactions.dated_at', 'desc')
    .execute();
type SaleRow = Awaited<ReturnType<typeof salesOf>>[number];

/** Draws a customer's payment screenshot: a plain picture of a transfer. */
export function paymentScreenshot(pesos: number): Promise<Buffer> {
  const amount = `PHP ${pesos.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  const text = ['Sent via GCash', amount, 'Ref. No. 9021 4471 830', 'Nov 21, 2026 5:40 PM'];
  const lines = text.map((text, index) => `<text x="40" y="${120 + index * 70}">${text}</text>`).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="800"><rect width="420" height="800" fill="#F4F7FD"/>
      <rect width="420" height="64" fill="#1F5391"/><g font-family="sans-serif" font-size="26" fill="#1A2020">${lines}</g></svg>`,
    ),
  )
    .png()
    .toBuffer();
}

type Card = z.input<typeof catalogueProduct>;

const unitsIn = (card: Card) => card.variations.flatMap((variation) => variation.availableItems);
const left = (card: Card) => unitsIn(card).filter((unit) => unit.status === 'available').length;
/** Returns the variation that the picker opens with. */
const opensWith = (card: Card) => card.variations.find((variation) => variation.availableQuantity > 0);

/** Locks every unit of a product among the first cards, and one of a phone, for another caller. */
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
