import { sql, type Expression, type RawBuilder } from 'kysely';
import type { CodeParts } from '#domain/search-key.ts';
import type { Reader } from './access.ts';
import type { CodeTable } from './stored-codes.ts';

// Searches for any part of a code. Each kind of subject has a table with the text of its codes: under FTS5's trigram
// tokenizer on SQLite, under a pg_trgm index on PostgreSQL. Both answer the same LIKE from their trigrams, so that no
// query depends on the engine. A search reads a bounded number of rows, however many codes there are.

/** The most codes that are read for one search; with more hits, so many of the list's first rows are checked. */
const HITS_READ = 1000;
/** If these are not enough, this many times as many codes are searched through in order. */
const LOOKED_THROUGH = 3;
/** Shorter texts are assumed to be in many codes, unless those looked through have fewer than are read. */
const WITHOUT_LOOKING = 3;
/** Codes, the newest ones, that are looked at to see if a text is in very many, and how many of them say so. */
const PROBED = 1000;
const COMMON_AMONG_PROBED = 200;
/** The most hits shown beside the list's first rows and the next codes, where too many fit. */
const OTHERS_READ = 200;
/** A code's last part of at least this length is in few other codes, whatever precedes it. */
const LAST_PART_MIN = 4;
/** The end of a longer part is looked up alone: each character more is another list of the index to read. */
const LOOKED_UP_MAX = 8;

/** Tables of subjects that are few and soon over: every row is looked at, and writing one costs little. */
const beside: Partial<Record<CodeTable, CodeTable>> = { transaction_codes: 'draft_codes' };

/** Returns the end of a part that is looked up for it: few codes have this and not the rest. */
function rareEnd(part: string): string {
  const last = part.split(' ').at(-1) ?? '';
  return (last.length >= LAST_PART_MIN ? last : part).slice(-LOOKED_UP_MAX);
}

/**
 * True if a text holds every part, by the trigrams if `isIndexed`. Parts are keys: they hold no wildcard. The last words
 * of `mnl 01 000123` are looked up alone: reading all codes of `mnl 01`, too, would find no other.
 */
function holdsEvery(text: string, parts: CodeParts, isIndexed: boolean): RawBuilder<boolean> {
  const [indexed, compared] = [sql.ref(text), sql`(${sql.ref(text)} || '')`];
  const within = (column: Expression<unknown>, part: string) => sql`${column} like ${`%${part}%`}`;
  const conditions = parts.flatMap((part) => {
    if (!isIndexed) return [within(compared, part)];
    const end = rareEnd(part);
    return end === part ? [within(indexed, part)] : [within(indexed, end), within(compared, part)];
  });
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** True if the codes of the subject with the id in a column hold every part. */
export function holdsCode(table: CodeTable, id: string, parts: CodeParts): RawBuilder<boolean> {
  if (parts.length === 0) return sql<boolean>`1 = 0`;
  const within = (one: CodeTable) => sql`(select 1 from ${sql.table(one)} as codes
    where codes.rowid = ${sql.ref(id)} and ${holdsEvery('codes.code_text', parts, false)})`;
  // For `exists`, PostgreSQL may look through a whole table at once: of few codes alone that is less.
  const isIn = sql<boolean>`${within(table)} is not null`;
  const apart = beside[table];
  return apart ? sql<boolean>`(${isIn} or exists ${within(apart)})` : isIn;
}

function hitsOf(reader: Reader, table: CodeTable, parts: CodeParts) {
  const hits = (one: CodeTable, isIndexed: boolean) =>
    reader
      .selectFrom(`${one} as codes`)
      .select('codes.rowid as id')
      .where(holdsEvery('codes.code_text', parts, isIndexed));
  const apart = beside[table];
  return apart ? hits(table, true).unionAll(hits(apart, false)) : hits(table, true);
}

/** Returns the ids of all subjects whose codes hold every part; null if they are too many. */
export async function findFewByCode(
  reader: Reader,
  table: CodeTable,
  parts: CodeParts,
): Promise<number[] | null> {
  if (parts.length === 0) return [];
  const hits = await hitsOf(reader, table, parts)
    .limit(HITS_READ + 1)
    .execute();
  return hits.length > HITS_READ ? null : hits.map(({ id }) => id);
}

/** Returns at most this many ids of subjects whose codes hold every part, and if these are all. */
export async function findSomeByCode(reader: Reader, table: CodeTable, parts: CodeParts, most: number) {
  if (parts.length === 0) return { ids: [], areAll: true };
  const hits = await hitsOf(reader, table, parts)
    .limit(most + 1)
    .execute();
  return { ids: hits.slice(0, most).map(({ id }) => id), areAll: hits.length <= most };
}

/** A subject that was found, with its sort value in the list. */
export type Placed = { id: number; place: number | string };

type CodeSearch = {
  table: CodeTable;
  parts: CodeParts;
  /** The order of the list, by place and then by id. */
  direction: 'asc' | 'desc';
  /** The most codes that are read; fewer hits are all found. */
  read?: number;
  /** True to prefer the subjects with the last ids among too many, else the first. */
  newestFirst: boolean;
  /**
   * A sub-query for the place of the subject `hit.id` in the list; null if a filter leaves it out. A sub-query and not a
   * join: engines then look up only the subjects that were found.
   */
  placeOf: RawBuilder<Placed['place'] | null>;
  /** The list's own first rows; without them, the first subjects by id are found among too many. */
  first?: {
    /** The number of lists that it combines. */
    lists: number;
    /** A query for ids and places of the first rows of each of them, in the order of `newestFirst`. */
    rows: (limit: number) => RawBuilder<unknown>;
  };
};

type Hits = ReturnType<typeof hitsOf>;

const withPlaces = (reader: Reader, { placeOf }: CodeSearch, hits: Hits) =>
  reader.selectFrom(hits.as('hit')).select(['hit.id', placeOf.as('place')]);

/** Selects all hits with their places, or one more than are read, without places: those are seldom used. */
const fewWithPlaces = (reader: Reader, { placeOf, read = HITS_READ }: CodeSearch, hits: Hits) =>
  reader
    // SQLite would gather them a second time to count them.
    .with(
      (as) => as('hits').materialized(),
      () => hits.limit(read + 1),
    )
    .selectFrom('hits as hit')
    .select('hit.id')
    .select(
      sql<Placed['place'] | null>`case when (select count(*) from hits) > ${read} then null
        else ${placeOf} end`.as('place'),
    );

/** True if very many codes hold every part: PostgreSQL would gather them all to return the first ones. */
async function areCommon(reader: Reader, { table, parts, first }: CodeSearch): Promise<boolean> {
  if (first === undefined) return false;
  if (parts.every((part) => part.trim().length < WITHOUT_LOOKING)) return true;
  const newest = reader.selectFrom(table).select('code_text').orderBy('rowid', 'desc').limit(PROBED);
  const { count } = await reader
    .selectFrom(newest.as('codes'))
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where(holdsEvery('codes.code_text', parts, false))
    .executeTakeFirstOrThrow();
  return count >= COMMON_AMONG_PROBED;
}

const isPlaced = (row: { id: number; place: Placed['place'] | null }): row is Placed => row.place !== null;

/** Finds hits among a list's first rows; `isWhole` if these are all of its rows. */
async function amongFirst(reader: Reader, { table, parts, first, read = HITS_READ }: CodeSearch) {
  if (!first) return { found: [], edge: null, isWhole: false };
  const limit = Math.ceil(read / first.lists);
  const rows = await reader
    .selectFrom(sql<Placed>`(${first.rows(limit)})`.as('list'))
    .select(['list.id', 'list.place', holdsCode(table, 'list.id', parts).as('is_found')])
    .execute();
  const found = rows.filter((row) => Boolean(row.is_found)).map(({ id, place }) => ({ id, place }));
  const ids = rows.map(({ id }) => id);
  return {
    found,
    edge: { newest: Math.max(...ids), oldest: Math.min(...ids) },
    isWhole: rows.length < limit,
  };
}

/**
 * Finds filtered hits among the next codes by id, from the beginning of the list on. Reads the codes themselves in that
 * order: sorting all trigram hits would take longer with every code.
 */
async function nextById(
  reader: Reader,
  search: CodeSearch,
  edge: { newest: number; oldest: number } | null,
): Promise<Placed[]> {
  const { table, parts, newestFirst, read = HITS_READ } = search;
  const next = (one: CodeTable) =>
    reader
      .selectFrom(`${one} as codes`)
      .select(['codes.rowid', 'codes.code_text'])
      .$if(edge !== null, (query) =>
        newestFirst
          ? query.where('codes.rowid', '<=', edge?.newest ?? 0)
          : query.where('codes.rowid', '>=', edge?.oldest ?? 0),
      )
      .orderBy('codes.rowid', newestFirst ? 'desc' : 'asc')
      .limit(read * LOOKED_THROUGH);
  const placed = async (one: CodeTable) => {
    const hits = reader
      .selectFrom(next(one).as('codes'))
      .select('codes.rowid as id')
      .where(holdsEvery('codes.code_text', parts, false));
    const rows = await withPlaces(reader, search, hits).execute();
    return rows.filter(isPlaced);
  };
  const apart = beside[table];
  const found = apart ? [...(await placed(table)), ...(await placed(apart))] : await placed(table);
  // By their ids, whichever table has them.
  const inTurn = found.sort((one, other) => (newestFirst ? other.id - one.id : one.id - other.id));
  return inTurn.slice(0, read);
}

/** Compares as a list is ordered: by place, then by id. */
export const inOrder =
  (direction: 'asc' | 'desc') =>
  (a: Placed, b: Placed): number => {
    const order = a.place === b.place ? a.id - b.id : a.place < b.place ? -1 : 1;
    return direction === 'asc' ? order : -order;
  };

/** Finds some of too many hits, which neither the list's first rows nor the next codes are. */
async function othersOf(reader: Reader, search: CodeSearch, ids: readonly number[]): Promise<Placed[]> {
  if (ids.length === 0) return [];
  const some = reader
    .selectFrom(`${search.table} as codes`)
    .select('codes.rowid as id')
    .where('codes.rowid', 'in', ids.slice(0, OTHERS_READ));
  return (await withPlaces(reader, search, some).execute()).filter(isPlaced);
}

/**
 * Finds the subjects whose codes hold every part, in the list's order. Few hits are all found. Of many, all are found if
 * the filtered list is short; else those among the list's first rows, the next ones by id, and some others while these
 * are few; then the list says `capped`.
 */
export async function findByCode(
  reader: Reader,
  search: CodeSearch,
): Promise<{ found: Placed[]; capped: boolean }> {
  const { table, parts, direction, read = HITS_READ } = search;
  if (parts.length === 0) return { found: [], capped: false };
  const hits = hitsOf(reader, table, parts);
  const all = (few: { id: number; place: Placed['place'] | null }[]) => ({
    found: few.filter(isPlaced).sort(inOrder(direction)),
    capped: false,
  });
  const someHits = () => fewWithPlaces(reader, search, hits).execute();
  let some = (await areCommon(reader, search)) ? null : await someHits();
  if (some && some.length <= read) return all(some);
  const { found: first, edge, isWhole } = await amongFirst(reader, search);
  const next = isWhole || first.length >= read ? null : await nextById(reader, search, edge);
  const found = new Map([...first, ...(next ?? [])].map((one) => [one.id, one]));
  if (next && found.size < (some ? OTHERS_READ : read)) {
    // A list must not end while some that it should show are on none of its pages.
    some ??= await someHits();
    if (some.length <= read) return all(some);
    const ids = found.size < OTHERS_READ ? some.map(({ id }) => id) : [];
    for (const one of await othersOf(reader, search, ids)) found.set(one.id, one);
  }
  return { found: [...found.values()].sort(inOrder(direction)), capped: !isWhole };
}
