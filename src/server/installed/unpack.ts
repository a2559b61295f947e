import { closeSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';

const BLOCK = 512;
const PIECE = 1024 * 1024;

const textIn = (header: Buffer, from: number, length: number) =>
  header.toString('utf8', from, from + length).replace(/\0.*$/s, '');

/** Writes `size` bytes of an archive, from where they begin, to a new file, and through to the disk. */
function writeFile(archive: number, from: number, size: number, file: string): void {
  const written = openSync(file, 'wx');
  try {
    const piece = Buffer.alloc(Math.min(PIECE, size));
    for (let done = 0; done < size;) {
      const read = readSync(archive, piece, 0, Math.min(piece.length, size - done), from + done);
      if (read === 0) throw new Error('The archive of the server ends too early');
      for (let at = 0; at < read;) at += writeSync(written, piece, at, read - at);
      done += read;
    }
    fsyncSync(written);
  } finally {
    closeSync(written);
  }
}

/**
 * Unpacks an archive of plain files (tar in the form ustar) into a new folder. Windows 10 has a tar of its own, but not in
 * each edition.
 */
export function unpack(file: string, folder: string): void {
  const archive = openSync(file, 'r');
  try {
    const header = Buffer.alloc(BLOCK);
    for (let at = 0; readSync(archive, header, 0, BLOCK, at) === BLOCK && header[0] !== 0;) {
      const size = Number.parseInt(textIn(header, 124, 12), 8);
      const place = path.join(folder, textIn(header, 345, 155), textIn(header, 0, 100));
      if (path.relative(folder, place).startsWith('..')) throw new Error(`${place} is outside of its folder`);
      // 5 is a folder; all others are files.
      if (header.toString('latin1', 156, 157) === '5') mkdirSync(place, { recursive: true });
      else {
        mkdirSync(path.dirname(place), { recursive: true });
        writeFile(archive, at + BLOCK, size, place);
      }
      at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    }
  } finally {
    closeSync(archive);
  }
}
