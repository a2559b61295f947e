import { randomBytes } from 'node:crypto';
import { ApiError, fieldError } from '#contract/errors.ts';
import { PASSWORDS_DO_NOT_MATCH, signedInStaff, type SignedInStaff } from '#contract/staff.ts';
import { rolesGivenBy } from '#domain/permissions.ts';
import { seesAllStores } from '#domain/roles.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import { appendAudit, NOBODY } from '../../http/audit.ts';
import type { Session } from '../../http/call.ts';
import { hashToken } from '../../http/hash-token.ts';
import { toShape } from '../../http/to-shape.ts';
import {
  forgetFailuresAt,
  forgetOldFailures,
  ownPasswordSubjects,
  signInSubjects,
  type KeepRefusal,
} from './guess-limits.ts';
import { isRightGuess, withinShare } from './guesses.ts';
import {
  type Arrival,
  forgetOldDevices,
  keepDevice,
  placeOf,
  placeOfSession,
  strangerAt,
} from '../known-devices/known-devices.public.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { grantsAt, ownWords, readGrants } from './staff.queries.ts';
import { refuseWeakPassword } from './password-strength.rules.ts';
import * as staffRows from './staff.repository.ts';

const HOUR = 3_600_000;
const SIGNED_IN_FOR = 12 * HOUR;
const REMEMBERED_FOR = 30 * 24 * HOUR;

/** Splits a person's stores; inactive ones stay readable only for roles that see all stores. */
function worksIn(role: staffRows.StaffRow['role'], stores: readonly staffRows.WorkStore[]) {
  const isTheirs = ({ is_active }: staffRows.WorkStore) => is_active === 1 || seesAllStores(role);
  const idsOf = (some: staffRows.WorkStore[]) => some.map((store) => store.id);
  return {
    store_ids: idsOf(stores.filter(isTheirs)),
    inactive_store_ids: idsOf(stores.filter(({ is_active }) => is_active === 0)),
  };
}

async function storesOf(reader: Reader, { id, role }: Pick<staffRows.StaffRow, 'id' | 'role'>) {
  const find = seesAllStores(role) ? staffRows.findAllStores(reader) : staffRows.findOwnStores(reader, id);
  return worksIn(role, await find);
}

/** Returns the session of a token with permissions and stores; null if it is unknown, ended or expired. */
export async function identify(reader: Reader, token: string, now: number): Promise<Session | null> {
  const rows = await staffRows.findSession(reader, hashToken(token), now);
  const [row] = rows;
  if (!row) return null;
  const stores = rows.flatMap(({ store_id: storeId, is_store_active: isActive }) =>
    storeId === null || isActive === null ? [] : [{ id: storeId, is_active: isActive }],
  );
  const shopVersion = row.shop_version ?? 0;
  const grants = await grantsAt(reader, shopVersion);
  return {
    id: row.session_id,
    shopVersion,
    lastUsedAt: row.last_used_at,
    staff: {
      id: row.id,
      name: row.name,
      role: row.role,
      permissions: grants(row.role),
      ...worksIn(row.role, stores),
      primary_store_id: row.primary_store_id,
      must_change_password: row.must_change_password === 1,
    },
  };
}

/**
 * Returns a person as if they were signed in now, for what they did while nobody could sign in, and whether they still
 * may; null for one who never was.
 */
export async function personAsCaller(
  reader: Reader,
  staffId: number,
): Promise<{ session: Session; isActive: boolean } | null> {
  const row = await staffRows.findStaff(reader, staffId);
  if (!row) return null;
  const [grants, stores] = await Promise.all([readGrants(reader), storesOf(reader, row)]);
  return {
    isActive: row.is_active === 1,
    session: {
      id: 0,
      shopVersion: 0,
      lastUsedAt: null,
      staff: {
        id: row.id,
        name: row.name,
        role: row.role,
        permissions: grants(row.role),
        ...stores,
        primary_store_id: row.primary_store_id,
        must_change_password: false,
      },
    },
  };
}

async function describe(reader: Reader, row: staffRows.StaffRow): Promise<SignedInStaff> {
  const grants = await readGrants(reader);
  const storeName = row.primary_store_id && (await staffRows.findStoreName(reader, row.primary_store_id));
  return toShape(signedInStaff, row, {
    primary_store: row.primary_store_id && storeName ? { id: row.primary_store_id, name: storeName } : null,
    store_ids: (await storesOf(reader, row)).store_ids,
    permissions: grants(row.role),
    gives_roles: rolesGivenBy(row.role, grants),
  });
}

export async function describeSignedIn(reader: Reader, session: Session): Promise<SignedInStaff> {
  const row = await staffRows.findStaff(reader, session.staff.id);
  if (!row) throw new ApiError('unauthenticated');
  return describe(reader, row);
}

export type SignIn = {
  email: string;
  password: string;
  remember: boolean;
  device: string | null;
  /** The secret of the credential of the till where it is; null elsewhere. */
  tillSecret: string | null;
} & Arrival;

/**
 * Checks an account's password; counts and refuses failures (401, 429). 503 `busy` where too many come from a place: before
 * anything is looked up if no device names itself. Opens no transaction while hashing.
 */
export function checkSignIn(database: Database, signIn: SignIn, now: number): Promise<staffRows.StaffRow> {
  const check = () => checkAccount(database, signIn, now);
  return signIn.tillKey === null ? withinShare(`call from ${strangerAt(signIn).name}`, check) : check();
}

async function checkAccount(database: Database, signIn: SignIn, now: number): Promise<staffRows.StaffRow> {
  const email = signIn.email.toLowerCase();
  const row = await staffRows.findStaffByEmail(database.reader, email);
  const place = await placeOf(database.reader, signIn, row?.id);
  const subjects = signInSubjects(email, place);
  const keep: KeepRefusal = (writer, refused) =>
    appendAudit(writer, {
      ...NOBODY,
      action: 'staff.login',
      params: { staffId: row?.id },
      target: row,
      refused: refused === 'guess' ? 'wrong_credentials' : refused,
      address: signIn.address,
      now,
    });
  const account = row?.is_active === 1 ? row : null;
  const guess = { secret: signIn.password, hash: account?.password_hash ?? null };
  const isRight = await isRightGuess(database, { ...guess, subjects, place, now, keep });
  if (!account || !isRight) throw new ApiError('wrong_credentials');
  if (account.password_until !== null && account.password_until <= now)
    throw new ApiError('password_expired');
  return account;
}

/** Finds the active person with an email in lower case; undefined for an inactive or unknown account. */
export async function findActiveByEmail(reader: Reader, email: string) {
  const row = await staffRows.findStaffByEmail(reader, email);
  return row?.is_active === 1 ? row : undefined;
}

/** Opens a sign-in of 12 hours (remembered: 30 days). The token leaves the server once; only its hash is kept. */
export async function openSession(
  writer: Writer,
  account: staffRows.StaffRow,
  signIn: SignIn,
  now: number,
): Promise<{ token: string; expiresAt: number; staff: SignedInStaff }> {
  const token = randomBytes(32).toString('base64url');
  const longest = now + (signIn.remember ? REMEMBERED_FOR : SIGNED_IN_FOR);
  // A sign-in with a temporary password ends when the password expires.
  const expiresAt = Math.min(longest, account.password_until ?? longest);
  await staffRows.insertSession(writer, {
    id: writer.nextId(),
    token_hash: hashToken(token),
    staff_id: account.id,
    device_name: signIn.device,
    created_at: now,
    expires_at: expiresAt,
    last_used_at: now,
    address: signIn.address,
  });
  await staffRows.markSignedIn(writer, account.id, now);
  await forgetFailuresAt(writer, account.email, await placeOf(writer, signIn, account.id));
  await keepDevice(writer, account.id, signIn.tillKey, now);
  await keepDevice(writer, account.id, signIn.tillSecret, now);
  return { token, expiresAt, staff: await describe(writer, { ...account, last_login_at: now }) };
}

export async function closeSession(writer: Writer, session: Session): Promise<boolean> {
  return staffRows.deleteSession(writer, session.id);
}

type PasswordChange = {
  current_password: string;
  new_password: string;
  new_password_confirmation: string;
};

/**
 * Checks a change of one's own password and hashes the new one; errors name their fields, 429 for too many guesses.
 * Null if it is the current password already: this answer is not stored, so a retry of a lost one ends here.
 */
export async function preparePasswordChange(
  database: Database,
  session: Session,
  { address, tillKey, ...change }: PasswordChange & Arrival,
  now: number,
): Promise<string | null> {
  if (change.new_password !== change.new_password_confirmation) {
    throw fieldError('new_password_confirmation', PASSWORDS_DO_NOT_MATCH);
  }
  const place = await placeOf(database.reader, { address, tillKey }, session.staff.id);
  const row = await staffRows.findStaff(database.reader, session.staff.id);
  const known = row?.password_hash ?? null;
  const before: { isDone: boolean } = { isDone: false };
  const isRight = await isRightGuess(database, {
    secret: change.current_password,
    hash: known,
    subjects: ownPasswordSubjects(session.staff.id, place),
    place: placeOfSession(session),
    now,
    excuse: async () =>
      (before.isDone = !row?.must_change_password && (await isPassword(change.new_password, known))),
  });
  if (before.isDone) return null;
  if (!isRight) {
    const message = 'Current password is incorrect';
    throw new ApiError('wrong_password', { message, fields: { current_password: [message] } });
  }
  if (row) {
    await refuseWeakPassword(change.new_password, {
      field: 'new_password',
      own: await ownWords(database.reader, row),
      current: row.password_hash,
    });
  }
  return hashPassword(change.new_password);
}

/** Sets the new password and ends the person's other sign-ins. */
export async function changePassword(writer: Writer, session: Session, passwordHash: string): Promise<void> {
  await staffRows.setPassword(writer, session.staff.id, passwordHash);
  await staffRows.endSessionsOf(writer, session.staff.id, session.id);
}

/** Deletes expired sign-ins, outdated failures and devices. */
export async function forgetEnded(writer: Writer, now: number): Promise<void> {
  await staffRows.deleteExpiredSessions(writer, now);
  await forgetOldFailures(writer, now);
  await forgetOldDevices(writer, now);
}
