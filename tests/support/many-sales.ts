import { sql } from 'kysely';
import { numbersText } from '#domain/search-key.ts';
import { draftNumber, invoiceNumber } from '#domain/transactions.ts';
import type { Database } from '#server/db/access.ts';
import { insertCodes } from '#server/db/stored-codes.ts';
import { OPENING } from './server.ts';
import type { Shop } from './shop.ts';

let filled = 0;
/** Above the numbers that a store gives out in a test. */
const FIRST_NO = 1000;
/** The next number of each store of a database: its sales continue from here. */
const nextNos = new WeakMap<Database, Map<number, number>>();

/** Takes some numbers of a store; returns the first of them. */
function takeNumbers(database: Database, storeId: number, count: number): number {
  const ofStores = nextNos.get(database) ?? new Map<number, number>();
  nextNos.set(database, ofStores);
  const first = ofStores.get(storeId) ?? FIRST_NO;
  ofStores.set(storeId, first + count);
  return first;
}

/** Far above the ids that the server gives out in a test. */
const FIRST_ID = 1_000_000_000;

/**
 * Inserts many bare completed sales at once, as no till could: three in each second before `latest`, with mixed totals;
 * no number finds them. Returns their ids, newest first.
 */
export async function fillManySales(
  database: Database,
  shop: Pick<Shop, 'store' | 'seller'>,
  count: number,
  latest = OPENING,
): Promise<number[]> {
  const first = FIRST_ID + filled;
  filled += count;
  const { id: storeId, code } = shop.store;
  const firstNo = takeNumbers(database, storeId, count);
  const oldest = latest - Math.floor((count - 1) / 3) * 1000;
  const base = {
    id: first,
    store_id: storeId,
    staff_id: shop.seller.id,
    status: 'completed' as const,
    version: 1,
    claim_no: 0,
    draft_number: draftNumber(code, firstNo),
    invoice_no: firstNo,
    invoice_number: invoiceNumber(code, firstNo),
    subtotal: 100,
    discount_amount: 0,
    taxable_amount: 100,
    tax_rate: 0,
    prices_include_tax: 0 as const,
    tax_amount: 0,
    total_amount: 100,
    change_due: 0,
    cash_rounding: 0,
    void_rounding: 0,
    points_earned: 0,
    balance_due: 0,
    owed_back: 0,
    floor_agreed_group: null,
    refunded_amount: 0,
    copies_printed: 0,
    created_at: latest,
    created_by_id: shop.seller.id,
    updated_at: latest,
    dated_at: oldest,
    completed_at: latest,
    completed_by_id: shop.seller.id,
  };
  const columns = Object.keys(base) as (keyof typeof base)[];
  await database.write(async (writer) => {
    await writer.insertInto('transactions').values(base).execute();
    for (let there = 1; there < count; there = Math.min(count, there * 2)) {
      const id = sql`(id + ${sql.lit(there)})`;
      const nth = sql`(id + ${sql.lit(there - first)})`;
      const no = sql`(id + ${sql.lit(firstNo + there - first)})`;
      // At least six digits, in an expression for both engines.
      const padded = sql`substr(cast(${no} + case when ${no} < 1000000 then 1000000 else 0 end as text), case when ${no} < 1000000 then 2 else 1 end)`;
      const made = new Map<string, ReturnType<typeof sql>>([
        ['id', id],
        ['draft_number', sql`${sql.lit(`${code}-D`)} || ${padded}`],
        ['invoice_no', no],
        ['invoice_number', sql`${sql.lit(`${code}-`)} || ${padded}`],
        ['dated_at', sql`${sql.lit(oldest)} + (${nth} / 3) * 1000`],
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

const ROWS_AT_ONCE = 20_000;

/** Stores the search codes of a store's bare sales, as the server does with each one. */
export async function keepNumbers(database: Database, { store }: Pick<Shop, 'store'>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await database.reader
      .selectFrom('transactions')
      .select(['id', 'draft_number', 'invoice_number'])
      .where('store_id', '=', store.id)
      .where('id', '>=', Math.max(FIRST_ID, last + 1))
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    const codes = rows.map(({ id, ...row }) => ({
      id,
      code_text: numbersText([row.draft_number, row.invoice_number]),
    }));
    await database.write((writer) => insertCodes(writer, 'transaction_codes', codes));
    last = rows.at(-1)?.id ?? last;
  }
}
