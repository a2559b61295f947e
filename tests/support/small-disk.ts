import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Fills the disk to the last byte. */
  fill: () => void;
  /** Frees the space that `fill` took. */
  makeRoom: () => void;
  remove: () => void;
};

/** Mounts a disk of some megabytes; null if nothing may be mounted. */
export function mountSmallDisk(megabytes = 4): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status !== 0) {
    rmdirSync(folder);
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'a');
      const block = Buffer.alloc(4096);
      try {
        for (;;) writeSync(file, block);
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: () => {
      // A process that still holds a file keeps it until it ends.
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/** True if a disk can be mounted here; warns loudly if not. */
export const hasSmallDisks = ((): boolean => {
  const disk = mountSmallDisk();
  disk?.remove();
  if (!disk) console.warn('\n!!! NO FULL DISK WAS TESTED: mounting one needs root on Linux. !!!\n');
  return disk !== null;
})();
