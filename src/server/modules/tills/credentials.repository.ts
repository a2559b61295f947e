import { sql, type Generated, type Insertable, type Selectable } from 'kysely';
import type { OfflineSeries } from '#domain/offline-sales.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { compiledRow } from '../../db/compiled-query.ts';
import { holdRows } from '../../db/hold-rows.ts';
import type { Tables } from '../../db/tables.ts';
import type { Session } from '../../http/call.ts';
import { withoutCame } from './told-numbers.rules.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    /** By which a till sends sales with nobody signed in; a till has one that is not ended, at most. */
    till_credentials: {
      id: number;
      till_id: number;
      /** Names its series of numbers among those of the till. */
      letter: string;
      secret_hash: string;
      /**
       * The hash under which `known_devices` keeps who has signed in with it: that of its secret. Credentials from before have that
       * of the device they were given to; null for those that had ended by then.
       */
      device_hash: string | null;
      created_at: number;
      created_by_id: number;
      ended_at: number | null;
      ended_by_id: number | null;
      /** The last number that is known of its series: it never goes back. */
      last_no: number;
      /** The one that the till told last: a lower one than before is of an older copy of its file. */
      told_no: number;
      /** How many numbers of its series came, whatever came of them. */
      came: number;
      /** How many sales waited at the till when it told so last, also those of the series before. */
      waiting: number;
      told_at: number | null;
      /** The numbers that it told of, until all have come, with the moment after which they were made. */
      told_numbers_json: Generated<string>;
      /** How many sales it sent since a moment, and receipts that went by mail. */
      sent_since: Generated<number>;
      sent_count: Generated<number>;
      mailed_since: Generated<number>;
      mailed_count: Generated<number>;
    };
  }
}

export type CredentialRow = Selectable<Tables['till_credentials']>;

type Reckoned = Pick<CredentialRow, 'waiting' | 'last_no' | 'came'>;

/** Returns how many sales of a till are not here: those that it told of, or those whose numbers never came. */
export const missingOf = ({ waiting, last_no, came }: Reckoned): number => Math.max(waiting, last_no - came);

/** Returns how many sales a till says were sent, of which the data know nothing: none, unless an older copy of them was put back. */
export const forgottenOf = ({ waiting, last_no, came }: Reckoned): number =>
  Math.max(0, last_no - came - waiting);

/** Finds a credential, also one that has ended. */
export const findCredential = (reader: Reader, id: number): Promise<CredentialRow> =>
  reader.selectFrom('till_credentials').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

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

/** Finds the series of all credentials that the tills of a store ever had. */
export const findSeries = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('till_credentials as credential')
    .innerJoin('tills as till', 'till.id', 'credential.till_id')
    .select(['till.code as till_code', 'credential.letter'])
    .where('till.store_id', '=', storeId)
    .execute();

type NewCredential = Omit<
  Insertable<Tables['till_credentials']>,
  'ended_at' | 'ended_by_id' | 'last_no' | 'told_no' | 'came' | 'waiting' | 'told_at'
>;

export async function insertCredential(writer: Writer, row: NewCredential): Promise<void> {
  await writer
    .insertInto('till_credentials')
    .values({
      ...row,
      ended_at: null,
      ended_by_id: null,
      last_no: 0,
      told_no: 0,
      came: 0,
      waiting: 0,
      told_at: null,
    })
    .execute();
}

/** Counts the credentials that a person gave tills since a moment, ended or not. */
export const countGivenSince = (reader: Reader, staffId: number, since: number) =>
  reader
    .selectFrom('till_credentials')
    .select([
      sql<number>`cast(count(*) as integer)`.as('given'),
      sql<number | null>`min(created_at)`.as('oldest'),
    ])
    .where('created_by_id', '=', staffId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();

/** Finds the credential that a till was given last, ended or not. */
export const findLast = (reader: Reader, tillId: number): Promise<CredentialRow | undefined> =>
  reader
    .selectFrom('till_credentials')
    .selectAll()
    .where('till_id', '=', tillId)
    // Ids come in blocks: those of another server may be lower.
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findLiving = (reader: Reader, tillId: number): Promise<CredentialRow | undefined> =>
  reader
    .selectFrom('till_credentials')
    .selectAll()
    .where('till_id', '=', tillId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

/** Finds the names of a store's tills of which sales are not here, as `missingOf` reckons. */
export async function findTillsWaiting(reader: Reader, storeId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('tills as till')
    .innerJoin('till_credentials as credential', 'credential.till_id', 'till.id')
    .select('till.name')
    .where('till.store_id', '=', storeId)
    .where('credential.ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('credential.waiting', '>', 0), eb('credential.last_no', '>', eb.ref('credential.came'))]),
    )
    .orderBy('till.unique_name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Finds the names of a store's tills with an open shift that told nothing since a moment: they may sell without the server. */
export async function findTillsSilent(reader: Reader, storeId: number, since: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('tills as till')
    .innerJoin('till_credentials as credential', 'credential.till_id', 'till.id')
    .innerJoin('shifts as shift', 'shift.till_id', 'till.id')
    .select('till.name')
    .where('till.store_id', '=', storeId)
    .where('credential.ended_at', 'is', null)
    .where('shift.closed_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('credential.told_at', 'credential.created_at'), '<', since))
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

/** Finds the tills of some stores that have a credential which a person gave them. */
export const findTillsMadeBy = (reader: Reader, staffId: number, storeIds: readonly number[]) =>
  reader
    .selectFrom('till_credentials as credential')
    .innerJoin('tills as till', 'till.id', 'credential.till_id')
    .innerJoin('stores as store', 'store.id', 'till.store_id')
    .select(['till.id', 'till.name', 'till.code', 'till.store_id', 'store.name as store_name'])
    .where('credential.created_by_id', '=', staffId)
    .where('credential.ended_at', 'is', null)
    .where('till.store_id', 'in', storeIds)
    .orderBy('store.name')
    .orderBy('till.unique_name')
    .execute();

/** Holds a credential, so that what its till tells is heard one after another. */
export const holdCredential = (writer: Writer, credentialId: number): Promise<CredentialRow> =>
  holdRows(
    writer,
    writer.selectFrom('till_credentials').selectAll().where('id', '=', credentialId),
  ).executeTakeFirstOrThrow();

export async function updateCredential(
  writer: Writer,
  credentialId: number,
  changes: Partial<
    Pick<
      CredentialRow,
      | 'last_no'
      | 'told_no'
      | 'waiting'
      | 'told_at'
      | 'told_numbers_json'
      | 'sent_since'
      | 'sent_count'
      | 'mailed_since'
      | 'mailed_count'
    >
  >,
): Promise<void> {
  await writer.updateTable('till_credentials').set(changes).where('id', '=', credentialId).execute();
}

/** Counts a number that came of a series for the first time. */
export async function countCame(
  writer: Writer,
  credential: Pick<CredentialRow, 'id' | 'told_numbers_json' | 'came' | 'last_no'>,
  no: number,
): Promise<void> {
  await writer
    .updateTable('till_credentials')
    .set((eb) => ({
      came: eb('came', '+', 1),
      last_no: eb.case().when('last_no', '<', no).then(no).else(eb.ref('last_no')).end(),
      told_numbers_json: withoutCame(credential, no),
    }))
    .where('id', '=', credential.id)
    .execute();
}

/** Holds the credential whose series a number of a store is of, so that what is of it is recorded one after another. */
export const holdSeries = (
  writer: Writer,
  storeId: number,
  { store_code, till_code, letter }: OfflineSeries,
): Promise<CredentialRow | undefined> =>
  holdRows(
    writer,
    writer
      .selectFrom('till_credentials')
      .selectAll()
      .where('letter', '=', letter)
      .where('till_id', '=', (eb) =>
        eb
          .selectFrom('tills as till')
          .innerJoin('stores as store', 'store.id', 'till.store_id')
          .select('till.id')
          .where('store.id', '=', storeId)
          .where('store.code', '=', store_code)
          .where('till.code', '=', till_code),
      ),
  ).executeTakeFirst();
