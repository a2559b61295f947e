import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from '#contract/zod.ts';

/**
 * What a sealed file says of itself. It stands inside of what is encrypted, with a code that only the key's owner can make:
 * a file's name can be changed by anybody who may write where it lies, and age tells nothing of who encrypted a file.
 */
const fileHeader = z.object({
  /** The chain and the name that it was made with: what it holds, and of which moment. */
  chain: z.string(),
  name: z.string(),
  /** Whose data it holds: see `db/data-line.ts`. */
  line: z.string(),
  parent: z.string().nullable(),
  takenOverAt: z.int().nullable(),
  /** The last sale until its moment; null before the first one. */
  lastSaleAt: z.int().nullable(),
  /** The computer and the data folder that it was made on. */
  address: z.string(),
});
export type FileHeader = z.output<typeof fileHeader>;

const MARK = 'tindahan-backup-1 ';
/** A gzip member with a comment and nothing in it: gunzip passes over it. */
const BEGINNING = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]);
const END = Buffer.from([0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
/** Bytes within which a header ends. */
const LONGEST = 1 << 16;

function codeOf(text: string, identity: string): Buffer {
  const secret = hkdfSync('sha256', identity, '', 'tindahan backup header', 32);
  return createHmac('sha256', Buffer.from(secret)).update(text).digest();
}

/** Returns the beginning of a sealed file's content. */
export function writeHeader(header: FileHeader, identity: string): Buffer {
  const text = Buffer.from(JSON.stringify(header)).toString('base64url');
  const comment = `${MARK}${text} ${codeOf(text, identity).toString('base64url')}`;
  return Buffer.concat([BEGINNING, Buffer.from(comment, 'latin1'), END]);
}

function parseComment(comment: string, identity: string): FileHeader {
  const [text = '', code = ''] = comment.slice(MARK.length).split(' ');
  const [given, own] = [Buffer.from(code, 'base64url'), codeOf(text, identity)];
  if (given.length !== own.length || !timingSafeEqual(given, own))
    throw new Error('it was not made with the key of these backups');
  return fileHeader.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

/**
 * Reads the header of a decrypted file while its bytes pass, all of which it gives on; `tell` is called before the first of
 * them, with null for a file of an older version, which has none. Throws for a header that was made with another key.
 */
export async function* readingHeader(
  source: AsyncIterable<Uint8Array>,
  identity: string,
  tell: (header: FileHeader | null) => void,
): AsyncGenerator<Uint8Array> {
  let read = Buffer.alloc(0);
  let isTold = false;
  const begins = Buffer.concat([BEGINNING, Buffer.from(MARK)]);
  const look = (isAll: boolean): boolean => {
    const known = Math.min(read.length, begins.length);
    const hasHeader = read.subarray(0, known).equals(begins.subarray(0, known));
    if (!hasHeader || (isAll && known < begins.length)) {
      tell(null);
      return true;
    }
    const end = read.indexOf(0, BEGINNING.length);
    if (known === begins.length && end > 0) {
      tell(parseComment(read.toString('latin1', BEGINNING.length, end), identity));
      return true;
    }
    if (isAll || read.length > LONGEST) throw new Error('its header has no end');
    return false;
  };
  for await (const piece of source) {
    if (isTold) {
      yield piece;
      continue;
    }
    read = Buffer.concat([read, piece]);
    isTold = look(false);
    if (isTold) yield read;
  }
  if (isTold) return;
  look(true);
  yield read;
}
