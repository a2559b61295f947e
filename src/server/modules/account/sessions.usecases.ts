import type { OwnSession } from '#contract/account.ts';
import { ApiError } from '#contract/errors.ts';
import type { Reader, Writer } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { deleteOwnSession, findSessions } from './sessions.repository.ts';

/** Returns the caller's sign-ins, the last used first. */
export async function ownSessions(reader: Reader, session: Session, now: number): Promise<OwnSession[]> {
  const rows = await findSessions(reader, session.staff.id, now);
  return rows.map(({ store_id, store_name, ...row }) => ({
    ...row,
    store: store_id !== null && store_name !== null ? { id: store_id, name: store_name } : null,
    is_current: row.id === session.id,
  }));
}

/** Ends one of the caller's sign-ins; 404 if it has ended or belongs to another person. */
export async function endOwnSession(writer: Writer, session: Session, sessionId: number): Promise<void> {
  const wasThere = await deleteOwnSession(writer, session.staff.id, sessionId);
  if (!wasThere) throw new ApiError('not_found', { message: 'This sign-in has ended already' });
}
