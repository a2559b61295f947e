import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** QR codes alone: zbar takes the edges of some for other barcodes. */
const OPTIONS = ['--quiet', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable'];

/**
 * Returns the texts of a picture's QR codes, read by zbar (Debian's zbar-tools) as a scanner would, in alphabetical
 * order.
 */
export async function readQrCodes(picture: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-qr-'));
  try {
    const file = path.join(folder, 'picture.png');
    await writeFile(file, picture);
    const { stdout } = await run('zbarimg', [...OPTIONS, file]);
    return stdout.trim().split('\n').sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}
