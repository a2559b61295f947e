import { ApiError } from '#contract/errors.ts';
import type { Database } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { changeSubjects, countFailure, refuseTooManyFailures } from './login-limits.ts';
import { isPassword } from './passwords.ts';
import { findStaff } from './staff.repository.ts';

/** 422 `wrong_password` on `current_password` unless it is the caller's own; 429 for too many guesses. Hashes: not in a transaction. */
export async function requireOwnPassword(
  database: Database,
  session: Session,
  { password, address, now }: { password: string; address: string; now: number },
): Promise<void> {
  const subjects = changeSubjects(session.staff.id, address);
  await refuseTooManyFailures(database, subjects, now);
  const row = await findStaff(database.reader, session.staff.id);
  if (await isPassword(password, row?.password_hash ?? null)) return;
  await countFailure(database, subjects, now);
  const message = 'Current password is incorrect';
  throw new ApiError('wrong_password', { message, fields: { current_password: [message] } });
}
