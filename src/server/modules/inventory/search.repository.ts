import { sql } from 'kysely';
import type { UnitSort } from '#contract/inventory.ts';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { Reader } from '../../db/access.ts';
import { findByCode, findFewByCode, findSomeByCode, inOrder, type Placed } from '../../db/search-codes.ts';
import {
  countMatching,
  directionOf,
  firstOfEach,
  type Found,
  type Half,
  halvesOf,
  listPage,
  matching,
  type Page,
  rowsOf,
  type UnitFilter,
} from './list.repository.ts';

/** The maximum number of variations found by words whose units are looked for. */
const VARIATIONS_READ = 100;

/** Finds the units whose codes match a search; if too many do, those among the first ones. */
function byCodes(reader: Reader, { codes = [], ...filter }: UnitFilter, sort: UnitSort) {
  const halves = halvesOf(filter);
  const isHit = (half: Half) =>
    matching(reader, filter, half, { byOrder: true })
      .clearSelect()
      .select('unit.created_at')
      .where('unit.id', '=', sql.ref<number>('hit.id'));
  return findByCode(reader, {
    table: 'unit_codes',
    parts: codes,
    direction: directionOf(sort),
    newestFirst: sort === 'age',
    placeOf: sql`coalesce(${sql.join(halves.map((half) => sql`(${isHit(half)})`).concat(sql`null`))})`,
    first: {
      lists: halves.length,
      rows: (limit) => sql`${firstOfEach(reader, filter, { sort, limit, byOrder: true })}`,
    },
  });
}

async function pageOf(reader: Reader, found: readonly Placed[], { sort, perPage, offset }: Page) {
  const shown = found.slice(offset, offset + perPage).map(({ id }) => id);
  return rowsOf(reader, shown, sort);
}

/** Finds the first units of some variations: all of them, or enough for a page of very many. */
async function ofVariations(reader: Reader, filter: UnitFilter, { sort, perPage, offset }: Page) {
  if (!filter.variationIds?.length) return { found: [], total: { count: 0, capped: false } };
  const total = await countMatching(reader, filter);
  const limit = total.capped ? offset + perPage : TOTAL_CAP;
  const first = firstOfEach(reader, filter, { sort, limit, byOrder: total.capped });
  const found = await reader.selectFrom(first.as('merged')).selectAll().execute();
  return { found, total };
}

/** Finds one page of the units with codes that begin so, and of those whose variations are called so. */
async function eitherPage(
  reader: Reader,
  { codes, words = [], isEither: _, ...filter }: UnitFilter,
  page: Page,
): Promise<Found> {
  const byCode = await byCodes(reader, { ...filter, codes }, page.sort);
  const called = await findSomeByCode(reader, 'variation_codes', words, VARIATIONS_READ);
  const byName = await ofVariations(reader, { ...filter, variationIds: called.ids }, page);
  const found = new Map([...byCode.found, ...byName.found].map((unit) => [unit.id, unit]));
  const count = Math.max(found.size, byName.total.count);
  const isCapped = byCode.capped || byName.total.capped || !called.areAll || count > TOTAL_CAP;
  return {
    rows: await pageOf(reader, [...found.values()].sort(inOrder(directionOf(page.sort))), page),
    total: { count: Math.min(TOTAL_CAP, count), capped: isCapped },
  };
}

/** Finds one page of a store's units, and how many there are. */
export async function findPage(reader: Reader, filter: UnitFilter, page: Page): Promise<Found> {
  const { codes, words = [], isEither, ...others } = filter;
  if (!codes) return listPage(reader, filter, page);
  if (isEither) return eitherPage(reader, filter, page);
  const { found, capped } = await byCodes(reader, { ...others, codes }, page.sort);
  if (found.length > 0) {
    const total = { count: Math.min(TOTAL_CAP, found.length), capped: capped || found.length > TOTAL_CAP };
    return { rows: await pageOf(reader, found, page), total };
  }
  const { ids, areAll } = await findSomeByCode(reader, 'variation_codes', words, VARIATIONS_READ);
  if (ids.length === 0) return { rows: [], total: { count: 0, capped } };
  const { rows, total } = await listPage(reader, { ...others, variationIds: ids }, page);
  return { rows, total: { ...total, capped: total.capped || !areAll } };
}

/**
 * Replaces a filter by codes with one by ids if few units have them: a whole list would be read in its order to find
 * those. If none of them match, with one by words of products.
 */
export async function withFewIds(
  reader: Reader,
  { codes, words, ...filter }: UnitFilter,
): Promise<UnitFilter> {
  if (!codes) return filter;
  const ids = await findFewByCode(reader, 'unit_codes', codes);
  if (filter.isEither) return { ...filter, ...(ids ? { ids } : { codes }), words };
  if (!ids) return { ...filter, codes };
  const found = ids.length > 0 && (await countMatching(reader, { ...filter, ids })).count > 0;
  return found ? { ...filter, ids } : { ...filter, words };
}
