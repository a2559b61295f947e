import { sql } from 'kysely';
import type { Database } from '#server/db/access.ts';
import { OPENING } from './server.ts';
import type { Shop } from './shop.ts';

let filled = 0;
/** Far above the ids that the server gives out in a test. */
const FIRST_ID = 1_000_000_000;

/**
 * Puts many bare completed sales into the books at once, as no till could: three of them in each second before
 * `latest`, their totals mixed. Answers their ids, the newest first.
 */
export async function fillManySales(
  database: Database,
  shop: Pick<Shop, 'store' | 'seller'>,
  count: number,
  latest = OPENING,
): Promise<number[]> {
  const first = FIRST_ID + filled;
  filled += count;
  const base = {
    id: first,
    store_id: shop.store.id,
    staff_id: shop.seller.id,
    status: 'completed' as const,
    version: 1,
    claim_no: 0,
    draft_number: `BULK-D${first}`,
    invoice_no: first,
    invoice_number: `BULK-${first}`,
    subtotal: 100,
    discount_amount: 0,
    taxable_amount: 100,
    tax_rate: 0,
    prices_include_tax: 0 as const,
    tax_amount: 0,
    total_amount: 100,
    change_due: 0,
    points_earned: 0,
    balance_due: 0,
    refunded_amount: 0,
    copies_printed: 0,
    created_at: latest,
    created_by_id: shop.seller.id,
    updated_at: latest,
    dated_at: latest,
    completed_at: latest,
    completed_by_id: shop.seller.id,
  };
  const columns = Object.keys(base) as (keyof typeof base)[];
  await database.write(async (writer) => {
    await writer.insertInto('transactions').values(base).execute();
    for (let there = 1; there < count; there = Math.min(count, there * 2)) {
      const id = sql`(id + ${sql.lit(there)})`;
      const nth = sql`(id + ${sql.lit(there - first)})`;
      const made = new Map<string, ReturnType<typeof sql>>([
        ['id', id],
        ['draft_number', sql`'BULK-D' || ${id}`],
        ['invoice_no', id],
        ['invoice_number', sql`'BULK-' || ${id}`],
        ['dated_at', sql`${sql.lit(latest)} - (${nth} / 3) * 1000`],
        ['total_amount', sql`100 + (${nth} % 977) * 25`],
      ]);
      await writer
        .insertInto('transactions')
        .columns(columns)
        .expression((eb) =>
          eb
            .selectFrom('transactions')
            .select(columns.map((column) => (made.get(column) ?? sql.ref(column)).as(column)))
            .where('id', '>=', first)
            .where('id', '<', first + Math.min(there, count - there)),
        )
        .execute();
    }
  });
  const rows = await database.reader
    .selectFrom('transactions')
    .select('id')
    .where('id', '>=', first)
    .where('id', '<', first + count)
    .orderBy('dated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}
