import { ApiError, fieldError, type FieldErrors } from '#contract/errors.ts';
import type { StaffRow } from '#contract/people.ts';
import { can, grantsAbove, permissionLabel } from '#domain/permissions.ts';
import { managesRole, type Role, roleLabel, seesAllStores } from '#domain/roles.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { ownPasswordSubjects } from './guess-limits.ts';
import { isRightGuess } from './guesses.ts';
import { type Arrival, placeOf, placeOfSession } from '../known-devices/known-devices.public.ts';
import { presentPerson } from './people.present.ts';
import { findPerson, findStores, findStoresOf, takeTurn } from './people.repository.ts';
import { readGrants } from './staff.queries.ts';
import { findStaff } from './staff.repository.ts';

const forbidden = (message: string, fields: FieldErrors = {}) =>
  new ApiError('forbidden', { message, fields });

/** Returns a colleague from one of the caller's stores, or the caller; 404 `staff_not_found`. */
export async function requirePerson(reader: Reader, session: Session, staffId: number): Promise<StaffRow> {
  const row = await findPerson(reader, staffId);
  if (!row) throw new ApiError('staff_not_found');
  const person = presentPerson(row, await findStoresOf(reader, [staffId]));
  const { id, role, store_ids } = session.staff;
  const isSeen =
    id === staffId || seesAllStores(role) || person.store_ids.some((one) => store_ids.includes(one));
  if (!isSeen) throw new ApiError('staff_not_found');
  return person;
}

/**
 * Begins a change of people: changes run one after the other, and the caller must still be allowed to make it. Of two
 * admins who deactivate each other at once, the second gets 401, so that an admin always remains.
 */
export async function beginPeopleChange(writer: Writer, { staff }: Session): Promise<void> {
  await takeTurn(writer);
  const caller = await findPerson(writer, staff.id);
  if (caller?.is_active !== 1 || caller.role !== staff.role) throw new ApiError('unauthenticated');
}

/** 403 for people at the caller's own rank or above, and for callers without `staff.manage`. */
export function refuseUnmanaged({ staff }: Session, role: Role): void {
  if (!can(staff, 'staff.manage')) throw new ApiError('forbidden');
  if (!managesRole(staff.role, role)) {
    throw forbidden(
      `Your role, ${roleLabel(staff.role)}, cannot manage people with the role ${roleLabel(role)}`,
    );
  }
}

/**
 * 403 for people who also work at a store that is not the caller's: their password would let the caller in there, too.
 * It does not check that they work at the caller's own stores.
 */
export function refuseShared({ staff }: Session, person: StaffRow): void {
  if (seesAllStores(staff.role)) return;
  const own = [...staff.store_ids, ...staff.inactive_store_ids];
  const stores = [
    ...person.store_ids,
    ...(person.primary_store_id === null ? [] : [person.primary_store_id]),
  ];
  if (stores.every((id) => own.includes(id))) return;
  throw forbidden(`${person.name} also works at a store that is not yours. A regional manager can do this`);
}

/** 403 on `role` for a role at the caller's own rank or above, or one with permissions beyond the caller's. */
export async function refuseGranting(reader: Reader, { staff }: Session, role: Role): Promise<void> {
  if (!managesRole(staff.role, role)) {
    const message = `Your role, ${roleLabel(staff.role)}, cannot give the role ${roleLabel(role)}`;
    throw forbidden(message, { role: [message] });
  }
  await refuseEntering(reader, { staff }, role, ['role']);
}

/**
 * 403 on each field that would let the caller in as a person whose role has permissions beyond the caller's: they would
 * know that person's password, or receive their reset link.
 */
export async function refuseEntering(
  reader: Reader,
  { staff }: Pick<Session, 'staff'>,
  role: Role,
  fields: readonly string[],
): Promise<void> {
  const above = grantsAbove(staff.role, role, await readGrants(reader));
  if (above.length === 0) return;
  const more = above.map((permission) => `“${permissionLabel(permission)}”`).join(', ');
  const message = `${roleLabel(role)} was granted more than your role: ${more}. An admin can do this`;
  throw forbidden(message, Object.fromEntries(fields.map((field) => [field, [message]])));
}

/** Refuses these changes of oneself, to admins too. */
export function refuseOnOneself(changed: {
  role: boolean;
  stores: boolean;
  is_active: boolean;
  password: boolean;
}): void {
  if (changed.role) throw forbidden('You cannot change your own role');
  if (changed.stores) throw forbidden('You cannot change your own stores');
  if (changed.is_active) throw forbidden('You cannot deactivate yourself');
  if (changed.password) throw forbidden('Change your own password under Change Password');
}

/** The stores of a person, and the primary one. */
type Assignment = { primary: number | null; storeIds: readonly number[] };

const NOWHERE: Assignment = { primary: null, storeIds: [] };

/**
 * 403 `foreign_store` if stores that are not the caller's would be given or taken, 422 for a new one that does not
 * exist or is inactive.
 */
export async function refuseAssignment(
  reader: Reader,
  { staff }: Session,
  after: Assignment,
  before: Assignment = NOWHERE,
): Promise<{ added: number[]; removed: number[] }> {
  const added = after.storeIds.filter((id) => !before.storeIds.includes(id));
  const removed = before.storeIds.filter((id) => !after.storeIds.includes(id));
  const moved = after.primary === before.primary ? [] : [after.primary, before.primary];
  const touched = [...added, ...removed, ...moved].filter((id) => id !== null);
  const known = new Map((await findStores(reader, added)).map((store) => [store.id, store]));
  for (const id of added) {
    const field = id === after.primary ? 'primary_store_id' : 'store_ids';
    if (!known.has(id)) throw fieldError(field, 'This store does not exist');
    if (known.get(id)?.is_active !== 1) throw fieldError(field, 'This store is inactive');
  }
  if (!seesAllStores(staff.role) && touched.some((id) => !staff.store_ids.includes(id))) {
    throw new ApiError('foreign_store', {
      message: 'You can only give and take the stores that you work at',
    });
  }
  return { added, removed };
}

/**
 * 422 `wrong_password` on `current_password` unless it is the caller's; 429 for too many guesses. Call outside
 * transactions: it hashes.
 */
export async function requireOwnPassword(
  database: Database,
  session: Session,
  { password, now, ...arrival }: Arrival & { password: string; now: number },
): Promise<void> {
  const place = await placeOf(database.reader, arrival, session.staff.id);
  const row = await findStaff(database.reader, session.staff.id);
  const isRight = await isRightGuess(database, {
    secret: password,
    hash: row?.password_hash ?? null,
    subjects: ownPasswordSubjects(session.staff.id, place),
    place: placeOfSession(session),
    now,
  });
  if (isRight) return;
  const message = 'Current password is incorrect';
  throw new ApiError('wrong_password', { message, fields: { current_password: [message] } });
}
