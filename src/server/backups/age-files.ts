import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { putInPlace } from '../db/sqlite-copy.ts';
import { readingHeader, writeHeader, type FileHeader } from './file-header.ts';
import type { BackupKey } from './key.ts';

const webOf = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const nodeOf = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream<Uint8Array>);

/** Writes a file whole or not at all: it has its name once it is on the disk. */
export async function writeWhole(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await write(unfinished);
    putInPlace(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Compresses and encrypts a file for `age --decrypt | gunzip`, with a header that says what it is. */
export async function seal(
  source: string,
  target: string,
  { recipient, identity }: BackupKey,
  header: FileHeader,
): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const compressed = new PassThrough();
  const reading = pipeline(
    createReadStream(source, { highWaterMark: 1 << 20 }),
    createGzip({ level: 1 }),
    async function* (content: AsyncIterable<Uint8Array>) {
      yield writeHeader(header, identity);
      yield* content;
    },
    compressed,
  );
  const sealed = await encrypter.encrypt(webOf(compressed));
  await writeWhole(target, async (unfinished) => {
    await Promise.all([reading, pipeline(nodeOf(sealed), createWriteStream(unfinished, { mode: 0o600 }))]);
  });
}

async function decrypted(source: Readable, identity: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return nodeOf(await decrypter.decrypt(webOf(source)));
}

/** Refuses a file by its header, by throwing; null of a file of an older version, which has none. */
export type CheckHeader = (header: FileHeader | null) => void;

/**
 * Appends what a sealed file holds to another file, once `check` has seen its header. Throws for a wrong key or a damaged
 * file.
 */
export async function unseal(
  source: Readable,
  target: string,
  identity: string,
  check: CheckHeader = () => undefined,
): Promise<void> {
  await pipeline(
    await decrypted(source, identity),
    (plain: AsyncIterable<Uint8Array>) => readingHeader(plain, identity, check),
    createGunzip(),
    createWriteStream(target, { flags: 'a', mode: 0o600 }),
  );
}

/** Reads the header of a sealed file and no more of it; null for a file of an older version. */
export async function headerOf(source: Readable, identity: string): Promise<FileHeader | null> {
  let header: FileHeader | null = null;
  const reading = readingHeader(await decrypted(source, identity), identity, (found) => (header = found));
  await reading.next();
  await reading.return(undefined);
  source.destroy();
  return header;
}
