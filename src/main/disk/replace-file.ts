import { open, rename, rm } from 'node:fs/promises';
import { retryLaterWhileHeld } from './retry-while-held.ts';

/**
 * Replaces a file whole or not at all, on the disk when it is done; only this user may read it. Waits while another program
 * holds the file, as a backup or a virus scan does on Windows; the till goes on meanwhile.
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  const fresh = `${file}.new`;
  try {
    await retryLaterWhileHeld(async () => {
      const handle = await open(fresh, 'w', 0o600);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(fresh, file);
    });
  } catch (fault) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw fault;
  }
}
