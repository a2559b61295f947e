import { ApiError, fieldError } from '#contract/errors.ts';
import { readBadge } from '#domain/approvals.ts';
import type { Database } from '../../db/access.ts';
import { appendAudit } from '../../http/audit.ts';
import type { Session } from '../../http/call.ts';
import { placeOf, placeOfSession } from '../known-devices/known-devices.public.ts';
import { isRightGuess, pinSubjects, type KeepRefusal } from '../staff/staff.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { findByBadge, findByStaffId, type PersonWithPin } from './approvals.repository.ts';

/** How a person identifies at the till: by a badge, or by staff id and PIN. */
export type Proof = { staff_id?: number; pin?: string; badge?: string };

export type AskedAt = Omit<TillCaller, 'approval'> & { address: string };

const WRONG_BADGE = 'This badge is not valid';

type Claim = {
  person: PersonWithPin | undefined;
  secret: string;
  hash: string | null;
  refusal: ApiError;
  /** The person whose guesses are counted; null for badges, since a wrong one belongs to no person. */
  counted: number | null;
};

async function claimOf({ reader }: Database, { staff_id, pin, badge }: Proof): Promise<Claim> {
  if (badge !== undefined) {
    const read = readBadge(badge);
    const refusal = new ApiError('wrong_pin', { message: WRONG_BADGE, fields: { badge: [WRONG_BADGE] } });
    if (!read) throw refusal;
    const person = await findByBadge(reader, read.id);
    return { person, secret: read.secret, hash: person?.badge_hash ?? null, refusal, counted: null };
  }
  if (staff_id === undefined) throw fieldError('staff_id', 'Choose who it is');
  if (!pin) throw fieldError('pin', 'PIN is required');
  const person = await findByStaffId(reader, staff_id);
  const refusal = new ApiError('wrong_pin', { fields: { pin: ['This PIN is wrong'] } });
  return { person, secret: pin, hash: person?.pin_hash ?? null, refusal, counted: staff_id };
}

/** Writes an audit event for a wrong PIN under the call's action, with the person whose PIN was tried. */
const keepGuess =
  (
    action: string,
    { session, storeId, now }: AskedAt & { session: Session },
    person: Claim['person'],
  ): KeepRefusal =>
  (writer, refused) =>
    // The call itself writes the audit event of a 429, since its caller is signed in.
    refused === 'guess'
      ? appendAudit(writer, {
          action,
          session,
          storeId,
          params: {},
          body: null,
          wire: null,
          target: person,
          refused: 'wrong_pin',
          now,
        })
      : Promise.resolve();

/** The act that a person identifies for. */
type Meant = {
  /** The action in the audit log. */
  action: string;
  /** The people who may do it; absent: all. `otherwise` says it of the others. */
  among?: readonly { id: number }[];
  otherwise?: string;
};

/** True if a person who works here and has a PIN or a badge is not among those who may do it. */
const isOutside = (person: Claim['person'], { among }: Meant): person is PersonWithPin =>
  person?.is_active === 1 &&
  Boolean(person.pin_hash ?? person.badge_hash) &&
  among?.every(({ id }) => id !== person.id) === true;

/**
 * Identifies a person at the till by PIN or badge. 422 `wrong_pin`, the same and after the same time for a wrong PIN, a
 * person without one and an unknown person; 429 after five wrong ones for a person at a till. 422 for a person who may
 * not do it: with a PIN before it is checked, so that nothing tells if it is right. Hashes: not in a transaction.
 */
export async function recognise(
  database: Database,
  proof: Proof,
  at: AskedAt,
  meant: Meant,
): Promise<PersonWithPin> {
  const { person, secret, hash, refusal, counted } = await claimOf(database, proof);
  const isOther = isOutside(person, meant);
  if (isOther && counted !== null) throw fieldError('staff_id', `This person ${meant.otherwise}`);
  const place = await placeOf(database.reader, at, counted ?? 0);
  const isRight = await isRightGuess(database, {
    secret,
    hash: person?.is_active === 1 ? hash : null,
    subjects: pinSubjects(counted, place, at.session),
    place: placeOfSession(at.session),
    now: at.now,
    keep: keepGuess(meant.action, at, person),
  });
  if (!person || !isRight) throw refusal;
  if (isOther) throw fieldError('badge', `${person.name} ${meant.otherwise}`);
  return person;
}
