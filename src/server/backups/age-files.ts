import {
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';

const webOf = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const nodeOf = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream<Uint8Array>);

/** Writes a file whole or not at all: it has its name once it is on the disk. */
export async function writeWhole(file: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await write(unfinished);
    const written = openSync(unfinished, 'r+');
    try {
      fsyncSync(written);
    } finally {
      closeSync(written);
    }
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Compresses and encrypts a file for `age --decrypt | gunzip`. */
export async function seal(source: string, target: string, recipient: string): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const compressed = createGzip({ level: 1 });
  const reading = pipeline(createReadStream(source, { highWaterMark: 1 << 20 }), compressed);
  const sealed = await encrypter.encrypt(webOf(compressed));
  await writeWhole(target, async (unfinished) => {
    await Promise.all([reading, pipeline(nodeOf(sealed), createWriteStream(unfinished, { mode: 0o600 }))]);
  });
}

/** Appends what a sealed file holds to another file. Throws for a wrong key or a damaged file. */
export async function unseal(source: Readable, target: string, identity: string): Promise<void> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const plain = await decrypter.decrypt(webOf(source));
  await pipeline(nodeOf(plain), createGunzip(), createWriteStream(target, { flags: 'a', mode: 0o600 }));
}
