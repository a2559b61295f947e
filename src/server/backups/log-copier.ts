import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from '#contract/zod.ts';
import { databaseFile } from '../db/sqlite-copy.ts';
import { fingerprint, type SqliteLog } from '../db/sqlite-log.ts';
import { oneByOne } from '../one-by-one.ts';
import { nameOf, type Base, type Segment } from './files.ts';
import { backupsIn, spoolIn } from './folders.ts';
import { readKept, writeKept } from './kept-json.ts';

/** How far the log was copied, across restarts. */
const logMark = z.object({
  /** 2 since sealed files have a header: those of one chain have it, or none has. */
  format: z.literal(2),
  /** Begins anew after a gap; generations count within it. */
  chain: z.string(),
  /** The key that closes its files. */
  recipient: z.string(),
  generation: z.int(),
  /** The salts in the log's header; empty for a log that is not begun. */
  salt: z.string(),
  copied: z.int(),
  /** The database file, as it was when its log was empty. */
  fingerprint: z.string(),
  /** False until a base is begun: what is copied would follow nothing. */
  isBegun: z.boolean(),
});
export type LogMark = z.output<typeof logMark>;

const newChain = (recipient: string): LogMark => ({
  format: 2,
  chain: randomBytes(4).toString('hex'),
  recipient,
  generation: 0,
  salt: '',
  copied: 0,
  fingerprint: '',
  isBegun: false,
});

/** Reads the salts in the header of a log; empty for a log without one. */
function saltOf(log: string): string {
  if (!existsSync(log)) return '';
  const header = Buffer.alloc(32);
  const file = openSync(log, 'r');
  try {
    return readSync(file, header, 0, 32, 0) === 32 ? header.toString('hex', 16, 24) : '';
  } finally {
    closeSync(file);
  }
}

const markIn = (dataDir: string) => path.join(backupsIn(dataDir), 'log.json');

/** Returns how far the log was copied, before the database is opened: from the beginning if anything may have changed uncopied. */
export function lastMark(dataDir: string, recipient: string): LogMark {
  const mark = readKept(markIn(dataDir), logMark);
  if (!mark?.isBegun || mark.recipient !== recipient) return newChain(recipient);
  const database = databaseFile(dataDir);
  const log = `${database}-wal`;
  const salt = saltOf(log);
  const isSameLog = salt !== '' && salt === mark.salt && statSync(log).size >= mark.copied;
  // Untouched since its log was emptied: whatever the log holds came after that.
  const isSameFile = mark.copied === 0 && existsSync(database) && fingerprint(database) === mark.fingerprint;
  const goesOn = isSameLog || isSameFile;
  return goesOn ? mark : newChain(recipient);
}

/** Copies bytes of a file to a new one, which has its name once they are on the disk. */
async function copyPart(source: string, target: string, from: number, to: number): Promise<void> {
  const unfinished = `${target}.part`;
  const [reading, writing] = await Promise.all([fs.open(source, 'r'), fs.open(unfinished, 'w', 0o600)]);
  try {
    const buffer = Buffer.allocUnsafe(Math.min(to - from, 1 << 20));
    for (let at = from; at < to;) {
      const { bytesRead } = await reading.read(buffer, 0, Math.min(buffer.length, to - at), at);
      if (bytesRead === 0) throw new Error(`The log ends at ${at}, before ${to}`);
      await writing.write(buffer, 0, bytesRead);
      at += bytesRead;
    }
    await writing.sync();
  } finally {
    await Promise.all([reading.close(), writing.close()]);
  }
  renameSync(unfinished, target);
}

export type LogCopier = {
  mark: () => LogMark;
  /** Copies what the log has got since the last time. */
  copy: () => Promise<void>;
  /** Copies the rest of the log and empties it; false if a reader kept it from that. */
  checkpoint: () => Promise<boolean>;
  /** Empties the log and begins a generation, before which a base is to be made of the file; null if a reader kept it from that. */
  begin: () => Promise<Base | null>;
  /** Copies the rest and runs `work`, both before the next write. */
  copyAnd: <T>(work: () => Promise<T>) => Promise<T>;
  /** Bytes that the log takes on the disk. */
  length: () => number;
  /** Copies nothing until the next base: something is missing between what was copied and what comes. */
  breakOff: () => void;
};

/**
 * Copies the log of a database into parts in the spool, and empties it after that: nothing reaches the database file that was
 * not copied before. Its calls run one after another.
 */
export function copyLog(log: SqliteLog, last: LogMark, clock: () => number): LogCopier {
  const dataDir = path.dirname(log.file);
  const spool = spoolIn(dataDir);
  const source = `${log.file}-wal`;
  let mark = last;
  // Parts of a chain that goes on no longer: in the folder of the next one they would seem to follow its base.
  const dropParts = () => {
    for (const name of readdirSync(spool)) rmSync(path.join(spool, name), { force: true });
  };
  if (!mark.isBegun) dropParts();

  function keep(next: LogMark): void {
    mark = next;
    writeKept(markIn(dataDir), next);
  }

  async function put(segment: Omit<Segment, 'kind'>): Promise<void> {
    const name = nameOf({ kind: 'segment', ...segment });
    await copyPart(source, path.join(spool, name), segment.from, segment.to);
  }

  /** Ends the log that is copied whole. */
  async function endGeneration(salt: string, at: number): Promise<void> {
    const { generation, copied } = mark;
    const name = nameOf({ kind: 'segment', at, generation, from: copied, to: copied, isLast: true });
    await fs.writeFile(path.join(spool, name), '', { mode: 0o600, flush: true });
    keep({ ...mark, generation: generation + 1, salt, copied: 0, fingerprint: fingerprint(log.file) });
  }

  async function copyUntil({ salt, end, at }: ReturnType<typeof present>): Promise<void> {
    if (!mark.isBegun) return;
    // Emptied by nobody, the log begins anew by itself at the first write after all of it was moved into the file.
    if (end > 0 && mark.salt && salt !== mark.salt) await endGeneration(salt, at);
    if (end <= mark.copied) return;
    await put({ generation: mark.generation, from: mark.copied, to: end, at, isLast: false });
    keep({ ...mark, salt, copied: end });
  }

  /** The moment belongs to it: what is written while the part is copied is in the next one. */
  const present = () => ({ salt: saltOf(source), end: log.committed(), at: clock() });
  const copyNow = async () => copyUntil(await log.betweenWrites(async () => present()));

  const inTurn = oneByOne();
  const copyAnd = <T>(work: () => Promise<T>) =>
    inTurn(async () => {
      // The most of it beside the writes, which wait for the rest alone.
      await copyNow();
      return log.betweenWrites(async () => {
        await copyUntil(present());
        return work();
      });
    });

  const length = () => (existsSync(source) ? statSync(source).size : 0);
  function breakOff(): void {
    dropParts();
    try {
      keep(newChain(mark.recipient));
    } catch {
      // A full disk. The mark that stays there does not fit the log any more once that was emptied.
    }
  }

  return {
    mark: () => mark,
    copy: () => inTurn(copyNow),
    copyAnd,
    checkpoint: () =>
      copyAnd(async () => {
        if (!log.checkpoint()) return false;
        if (mark.copied > 0) await endGeneration('', clock());
        return true;
      }),
    begin: () =>
      copyAnd(async () => {
        if (!log.checkpoint()) return null;
        // The end of the log before and the base are one moment.
        const at = clock();
        if (mark.isBegun) await endGeneration('', at);
        else
          keep({
            ...mark,
            generation: 1,
            salt: '',
            copied: 0,
            fingerprint: fingerprint(log.file),
            isBegun: true,
          });
        return { kind: 'base', generation: mark.generation, at };
      }),
    length,
    breakOff,
  };
}
