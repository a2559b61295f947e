import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

export type PinRow = Selectable<Tables['staff_pins']>;

/** Somebody with what they show who they are by; without either where they have none. */
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

/** Sets some of what somebody has; what is not named stays. */
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
