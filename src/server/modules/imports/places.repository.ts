import { uniqueName } from '#domain/unique-name.ts';
import type { Reader } from '../../db/access.ts';

/** Those of some stores where something may be brought to. */
export const findStoresOf = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('stores')
    .select(['id', 'code', 'name', 'name_key'])
    .where('id', 'in', ids.length ? ids : [0])
    .where('is_active', '=', 1)
    .execute();
export type PlaceRow = Awaited<ReturnType<typeof findStoresOf>>[number];

type Named = 'product_types' | 'manufacturers' | 'customer_groups' | 'signup_channels';

/** The ids of some names of a short list, in whatever case they are written. */
export async function findByNames(
  reader: Reader,
  table: Named,
  names: readonly string[],
): Promise<(name: string) => number | undefined> {
  const wanted = [...new Set(names.filter(Boolean).map(uniqueName))];
  const rows = wanted.length
    ? await reader
        .selectFrom(table)
        .select(['id', 'unique_name'])
        .where('unique_name', 'in', wanted)
        .execute()
    : [];
  const ids = new Map(rows.map((row) => [row.unique_name, row.id]));
  return (name) => ids.get(uniqueName(name));
}

/** Customers who have some phone numbers, by their keys. */
export async function findByPhones(reader: Reader, keys: readonly string[]) {
  const rows = keys.length
    ? await reader
        .selectFrom('customers')
        .select(['name', 'phone_key'])
        .where('phone_key', 'in', keys)
        .where('deleted_at', 'is', null)
        .execute()
    : [];
  return new Map(rows.map((row) => [row.phone_key, row.name]));
}
