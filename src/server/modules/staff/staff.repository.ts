import type { Insertable, Selectable } from 'kysely';
import { roles, seesAllStores, type Role } from '#domain/roles.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRows } from '../../db/compiled-query.ts';
import type { Flag } from '../../db/columns.ts';
import type { Tables } from '../../db/tables.ts';

export type StaffRow = Selectable<Tables['staff']>;

export function findStaffByEmail(reader: Reader, email: string): Promise<StaffRow | undefined> {
  return reader.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst();
}

export function findStaff(reader: Reader, staffId: number): Promise<StaffRow | undefined> {
  return reader.selectFrom('staff').selectAll().where('id', '=', staffId).executeTakeFirst();
}

/** Finds a token's live sign-in and active person: a row for each of their stores, or one without a store. */
export const findSession = compiledRows((reader: Reader, tokenHash: string, now: number) =>
  reader
    .selectFrom('sessions')
    .innerJoin('staff', 'staff.id', 'sessions.staff_id')
    .leftJoin('stores', (join) =>
      join.on((eb) =>
        eb.or([
          eb('staff.role', 'in', roles.filter(seesAllStores)),
          eb(
            'stores.id',
            'in',
            eb.selectFrom('staff_stores').select('store_id').whereRef('staff_id', '=', 'staff.id'),
          ),
        ]),
      ),
    )
    .select((eb) => [
      'sessions.id as session_id',
      'sessions.last_used_at',
      'staff.id',
      'staff.name',
      'staff.role',
      'staff.primary_store_id',
      'staff.must_change_password',
      'stores.id as store_id',
      'stores.is_active as is_store_active',
      eb.selectFrom('shop_version').select('version').as('shop_version'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('staff.is_active', '=', 1)
    .orderBy('stores.id'),
);

/** Finds where roles' permissions differ from the default. */
export function findGrants(reader: Reader): Promise<Selectable<Tables['role_grants']>[]> {
  return reader.selectFrom('role_grants').selectAll().execute();
}

/** Replaces a role's differences from the default; rows of permissions that are not `known` stay. */
export async function replaceGrants(
  writer: Writer,
  role: Role,
  known: readonly string[],
  grants: readonly Omit<Tables['role_grants'], 'role'>[],
): Promise<void> {
  await writer.deleteFrom('role_grants').where('role', '=', role).where('permission', 'in', known).execute();
  if (grants.length === 0) return;
  await writer
    .insertInto('role_grants')
    .values(grants.map((grant) => ({ ...grant, role })))
    .execute();
}

/** A store as far as it matters for its staff. */
export type WorkStore = { id: number; is_active: Flag };

/** Finds the stores that a person is assigned to, the primary one included. */
export function findOwnStores(reader: Reader, staffId: number): Promise<WorkStore[]> {
  return reader
    .selectFrom('staff_stores')
    .innerJoin('stores', 'stores.id', 'staff_stores.store_id')
    .select(['stores.id', 'stores.is_active'])
    .where('staff_stores.staff_id', '=', staffId)
    .orderBy('stores.id')
    .execute();
}

export function findAllStores(reader: Reader): Promise<WorkStore[]> {
  return reader.selectFrom('stores').select(['id', 'is_active']).orderBy('id').execute();
}

export async function findStoreName(reader: Reader, storeId: number): Promise<string | null> {
  const row = await reader.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirst();
  return row?.name ?? null;
}

export async function insertSession(writer: Writer, session: Insertable<Tables['sessions']>): Promise<void> {
  await writer.insertInto('sessions').values(session).execute();
}

/** Returns true if it existed: of several that end it at once, one wins. */
export async function deleteSession(writer: Writer, sessionId: number): Promise<boolean> {
  const ended = await writer.deleteFrom('sessions').where('id', '=', sessionId).returning('id').execute();
  return ended.length > 0;
}

/** Ends all sign-ins of a person, except an optional one. */
export async function endSessionsOf(writer: Writer, staffId: number, kept = 0): Promise<void> {
  await writer.deleteFrom('sessions').where('staff_id', '=', staffId).where('id', '!=', kept).execute();
}

export async function deleteExpiredSessions(writer: Writer, now: number): Promise<void> {
  await writer.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

export async function markSignedIn(writer: Writer, staffId: number, now: number): Promise<void> {
  await writer.updateTable('staff').set({ last_login_at: now }).where('id', '=', staffId).execute();
}

export async function setPassword(writer: Writer, staffId: number, passwordHash: string): Promise<void> {
  await writer
    .updateTable('staff')
    .set({ password_hash: passwordHash, must_change_password: 0, password_until: null })
    .where('id', '=', staffId)
    .execute();
}
