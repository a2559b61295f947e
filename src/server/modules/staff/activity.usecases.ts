import type { AuditEntry } from '#contract/audit.ts';
import { ApiError } from '#contract/errors.ts';
import type { Route, RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { people, StaffEvent } from '#contract/people.ts';
import { can } from '#domain/permissions.ts';
import type { Reader } from '../../db/access.ts';
import { pagePlace } from '../../db/paging.ts';
import type { Session } from '../../http/call.ts';
import { auditIn } from '../audit/audit.public.ts';
import { salesOf } from '../transactions/transactions.public.ts';
import { requirePerson } from './people.guards.ts';

const ROWS_A_PAGE = 10;

type Paged = RouteInput<typeof people.transactions>['query'];

/** What somebody sold and did is shown to themselves, and to whoever sees transactions; 404 `staff_not_found`, 403. */
async function refuseOthers(reader: Reader, staffId: number, session: Session) {
  await requirePerson(reader, session, staffId);
  if (staffId !== session.staff.id && !can(session.staff, 'transactions.view'))
    throw new ApiError('forbidden');
}

/** One page of what somebody sold at the caller's stores, the newest first. */
export async function transactionsOf(reader: Reader, staffId: number, query: Paged, session: Session) {
  await refuseOthers(reader, staffId, session);
  return salesOf(reader, staffId, session.staff.store_ids, pagePlace(query, ROWS_A_PAGE));
}

/** Which fields were changed is told; what stood in them is in the log alone, for who may read it. */
const presentActivity = ({
  id,
  at,
  store,
  what,
  subject,
  reason,
  refused,
  changes,
}: AuditEntry): StaffEvent => ({
  id,
  at,
  store,
  what,
  // What was refused may be of what they must not see, and so is its name.
  subject: refused === null ? subject : null,
  reason,
  refused,
  changed: changes.map((change) => change.what),
});

/** What people did, in the words of a contract's calls. */
export function activityIn(contract: Record<string, Record<string, Route>>) {
  const log = auditIn(contract);

  /** One page of what somebody did at the caller's stores, or at none in particular, the newest first. */
  return async (
    reader: Reader,
    staffId: number,
    query: Paged,
    session: Session,
  ): Promise<RouteOutput<typeof people.activity>> => {
    await refuseOthers(reader, staffId, session);
    const { data, ...page } = await log.byPerson(
      reader,
      { staffId, atStores: session.staff.store_ids },
      pagePlace(query, ROWS_A_PAGE),
    );
    return { data: data.map(presentActivity), ...page };
  };
}
