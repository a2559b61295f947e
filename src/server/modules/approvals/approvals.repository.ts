import type { Insertable, Selectable } from 'kysely';
import { roles, seesAllStores } from '#domain/roles.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledChange, compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';

/** Finds the people who work at a store and have a PIN or a badge, by name. */
export const findPeopleWithPin = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('staff')
    .innerJoin('staff_pins as pin', 'pin.staff_id', 'staff.id')
    .select(['staff.id', 'staff.name', 'staff.role'])
    .where('staff.is_active', '=', 1)
    .where('staff.must_change_password', '=', 0)
    .where((eb) => eb.or([eb('pin.pin_hash', 'is not', null), eb('pin.badge_hash', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb('staff.role', 'in', roles.filter(seesAllStores)),
        eb(
          'staff.id',
          'in',
          eb.selectFrom('staff_stores').select('staff_id').where('store_id', '=', storeId),
        ),
      ]),
    )
    .orderBy('staff.name_key')
    .execute();

export async function insertApproval(writer: Writer, row: Insertable<Tables['approvals']>): Promise<void> {
  await writer.insertInto('approvals').values(row).execute();
}

export const findByToken = compiledRow((reader: Reader, tokenHash: string) =>
  reader
    .selectFrom('approvals')
    .innerJoin('staff', 'staff.id', 'approvals.approver_id')
    .selectAll('approvals')
    .select('staff.name as approver_name')
    .where('token_hash', '=', tokenHash),
);

/** Marks an approval as used; of concurrent requests one succeeds. */
export const markUsed = compiledChange((writer: Writer, approvalId: number, now: number) =>
  writer
    .updateTable('approvals')
    .set({ used_at: now })
    .where('id', '=', approvalId)
    .where('used_at', 'is', null),
);

/** Ends the unused approvals that a person gave. */
export async function endApprovalsBy(writer: Writer, approverId: number, now: number): Promise<void> {
  await writer
    .updateTable('approvals')
    .set({ expires_at: now })
    .where('approver_id', '=', approverId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
}

export async function deleteApprovalsBefore(writer: Writer, before: number): Promise<void> {
  await writer.deleteFrom('approvals').where('expires_at', '<', before).execute();
}

type PinRow = Selectable<Tables['staff_pins']>;

/** People with the hashes of their PIN and badge; null if they have none. */
const selectPeople = (reader: Reader) =>
  reader
    .selectFrom('staff')
    .leftJoin('staff_pins as pin', 'pin.staff_id', 'staff.id')
    .select(['staff.id', 'staff.name', 'staff.is_active', 'pin.pin_hash', 'pin.badge_hash']);
export type PersonWithPin = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

export const findByStaffId = (reader: Reader, staffId: number) =>
  selectPeople(reader).where('staff.id', '=', staffId).executeTakeFirst();

export const findByBadge = (reader: Reader, badgeId: string) =>
  selectPeople(reader).where('pin.badge_id', '=', badgeId).executeTakeFirst();

export const findPin = (reader: Reader, staffId: number): Promise<PinRow | undefined> =>
  reader.selectFrom('staff_pins').selectAll().where('staff_id', '=', staffId).executeTakeFirst();

/** Changes the given columns of a person's PIN and badge; the others stay. */
export async function savePin(
  writer: Writer,
  staffId: number,
  changes: Partial<Omit<PinRow, 'staff_id'>> & { changed_at: number },
): Promise<void> {
  await writer
    .insertInto('staff_pins')
    .values({ pin_hash: null, badge_id: null, badge_hash: null, ...changes, staff_id: staffId })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(changes))
    .execute();
}
