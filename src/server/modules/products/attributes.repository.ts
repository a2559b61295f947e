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

/** The values of an attribute, leapt through as the names are, each as somebody wrote it first. */
const valuesOf = (reader: Reader, nameKey: string) => {
  const written = (
    column: 'name' | 'value',
  ) => sql<string>`(select ${sql.ref(column)} from variation_attributes
    where name_key = ${nameKey} and value_key = found.key limit 1)`;
  return reader
    .selectFrom(
      sql<Key>`(with recursive vals(key) as (
        select min(value_key) from variation_attributes where name_key = ${nameKey}
        union all
        select (select min(value_key) from variation_attributes
            where name_key = ${nameKey} and value_key > vals.key)
          from vals where vals.key is not null)
      select key from vals where key is not null limit ${sql.lit(VALUES_SHOWN)})`.as('found'),
    )
    .select([written('name').as('name'), written('value').as('value')])
    .execute();
};

/** Which attributes there are, and which values each of them has, as somebody wrote them first. */
export async function findAttributeValues(reader: Reader) {
  const keys = (await nameKeys(reader)).flatMap(({ key }) => (key === null ? [] : [key]));
  return Promise.all(
    keys.map(async (key) => {
      const rows = await valuesOf(reader, key);
      return { name: rows[0]?.name ?? key, values: rows.map(({ value }) => value) };
    }),
  );
}
