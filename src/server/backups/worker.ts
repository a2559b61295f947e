import { existsSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { databaseFile } from '../db/sqlite-copy.ts';
import { oneByOne } from '../one-by-one.ts';
import { seal } from './age-files.ts';
import {
  endsBy,
  nameOf,
  parseName,
  planRestore,
  segmentsFrom,
  type Base,
  type LogPosition,
  type Retention,
} from './files.ts';
import type { BackupKey } from './key.ts';
import { backupsIn, spoolIn } from './folders.ts';
import { messageOf } from './message-of.ts';
import { copyMissing, filesIn, keptIn, prune, type Kept } from './places.ts';
import { makeReplica, SEALED, type Replica } from './replica.ts';
import { differing, sumUp, totalsOf, type Totals } from './sums.ts';

/** The folders of a shop's backups. */
export type BackupFolders = {
  dataDir: string;
  /** The sealed files on the server's own disk. */
  own: string;
};

export type Checked = Totals & { differing: string[]; broken: string[] };

/** The work of the process beside the server, by name. */
export type BackupJobs = {
  setUp: (folders: BackupFolders, key: BackupKey) => void;
  /** Encrypts what waits in the spool. */
  seal: () => Promise<void>;
  /** Encrypts the database file, which does not change meanwhile. */
  base: (base: Base) => Promise<void>;
  /** Brings a chain's folder in a place up to date, and deletes what is kept no longer; returns what it keeps. */
  fill: (place: string, chain: string, now: number, retention: Retention) => Promise<Kept>;
  /** Deletes what the server's own disk keeps no longer; returns what it keeps. */
  prune: (now: number, retention: Retention) => Promise<Kept>;
  /** Restores what is in a place, all of it or until a position, or goes on with what was restored before. */
  restore: (place: string, until?: LogPosition) => Promise<void>;
  /** Holds the shop's data of this moment, for a comparison with what is restored. */
  hold: () => void;
  /** Compares what is restored with what is held; `whole` also reads every page. */
  compare: (whole: boolean) => Checked;
  /** Lets go of what is held. */
  letGo: () => void;
};

let folders: BackupFolders;
let key: BackupKey;
let replica: { place: string; made: Replica } | null = null;
let held: BetterSqlite.Database | null = null;

/** Two jobs that move the same files run one after another. */
const inTurn = oneByOne();

async function sealSpool(): Promise<void> {
  const spool = spoolIn(folders.dataDir);
  for (const name of readdirSync(spool).toSorted()) {
    if (!parseName(name)) continue;
    await seal(path.join(spool, name), path.join(folders.own, name + SEALED), key.recipient);
    rmSync(path.join(spool, name));
  }
}

const jobs: BackupJobs = {
  setUp: (given, opener) => {
    folders = given;
    key = opener;
  },
  seal: () => inTurn(sealSpool),
  base: (base) =>
    seal(databaseFile(folders.dataDir), path.join(folders.own, nameOf(base) + SEALED), key.recipient),
  fill: (place, chain, now, retention) =>
    inTurn(async () => {
      if (!existsSync(place)) throw new Error(`${place} is not there`);
      const folder = path.join(place, chain);
      await copyMissing(folders.own, folder);
      prune(folder, now, retention);
      return keptIn(folder);
    }),
  prune: (now, retention) =>
    inTurn(async () => {
      prune(folders.own, now, retention);
      return keptIn(folders.own);
    }),
  restore: async (place, until) => {
    const files = filesIn(place);
    const plan = planRestore(files);
    if (!plan) throw new Error(`There is no backup in ${place}`);
    const position = replica?.place === place ? replica.made.position() : null;
    if (!replica || !position || position.generation < plan.base.generation) {
      const made = makeReplica(
        place,
        path.join(backupsIn(folders.dataDir), 'check', 'restored.db'),
        key.identity,
      );
      await made.begin(plan.base);
      replica = { place, made };
    }
    for (const segment of segmentsFrom(files, replica.made.position() ?? { generation: 0, copied: 0 })) {
      if (until && !endsBy(segment, until)) break;
      await replica.made.add(segment);
    }
  },
  hold: () => {
    held?.close();
    held = new BetterSqlite(databaseFile(folders.dataDir), { readonly: true });
    held.exec('begin');
    // The moment is that of the first read.
    held.prepare('select 1 from shop_version').get();
  },
  compare: (whole) => {
    if (!replica || !held) throw new Error('Nothing is restored, or nothing held');
    const live = sumUp(held);
    return replica.made.read((database) => ({
      ...totalsOf(database),
      differing: differing(live, sumUp(database)),
      broken: whole
        ? database
            .prepare<[], string>('pragma integrity_check')
            .pluck()
            .all()
            .filter((line) => line !== 'ok')
        : [],
    }));
  },
  letGo: () => {
    held?.close();
    held = null;
  },
};

type Request = { id: number; job: keyof BackupJobs; args: unknown[] };
export type Answer = { id: number; value?: unknown; error?: string };

async function answer({ id, job, args }: Request): Promise<void> {
  const run = jobs[job] as (...words: unknown[]) => unknown;
  // A server that was killed waits for no answer.
  const send = (said: Answer) => process.send?.(said, undefined, undefined, () => undefined);
  try {
    send({ id, value: await run(...args) });
  } catch (error) {
    send({ id, error: messageOf(error) });
  }
}

// Selling comes first; with the lowest priority a busy computer would copy nothing for minutes.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (request: Request) => void answer(request));
// Stopped by the server, which comes to its own end first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
