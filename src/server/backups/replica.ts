import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { unseal, type CheckHeader } from './age-files.ts';
import type { FileHeader } from './file-header.ts';
import {
  nameOf,
  positionAfter,
  type BackupFile,
  type Base,
  type LogPosition,
  type Segment,
} from './files.ts';
import { SEALED } from './folders.ts';
import { messageOf } from './message-of.ts';
import type { PlaceFiles } from './place.ts';

const remove = (...files: string[]) => files.forEach((file) => rmSync(file, { force: true }));

/** Reads the file of a database that nobody else has open, with its log if there is one. */
function open(file: string): BetterSqlite.Database {
  const database = new BetterSqlite(file);
  // It can be made again at any time.
  database.pragma('synchronous = OFF');
  database.pragma('wal_autocheckpoint = 0');
  return database;
}

/** A database that is made of sealed files. */
export type Replica = {
  /** Begins anew with a base. */
  begin: (base: Base) => Promise<void>;
  /** Goes on with the segment after the last one. */
  add: (segment: Segment) => Promise<void>;
  /** Brings the file up to date, and reads it. */
  read: <T>(look: (database: BetterSqlite.Database) => T) => T;
  position: () => LogPosition | null;
};

/** Refuses a file whose name says something else than the file itself. */
export function checkName(file: BackupFile, header: FileHeader | null): void {
  if (header && header.name !== nameOf(file)) throw new Error(`it is ${header.name} under another name`);
}

/** Makes a database in `file` from the sealed files of a chain. */
export function makeReplica(files: PlaceFiles, file: string, identity: string): Replica {
  // The log of a generation counts from its beginning, so it is kept until its end.
  const generationLog = `${file}.log`;
  const [log, shared, unfinished] = [`${file}-wal`, `${file}-shm`, `${file}.part`];
  let position: LogPosition | null = null;
  /** The header of the base: all parts after it are of the same chain and line. */
  let first: FileHeader | null = null;
  mkdirSync(path.dirname(file), { recursive: true });

  const checkBase =
    (base: Base): CheckHeader =>
    (header) => {
      checkName(base, header);
      first = header;
    };
  const checkPart =
    (segment: Segment): CheckHeader =>
    (header) => {
      checkName(segment, header);
      if (header?.chain !== first?.chain || header?.line !== first?.line)
        throw new Error('it belongs to another copy of the whole shop');
    };

  function replay(): void {
    if (!existsSync(generationLog) || statSync(generationLog).size === 0) return;
    remove(log, shared);
    copyFileSync(generationLog, log);
    const database = open(file);
    try {
      database.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      database.close();
    }
  }

  return {
    begin: async (base) => {
      position = null;
      // A base that could not be read to its end has left its beginning.
      remove(file, generationLog, log, shared, unfinished);
      await unseal(files.read(nameOf(base) + SEALED), unfinished, identity, checkBase(base));
      renameSync(unfinished, file);
      closeSync(openSync(generationLog, 'w', 0o600));
      position = { generation: base.generation, copied: 0 };
    },
    add: async (segment) => {
      if (!position || segment.generation !== position.generation || segment.from > position.copied)
        throw new Error(`${nameOf(segment)} does not follow what was restored`);
      // A part that was copied twice begins before the end.
      truncateSync(generationLog, segment.from);
      try {
        // The end of a generation may hold nothing; what it says must be true all the same.
        const sealed = files.read(nameOf(segment) + SEALED);
        await unseal(sealed, generationLog, identity, checkPart(segment));
        if (statSync(generationLog).size !== segment.to) throw new Error('it is not whole');
      } catch (error) {
        truncateSync(generationLog, segment.from);
        position = { ...position, copied: segment.from };
        throw new Error(`${nameOf(segment)} cannot be read: ${messageOf(error)}`, { cause: error });
      }
      if (segment.isLast) {
        replay();
        truncateSync(generationLog, 0);
      }
      position = positionAfter(segment);
    },
    read: (look) => {
      replay();
      const database = open(file);
      try {
        return look(database);
      } finally {
        database.close();
      }
    },
    position: () => position,
  };
}
