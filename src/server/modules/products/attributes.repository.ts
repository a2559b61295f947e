import { sql } from 'kysely';
import type { Reader } from '../../db/access.ts';

/** As many attributes, and values of one, are offered to choose from. */
const NAMES_SHOWN = 30;
const VALUES_SHOWN = 60;

type Key = { key: string | null };

/** Leaps from each name in the index to the next one, however many variations have it. */
const nameKeys = (reader: Reader) =>
  reader
    .selectFrom(
      sql<Key>`(with recursive names(key) as (
        select min(name_key) from variation_attributes
        union all
        select (select min(name_key) from variation_attributes where name_key > names.key)
          from names where names.key is not null)
      select key from names where key is not null limit ${sql.lit(NAMES_SHOWN)})`.as('found'),
    )
    .select('found.key')
    .execute();

const valueKeys = (reader: Reader, nameKey: string) =>
  reader
    .selectFrom(
      sql<Key>`(with recursive vals(key) as (
        select min(value_key) from variation_attributes where name_key = ${nameKey}
        union all
        select (select min(value_key) from variation_attributes
            where name_key = ${nameKey} and value_key > vals.key)
          from vals where vals.key is not null)
      select key from vals where key is not null limit ${sql.lit(VALUES_SHOWN)})`.as('found'),
    )
    .select('found.key')
    .execute();

const written = (reader: Reader, nameKey: string, valueKey: string) =>
  reader
    .selectFrom('variation_attributes')
    .select(['name', 'value'])
    .where('name_key', '=', nameKey)
    .where('value_key', '=', valueKey)
    .limit(1)
    .executeTakeFirst();

const keysIn = (rows: readonly Key[]) => rows.flatMap(({ key }) => (key === null ? [] : [key]));

/** Which attributes there are, and which values each of them has, as somebody wrote them first. */
export async function findAttributeValues(reader: Reader) {
  const found: { name: string; values: string[] }[] = [];
  for (const nameKey of keysIn(await nameKeys(reader))) {
    const keys = keysIn(await valueKeys(reader, nameKey));
    const rows = await Promise.all(keys.map((key) => written(reader, nameKey, key)));
    const values = rows.flatMap((row) => (row ? [row.value] : []));
    found.push({ name: rows[0]?.name ?? nameKey, values });
  }
  return found;
}
