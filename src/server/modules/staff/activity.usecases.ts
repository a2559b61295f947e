import { ApiError } from '#contract/errors.ts';
import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { people, StaffDeed } from '#contract/people.ts';
import { can, type Permission } from '#domain/permissions.ts';
import type { Reader } from '../../db/access.ts';
import { pagePlace, readPage } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { salesOf } from '../transactions/transactions.public.ts';
import { selectDeedIds, selectDeeds, type DeedRow } from './activity.repository.ts';
import { requirePerson } from './people.guards.ts';

const ROWS_A_PAGE = 10;

type Paged = RouteInput<typeof people.transactions>['query'];

/** What somebody did is shown to themselves, and to holders of a permission; 404 `staff_not_found`, 403. */
async function refuseOthers(reader: Reader, staffId: number, session: Session, permission: Permission) {
  await requirePerson(reader, session, staffId);
  if (staffId !== session.staff.id && !can(session.staff, permission)) throw new ApiError('forbidden');
}

/** One page of what somebody sold at the caller's stores, the newest first. */
export async function transactionsOf(reader: Reader, staffId: number, query: Paged, session: Session) {
  await refuseOthers(reader, staffId, session, 'transactions.view');
  return salesOf(reader, staffId, session.staff.store_ids, pagePlace(query, ROWS_A_PAGE));
}

type Details = { reason?: string; refused?: string; changes?: { field: string }[] };

function presentDeed(row: DeedRow): StaffDeed {
  const details = JSON.parse(row.details_json ?? '{}') as Details;
  const { store_id: id, store_name: name } = row;
  return {
    id: row.id,
    at: row.at,
    action: row.action,
    store: id === null || name === null ? null : { id, name },
    subject_id: row.subject_id,
    reason: details.reason ?? null,
    refused: details.refused ?? null,
    changed_fields: (details.changes ?? []).map(({ field }) => field),
  };
}

/** One page of what somebody did at the caller's stores, or at none in particular, the newest first. */
export async function activityOf(
  reader: Reader,
  staffId: number,
  query: Paged,
  session: Session,
): Promise<RouteOutput<typeof people.activity>> {
  await refuseOthers(reader, staffId, session, 'staff.manage');
  const deeds = {
    ids: selectDeedIds(reader, staffId, session.staff.store_ids),
    rowsOf: (ids: readonly number[]) => selectDeeds(reader, ids),
  };
  return readPage(reader, deeds, pagePlace(query, ROWS_A_PAGE), presentDeed);
}
