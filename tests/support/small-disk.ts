import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  /** Leaves no byte free. */
  fill: () => void;
  /** Gives back what `fill` took. */
  makeRoom: () => void;
  remove: () => void;
};

/** A disk of its own with a few megabytes, or null where nothing may be mounted. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status !== 0) {
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
      // What still holds a file keeps it until it ends.
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/** Whether a disk of its own can be had here; says loudly where not. */
export const hasSmallDisks = ((): boolean => {
  const disk = mountSmallDisk();
  disk?.remove();
  if (!disk) console.warn('\n!!! NO FULL DISK WAS TESTED: mounting one needs root on Linux. !!!\n');
  return disk !== null;
})();
