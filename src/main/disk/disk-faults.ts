import { accessSync, constants, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The faults of a disk. damaged: the file is no database any more, or pages of it are broken. busy: another program has the
 * file open. refused: the till may not write there. broken: the disk fails. gone: the file is no longer at its path.
 */
type DiskFault = 'damaged' | 'full' | 'busy' | 'refused' | 'broken' | 'gone';

/** Ends a write to a file that was deleted, or whose disk came off, while it was open: no restart would find it. */
export class FileGone extends Error {
  readonly code = 'TILL_FILE_GONE';
}

// SQLite's result codes (sqlite.org/rescode.html) and Node's, by their prefixes.
const codes: [DiskFault, RegExp][] = [
  ['damaged', /^SQLITE_(?:CORRUPT|NOTADB)/],
  ['full', /^(?:SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/],
  ['busy', /^(?:SQLITE_(?:BUSY|LOCKED)|EBUSY|EPERM)/],
  ['refused', /^(?:SQLITE_(?:READONLY|PERM|AUTH|CANTOPEN)|EACCES|EROFS)/],
  ['broken', /^(?:SQLITE_IOERR|EIO)/],
  ['gone', /^TILL_FILE_GONE/],
];

/** System calls that Windows refuses with EPERM where the folder may not be written, in use or not. */
const MAKING = ['mkdir', 'mkdtemp', 'access'];

/** Returns the kind of disk fault; null for a fault of another kind. */
export function diskFaultOf(fault: unknown): DiskFault | null {
  const { code, syscall, path } = (fault ?? {}) as { code?: unknown; syscall?: unknown; path?: unknown };
  if (typeof code !== 'string') return null;
  if (code === 'EPERM' && MAKING.includes(String(syscall))) return 'refused';
  if (code === 'EPERM' && syscall === 'open') return isHeldByAnother(String(path)) ? 'busy' : 'refused';
  return codes.find(([, known]) => known.test(code))?.[0] ?? null;
}

/**
 * True if a file cannot be opened though this user may write it, and make files beside it: another program has it open,
 * or it was deleted while one had (Windows). Rights alone do not show that there: `access` knows no access lists.
 */
export function isHeldByAnother(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    accessSync(file, constants.R_OK | constants.W_OK);
    rmdirSync(mkdtempSync(join(dirname(file), '.may-write-')));
    return true;
  } catch {
    return false;
  }
}

/** The faults as display text for the person at the till, with help; without full stops. */
export const diskText: Record<DiskFault, { reason: string; help: string }> = {
  damaged: { reason: 'A file of this till is damaged', help: 'Tell whoever looks after this computer' },
  full: { reason: 'This computer’s disk is full', help: 'Free some space on it' },
  busy: {
    reason: 'The till’s files are in use by another program: a backup, or a virus scan',
    help: 'Wait until it is done',
  },
  refused: {
    reason: 'The till may not write to its own folder',
    help: 'Tell whoever looks after this computer',
  },
  broken: { reason: 'This computer’s disk fails', help: 'Tell whoever looks after this computer, today' },
  gone: {
    reason: 'The till’s files were deleted, or their disk came off',
    help: 'Leave the till on, and tell whoever looks after this computer',
  },
};
