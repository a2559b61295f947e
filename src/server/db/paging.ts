import { sql, type SelectQueryBuilder } from 'kysely';
import { PER_PAGE_MAX, TOTAL_CAP, type PageMeta } from '#contract/pages.ts';
import { hasWords, searchKey } from '#domain/search-key.ts';
import type { Reader } from './access.ts';
import { byNameKey } from './search-words.ts';

/** The start of a page in a list, and the most rows that it holds. */
export type PagePlace = { page: number; perPage: number; offset: number };

/** The length of a list, as far as it was counted. */
export type Total = { count: number; capped: boolean };

/** Reads a list's `page` (from 1) and `per_page`; `standard` is the list's default page size. */
export function pagePlace(query: { page?: number; per_page?: number }, standard: number): PagePlace {
  const page = Math.max(1, query.page ?? 1);
  const perPage = Math.min(PER_PAGE_MAX, Math.max(1, query.per_page ?? standard));
  return { page, perPage, offset: (page - 1) * perPage };
}

/** Counts the rows of a query up to the cap: a long list costs no more than a short one. */
export async function cappedTotal<DB, TB extends keyof DB, Row>(
  reader: Reader,
  rows: SelectQueryBuilder<DB, TB, Row>,
): Promise<Total> {
  const counted = rows.clearSelect().clearOrderBy().select(sql.lit(1).as('one'));
  const row = await reader
    .selectFrom(counted.limit(TOTAL_CAP + 1).as('counted'))
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .executeTakeFirstOrThrow();
  return { count: Math.min(row.count, TOTAL_CAP), capped: row.count > TOTAL_CAP };
}

/**
 * Returns a page in the form of every list's answer: the rows, and their place, in both formats. Beyond the cap the last page
 * is the last one that is known to be served: after a full page there is one more, which may be empty.
 */
export function pageAnswer<T>(
  data: T[],
  { count, capped }: Total,
  { page, perPage, offset }: PagePlace,
): { data: T[]; meta: PageMeta } & PageMeta {
  const shown = data.length ? offset + data.length + (data.length === perPage ? 1 : 0) : 0;
  const known = capped ? Math.max(count + 1, shown) : count;
  const meta: PageMeta = {
    current_page: page,
    from: data.length ? offset + 1 : null,
    to: data.length ? offset + data.length : null,
    last_page: Math.max(1, Math.ceil(known / perPage)),
    per_page: perPage,
    total: count,
    total_capped: capped,
  };
  return { data, meta, ...meta };
}

type NamedQuery = { page?: number; per_page?: number; search?: string; sort?: string };

/** Returns a sort key: texts are ordered like names, `false` before `true`. */
function orderKey(value: unknown): string | number | null {
  if (typeof value === 'string') return searchKey(value);
  return value === null || value === undefined ? null : Number(value);
}

/** Compares sort keys; empty fields come first. */
function compareKeys(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a < b) ? -1 : 1;
}

/**
 * Returns one page of a short list that was read whole: the rows whose names contain the search words, in the order of
 * `sort` (`-` before it: descending), then by name.
 */
export function pageOfNamed<Row extends { id: number; name: string; [field: string]: unknown }>(
  rows: readonly Row[],
  { search = '', sort = 'name', ...query }: NamedQuery,
  standard: number,
) {
  const place = pagePlace(query, standard);
  const field = sort.replace('-', '');
  const direction = sort === field ? 1 : -1;
  const found = rows
    .filter(({ name }) => search.trim() === '' || hasWords(name, search))
    .map((row) => ({ row, id: row.id, name_key: searchKey(row.name), key: orderKey(row[field]) }))
    .sort((a, b) => direction * compareKeys(a.key, b.key) || byNameKey(a, b));
  const page = found.slice(place.offset, place.offset + place.perPage).map(({ row }) => row);
  return pageAnswer(page, { count: found.length, capped: false }, place);
}

/** A growing list: the query of its rows in order, and the presentation of a page of them, in the same order. */
type Listed<DB, TB extends keyof DB, Row> = {
  ids: SelectQueryBuilder<DB, TB, { id: number }>;
  rowsOf: (ids: readonly number[]) => { execute: () => Promise<Row[]> };
};

/** Reads one page of a list with its presentation; skipped rows cost their place in the index and nothing more. */
export async function readPage<DB, TB extends keyof DB, Row, Shown>(
  reader: Reader,
  { ids, rowsOf }: Listed<DB, TB, Row>,
  place: PagePlace,
  present: (row: Row) => Shown,
) {
  const page = await ids.limit(place.perPage).offset(place.offset).execute();
  const rows = page.length ? await rowsOf(page.map(({ id }) => id)).execute() : [];
  return pageAnswer(rows.map(present), await cappedTotal(reader, ids), place);
}
