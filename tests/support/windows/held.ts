import { closeSync, constants, openSync } from 'node:fs';

/** libuv's UV_FS_O_EXLOCK: Windows lets nobody else open, rename or delete the file (a share mode of 0). */
const EXCLUSIVE = 0x1000_0000;

/** Holds a file as a backup or a virus scan does on Windows; elsewhere it only opens it. */
export function hold(file: string): { end: () => void } {
  const handle = openSync(file, constants.O_RDONLY | (process.platform === 'win32' ? EXCLUSIVE : 0));
  return { end: () => closeSync(handle) };
}
