import { randomInt } from 'node:crypto';
import type { PinState } from '#contract/approvals.ts';
import {
  BADGE_ID_LENGTH,
  BADGE_SECRET_LENGTH,
  BADGE_SIGNS,
  badgeCode,
  type Badge,
} from '#domain/approvals.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';
import type { NoteTarget, Session } from '../../http/call.ts';
import type { Arrival } from '../known-devices/known-devices.public.ts';
import { hashPassword, refuseUnmanaged, requireOwnPassword, requirePerson } from '../staff/staff.public.ts';
import { endApprovalsBy, findPin, savePin } from './approvals.repository.ts';

type Asking = Arrival & { session: Session; password: string; now: number };

export async function pinState(reader: Reader, staffId: number): Promise<PinState> {
  const row = await findPin(reader, staffId);
  return {
    has_pin: typeof row?.pin_hash === 'string',
    has_badge: typeof row?.badge_hash === 'string',
    changed_at: row?.changed_at ?? null,
  };
}

/** Hashes a new PIN after its owner gave their password; 422 `wrong_password`, 429. */
export async function preparePin(database: Database, pin: string, asking: Asking): Promise<string> {
  await requireOwnPassword(database, asking.session, asking);
  return hashPassword(pin);
}

const signs = (length: number) =>
  Array.from({ length }, () => BADGE_SIGNS[randomInt(BADGE_SIGNS.length)]).join('');

/** Makes a new badge with its hash after its owner gave their password; 422 `wrong_password`, 429. */
export async function prepareBadge(
  database: Database,
  asking: Asking,
): Promise<{ badge: Badge; hash: string; code: string }> {
  await requireOwnPassword(database, asking.session, asking);
  const badge = { id: signs(BADGE_ID_LENGTH), secret: signs(BADGE_SECRET_LENGTH) };
  return { badge, hash: await hashPassword(badge.secret), code: badgeCode(badge) };
}

type Caller = { session: Session; now: number };

/** Changes a PIN or badge. There is a reason to change it, so unused approvals given with the earlier one end, too. */
async function changePin(
  writer: Writer,
  staffId: number,
  changes: Parameters<typeof savePin>[2],
): Promise<void> {
  await savePin(writer, staffId, changes);
  await endApprovalsBy(writer, staffId, changes.changed_at);
}

export const setPin = (writer: Writer, { session, now }: Caller, pin_hash: string | null) =>
  changePin(writer, session.staff.id, { pin_hash, changed_at: now });

/** Sets the caller's badge, or removes it with null; an earlier badge is void. */
export const setBadge = (
  writer: Writer,
  { session, now }: Caller,
  made: { badge: Badge; hash: string } | null,
) =>
  changePin(writer, session.staff.id, {
    badge_id: made?.badge.id ?? null,
    badge_hash: made?.hash ?? null,
    changed_at: now,
  });

/** Returns the PIN and badge state of a person whom the caller sees; 404 `staff_not_found`. */
export async function pinStateOf(reader: Reader, staffId: number, session: Session): Promise<PinState> {
  await requirePerson(reader, session, staffId);
  return pinState(reader, staffId);
}

/** Removes a person's PIN and badge; 404 `staff_not_found`, 403 for a rank that the caller does not manage. */
export async function takePin(
  writer: Writer,
  staffId: number,
  { session, now, noteTarget }: Caller & { noteTarget: NoteTarget },
): Promise<string> {
  const person = await requirePerson(writer, session, staffId);
  if (staffId !== session.staff.id) refuseUnmanaged(session, person.role);
  await changePin(writer, staffId, { pin_hash: null, badge_id: null, badge_hash: null, changed_at: now });
  noteTarget({ name: person.name, storeId: person.primary_store_id });
  return person.name;
}
