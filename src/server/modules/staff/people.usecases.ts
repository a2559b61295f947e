import { randomInt } from 'node:crypto';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { NewStaffForm, people, StaffMember, StaffRow, StaffUpdate } from '#contract/people.ts';
import { seesAllStores } from '#domain/roles.ts';
import { hasWords } from '#domain/search-key.ts';
import { DAY } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns, updatedColumns } from '../../db/columns.ts';
import { pageAnswer, pagePlace } from '../../db/paging.ts';
import { byNameKey } from '../../db/search-words.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { countChecked } from '../counts/counts.public.ts';
import { unlockHeldBy } from '../units/units.public.ts';
import { salesOf } from '../transactions/transactions.public.ts';
import { ownWords, readGrants } from './staff.queries.ts';
import { hashPassword } from './passwords.ts';
import { refuseWeakPassword } from './password-strength.rules.ts';
import { tellOldAddress } from './old-address.usecases.ts';
import * as guards from './people.guards.ts';
import { notedPerson, notePerson, presentPerson } from './people.present.ts';
import * as rows from './people.repository.ts';

const PEOPLE_A_PAGE = 10;
/** The lifetime of a temporary password. */
const TEMPORARY_FOR = DAY;
const TEMPORARY_LENGTH = 16;
/** Without look-alikes: it is dictated, and typed from paper. */
const TEMPORARY_SIGNS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

type Caller = { session: Session; now: number; noteTarget: NoteTarget };

/** Returns one page of the people who match, by name: those of the caller's stores, and the caller. */
export async function listPeople(
  reader: Reader,
  { search = '', role, store_id, is_active, ...query }: RouteInput<typeof people.list>['query'],
  { staff }: Session,
): Promise<RouteOutput<typeof people.list>> {
  const place = pagePlace(query, PEOPLE_A_PAGE);
  const within = seesAllStores(staff.role) ? null : { storeIds: staff.store_ids, staffId: staff.id };
  const fitting = await rows.findPeople(reader, { role, store_id, is_active, within });
  const found = fitting
    .filter(({ name, email }) => search.trim() === '' || hasWords(`${name} ${email}`, search))
    .sort(byNameKey);
  const page = found.slice(place.offset, place.offset + place.perPage);
  const stores = await rows.findStoresOf(
    reader,
    page.map(({ id }) => id),
  );
  return pageAnswer(
    page.map((row) => presentPerson(row, stores)),
    { count: found.length, capped: false },
    place,
  );
}

async function withFigures(reader: Reader, person: StaffRow, session: Session): Promise<StaffMember> {
  const { total, total_capped } = await salesOf(
    reader,
    person.id,
    session.staff.store_ids,
    pagePlace({ per_page: 1 }, 1),
  );
  return {
    ...person,
    transactions_count: total,
    transactions_capped: total_capped,
    checked_items_count: await countChecked(reader, person.id),
    permissions: (await readGrants(reader))(person.role),
  };
}

/** Returns a person with their figures, as far as the caller may see them; 404 `staff_not_found`. */
export async function describePerson(
  reader: Reader,
  staffId: number,
  session: Session,
): Promise<StaffMember> {
  return withFigures(reader, await guards.requirePerson(reader, session, staffId), session);
}

async function afterChange(writer: Writer, staffId: number, session: Session): Promise<StaffMember> {
  const row = await rows.findPerson(writer, staffId);
  if (!row) throw new ApiError('staff_not_found');
  return withFigures(writer, presentPerson(row, await rows.findStoresOf(writer, [staffId])), session);
}

/** Checks and hashes a password that one person gives another. */
export async function prepareGivenPassword(
  reader: Reader,
  password: string,
  person: { name: string; email: string },
): Promise<string> {
  // A match with the current password is not reported: that would be a way to guess it.
  await refuseWeakPassword(password, { field: 'password', own: await ownWords(reader, person) });
  return hashPassword(password);
}

/** Checks and hashes an edited password; null if it stays. 404 for a person whom the caller does not see. */
export async function prepareChangedPassword(
  reader: Reader,
  staffId: number,
  { password, name, email }: { password?: string; name?: string; email?: string },
  session: Session,
): Promise<string | null> {
  if (!password) return null;
  const known = await describePerson(reader, staffId, session);
  return prepareGivenPassword(reader, password, { name: name ?? known.name, email: email ?? known.email });
}

/** Ends a person's sign-ins and releases their units at tills; their drafts wait for others. */
async function endSignIns(writer: Writer, staffId: number): Promise<void> {
  await rows.deleteSignIns(writer, staffId);
  await unlockHeldBy(writer, staffId);
}

const withPrimary = (storeIds: readonly number[], primary: number | null) => [
  ...new Set(primary === null ? storeIds : [...storeIds, primary]),
];

/** Creates a person, who must change the given password; 403 for a rank or a store that is not the caller's. */
export async function createPerson(
  writer: Writer,
  { password, store_ids = [], ...form }: NewStaffForm,
  passwordHash: string,
  { session, now, noteTarget }: Caller,
): Promise<StaffMember> {
  await guards.beginPeopleChange(writer, session);
  await guards.refuseGranting(writer, session, form.role);
  const { primary_store_id: primary } = form;
  const assignment = { primary, storeIds: withPrimary(store_ids, primary) };
  const assigned = await guards.refuseAssignment(writer, session, assignment);
  const id = writer.nextId();
  const columns = insertedColumns('staff', {
    is_active: true,
    ...form,
    id,
    password_hash: passwordHash,
    must_change_password: true,
    created_at: now,
  });
  await rows.insertPerson(writer, columns);
  await rows.assignStores(writer, id, assigned);
  noteTarget({ name: form.name, storeId: primary });
  return afterChange(writer, id, session);
}

const isSame = (a: readonly number[], b: readonly number[]) =>
  new Set(a).symmetricDifference(new Set(b)).size === 0;

const isNamedAnew = ({ name, email }: Pick<StaffUpdate, 'name' | 'email'>, before: StaffRow) =>
  (name ?? before.name) !== before.name || (email ?? before.email) !== before.email;

type Updating = Caller & {
  /** The hash of the new password; null if it stays. */
  passwordHash: string | null;
  /** True if the caller gave their own password. */
  isProven: boolean;
  noteChange: NoteChange;
};

/**
 * Changes the named fields: of oneself only name and email; of others what rank and stores allow (403, 404). A
 * deactivation, a new role and a new password end that person's sign-ins. Another email needs the caller's own password
 * (422), is told to the one before, and ends that person's reset links. 409 `staff_changed` for fields that others changed
 * since the caller saw them.
 */
export async function updatePerson(
  writer: Writer,
  staffId: number,
  { known = {}, ...sent }: Omit<StaffUpdate, 'current_password'>,
  { session, now, passwordHash, isProven, noteChange, noteTarget }: Updating,
): Promise<StaffMember> {
  await guards.beginPeopleChange(writer, session);
  const before = await guards.requirePerson(writer, session, staffId);
  const changes = threeWayMerge(sent, known, before, { code: 'staff_changed' });
  const role = changes.role ?? before.role;
  const isActive = changes.is_active ?? before.is_active;
  const primary = changes.primary_store_id ?? before.primary_store_id;
  const storeIds = withPrimary(changes.store_ids ?? before.store_ids, primary);
  const changed = {
    role: role !== before.role,
    stores: primary !== before.primary_store_id || !isSame(storeIds, before.store_ids),
    is_active: isActive !== before.is_active,
    password: passwordHash !== null,
    email: changes.email !== undefined && changes.email !== before.email,
  };
  if (staffId === session.staff.id) guards.refuseOnOneself(changed);
  else guards.refuseUnmanaged(session, before.role);
  const isOfPerson = changed.role || changed.is_active || changed.password || isNamedAnew(changes, before);
  if (staffId !== session.staff.id && isOfPerson) guards.refuseShared(session, before);
  const entering = [...(changed.password ? ['password'] : []), ...(changed.email ? ['email'] : [])];
  if (staffId !== session.staff.id && entering.length > 0) {
    await guards.refuseEntering(writer, session, before.role, entering);
  }
  if (changed.email && !isProven) {
    throw fieldError('current_password', 'Your password is needed to change an email address');
  }
  if (changed.role) await guards.refuseGranting(writer, session, role);
  if (changed.role && primary === null) throw fieldError('primary_store_id', 'Primary store is required');
  if (changed.stores) {
    const was = { primary: before.primary_store_id, storeIds: before.store_ids };
    const assigned = await guards.refuseAssignment(writer, session, { primary, storeIds }, was);
    await rows.assignStores(writer, staffId, assigned);
  }
  const { password, store_ids, ...fields } = changes;
  const columns = updatedColumns('staff', {
    ...fields,
    role,
    is_active: isActive,
    primary_store_id: primary,
    ...(passwordHash && { password_hash: passwordHash, must_change_password: true, password_until: null }),
  });
  await rows.updatePersonRow(writer, staffId, columns);
  if ((changed.is_active && !isActive) || changed.role || changed.password) await endSignIns(writer, staffId);
  // A link sent to the old address must not open the account any more.
  else if (changed.email) await rows.deleteResets(writer, staffId);
  if (changed.email) await tellOldAddress(writer, before, { email: changes.email ?? '', session, now });
  const after = await afterChange(writer, staffId, session);
  // The audit event belongs to the primary store from before the change.
  noteTarget({ name: after.name, storeId: before.primary_store_id ?? primary });
  noteChange(notedPerson, notePerson(before), notePerson(after, changed.password));
  return after;
}

/** Returns an active person whom the caller manages; 404, 403, 409 `illegal_state` with the message `inactive`. */
async function requireActive(
  writer: Writer,
  staffId: number,
  session: Session,
  inactive: string,
): Promise<StaffRow> {
  await guards.beginPeopleChange(writer, session);
  const person = await guards.requirePerson(writer, session, staffId);
  const isOneself = staffId === session.staff.id;
  if (!isOneself) {
    guards.refuseUnmanaged(session, person.role);
    guards.refuseShared(session, person);
  }
  if (!person.is_active) {
    throw new ApiError('illegal_state', { message: `${person.name} ${inactive}` });
  }
  return person;
}

/** The audit target of a person is at their primary store. */
const atHome = ({ name, primary_store_id: storeId }: StaffRow) => ({ name, storeId });

/** Deactivates a person and signs them out, until they are activated again; 404, 403, 409 `illegal_state`. */
export async function deactivatePerson(
  writer: Writer,
  staffId: number,
  { session, noteChange, noteTarget }: Omit<Caller, 'now'> & { noteChange: NoteChange },
): Promise<void> {
  const before = await requireActive(writer, staffId, session, 'is inactive already');
  if (staffId === session.staff.id) {
    guards.refuseOnOneself({ role: false, stores: false, is_active: true, password: false });
  }
  await rows.updatePersonRow(writer, staffId, { is_active: 0 });
  await endSignIns(writer, staffId);
  noteTarget(atHome(before));
  noteChange(notedPerson, notePerson(before), notePerson({ ...before, is_active: false }));
}

/** Makes a random password, and its hash. */
export async function makeTemporaryPassword(): Promise<{ password: string; passwordHash: string }> {
  const signs = Array.from(
    { length: TEMPORARY_LENGTH },
    () => TEMPORARY_SIGNS[randomInt(TEMPORARY_SIGNS.length)],
  );
  const password = signs.join('');
  return { password, passwordHash: await hashPassword(password) };
}

/** Gives another person a temporary password for 24 hours and signs them out; 404, 403, 409 `illegal_state`. */
export async function resetPassword(
  writer: Writer,
  staffId: number,
  passwordHash: string,
  { session, now, noteChange, noteTarget }: Caller & { noteChange: NoteChange },
): Promise<StaffRow> {
  const person = await requireActive(writer, staffId, session, 'is inactive and cannot log in');
  if (staffId === session.staff.id) {
    guards.refuseOnOneself({ role: false, stores: false, is_active: false, password: true });
  }
  await guards.refuseEntering(writer, session, person.role, []);
  await rows.updatePersonRow(writer, staffId, {
    password_hash: passwordHash,
    must_change_password: 1,
    password_until: now + TEMPORARY_FOR,
  });
  await endSignIns(writer, staffId);
  noteTarget(atHome(person));
  noteChange(notedPerson, notePerson(person), notePerson(person, true));
  return person;
}
