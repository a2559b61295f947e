import type { Reader } from '../../db/access.ts';

/** The ids of what somebody did in some stores, or in none in particular, the newest first. */
export function selectDeedIds(reader: Reader, staffId: number, storeIds: readonly number[]) {
  return reader
    .selectFrom('audit_log as deed')
    .select('deed.id')
    .where('deed.staff_id', '=', staffId)
    .where((eb) =>
      eb.or([
        eb('deed.store_id', 'is', null),
        storeIds.length ? eb('deed.store_id', 'in', storeIds) : eb.lit(false),
      ]),
    )
    .orderBy('deed.at', 'desc')
    .orderBy('deed.id', 'desc');
}

/** Some of them as they were kept, the newest first. */
export function selectDeeds(reader: Reader, ids: readonly number[]) {
  return reader
    .selectFrom('audit_log as deed')
    .leftJoin('stores', 'stores.id', 'deed.store_id')
    .select([
      'deed.id',
      'deed.at',
      'deed.action',
      'deed.subject_id',
      'deed.details_json',
      'deed.store_id',
      'stores.name as store_name',
    ])
    .where('deed.id', 'in', ids)
    .orderBy('deed.at', 'desc')
    .orderBy('deed.id', 'desc');
}
export type DeedRow = Awaited<ReturnType<ReturnType<typeof selectDeeds>['executeTakeFirstOrThrow']>>;
