import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Bytes that must be free: the databases of a run take a third of it; containers often have much less. */
const ROOM = 4 * 1024 ** 3;

/**
 * Returns the root for throw-away databases: in memory if there is room, since SQLite syncs every write to the disk, and
 * the API tests spent a third of their time waiting for that.
 */
export function scratchRoot(): string {
  if (!existsSync(IN_MEMORY)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM ? IN_MEMORY : os.tmpdir();
}
