import { sql, type Insertable, type Updateable } from 'kysely';
import type { Role } from '#domain/roles.ts';
import { searchKey } from '#domain/search-key.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';

/** Locks all changes of people: what is read afterwards holds until the write ends. */
export async function takeTurn(writer: Writer): Promise<void> {
  await writer
    .updateTable('shop_version')
    .set((eb) => ({ version: eb.ref('version') }))
    .execute();
}

function selectPeople(reader: Reader) {
  return reader
    .selectFrom('staff')
    .leftJoin('stores as home', 'home.id', 'staff.primary_store_id')
    .select([
      'staff.id',
      'staff.name',
      'staff.name_key',
      'staff.email',
      'staff.role',
      'staff.primary_store_id',
      'home.name as primary_store_name',
      'staff.is_active',
      'staff.created_at',
      'staff.last_login_at',
    ]);
}
export type PersonRow = Awaited<ReturnType<ReturnType<typeof selectPeople>['executeTakeFirstOrThrow']>>;

export function findPerson(reader: Reader, staffId: number): Promise<PersonRow | undefined> {
  return selectPeople(reader).where('staff.id', '=', staffId).executeTakeFirst();
}

type PeopleFilter = {
  role?: Role;
  store_id?: number;
  is_active?: boolean;
  /** Only people of these stores, and one more person; null for everybody. */
  within: { storeIds: readonly number[]; staffId: number } | null;
};

/** Finds the people who match, unordered. */
export function findPeople(reader: Reader, filter: PeopleFilter): Promise<PersonRow[]> {
  const { role, store_id, is_active, within } = filter;
  const works = (storeIds: readonly number[]) =>
    sql<boolean>`exists (select 1 from staff_stores
      where staff_stores.staff_id = staff.id and staff_stores.store_id in (${sql.join(storeIds)}))`;
  let query = selectPeople(reader);
  if (role !== undefined) query = query.where('staff.role', '=', role);
  if (is_active !== undefined) query = query.where('staff.is_active', '=', is_active ? 1 : 0);
  if (store_id !== undefined) query = query.where(works([store_id]));
  if (within) {
    const { storeIds, staffId } = within;
    query = query.where((eb) =>
      eb.or([eb('staff.id', '=', staffId), storeIds.length ? works(storeIds) : eb.lit(false)]),
    );
  }
  return query.execute();
}

export type AssignedStore = { staff_id: number; id: number; name: string };

/** Finds the stores that some people are assigned to, by name. */
export async function findStoresOf(reader: Reader, staffIds: readonly number[]): Promise<AssignedStore[]> {
  if (staffIds.length === 0) return [];
  return reader
    .selectFrom('staff_stores')
    .innerJoin('stores', 'stores.id', 'staff_stores.store_id')
    .select(['staff_stores.staff_id', 'stores.id', 'stores.name'])
    .where('staff_stores.staff_id', 'in', staffIds)
    .orderBy('stores.name_key')
    .orderBy('stores.id')
    .execute();
}

/** Finds which of some stores exist, and whether they are active. */
export async function findStores(reader: Reader, storeIds: readonly number[]) {
  if (storeIds.length === 0) return [];
  return reader.selectFrom('stores').select(['id', 'is_active']).where('id', 'in', storeIds).execute();
}

type NewPerson = Omit<Insertable<Tables['staff']>, 'name_key'>;

export async function insertPerson(writer: Writer, person: NewPerson): Promise<void> {
  await writer
    .insertInto('staff')
    .values({ ...person, name_key: searchKey(person.name) })
    .execute();
}

export async function updatePersonRow(
  writer: Writer,
  staffId: number,
  changes: Omit<Updateable<Tables['staff']>, 'name_key'>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const keys = changes.name === undefined ? {} : { name_key: searchKey(changes.name) };
  await writer
    .updateTable('staff')
    .set({ ...changes, ...keys })
    .where('id', '=', staffId)
    .execute();
}

export async function assignStores(
  writer: Writer,
  staffId: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  if (removed.length) {
    await writer
      .deleteFrom('staff_stores')
      .where('staff_id', '=', staffId)
      .where('store_id', 'in', removed)
      .execute();
  }
  if (added.length) {
    const rows = added.map((store_id) => ({ staff_id: staffId, store_id }));
    await writer.insertInto('staff_stores').values(rows).execute();
  }
}

/** Ends all sign-ins of a person, and deletes their reset links. */
export async function deleteSignIns(writer: Writer, staffId: number): Promise<void> {
  await writer.deleteFrom('sessions').where('staff_id', '=', staffId).execute();
  await deleteResets(writer, staffId);
}

/** Deletes a person's reset links. */
export async function deleteResets(writer: Writer, staffId: number): Promise<void> {
  await writer.deleteFrom('password_resets').where('staff_id', '=', staffId).execute();
}
