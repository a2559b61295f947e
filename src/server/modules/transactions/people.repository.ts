import { sql } from 'kysely';
import { customerTerms, isWalkIn, searchKey, type SearchTerm } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { findByWords, holdsEvery } from '../../db/search-words.ts';

/**
 * The customers that a text names: by id while they are few, else by search terms to check on each buyer; `orNobody` if
 * it names walk-ins, too.
 */
export type People = ({ ids: readonly number[] } | { terms: readonly SearchTerm[] }) & { orNobody: boolean };

/** Up to so many customers are looked up by id; more are met often enough in the list's order. */
const FEW = 200;

/** Finds the customers that a text names, deleted ones included; undefined for an empty text. */
export async function findCustomers(reader: Reader, text = ''): Promise<People | undefined> {
  const terms = customerTerms(text);
  if (!terms) return undefined;
  const orNobody = isWalkIn(text);
  if (terms.length === 0) return { ids: [], orNobody };
  const isNamed = holdsEvery('customers.search_text', terms);
  const { ids, capped } = await findByWords(reader, {
    kind: 'customer',
    terms,
    limit: FEW,
    nameOf: sql`(select customers.name_key from customers where customers.id = found.subject_id and ${isNamed})`,
  });
  const gone = await reader
    .selectFrom('customers')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where(isNamed)
    .limit(FEW + 1)
    .execute();
  if (capped || ids.length + gone.length > FEW) return { terms, orNobody };
  return { ids: [...ids, ...gone.map(({ id }) => id)], orNobody };
}

/** Finds the staff that a text names, who are few; undefined for an empty text. */
export async function findStaff(reader: Reader, text = ''): Promise<readonly number[] | undefined> {
  if (text.trim() === '') return undefined;
  const words = searchKey(text).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const staff = await reader.selectFrom('staff').select(['id', 'name_key']).execute();
  const named = staff.filter(({ name_key }) => words.every((word) => name_key.includes(word)));
  return named.map(({ id }) => id);
}
