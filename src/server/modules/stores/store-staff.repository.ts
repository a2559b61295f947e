import type { Reader } from '../../db/access.ts';

/** The ids of the active people who work in a store, by name. */
export const staffIdsOf = (reader: Reader, storeId: number) =>
  reader
    .selectFrom('staff_stores as place')
    .innerJoin('staff', 'staff.id', 'place.staff_id')
    .select('staff.id')
    .where('place.store_id', '=', storeId)
    .where('staff.is_active', '=', 1)
    .orderBy('staff.name_key')
    .orderBy('staff.id');

/** People by their ids, by name. */
export const staffRows = (reader: Reader, ids: readonly number[]) =>
  reader
    .selectFrom('staff')
    .select(['id', 'name', 'email', 'role', 'primary_store_id', 'last_login_at'])
    .where('id', 'in', ids)
    .orderBy('name_key')
    .orderBy('id');
