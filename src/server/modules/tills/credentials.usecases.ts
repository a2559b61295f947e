import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { Till, TillMadeBy, tills } from '#contract/shifts.ts';
import { DAY } from '#domain/store-time.ts';
import { letterIndex, nextLetter, offlineRulesOf } from '#domain/offline-sales.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { restoredEpoch } from '../../db/data-epoch.ts';
import type { CallingTill, NoteTarget, Session } from '../../http/call.ts';
import { hashToken } from '../../http/hash-token.ts';
import * as rows from './credentials.repository.ts';
import { keepDevice } from '../known-devices/known-devices.public.ts';
import { getStore } from '../stores/stores.public.ts';
import { claimTill, claimTillOfDevice, holdMaker, updateTill } from './tills.repository.ts';
import { afterReport } from './told-numbers.rules.ts';
import { claimLiving, keyOf, showTill, type TillCaller } from './tills.usecases.ts';

/** A till of which sales may be missing, with the credential that it had. */
export type MissingSales = {
  till: { id: number; code: string };
  credential: rows.CredentialRow;
  /** Why it may have sold after it told last; null where its credential ended while sales were not here. */
  because: string | null;
  /** True if nobody knows since when: not even its credential is as old. */
  isOlder?: boolean;
};

/** Leaves to settle that sales of a till may be missing. */
export type NoteMissing = (
  writer: Writer,
  missing: MissingSales,
  caller: { session: Session | null; storeId: number; now: number },
) => Promise<void>;

type Changing = TillCaller & { noteTarget: NoteTarget; noteMissing: NoteMissing };

/**
 * Ends a till's credential, if it has one, and leaves to settle which of its sales are not here, and that there may be others
 * where its file was lost.
 */
async function endNotingMissing(
  writer: Writer,
  till: { id: number; code: string },
  {
    noteMissing,
    isFileLost = () => false,
    ...caller
  }: Pick<Changing, 'session' | 'storeId' | 'now' | 'noteMissing'> & {
    isFileLost?: (credential: rows.CredentialRow) => boolean;
  },
): Promise<void> {
  const credential = await rows.endLiving(writer, till.id, caller);
  if (!credential) return;
  const because = isFileLost(credential) ? LOST_FILE : null;
  if (because !== null || rows.missingOf(credential) > 0)
    await noteMissing(writer, { till, credential, because }, caller);
}

const LOST_FILE =
  'Its file is not the one that it had: it was lost, or deleted. Ask who sold at it since, and compare the drawer and the shelf';

const OLDER_COPY =
  'It tells of fewer sales than before: an older copy of its file may have been put back, or is on another computer';

/**
 * Keeps what a till told of its series. Where its last number is lower than before, sales may be missing, which is left to
 * settle. Returns the credential as it is then, and whether the till says by its numbers that sales were sent of which the data
 * know nothing, more than before.
 */
export async function hearTold(
  writer: Writer,
  { last_no, waiting }: { last_no: number; waiting: number },
  { till, now, noteMissing }: { till: CallingTill; now: number; noteMissing: NoteMissing },
): Promise<{ credential: rows.CredentialRow; isForgotten: boolean }> {
  const before = await rows.holdCredential(writer, till.credentialId);
  const after = { ...before, last_no: Math.max(before.last_no, last_no), waiting };
  const told_numbers_json = afterReport(before, last_no);
  const told = { last_no: after.last_no, told_no: last_no, waiting, told_at: now, told_numbers_json };
  await rows.updateCredential(writer, before.id, told);
  if (last_no < before.told_no)
    await noteMissing(
      writer,
      { till, credential: before, because: OLDER_COPY },
      { session: null, storeId: till.storeId, now },
    );
  const isForgotten = last_no >= before.last_no && rows.forgottenOf(after) > rows.forgottenOf(before);
  return { credential: after, isForgotten };
}

/** Returns the till of a credential; null if it is unknown or ended. */
export async function identifyTill(reader: Reader, secret: string): Promise<CallingTill | null> {
  const row = await rows.findTillOfSecret(reader, hashToken(secret));
  if (!row) return null;
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    storeId: row.store_id,
    isStoreActive: row.is_active === 1,
    credentialId: row.credential_id,
    letter: row.letter,
  };
}

type KnownSeries = NonNullable<RouteInput<typeof tills.giveCredential>['body']['series']>[number];

/** True if the newest series of a computer's file is that of a credential, whole, or one that the data have forgotten. */
function isKept(newest: KnownSeries | null, { letter, last_no }: rows.CredentialRow): boolean {
  if (newest === null || newest.last_no === null) return false;
  const [told, known] = [letterIndex(newest.letter), letterIndex(letter)];
  return told === known ? newest.last_no >= last_no : told > known;
}

/**
 * Returns a letter for a till's next credential that no credential of a till of this code had, as far as these data or the
 * computer know. One whose series the data do not know shows that an older copy of them was put back.
 */
async function freeLetter(
  writer: Writer,
  code: string,
  told: readonly KnownSeries[],
  { storeId, now }: Pick<Changing, 'storeId' | 'now'>,
): Promise<string> {
  const known = await rows.findSeries(writer, storeId);
  const isForgotten = told.some(
    ({ till_code, letter }) => !known.some((each) => each.till_code === till_code && each.letter === letter),
  );
  const letters = [...known, ...told].filter(({ till_code }) => till_code === code);
  return nextLetter(
    letters.map(({ letter }) => letter),
    isForgotten ? now : await restoredEpoch(writer),
  );
}

/** Returns the counts of texts and mails that a credential has sent. */
const sentBy = ({ sent_since, sent_count, mailed_since, mailed_count }: rows.CredentialRow) => ({
  sent_since,
  sent_count,
  mailed_since,
  mailed_count,
});

/** Credentials that one person may give tills within a day: computers whose key store is off ask for one at each start. */
const GIVEN_IN_A_DAY = 100;

/** Refuses with 429 `too_many_attempts` while a person has given tills too many credentials within a day. */
async function refuseTooManyGiven(writer: Writer, { session, now }: TillCaller): Promise<void> {
  const { given, oldest } = await rows.countGivenSince(writer, session.staff.id, now - DAY);
  if (given < GIVEN_IN_A_DAY || oldest === null) return;
  throw new ApiError('too_many_attempts', {
    message: `You gave tills access ${GIVEN_IN_A_DAY} times today. Ask a colleague to sign in at this one`,
    details: { retry_after: Math.ceil((oldest + DAY - now) / 1000) },
  });
}

/**
 * Gives the till that the device is the credential that it made, in place of the one before; asked again with the same one
 * it changes nothing. Its letter is none that its computer knows to be given: data that were restored have forgotten some. What had
 * not come of the one before stands to settle; so does what may be missing where its file does not have that one's series any
 * more, in a store that sells without the server. What was sent counts on: another credential does not send more. 409
 * `till_unknown`; 422 for a secret that another till has, or that has ended; 429 for a person who gave too many today.
 */
export async function giveCredential(
  writer: Writer,
  { secret, series }: RouteInput<typeof tills.giveCredential>['body'],
  { noteTarget, noteMissing, ...caller }: Changing,
): Promise<Till> {
  // Before the till, as for new tills: nobody waits for each other.
  await holdMaker(writer, caller.session.staff.id);
  const till = await claimTillOfDevice(writer, caller.storeId, keyOf(caller));
  if (!till) throw new ApiError('till_unknown');
  noteTarget({ name: till.name });
  const secret_hash = hashToken(secret);
  const known = await rows.findBySecret(writer, secret_hash);
  if (known && (known.till_id !== till.id || known.ended_at !== null)) {
    throw fieldError('secret', 'This secret was used before. Make another one');
  }
  if (!known) {
    await refuseTooManyGiven(writer, caller);
    const before = await rows.findLast(writer, till.id);
    const { settings } = await getStore(writer, caller.storeId);
    const newest = series?.find(({ till_code }) => till_code === till.code) ?? null;
    const isFileLost = (credential: rows.CredentialRow) =>
      offlineRulesOf(settings).enabled && !isKept(newest, credential);
    await endNotingMissing(writer, till, { ...caller, noteMissing, isFileLost });
    await rows.insertCredential(writer, {
      id: writer.nextId(),
      till_id: till.id,
      letter: await freeLetter(writer, till.code, series ?? [], caller),
      secret_hash,
      device_hash: secret_hash,
      created_at: caller.now,
      created_by_id: caller.session.staff.id,
      ...(before && sentBy(before)),
    });
  }
  // The caller counts as signed in with it. If the answer is lost, a colleague may ask again with the same secret, and counts too.
  await keepDevice(writer, caller.session.staff.id, secret, caller.now);
  return showTill(writer, till.id, caller);
}

/**
 * Ends a till's credential, if it has one: nothing is sent by it any more, and what had not come of it stands to settle. 404
 * `till_not_found`.
 */
export async function endCredential(
  writer: Writer,
  tillId: number,
  { noteTarget, noteMissing, ...caller }: Changing,
): Promise<Till> {
  const till = await claimLiving(writer, tillId, caller);
  noteTarget({ name: till.name });
  await endNotingMissing(writer, till, { ...caller, noteMissing });
  return showTill(writer, tillId, caller);
}

type MadeBy = { staffId: number; session: Session };

/** Finds the tills in the caller's stores that a person gave their credential. */
const findMadeBy = async (reader: Reader, { staffId, session: { staff } }: MadeBy) => {
  const storeIds = [...staff.store_ids, ...staff.inactive_store_ids];
  return storeIds.length === 0 ? [] : rows.findTillsMadeBy(reader, staffId, storeIds);
};

/** Lists the tills in the caller's stores that send by a credential which a person gave them. */
export async function listMadeBy(reader: Reader, madeBy: MadeBy): Promise<TillMadeBy[]> {
  const found = await findMadeBy(reader, madeBy);
  return found.map(({ id, name, code, store_id, store_name }) => ({
    ...{ id, name, code },
    store: { id: store_id, name: store_name },
  }));
}

/** Ends the credentials that a person gave to tills in the caller's stores, as `endCredential` does. Returns the tills' names. */
export async function endMadeBy(
  writer: Writer,
  { staffId, session, now, noteMissing }: MadeBy & { now: number; noteMissing: NoteMissing },
): Promise<string[]> {
  const found = await findMadeBy(writer, { staffId, session });
  for (const { id, store_id: storeId } of found) {
    const till = await claimTill(writer, id, storeId);
    if (till) await endNotingMissing(writer, till, { session, storeId, now, noteMissing });
  }
  return found.map(({ name }) => name);
}

/**
 * Frees a till of its computer, so that another one can take its place, and ends its credential. What it may have sold
 * without the server and not sent stands to settle. 404 `till_not_found`, 409 for a retired till, and one that no computer is.
 */
export async function declareLost(
  writer: Writer,
  tillId: number,
  { reason }: RouteInput<typeof tills.declareLost>['body'],
  { noteTarget, noteMissing, ...caller }: Changing,
): Promise<Till> {
  const till = await claimLiving(writer, tillId, caller);
  noteTarget({ name: till.name });
  if (till.device_key === null)
    throw new ApiError('illegal_state', { message: `No computer is ${till.name} now` });
  await updateTill(writer, tillId, {
    device_key: null,
    lost_at: caller.now,
    lost_by_id: caller.session.staff.id,
  });
  await rows.endLiving(writer, tillId, caller);
  // Also one that has ended: a till without the server does not know.
  const credential = await rows.findLast(writer, tillId);
  if (credential) await noteMissing(writer, { till, credential, because: reason }, caller);
  return showTill(writer, tillId, caller);
}
