import { sql } from 'kysely';
import { roles, seesAllStores } from '#domain/roles.ts';
import type { UnitStatus } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';

const count = sql<number>`cast(count(*) as integer)`;

/** Counts the active people of a store, and those with it as their primary one. */
export function countStaff(reader: Reader, storeId: number) {
  return reader
    .selectFrom('staff_stores as place')
    .innerJoin('staff', 'staff.id', 'place.staff_id')
    .select([
      count.as('all'),
      sql<number>`cast(coalesce(sum(case when staff.primary_store_id = place.store_id then 1 else 0 end), 0)
        as integer)`.as('primary'),
    ])
    .where('place.store_id', '=', storeId)
    .where('staff.is_active', '=', 1)
    .executeTakeFirstOrThrow();
}

/** Counts the active people of a store who work at no other active one; roles that see all stores are never left out. */
export async function countPeopleLeft(reader: Reader, storeId: number): Promise<number> {
  const { people } = await reader
    .selectFrom('staff_stores as place')
    .innerJoin('staff', 'staff.id', 'place.staff_id')
    .select(count.as('people'))
    .where('place.store_id', '=', storeId)
    .where('staff.is_active', '=', 1)
    .where(
      'staff.role',
      'in',
      roles.filter((role) => !seesAllStores(role)),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_stores as other')
            .innerJoin('stores', 'stores.id', 'other.store_id')
            .select('stores.id')
            .whereRef('other.staff_id', '=', 'place.staff_id')
            .where('other.store_id', '<>', storeId)
            .where('stores.is_active', '=', 1),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return people;
}

/** Counts the orders of a store of which something is still to come. */
export async function countOpenOrders(reader: Reader, storeId: number): Promise<number> {
  const { orders } = await reader
    .selectFrom('purchase_orders')
    .select(count.as('orders'))
    .where('store_id', '=', storeId)
    .where('status', 'in', ['pending', 'partial'])
    .executeTakeFirstOrThrow();
  return orders;
}

/** Counts the shifts of a store that were not closed. */
export async function countOpenShifts(reader: Reader, storeId: number): Promise<number> {
  const { shifts } = await reader
    .selectFrom('shifts')
    .select(count.as('shifts'))
    // Found among the few open ones: SQLite would read all shifts of the store.
    .where(sql<number>`store_id + 0`, '=', storeId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return shifts;
}

/** Counts the stock counts of a store that are not closed. */
export async function countOpenCounts(reader: Reader, storeId: number): Promise<number> {
  const { open } = await reader
    .selectFrom('stock_counts')
    .select(count.as('open'))
    .where('store_id', '=', storeId)
    .where('status', 'in', ['open', 'closing'])
    .executeTakeFirstOrThrow();
  return open;
}

/** Counts the units in stock at a store, held ones included. */
export async function countInStock(reader: Reader, storeId: number): Promise<number> {
  const row = await reader
    .selectFrom('stock_of_stores')
    .select('units')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row?.units ?? 0;
}

/** Counts the units of a store that are not for sale, by what became of them. */
export async function countAside(reader: Reader, storeId: number) {
  const rows = await reader
    .selectFrom('inventory_items')
    .select(['status', count.as('units')])
    .where('store_id', '=', storeId)
    // Worded like the index of such units: only then can it be used.
    .where(sql<boolean>`status in ('in_transit', 'defective', 'on_hold', 'lost', 'returned')`)
    .groupBy('status')
    .execute();
  const unitsOf = (status: UnitStatus) => rows.find((row) => row.status === status)?.units ?? 0;
  return {
    units_defective: unitsOf('defective'),
    units_on_hold: unitsOf('on_hold'),
    units_lost: unitsOf('lost'),
    units_returned: unitsOf('returned'),
  };
}

/** Counts the held units of a store. */
export async function countHeld(reader: Reader, storeId: number, now: number): Promise<number> {
  const { held } = await reader
    .selectFrom('inventory_items')
    .select(count.as('held'))
    .where('store_id', '=', storeId)
    // A literal: only then can the index of held units be used.
    .where('status', '=', sql.lit('locked' as const))
    .where('lock_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return held;
}

/** Counts all sales that a store ever completed: its invoices are numbered without gaps. */
export async function countSales(reader: Reader, storeId: number): Promise<number> {
  const row = await reader
    .selectFrom('number_series')
    .select('last_no')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  return row?.last_no ?? 0;
}

/** Locks all drafts of a store: payments being taken for one finish first, or wait. */
export async function claimDrafts(writer: Writer, storeId: number): Promise<void> {
  await writer
    .updateTable('transactions')
    .set((eb) => ({ claim_no: eb('claim_no', '+', 1) }))
    .where('store_id', '=', storeId)
    .where('status', '=', sql.lit('draft' as const))
    .where('deleted_at', 'is', null)
    .execute();
}

/** Counts a store's drafts with a payment that still counts. */
export async function countPaidDrafts(reader: Reader, storeId: number): Promise<number> {
  const { drafts } = await reader
    .selectFrom('transactions as draft')
    .select(count.as('drafts'))
    .where('draft.store_id', '=', storeId)
    .where('draft.status', '=', sql.lit('draft' as const))
    .where('draft.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.transaction_id', '=', 'draft.id')
          .where('payments.status', 'in', ['completed', 'pending'])
          .where('payments.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirstOrThrow();
  return drafts;
}
