import { sql } from 'kysely';
import { TOTAL_CAP } from '#contract/pages.ts';
import type { SearchTerm } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { findByWords, holdsEvery, type Found } from '../../db/search-words.ts';

/** The suppliers who have all of some words, active or inactive ones where that is asked, in the order of their names. */
export function searchSuppliers(
  reader: Reader,
  terms: readonly SearchTerm[],
  active: boolean | undefined,
): Promise<Found> {
  const conditions = [
    sql`suppliers.deleted_at is null`,
    ...(active === undefined ? [] : [sql`suppliers.is_active = ${active ? 1 : 0}`]),
    ...(terms.length > 1 ? [holdsEvery('suppliers.search_text', terms)] : []),
  ];
  return findByWords(reader, {
    kind: 'supplier',
    terms,
    limit: TOTAL_CAP,
    nameOf: sql`(select suppliers.name_key from suppliers
      where suppliers.id = found.subject_id and ${sql.join(conditions, sql` and `)})`,
  });
}
