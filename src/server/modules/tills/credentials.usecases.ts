import type { RouteInput } from '#contract/define-route.ts';
import { ApiError, fieldError } from '#contract/errors.ts';
import type { Till, tills } from '#contract/shifts.ts';
import { credentialLetter } from '#domain/offline-sales.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { CallingTill, NoteTarget } from '../../http/call.ts';
import { hashToken } from '../../http/hash-token.ts';
import * as rows from './credentials.repository.ts';
import { claimTillOfDevice } from './tills.repository.ts';
import { claimLiving, keyOf, showTill, type TillCaller } from './tills.usecases.ts';

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

/**
 * Gives the till that the device is the credential that it made, in place of the one before; asked again with the same one
 * it changes nothing. 409 `till_unknown`; 422 for a secret that another till has, or that has ended.
 */
export async function giveCredential(
  writer: Writer,
  { secret }: RouteInput<typeof tills.giveCredential>['body'],
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<Till> {
  const till = await claimTillOfDevice(writer, caller.storeId, keyOf(caller));
  if (!till) throw new ApiError('till_unknown');
  noteTarget({ name: till.name });
  const secret_hash = hashToken(secret);
  const known = await rows.findBySecret(writer, secret_hash);
  if (known && (known.till_id !== till.id || known.ended_at !== null)) {
    throw fieldError('secret', 'This secret was used before. Make another one');
  }
  if (!known) {
    await rows.endLiving(writer, till.id, caller);
    await rows.insertCredential(writer, {
      id: writer.nextId(),
      till_id: till.id,
      letter: credentialLetter(await rows.countCredentials(writer, till.id)),
      secret_hash,
      created_at: caller.now,
      created_by_id: caller.session.staff.id,
    });
  }
  return showTill(writer, till.id, caller);
}

/** Ends a till's credential, if it has one: nothing is sent by it any more. 404 `till_not_found`. */
export async function endCredential(
  writer: Writer,
  tillId: number,
  { noteTarget, ...caller }: TillCaller & { noteTarget: NoteTarget },
): Promise<Till> {
  const till = await claimLiving(writer, tillId, caller);
  noteTarget({ name: till.name });
  await rows.endLiving(writer, tillId, caller);
  return showTill(writer, tillId, caller);
}
