import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { stores } from '#contract/stores.ts';
import type { Reader } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { staffIdsOf, staffRows } from './store-staff.repository.ts';
import { refuseForeign } from './stores.guards.ts';

const PAGE_SIZE = 10;

/** One page of the active people who work in a store, by name. 404 `store_not_found` for a foreign one. */
export async function listStaff(
  reader: Reader,
  storeId: number,
  query: RouteInput<typeof stores.staff>['query'],
  session: Session,
): Promise<RouteOutput<typeof stores.staff>> {
  refuseForeign(session, storeId);
  const listed = {
    ids: staffIdsOf(reader, storeId),
    rowsOf: (ids: readonly number[]) => staffRows(reader, ids),
  };
  return readPage(reader, listed, pagePlace(query, PAGE_SIZE), ({ primary_store_id, ...person }) => ({
    ...person,
    is_primary_store: primary_store_id === storeId,
  }));
}
