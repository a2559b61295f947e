import { ApiError } from '#contract/errors.ts';
import { can } from '#domain/permissions.ts';
import { seesAllStores } from '#domain/roles.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import type { NoteTarget } from '../../http/call.ts';
import { unlockHeldIn } from '../units/units.public.ts';
import {
  closeSession,
  findStaff,
  openSession,
  readGrants,
  requireOwnPassword,
  type StaffAccount,
} from '../staff/staff.public.ts';
import { findPeopleWithPin } from './approvals.repository.ts';
import { recognise, type AskedAt, type Proof } from './recognise.usecases.ts';

/**
 * Finds who may take over a till of a store: people who sell there and have a PIN or a badge. Roles that see all stores
 * sign in with their password: six digits do not open the whole chain.
 */
export async function cashiersOf(reader: Reader, storeId: number): Promise<{ id: number; name: string }[]> {
  const [people, grants] = await Promise.all([findPeopleWithPin(reader, storeId), readGrants(reader)]);
  return people
    .filter(({ role }) => !seesAllStores(role))
    .filter(({ role }) => can({ role, permissions: grants(role) }, 'transactions.create'))
    .map(({ id, name }) => ({ id, name }));
}

/** Identifies who takes the till over: 422 `wrong_pin`, 429, and 422 for a person who may not do so here. */
export async function prepareSwitch(database: Database, proof: Proof, at: AskedAt): Promise<StaffAccount> {
  const among = await cashiersOf(database.reader, at.storeId);
  const meant = { action: 'staff.switchCashier', among, otherwise: 'signs in with a password here' };
  const { id } = await recognise(database, proof, at, meant);
  const account = await findStaff(database.reader, id);
  if (!account) throw new ApiError('wrong_pin');
  return account;
}

/** Ends one sign-in and opens another on the same device. Frees the first one's units: its draft keeps them. */
export async function switchCashier(
  writer: Writer,
  next: StaffAccount,
  {
    session,
    now,
    address,
    tillKey,
    device,
    tillSecret,
    noteTarget,
  }: AskedAt & { device: string | null; tillSecret: string | null; noteTarget: NoteTarget },
) {
  // A repeated request would make two sign-ins of one.
  if (!(await closeSession(writer, session))) throw new ApiError('unauthenticated');
  await unlockHeldIn(writer, session.id);
  noteTarget({ name: next.name });
  const place = { device, address, tillKey, tillSecret };
  const signIn = { email: next.email, password: '', remember: false, ...place };
  return openSession(writer, next, signIn, now);
}

/** Refuses a caller who does not prove to be the signed-in person: 422 `wrong_pin`, `wrong_password`, 429. */
export async function requireOneself(
  database: Database,
  { current_password, ...proof }: Proof & { current_password?: string },
  at: AskedAt,
): Promise<void> {
  const { session, address, tillKey, now } = at;
  if (current_password !== undefined) {
    return requireOwnPassword(database, session, {
      password: current_password,
      address,
      tillKey,
      now,
    });
  }
  const person = await recognise(database, { ...proof, staff_id: session.staff.id }, at, {
    action: 'staff.unlock',
  });
  if (person.id === session.staff.id) return;
  const message = 'This badge is somebody else’s. Change the cashier to go on with it';
  throw new ApiError('wrong_pin', { message, fields: { badge: [message] } });
}
