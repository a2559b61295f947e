import { existsSync, statfsSync } from 'node:fs';
import os from 'node:os';

const IN_MEMORY = '/dev/shm';
/** The databases of a run take a third of it; containers often have much less. */
const ROOM = 4 * 1024 ** 3;

/**
 * Where tests put databases that nobody keeps: in memory where there is room, since SQLite brings every write to the
 * disk, and a third of the time of the API tests went into waiting for that.
 */
export function scratchRoot(): string {
  if (!existsSync(IN_MEMORY)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= ROOM ? IN_MEMORY : os.tmpdir();
}
