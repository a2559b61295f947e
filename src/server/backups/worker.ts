import { readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { DataLine } from '../db/data-line.ts';
import { databaseFile } from '../db/sqlite-copy.ts';
import { oneByOne } from '../one-by-one.ts';
import { seal } from './age-files.ts';
import {
  endsBy,
  nameOf,
  parseName,
  planRestore,
  segmentsFrom,
  type BackupFile,
  type Base,
  type LogPosition,
  type Retention,
} from './files.ts';
import type { BackupKey } from './key.ts';
import { backupsIn, SEALED, spoolIn } from './folders.ts';
import { messageOf } from './message-of.ts';
import type { Listing, Place } from './place.ts';
import {
  copyMissing,
  filesIn,
  folderAddress,
  keptIn,
  listOwn,
  missing,
  openPlace,
  prune,
  type Kept,
  type PlaceAddress,
} from './places.ts';
import { makeReplica, type Replica } from './replica.ts';
import { placeFaultIn } from './s3-answers.ts';
import { differing, lastSale, sumUp, totalsOf, type Totals } from './sums.ts';

/** A shop's data folder, in which its own place of backups is, the chain that is at work, and whose data these are. */
export type BackupFolders = { dataDir: string; chain: string } & DataLine;

export type Checked = Totals & { differing: string[]; broken: string[] };

/** The work of the process beside the server, by name. */
export type BackupJobs = {
  setUp: (folders: BackupFolders, key: BackupKey) => void;
  /** Encrypts what waits in the spool. */
  seal: () => Promise<void>;
  /** Encrypts the database file, which does not change meanwhile. */
  base: (base: Base) => Promise<void>;
  /** Brings the minutes in a place up to date, and deletes what is kept no longer; returns what it keeps, and if a base is to come. */
  fill: (place: PlaceAddress, now: number, retention: Retention) => Promise<Kept & { lacksBase: boolean }>;
  /** Copies the bases that a place lacks. A large shop's takes long over a slow line; the minutes get there meanwhile. */
  fillBases: (place: PlaceAddress, now: number) => Promise<void>;
  /** Deletes what the server's own disk keeps no longer; returns what it keeps. */
  prune: (now: number, retention: Retention) => Promise<Kept>;
  /** Restores what is in a place, all of it or until a position, or goes on with what was restored before. */
  restore: (place: PlaceAddress, until?: LogPosition) => Promise<void>;
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

const ownAddress = () => folderAddress(backupsIn(folders.dataDir));
/** The folder of the sealed files on the server's own disk. */
const ownFolder = () => path.join(backupsIn(folders.dataDir), folders.chain);
const filesAt = (place: Place) => place.chain(folders.chain);

/** Two jobs that move the same files run one after another. */
const turns = new Map<string, ReturnType<typeof oneByOne>>();
function inTurn<T>(files: string, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(files) ?? oneByOne();
  turns.set(files, turn);
  return turn(work);
}

/** What was listed of places, by their addresses. */
const listings = new Map<string, { at: number; listing: Listing }>();

/** Works with the list of a place's files, which is asked for anew after an hour, or when something went wrong. */
async function withListing<T>(
  address: PlaceAddress,
  now: number,
  work: (place: Place, listing: Listing) => Promise<T>,
): Promise<T> {
  const place = openPlace(address);
  const name = JSON.stringify(address);
  try {
    let known = listings.get(name);
    if (!known || now - known.at >= place.listingLasts) {
      known = { at: now, listing: await filesAt(place).list() };
      listings.set(name, known);
    }
    return await work(place, known.listing);
  } catch (error) {
    listings.delete(name);
    throw error;
  }
}

function lastSaleUntil(at: number): number | null {
  const database = new BetterSqlite(databaseFile(folders.dataDir), { readonly: true });
  try {
    return lastSale(database, at);
  } finally {
    database.close();
  }
}

/** Encrypts a file of the chain for its own folder, with what it says of itself. */
async function sealAs(file: BackupFile, source: string): Promise<void> {
  const { dataDir, ...rest } = folders;
  const name = nameOf(file);
  const address = `${os.hostname()}, ${dataDir}`;
  const header = { ...rest, name, lastSaleAt: lastSaleUntil(file.at), address };
  await seal(source, path.join(ownFolder(), name + SEALED), key, header);
}

async function sealSpool(): Promise<void> {
  const spool = spoolIn(folders.dataDir);
  for (const name of readdirSync(spool).toSorted()) {
    const file = parseName(name);
    if (!file) continue;
    await sealAs(file, path.join(spool, name));
    rmSync(path.join(spool, name));
  }
}

const jobs: BackupJobs = {
  setUp: (given, opener) => {
    folders = given;
    key = opener;
  },
  seal: () => inTurn('own', sealSpool),
  base: (base) => sealAs(base, databaseFile(folders.dataDir)),
  fill: (address, now, retention) =>
    inTurn(`minutes in ${address.path}`, () =>
      withListing(address, now, async (place, listing) => {
        await copyMissing(ownFolder(), filesAt(place), listing, 'segment');
        await prune(filesAt(place), listing, now, retention);
        const bases = missing(await listOwn(ownFolder()), listing, 'base');
        return { ...keptIn(place, listing), lacksBase: bases.length > 0 };
      }),
    ),
  fillBases: (address, now) =>
    inTurn(`bases in ${address.path}`, () =>
      withListing(address, now, (place, listing) =>
        copyMissing(ownFolder(), filesAt(place), listing, 'base'),
      ),
    ),
  prune: (now, retention) =>
    inTurn('own', () =>
      withListing(ownAddress(), now, async (own, listing) => {
        await prune(filesAt(own), listing, now, retention);
        return keptIn(own, listing);
      }),
    ),
  restore: async (address, until) => {
    const source = filesAt(openPlace(address));
    const files = await filesIn(source);
    const plan = planRestore(files);
    if (!plan) throw new Error(`There is no backup in ${address.path}`);
    const position = replica?.place === address.path ? replica.made.position() : null;
    if (!replica || !position || position.generation < plan.base.generation) {
      const made = makeReplica(
        source,
        path.join(backupsIn(folders.dataDir), 'check', 'restored.db'),
        key.identity,
      );
      await made.begin(plan.base);
      replica = { place: address.path, made };
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
export type Answer = {
  id: number;
  value?: unknown;
  error?: string;
  /** Set for a fault of a place alone: true if it may be over in a moment. */
  passes?: boolean;
};

async function answer({ id, job, args }: Request): Promise<void> {
  const run = jobs[job] as (...words: unknown[]) => unknown;
  // A server that was killed waits for no answer.
  const send = (said: Answer) => process.send?.(said, undefined, undefined, () => undefined);
  try {
    send({ id, value: await run(...args) });
  } catch (error) {
    send({ id, error: messageOf(error), passes: placeFaultIn(error)?.passes });
  }
}

// Selling comes first; with the lowest priority a busy computer would copy nothing for minutes.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
process.on('message', (request: Request) => void answer(request));
// Stopped by the server, which comes to its own end first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
