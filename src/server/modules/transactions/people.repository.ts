import { sql } from 'kysely';
import { customerTerms, isWalkIn, searchKey, type SearchTerm } from '#domain/search-key.ts';
import type { Reader } from '../../db/access.ts';
import { findByWords, holdsEvery } from '../../db/search-words.ts';

/**
 * Customers whom a text names: by their ids while they are few, else by the words that each buyer is asked for; `orNobody`
 * where it names walk-ins, too.
 */
export type People = ({ ids: readonly number[] } | { terms: readonly SearchTerm[] }) & { orNobody: boolean };

/** As many customers are looked up one by one; more of them are met often enough in the order of the list. */
const FEW = 200;

/** Whom a text names among the customers, deleted ones too; undefined where the text says nothing. */
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

/** Whom a text names among the staff, who are few; undefined where the text says nothing. */
export async function findStaff(reader: Reader, text = ''): Promise<readonly number[] | undefined> {
  if (text.trim() === '') return undefined;
  const words = searchKey(text).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const staff = await reader.selectFrom('staff').select(['id', 'name_key']).execute();
  const named = staff.filter(({ name_key }) => words.every((word) => name_key.includes(word)));
  return named.map(({ id }) => id);
}
