/** SQLSTATE: connection exceptions, insufficient resources, system errors, sessions that the database ended, a read-only one. */
const POSTGRES_GONE = /^(?:08|53|58|57P0|25P03|25006)/;
/** What pg says, without a code, of a connection that is gone or never came. */
const CONNECTION_GONE =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|timeout expired)/;
const SQLITE_GONE = /^SQLITE_(?:FULL|IOERR|CANTOPEN|NOMEM|READONLY)/;
const SYSTEM_GONE =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENOSPC|EDQUOT|EROFS|EIO|EMFILE|ENFILE|ENOMEM)$/;

/** SQLSTATE: lock_not_available and query_canceled; the pool's own words for no connection in time. */
const TIMED_OUT = /^(?:55P03|57014|SQLITE_BUSY)/;
const NO_CONNECTION_FREE = 'timeout exceeded when trying to connect';

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');

/** True if the connection to a Unix socket failed because there is none: the database does not run. */
const isWithoutSocket = (error: Error) =>
  codeOf(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/**
 * True if work failed for want of the database, a connection, memory or disk: it may succeed later. Whether it was done
 * is unknown where the connection broke during its COMMIT.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return (
    [POSTGRES_GONE, SQLITE_GONE, SYSTEM_GONE].some((gone) => gone.test(code)) ||
    CONNECTION_GONE.test(error.message) ||
    isWithoutSocket(error)
  );
}

/** True if work waited too long for a lock, a connection or its own end: nothing of it was done. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof Error && (TIMED_OUT.test(codeOf(error)) || error.message === NO_CONNECTION_FREE);
