import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { isFree } from '../units/units.public.ts';

/** Returns some units with what has become of each since it was made. */
export const findLives = (reader: Reader, unitIds: readonly number[]) =>
  reader
    .selectFrom('inventory_items as item')
    .select(['item.id', 'item.status', 'item.store_id', 'item.updated_at', 'item.lock_expires_at'])
    .select(({ exists, selectFrom, lit }) => [
      exists(
        selectFrom('transaction_items as line')
          .select(lit(1).as('one'))
          .whereRef('line.inventory_item_id', '=', 'item.id')
          .where('line.warranty_months', 'is not', null),
      ).as('was_sold'),
      exists(
        selectFrom('transfer_items as sent')
          .select(lit(1).as('one'))
          .whereRef('sent.inventory_item_id', '=', 'item.id'),
      ).as('was_sent'),
      exists(
        selectFrom('count_units as counted')
          .select(lit(1).as('one'))
          .whereRef('counted.inventory_item_id', '=', 'item.id'),
      ).as('was_counted'),
      exists(
        selectFrom('unit_events as event')
          .select(lit(1).as('one'))
          .whereRef('event.inventory_item_id', '=', 'item.id')
          .where('event.kind', '<>', 'received'),
      ).as('has_history'),
    ])
    .where('item.id', 'in', unitIds)
    .orderBy('item.id')
    .execute();
export type Life = Awaited<ReturnType<typeof findLives>>[number];

/** Finds those of some units that a draft in some stores has; drafts are few, and the lines of a unit many. */
export const findDrafted = (reader: Reader, unitIds: readonly number[], storeIds: readonly number[]) =>
  reader
    .selectFrom('transactions as draft')
    .innerJoin('transaction_items as line', 'line.transaction_id', 'draft.id')
    .select('line.inventory_item_id as id')
    .where('draft.store_id', 'in', storeIds)
    // Literal, so that the partial index is used.
    .where('draft.status', '=', sql.lit('draft' as const))
    .where('draft.deleted_at', 'is', null)
    .where('line.inventory_item_id', 'in', unitIds)
    .execute();

/** Takes the row of a unit that nobody holds or has changed since it was made; undefined for any other. */
export const claimUntouched = compiledRow((writer: Writer, unitId: number, now: number) =>
  writer
    .updateTable('inventory_items')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', unitId)
    .where('updated_at', 'is', null)
    .where((eb) => isFree(eb, now))
    .returning('id'),
);
