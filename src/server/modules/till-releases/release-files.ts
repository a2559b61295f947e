import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  manifestOf,
  parseReleaseKeys,
  readRelease,
  ReleaseRefusal,
  type ReleaseManifest,
  signedRelease,
  type SignedRelease,
} from '#contract/release-manifest.ts';

/** A release as it lies in the data folder. */
export type KeptRelease = { manifest: ReleaseManifest; signed: SignedRelease; file: string };

const SIGNED = 'release.json';
/** What a release's file is called beside it, before it is added. */
const SIGNED_SUFFIX = '.release.json';
/** A folder whose release is not whole yet: a power cut may leave it. */
const UNFINISHED = '.new-';

/** The file with the shop's public keys; none is in the repository. */
const KEYS_FILE = path.resolve(import.meta.dirname, '../../../../resources/release-keys.txt');

/** Reads the public keys that sign this shop's releases, which are built into its tills, too. */
export function ownReleaseKeys(): string[] {
  const { TINDAHAN_RELEASE_KEYS: file = KEYS_FILE } = process.env;
  if (existsSync(file)) return parseReleaseKeys(readFileSync(file, 'utf8'));
  throw new ReleaseRefusal(
    `${file} is missing: the public keys by which releases are checked. Make one with npm run release -- new-key`,
  );
}

const releasesIn = (dataDir: string) => path.join(dataDir, 'releases');

async function readKept(folder: string): Promise<KeptRelease | null> {
  try {
    const signed = signedRelease.parse(JSON.parse(await readFile(path.join(folder, SIGNED), 'utf8')));
    const manifest = manifestOf(signed);
    if (!manifest) return null;
    const file = path.join(folder, manifest.file_name);
    const { size } = await stat(file);
    return size === manifest.size ? { manifest, signed, file } : null;
  } catch {
    return null;
  }
}

/** Returns the releases of a data folder, the one that was signed last first. What is damaged there is none. */
export async function keptReleases(dataDir: string): Promise<KeptRelease[]> {
  const names = await readdir(releasesIn(dataDir)).catch(() => []);
  const folders = names.filter((name) => !name.startsWith('.'));
  const found = await Promise.all(folders.map((name) => readKept(path.join(releasesIn(dataDir), name))));
  return found
    .filter((release) => release !== null)
    .toSorted((one, other) => other.manifest.sequence - one.manifest.sequence);
}

/** Writes bytes that come one after the other to a new file, to the disk itself; returns their number and SHA-256. */
async function writeWhole(file: string, bytes: AsyncIterable<Buffer> | Buffer[]) {
  const hash = createHash('sha256');
  const written = await open(file, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      await written.writeFile(chunk);
    }
    await written.sync();
  } finally {
    await written.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** Brings a folder's list of names to the disk; Windows keeps it by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function readSigned(file: string): Promise<unknown> {
  const named = file.endsWith(SIGNED_SUFFIX) ? file : `${file}${SIGNED_SUFFIX}`;
  try {
    return JSON.parse(await readFile(named, 'utf8'));
  } catch {
    throw new ReleaseRefusal(`${path.basename(named)} is missing or cannot be read. Sign the release first`);
  }
}

/**
 * Copies a release to the data folder, whole or not at all, beside a running server.
 * @param file the installer, with what was signed of it beside it, or the latter
 * @param keys the public keys of which one must have signed it
 * @throws ReleaseRefusal
 */
export async function addRelease(
  dataDir: string,
  file: string,
  keys: readonly string[],
): Promise<ReleaseManifest> {
  const signed = await readSigned(file);
  const manifest = readRelease(signed, keys);
  const { sequence, platform, arch, file_name, size, sha256 } = manifest;
  const releases = releasesIn(dataDir);
  const folder = path.join(releases, `${sequence}-${platform}-${arch}`);
  if (existsSync(folder)) {
    if ((await readKept(folder))?.manifest.sha256 === sha256) return manifest;
    throw new ReleaseRefusal(`${folder} has this number already. Delete it, or sign the release anew`);
  }
  await mkdir(releases, { recursive: true, mode: 0o700 });
  for (const name of await readdir(releases))
    if (name.startsWith(UNFINISHED)) await rm(path.join(releases, name), { recursive: true });
  const unfinished = path.join(releases, `${UNFINISHED}${randomUUID()}`);
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const source = path.join(path.dirname(file), file_name);
    if (!existsSync(source)) throw new ReleaseRefusal(`${file_name} is not beside what was signed of it`);
    const copied = await writeWhole(path.join(unfinished, file_name), createReadStream(source));
    if (copied.size !== size || copied.sha256 !== sha256)
      throw new ReleaseRefusal(`${file_name} is not the file that was signed. Copy it again`);
    await writeWhole(path.join(unfinished, SIGNED), [Buffer.from(JSON.stringify(signed))]);
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    await syncFolder(releases);
  } catch (fault) {
    await rm(unfinished, { recursive: true, force: true });
    throw fault;
  }
  return manifest;
}
