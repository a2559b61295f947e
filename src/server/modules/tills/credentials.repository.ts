import type { Insertable, Selectable } from 'kysely';
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

export type CredentialRow = Selectable<Tables['till_credentials']>;

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

/** Finds the credential that a till was given last, ended or not. */
export const findLast = (reader: Reader, tillId: number): Promise<CredentialRow | undefined> =>
  reader
    .selectFrom('till_credentials')
    .selectAll()
    .where('till_id', '=', tillId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds how many sales wait at a till, as it told last; 0 without a credential. */
export async function findWaiting(reader: Reader, tillId: number): Promise<number> {
  const row = await reader
    .selectFrom('till_credentials')
    .select('waiting')
    .where('till_id', '=', tillId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.waiting ?? 0;
}

/** Finds the names of a store's tills that told last of sales that wait. */
export async function findTillsWaiting(reader: Reader, storeId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('tills as till')
    .innerJoin('till_credentials as credential', 'credential.till_id', 'till.id')
    .select('till.name')
    .where('till.store_id', '=', storeId)
    .where('credential.ended_at', 'is', null)
    .where('credential.waiting', '>', 0)
    .orderBy('till.unique_name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Ends a till's credential, if it has one, and returns it as it was then. */
export function endLiving(
  writer: Writer,
  tillId: number,
  { session, now }: { session: Session; now: number },
): Promise<CredentialRow | undefined> {
  return writer
    .updateTable('till_credentials')
    .set({ ended_at: now, ended_by_id: session.staff.id })
    .where('till_id', '=', tillId)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
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
