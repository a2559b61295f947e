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

/** Refuses other people's sales and activity without `transactions.view`; 404 `staff_not_found`, 403. */
async function refuseOthers(reader: Reader, staffId: number, session: Session) {
  await requirePerson(reader, session, staffId);
  if (staffId !== session.staff.id && !can(session.staff, 'transactions.view'))
    throw new ApiError('forbidden');
}

/** Returns one page of a person's sales at the caller's stores, newest first. */
export async function transactionsOf(reader: Reader, staffId: number, query: Paged, session: Session) {
  await refuseOthers(reader, staffId, session);
  return salesOf(reader, staffId, session.staff.store_ids, pagePlace(query, ROWS_A_PAGE));
}

/** Presents an audit event by the names of changed fields; their values stay in the log, for its readers. */
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
  // A refused call may be about something the person must not see, its name included.
  subject: refused === null ? subject : null,
  reason,
  refused,
  changed: changes.map((change) => change.what),
});

/** Makes the reader of people's activity, in the words of a contract's routes. */
export function activityIn(contract: Record<string, Record<string, Route>>) {
  const log = auditIn(contract);

  /** Returns one page of a person's activity at the caller's stores, or at none in particular, newest first. */
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
