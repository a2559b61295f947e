import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ReleaseManifest, ReleaseRefusal } from '#contract/release-manifest.ts';
import { diskFaultOf } from '../disk/disk-faults.ts';
import { syncFolder } from './update-state.ts';

/** Bytes that a download leaves free: carts, sales and papers need the disk more than a new version does. */
const RESERVE = 300_000_000;

type Download = {
  /** The folder of updates. */
  folder: string;
  manifest: ReleaseManifest;
  /** Asks for the file's bytes from one on, of this very content or else for all of them. */
  load: (from: number) => Promise<Response>;
  reserve?: number;
};

/** Returns where a release's file lies once it is whole. */
export const programOf = (folder: string, { sha256, file_name }: ReleaseManifest) =>
  join(folder, `${sha256.slice(0, 16)} ${file_name}`);

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** True if a file is, byte for byte, the one that was signed. */
export async function isWhole(file: string, { size, sha256 }: ReleaseManifest): Promise<boolean> {
  if ((await sizeOf(file)) !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}

const full = () => Object.assign(new Error('The disk is almost full'), { code: 'ENOSPC' });

async function refuseFullDisk(folder: string, bytes: number, reserve: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserve) throw full();
}

/** Returns the byte that an answer begins with. @throws for an answer that is no file. */
function beginOf({ status, headers }: Response): number {
  if (status === 200) return 0;
  const from = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
  if (status === 206 && from !== undefined) return Number(from);
  throw new Error(`The server did not send the release (${status})`);
}

/** Writes an answer's bytes to the part of a file that is there already. */
async function writeAnswer(answer: Response, part: string, { size }: ReleaseManifest): Promise<void> {
  let at = beginOf(answer);
  const file = await open(part, at === 0 ? 'w' : 'r+', 0o600);
  try {
    for await (const chunk of answer.body ?? []) {
      const bytes = chunk as Uint8Array;
      if (at + bytes.length > size) throw new ReleaseRefusal('The server sent more than the release');
      await file.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Loads a release's file, from where an earlier try was cut off, and returns its place. It gets its name only when it is
 * on the disk, whole, and the one that was signed.
 * @throws ReleaseRefusal for another file; what the network and the disk throw
 */
export async function downloadRelease({
  folder,
  manifest,
  load,
  reserve = RESERVE,
}: Download): Promise<string> {
  const program = programOf(folder, manifest);
  if (await isWhole(program, manifest)) return program;
  await mkdir(folder, { recursive: true });
  const part = `${program}.part`;
  try {
    const have = await sizeOf(part);
    if (have < manifest.size) {
      await refuseFullDisk(folder, manifest.size - have, reserve);
      await writeAnswer(await load(have), part, manifest);
    }
    if ((await sizeOf(part)) < manifest.size) throw new Error('The release was cut off');
    if (!(await isWhole(part, manifest)))
      throw new ReleaseRefusal(
        'The server’s file is not the one that was signed. Add the release to it again',
      );
  } catch (fault) {
    // What is wrong is loaded anew; what takes the last bytes of the disk makes room for sales.
    if (fault instanceof ReleaseRefusal || diskFaultOf(fault) === 'full') await rm(part, { force: true });
    throw fault;
  }
  await rename(part, program);
  syncFolder(dirname(program));
  return program;
}
