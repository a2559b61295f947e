import { sql } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    audit_log: {
      id: number;
      at: number;
      staff_id: number | null;
      session_id: number | null;
      store_id: number | null;
      action: string;
      subject_id: number | null;
      details_json: string | null;
    };
    /** One row: events from before this instant may be deleted from the log. */
    audit_pruning: { id: number; before: number };
  }
}

/** The modules that sales write events of: most of the log. */
const OF_SALES = ['transactions', 'payments'];

/** The condition of the index of all other modules. */
const beside = sql<boolean>`action not like 'transactions.%' and action not like 'payments.%'`;

export type AuditFilter = {
  staffId?: number;
  storeId?: number;
  inStores?: readonly number[];
  /** Events at these stores, or at none in particular. */
  atStores?: readonly number[];
  area?: string;
  /** Epoch milliseconds; `before` is exclusive. */
  from?: number;
  before?: number;
};

/** The last row that was read; older ones follow. */
type AuditCursor = { at: number; id: number };

/** Selects the ids of matching events, newest first. */
export function matching(
  reader: Reader,
  { staffId, storeId, inStores, atStores, area, from, before }: AuditFilter,
) {
  return reader
    .selectFrom('audit_log')
    .select(['audit_log.id', 'audit_log.at'])
    .$if(staffId !== undefined, (query) => query.where('staff_id', '=', staffId ?? null))
    .$if(storeId !== undefined, (query) => query.where('store_id', '=', storeId ?? null))
    .$if(inStores !== undefined, (query) => query.where('store_id', 'in', inStores ?? []))
    .$if(atStores !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('store_id', 'is', null),
          atStores?.length ? eb('store_id', 'in', atStores) : eb.lit(false),
        ]),
      ),
    )
    .$if(area !== undefined, (query) =>
      query.where('action', '>=', `${area}.`).where('action', '<', `${area}/`),
    )
    .$if(area !== undefined && !OF_SALES.includes(area), (query) => query.where(beside))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? 0))
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
}

/** Selects what the log shows of some rows, newest first. */
export function rowsOf(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom('audit_log as audited')
    .leftJoin('staff', 'staff.id', 'audited.staff_id')
    .leftJoin('stores', 'stores.id', 'audited.store_id')
    .leftJoin('sessions', 'sessions.id', 'audited.session_id')
    .select([
      'audited.id',
      'audited.at',
      'audited.staff_id',
      'staff.name as staff_name',
      'audited.store_id',
      'stores.name as store_name',
      'sessions.device_name',
      'audited.action',
      'audited.subject_id',
      'audited.details_json',
    ])
    .where('audited.id', 'in', ids)
    .orderBy('audited.at', 'desc')
    .orderBy('audited.id', 'desc');
}
export type AuditRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

/** Finds the rows after a cursor, or the first ones. */
export async function findFollowing(
  reader: Reader,
  filter: AuditFilter,
  { after, limit }: { after?: AuditCursor; limit: number },
): Promise<AuditRow[]> {
  const ids = await matching(reader, filter)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, audit_log.id) < (${after?.at ?? 0}, ${after?.id ?? 0})`),
    )
    .limit(limit)
    .execute();
  if (ids.length === 0) return [];
  return rowsOf(
    reader,
    ids.map(({ id }) => id),
  ).execute();
}

/** Returns when the oldest and the newest row were written; null if there is none. */
export async function findSpan(reader: Reader): Promise<{ oldest: number; newest: number } | null> {
  const { oldest, newest } = await reader
    .selectFrom('audit_log')
    .select((eb) => [eb.fn.min('at').as('oldest'), eb.fn.max('at').as('newest')])
    .executeTakeFirstOrThrow();
  return oldest === null || newest === null ? null : { oldest: Number(oldest), newest: Number(newest) };
}

/** Deletes at most `most` rows from before an instant; returns how many. The log refuses to delete any other. */
export async function deleteOldest(writer: Writer, before: number, most: number): Promise<number> {
  await writer
    .insertInto('audit_pruning')
    .values({ id: 1, before })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ before }))
    .execute();
  const oldest = writer
    .selectFrom('audit_log')
    .select('id')
    .where('at', '<', before)
    .orderBy('at')
    .limit(most);
  const { numDeletedRows } = await writer
    .deleteFrom('audit_log')
    .where('id', 'in', oldest)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
