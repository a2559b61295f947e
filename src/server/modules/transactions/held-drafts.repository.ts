import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';
import { isPaidDraft } from '../units/units.public.ts';

/** Finds a store's drafts, last saved first. */
export function findDrafts(reader: Reader, storeId: number, limit: number) {
  return (
    reader
      .selectFrom('transactions as draft')
      .innerJoin('staff', 'staff.id', 'draft.staff_id')
      .leftJoin('customers as customer', 'customer.id', 'draft.customer_id')
      .select([
        'draft.id',
        'draft.draft_number',
        'draft.total_amount',
        'draft.created_at',
        'draft.updated_at',
        'staff.id as staff_id',
        'staff.name as staff_name',
        'customer.id as customer_id',
        'customer.name as customer_name',
      ])
      .select((eb) =>
        eb
          .selectFrom('transaction_items as line')
          .select((line) => line.fn.countAll<number>().as('lines'))
          .whereRef('line.transaction_id', '=', 'draft.id')
          .as('items_count'),
      )
      .where('draft.store_id', '=', storeId)
      // A literal: only then can the index of drafts be used.
      .where('draft.status', '=', sql.lit('draft' as const))
      .where('draft.deleted_at', 'is', null)
      .orderBy('draft.dated_at', 'desc')
      .orderBy('draft.id', 'desc')
      .limit(limit)
      .execute()
  );
}

/** Finds the payments that count on some drafts, oldest first. */
export async function findPaymentsOn(reader: Reader, draftIds: readonly number[]) {
  if (draftIds.length === 0) return [];
  return reader
    .selectFrom('payments')
    .select(['transaction_id', 'method', 'amount', 'status'])
    .where('transaction_id', 'in', draftIds)
    .where('status', '<>', 'failed')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
export type PaidRow = Awaited<ReturnType<typeof findPaymentsOn>>[number];

/** Selects the lines of drafts whose units are held or reserved for them now. */
const heldLines = (reader: Reader, now: number) =>
  reader
    .selectFrom('transaction_items as line')
    .innerJoin('inventory_items as unit', (join) =>
      join
        .onRef('unit.id', '=', 'line.inventory_item_id')
        .onRef('unit.locked_for_draft', '=', 'line.transaction_id'),
    )
    .where('unit.status', '=', 'locked')
    .where('unit.lock_expires_at', '>', now);

/** Finds the person who took a draft's units last, and their device. */
export const findHolder = (reader: Reader, draftId: number, now: number) =>
  heldLines(reader, now)
    .innerJoin('staff', 'staff.id', 'unit.locked_by_id')
    .leftJoin('sessions', 'sessions.id', 'unit.locked_by_session')
    .select(['staff.name', 'sessions.device_name as device'])
    .where('line.transaction_id', '=', draftId)
    .orderBy('unit.locked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Finds who has a draft open at another till: the person who took its units last, and their device. The same person's
 * sign-in at the same device has ended there without telling the server, and one without a device is a program.
 */
export const findOtherTill = (
  reader: Reader,
  draftId: number,
  { sessionId, staffId, now }: { sessionId: number; staffId: number; now: number },
) =>
  heldLines(reader, now)
    .innerJoin('staff', 'staff.id', 'unit.locked_by_id')
    .innerJoin('sessions', 'sessions.id', 'unit.locked_by_session')
    .select(['staff.name', 'sessions.device_name as device'])
    .where('line.transaction_id', '=', draftId)
    .where('sessions.id', '<>', sessionId)
    .where((eb) => {
      const ownDevice = eb
        .selectFrom('sessions as own')
        .select('own.device_name')
        .where('own.id', '=', sessionId);
      return eb.or([
        eb('staff.id', '<>', staffId),
        eb('sessions.device_name', '<>', eb.fn.coalesce(ownDevice, eb.val(''))),
      ]);
    })
    // Units that are only reserved are at no till.
    .where((eb) => eb.or([eb('unit.till_lock_until', 'is', null), eb('unit.till_lock_until', '>', now)]))
    .orderBy('unit.locked_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds the owner of a draft. */
export const findOwner = (reader: Reader, { staff_id }: { staff_id: number }) =>
  reader.selectFrom('staff').select('name').where('id', '=', staff_id).executeTakeFirst();

/** Counts a store's drafts. */
export async function countDrafts(reader: Reader, storeId: number): Promise<number> {
  const row = await reader
    .selectFrom('transactions')
    .select(sql<number>`cast(count(*) as integer)`.as('drafts'))
    .where('store_id', '=', storeId)
    .where('status', '=', sql.lit('draft' as const))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.drafts;
}

export type DraftRow = Awaited<ReturnType<typeof findDrafts>>[number];

/** Finds the live holds and reservations of some drafts on their units. */
export async function findHolds(reader: Reader, draftIds: readonly number[], now: number) {
  if (draftIds.length === 0) return [];
  return heldLines(reader, now)
    .innerJoin('staff as holder', 'holder.id', 'unit.locked_by_id')
    .select([
      'line.transaction_id as draft_id',
      'holder.id as holder_id',
      'holder.name as holder_name',
      'unit.lock_expires_at',
      'unit.till_lock_until',
    ])
    .where('line.transaction_id', 'in', draftIds)
    .orderBy('unit.id')
    .execute();
}
export type HoldRow = Awaited<ReturnType<typeof findHolds>>[number];

/** Counts a store's drafts with payments of which an item is not reserved any more. */
export async function countNotHeld(reader: Reader, storeId: number, now: number): Promise<number> {
  const row = await reader
    .selectFrom('transactions as draft')
    .select(sql<number>`cast(count(*) as integer)`.as('drafts'))
    .where('draft.store_id', '=', storeId)
    .where(isPaidDraft)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('transaction_items as line')
          .innerJoin('inventory_items as unit', 'unit.id', 'line.inventory_item_id')
          .select('line.id')
          .whereRef('line.transaction_id', '=', 'draft.id')
          .where((eb) =>
            eb.not(
              eb.and([
                eb('unit.status', '=', 'locked'),
                eb(eb.fn.coalesce('unit.lock_expires_at', eb.val(0)), '>', now),
                eb('unit.till_lock_until', 'is not', null),
                // Null where the unit is in no draft.
                eb(eb.fn.coalesce('unit.locked_for_draft', eb.val(0)), '=', eb.ref('draft.id')),
              ]),
            ),
          ),
      ),
    )
    .executeTakeFirstOrThrow();
  return row.drafts;
}
