import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow, compiledWrite } from '../../db/compiled-query.ts';
import { holdRows } from '../../db/hold-rows.ts';
import type { Tables } from '../../db/tables.ts';

const claimRow = compiledRow((writer: Writer, customerId: number) =>
  holdRows(writer, writer.selectFrom('customers').select('loyalty_points').where('id', '=', customerId)),
);

/** Takes a customer's row for a change of points or figures, so that concurrent changes wait; returns the points. */
export async function claimPoints(writer: Writer, customerId: number): Promise<number | null> {
  return (await claimRow(writer, customerId))?.loyalty_points ?? null;
}

export const setPoints = compiledWrite((writer: Writer, customerId: number, points: number) =>
  writer.updateTable('customers').set({ loyalty_points: points }).where('id', '=', customerId),
);

export const insertLoyaltyEntry = compiledWrite(
  (writer: Writer, entry: Insertable<Tables['loyalty_entries']>) =>
    writer.insertInto('loyalty_entries').values(entry),
);

/** Selects the ids of a customer's loyalty entries, the newest first. */
export function selectLoyaltyIds(reader: Reader, customerId: number) {
  return reader
    .selectFrom('loyalty_entries as entry')
    .select('entry.id')
    .where('entry.customer_id', '=', customerId)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc');
}

/** Selects loyalty entries by ids, the newest first. */
export function selectLoyaltyEntries(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom('loyalty_entries as entry')
    .innerJoin('staff', 'staff.id', 'entry.staff_id')
    .leftJoin('transactions as sale', 'sale.id', 'entry.transaction_id')
    .leftJoin('stores', 'stores.id', 'sale.store_id')
    .selectAll('entry')
    .select(['staff.name as staff_name', 'sale.store_id', 'stores.timezone', 'stores.zones_json'])
    .where('entry.id', 'in', ids)
    .orderBy('entry.created_at', 'desc')
    .orderBy('entry.id', 'desc');
}
export type LoyaltyRow = Awaited<
  ReturnType<ReturnType<typeof selectLoyaltyEntries>['executeTakeFirstOrThrow']>
>;
