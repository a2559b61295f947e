import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { busyStates, type ImportKind } from '#domain/imports.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

export type ImportRow = Selectable<Tables['imports']>;

/** Imports with the names of their stores and of who uploaded and applied them. */
const selectNamed = (reader: Reader) =>
  reader
    .selectFrom('imports as import')
    .innerJoin('staff as maker', 'maker.id', 'import.created_by_id')
    .leftJoin('staff as applier', 'applier.id', 'import.applied_by_id')
    .leftJoin('staff as undoer', 'undoer.id', 'import.undone_by_id')
    .leftJoin('stores as store', 'store.id', 'import.store_id')
    .selectAll('import')
    .select(['maker.name as maker_name', 'applier.name as applier_name', 'undoer.name as undoer_name'])
    .select('store.name as store_name');
export type NamedImport = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>;

/** The imports that a caller sees. */
export type Seen = {
  kinds: readonly ImportKind[];
  storeIds: readonly number[];
  staffId: number;
  /** If false, only files without costs and the caller's own ones. */
  seesCosts: boolean;
};

/** Selects the ids of imports, the newest first. */
export const importIds = (reader: Reader, { kinds, storeIds, staffId, seesCosts }: Seen) =>
  reader
    .selectFrom('imports')
    .select('id')
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('store_id', 'is', null), eb('store_id', 'in', storeIds)]))
    .$if(!seesCosts, (query) =>
      query.where((eb) => eb.or([eb('has_costs', '=', 0), eb('created_by_id', '=', staffId)])),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

export const importRows = (reader: Reader, ids: readonly number[]) =>
  selectNamed(reader)
    .where('import.id', 'in', ids)
    .orderBy('import.created_at', 'desc')
    .orderBy('import.id', 'desc');

export const findImport = (reader: Reader, importId: number) =>
  selectNamed(reader).where('import.id', '=', importId).executeTakeFirst();

export async function insertImport(
  writer: Writer,
  row: Insertable<Tables['imports']>,
  content: Buffer,
): Promise<void> {
  await writer.insertInto('imports').values(row).execute();
  await writer.insertInto('import_files').values({ import_id: row.id, content }).execute();
}

/** Takes an import for a change, during which its worker waits; undefined if there is none. */
export const claimImport = (writer: Writer, importId: number) =>
  writer
    .updateTable('imports')
    .set((eb) => ({ id: eb.ref('id') }))
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirst();

export async function updateImport(
  writer: Writer,
  importId: number,
  changes: Updateable<Tables['imports']>,
): Promise<void> {
  await writer.updateTable('imports').set(changes).where('id', '=', importId).execute();
}

export async function readFile(reader: Reader, importId: number): Promise<Buffer | null> {
  const row = await reader
    .selectFrom('import_files')
    .select('content')
    .where('import_id', '=', importId)
    .executeTakeFirst();
  return row?.content ?? null;
}

export async function forgetFile(writer: Writer, importId: number): Promise<void> {
  await writer.deleteFrom('import_files').where('import_id', '=', importId).execute();
}

/** Finds the imports that the server works on. */
export const findAtWork = (reader: Reader) =>
  reader
    .selectFrom('imports')
    .select('id')
    // Literal, so that the partial index is used.
    .where(sql<boolean>`state in ('checking', 'writing', 'appearing', 'undoing')`)
    .orderBy('id')
    .execute();

/** The process that works on an import, and until when no other one does (epoch milliseconds). */
export type Worker = { name: string; now: number; until: number };

/**
 * Takes an import for its next piece of work; undefined if it is over or another process has it. The claim ends at
 * `until`: a process that died loses it then.
 */
export const claimWork = (writer: Writer, importId: number, { name, now, until }: Worker) =>
  writer
    .updateTable('imports')
    .set({ worker: name, worker_until: until })
    .where('id', '=', importId)
    .where('state', 'in', busyStates)
    .where((eb) => eb.or([eb('worker', 'is', null), eb('worker', '=', name), eb('worker_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();

/** Finds the last import of the same file of which something is there. */
export const findEarlier = (reader: Reader, { content_hash, kind, id }: ImportRow) =>
  selectNamed(reader)
    .where('import.content_hash', '=', content_hash)
    .where('import.kind', '=', kind)
    .where('import.id', '<>', id)
    .where((eb) =>
      eb.or([
        eb.and([eb('import.state', '=', 'done'), eb('import.made_rows', '>', 0)]),
        eb.and([eb('import.state', '=', 'undone'), eb('import.kept_count', '>', 0)]),
      ]),
    )
    .orderBy('import.created_at', 'desc')
    .orderBy('import.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Finds another import that is writing the same file, or taking it back. */
export const findTwin = (reader: Reader, { content_hash, kind, id }: ImportRow) =>
  reader
    .selectFrom('imports')
    .select('id')
    .where('content_hash', '=', content_hash)
    .where('kind', '=', kind)
    .where('id', '<>', id)
    .where('state', 'in', ['writing', 'appearing', 'undoing'])
    .executeTakeFirst();
