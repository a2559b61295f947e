import type { Insertable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import type { Tables } from '../../db/tables.ts';
import type { Session } from '../../http/call.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** By which a till sends sales with nobody signed in; a till has one that is not ended, at most. */
    till_credentials: {
      id: number;
      till_id: number;
      /** Names its series of numbers among those of the till. */
      letter: string;
      secret_hash: string;
      created_at: number;
      created_by_id: number;
      ended_at: number | null;
      ended_by_id: number | null;
      /** The last number that the till told, and how many sales waited there. */
      last_no: number;
      waiting: number;
      told_at: number | null;
    };
  }
}

/** Finds the till of a credential that is not ended. */
export const findTillOfSecret = compiledRow((reader: Reader, secretHash: string) =>
  reader
    .selectFrom('till_credentials as credential')
    .innerJoin('tills as till', 'till.id', 'credential.till_id')
    .innerJoin('stores as store', 'store.id', 'till.store_id')
    .select([
      'till.id',
      'till.code',
      'till.name',
      'till.store_id',
      'store.is_active',
      'credential.id as credential_id',
      'credential.letter',
    ])
    .where('credential.secret_hash', '=', secretHash)
    .where('credential.ended_at', 'is', null),
);

export const findBySecret = (reader: Reader, secretHash: string) =>
  reader
    .selectFrom('till_credentials')
    .select(['till_id', 'ended_at'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();

/** Counts the credentials that a till ever had. */
export async function countCredentials(reader: Reader, tillId: number): Promise<number> {
  const { count } = await reader
    .selectFrom('till_credentials')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('till_id', '=', tillId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type NewCredential = Omit<
  Insertable<Tables['till_credentials']>,
  'ended_at' | 'ended_by_id' | 'last_no' | 'waiting' | 'told_at'
>;

export async function insertCredential(writer: Writer, row: NewCredential): Promise<void> {
  await writer
    .insertInto('till_credentials')
    .values({ ...row, ended_at: null, ended_by_id: null, last_no: 0, waiting: 0, told_at: null })
    .execute();
}

/** Ends a till's credential, if it has one. */
export async function endLiving(
  writer: Writer,
  tillId: number,
  { session, now }: { session: Session; now: number },
): Promise<void> {
  await writer
    .updateTable('till_credentials')
    .set({ ended_at: now, ended_by_id: session.staff.id })
    .where('till_id', '=', tillId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Keeps what a till told: its last number, which never goes back, and how many sales wait. */
export async function keepTold(
  writer: Writer,
  credentialId: number,
  { last_no, waiting, now }: { last_no: number; waiting: number; now: number },
): Promise<void> {
  await writer
    .updateTable('till_credentials')
    .set((eb) => ({
      last_no: eb.case().when('last_no', '<', last_no).then(last_no).else(eb.ref('last_no')).end(),
      waiting,
      told_at: now,
    }))
    .where('id', '=', credentialId)
    .execute();
}
