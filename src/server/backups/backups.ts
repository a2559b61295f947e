import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../db/access.ts';
import { dataLine } from '../db/data-line.ts';
import { OWN_DISK, planRestore, SECOND_PLACE, type Base, type LogPosition } from './files.ts';
import { freeIn } from './folder-place.ts';
import { backupsIn, chainFolder, spoolIn } from './folders.ts';
import { keyOf, type BackupKey } from './key.ts';
import { copyLog, lastMark, type LogMark } from './log-copier.ts';
import { messageOf } from './message-of.ts';
import { oneByOne } from '../one-by-one.ts';
import { folderAddress, parseNames, type Kept, type PlaceAddress } from './places.ts';
import { makeQueue, within } from './queue.ts';
import { keepStatus, type BackupStatus } from './status.ts';
import { PlaceFault } from './s3-answers.ts';
import { startWorker, type BackupWorker } from './worker-process.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between two copies of what was written: with their way to the places it stays below a minute. */
const COPY_EVERY = 45 * SECOND;
/** Bytes of the log above which it is emptied. */
const LOG_MAX = 8 << 20;
/** Milliseconds until it is tried again after a failure. */
const LOG_REST = 10 * SECOND;
/** The hours of the night in the Philippines in which a base is made, if the computer is on. */
const NIGHT = { from: 2, to: 5, offset: 8 * HOUR };
/** Milliseconds until a failed base is tried again, or a place that gave no answer. */
const REST = 10 * MINUTE;
/** Milliseconds within which a place takes what it lacks: the minutes, and a base of a large shop over a slow network. */
const FILL_MAX = HOUR;
const BASE_MAX = 12 * HOUR;
/** Milliseconds that a stopping server gives to the last minute's way to the second place. */
const LAST_FILL = 4 * SECOND;
/** Milliseconds that writes wait at most for the process that holds a moment, and how often it is asked on a busy computer. */
const HOLD_MAX = SECOND;
const HOLD_TRIES = 5;
/** Milliseconds until the log is emptied again that a reader was in the way of, and how often: short reads end meanwhile. */
const READER_PAUSE = 50;
const READER_TRIES = 20;

/** Bytes that must have become free until what failed for want of room is tried again. */
const ROOM = 8 << 20;
const isFull = (error: unknown) => /ENOSPC|no space left|disk is full|SQLITE_FULL/i.test(messageOf(error));
/** True if there is room again since something failed for want of it; both are bytes that are free. */
const hasRoomAgain = (then: number | null, now: number | null) =>
  then !== null && now !== null && now >= then + ROOM;

/** A place that keeps backups, as it was when it was last filled. */
export type PlaceStatus = { path: string; filledAt: number | null; trouble: string | null } & Kept;

/** A place that was not filled yet. */
export const unfilled = (path: string): PlaceStatus => ({
  path,
  filledAt: null,
  trouble: null,
  bytes: 0,
  free: null,
  bases: [],
  minutes: null,
});

export type Backups = {
  key: BackupKey;
  /** The server's own folder comes first. */
  status: () => BackupStatus & { isRunning: boolean; own: PlaceStatus; places: PlaceStatus[] };
  /** Copies, fills the places and checks them now. */
  backUp: () => Promise<void>;
  /** Fills the places soon: there is a new one. */
  refresh: () => void;
  /** Begins anew, for a restored copy that is the shop from now on: all of its backups say so. */
  beginAnew: () => Promise<void>;
  /** Does what is due; called every second. */
  turn: () => void;
  /** Resolves when nothing is going on. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
};

/** The state of a data folder's backups before its database is opened. */
export type BackupsBefore = { dataDir: string; mark: LogMark; key: BackupKey };

export async function prepareBackups(dataDir: string): Promise<BackupsBefore> {
  mkdirSync(spoolIn(dataDir), { recursive: true, mode: 0o700 });
  const key = await keyOf(backupsIn(dataDir));
  return { dataDir, mark: lastMark(dataDir, key.recipient), key };
}

/** A second place; one that gave no answer, or took no base, is left alone for a while. */
type SecondPlace = PlaceStatus & {
  lacksBase: boolean;
  /** Why the last base did not get there. */
  baseTrouble?: string | null;
  restsUntil?: number;
  baseRestsUntil?: number;
  /** The bytes that were free when the last base found no room. */
  baseHadRoom?: number | null;
};

type Options = {
  database: Database;
  before: BackupsBefore;
  clock: () => number;
  /** Returns the second places: folders on other disks, and buckets. */
  secondPlaces: () => Promise<PlaceAddress[]>;
  log?: (line: string) => void;
};

/**
 * Backs up an SQLite shop by itself: every minute what was written, every night the whole; every hour what lies in the
 * place is restored and compared with the shop. docs/decisions/backups.md.
 */
export function startBackups(options: Options): Backups {
  const { database, before, clock, secondPlaces, log = console.error } = options;
  const { dataDir, key } = before;
  if (!database.log) throw new Error('The database keeps no log to copy');
  const copier = copyLog(database.log, before.mark, clock);
  const { known, note, fail } = keepStatus(dataDir, clock, log);

  const chain = () => chainFolder(key.recipient, copier.mark().chain);
  const ownFolder = () => path.join(backupsIn(dataDir), chain());
  const ownFiles = () => (existsSync(ownFolder()) ? parseNames(readdirSync(ownFolder())) : []);
  let own = unfilled(backupsIn(dataDir));
  let places = new Map<string, SecondPlace>();
  let addresses: PlaceAddress[] = [];

  let worker: BackupWorker | null = null;
  let workerChain = '';
  const inTurn = oneByOne();
  /** Returns the process beside the server, at work on the present chain. */
  const help = () =>
    inTurn(async () => {
      const present = chain();
      if (worker && workerChain === present) return worker;
      await worker?.stop();
      mkdirSync(path.join(backupsIn(dataDir), present), { recursive: true, mode: 0o700 });
      worker = startWorker({ dataDir, chain: present, ...(await dataLine(database.reader)) }, key);
      workerChain = present;
      return worker;
    });

  const startedAt = clock();
  let minuteAt = startedAt;
  let checkAt = startedAt;
  let baseRefusedAt = -Infinity;
  /** The bytes that were free when a base found no room; null if it was refused for another reason. */
  let baseHadRoom: number | null = null;
  const refuseBase = (error: unknown) => {
    baseRefusedAt = clock();
    baseHadRoom = isFull(error) ? freeIn(dataDir) : null;
  };
  let emptyRefusedAt = -Infinity;
  let isStopping = false;
  let isEmptying = false;
  let isBaseRunning = false;
  /** True while what lies in the places cannot be trusted, or its base was never finished. */
  let isBaseNeeded = before.mark.isBegun && planRestore(ownFiles()) === null;
  // A base of a large shop takes minutes, in which the minutes are copied all the same.
  const short = makeQueue(fail);
  const long = makeQueue(fail);

  const lastOf = ({ path: place }: PlaceAddress): SecondPlace =>
    places.get(place) ?? { ...unfilled(place), lacksBase: true };
  const change = (place: PlaceAddress, news: Partial<SecondPlace>) =>
    places.set(place.path, { ...lastOf(place), ...news });
  const refuse = (place: PlaceAddress, error: unknown) => {
    fail(`The backup did not reach ${place.path}`, error);
    change(place, { trouble: messageOf(error) });
  };

  const filled = (kept: Kept & { lacksBase: boolean }): Partial<SecondPlace> => ({
    ...kept,
    trouble: null,
    ...(!kept.lacksBase && { filledAt: clock(), baseHadRoom: null }),
  });

  /** Bases on their way, by their places. */
  const underWay = new Map<string, Promise<void>>();

  /** Brings the bases to a place, which may take hours. */
  async function bringBases(place: PlaceAddress): Promise<void> {
    try {
      const helper = await help();
      await within(helper.run('fillBases', place, clock()), BASE_MAX);
      const kept = await helper.run('fill', place, clock(), SECOND_PLACE);
      change(place, { ...filled(kept), baseTrouble: null });
    } catch (error) {
      if (isStopping) return;
      refuse(place, error);
      const baseHadRoom = isFull(error) ? lastOf(place).free : null;
      change(place, { baseTrouble: messageOf(error), baseRestsUntil: clock() + REST, baseHadRoom });
    } finally {
      underWay.delete(place.path);
    }
  }

  function basesOf(place: PlaceAddress): Promise<void> {
    const bringing = underWay.get(place.path) ?? bringBases(place);
    underWay.set(place.path, bringing);
    return bringing;
  }

  async function fillOne(place: PlaceAddress, withBases: boolean): Promise<void> {
    const { restsUntil = 0, baseRestsUntil = 0, baseHadRoom = null } = lastOf(place);
    if (clock() < restsUntil) return;
    const helper = await help();
    let isAnswered = false;
    const filling = helper.run('fill', place, clock(), SECOND_PLACE).finally(() => (isAnswered = true));
    try {
      const kept = await within(filling, FILL_MAX);
      const { baseTrouble = null } = lastOf(place);
      change(place, { ...filled(kept), ...(kept.lacksBase && { trouble: baseTrouble }) });
    } catch (error) {
      refuse(place, error);
      if (isAnswered) return;
      // A share that is gone may keep a process waiting for ever.
      await helper.stop();
      change(place, { restsUntil: clock() + REST });
      return;
    }
    const { lacksBase, free } = lastOf(place);
    if (!lacksBase) return;
    if (withBases) await basesOf(place);
    else if (clock() >= baseRestsUntil || hasRoomAgain(baseHadRoom, free)) void basesOf(place);
  }

  /** Brings the second places up to date; one that fails or is slow keeps no other from it. */
  async function fill(withBases = false): Promise<void> {
    addresses = await secondPlaces();
    places = new Map(addresses.map((place) => [place.path, lastOf(place)]));
    await Promise.all(addresses.map((place) => fillOne(place, withBases)));
    const kept = await (await help()).run('prune', clock(), OWN_DISK);
    own = { ...own, ...kept, filledAt: known().copiedAt };
  }

  /** Copies what was written, and puts it into the places. */
  async function copy(): Promise<void> {
    if (!copier.mark().isBegun) return;
    try {
      await copier.copy();
    } catch (error) {
      return breakOff(error);
    }
    await (await help()).run('seal');
    note({ copiedAt: clock() });
    await fill();
  }

  /** Selling goes on without a copy: the next base begins anew. */
  function breakOff(error: unknown): void {
    fail('What was sold could not be copied', error);
    refuseBase(error);
    copier.breakOff();
  }

  /** The process beside the server reads, too, while it says of a part which sale is its last one. */
  async function begin(): Promise<Base> {
    for (let tries = 1; ; tries += 1) {
      const base = await copier.begin();
      if (base) return base;
      if (tries === READER_TRIES) throw new Error('Somebody has been reading for a long time');
      await pause(READER_PAUSE);
    }
  }

  async function makeBase(): Promise<void> {
    isBaseRunning = true;
    isBaseNeeded = true;
    baseRefusedAt = clock();
    try {
      const base = await begin();
      const helper = await help();
      await helper.run('base', base);
      await helper.run('seal');
      note({ baseAt: base.at, copiedAt: clock() });
      isBaseNeeded = false;
    } catch (error) {
      refuseBase(error);
      throw error;
    } finally {
      isBaseRunning = false;
    }
    await fill(true);
  }

  /** Copies up to a moment that the process beside the server holds; returns it, with its place in the log. */
  async function hold(helper: BackupWorker): Promise<{ at: number; until: LogPosition }> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await copier.copyAnd(async () => {
          await within(helper.run('hold'), HOLD_MAX);
          const { generation, copied } = copier.mark();
          return { at: clock(), until: { generation, copied } };
        });
      } catch (error) {
        if (tries === HOLD_TRIES) throw error;
      }
    }
  }

  /** Restores what lies in the first place that can be read, and compares it with the shop at one moment. */
  async function check(whole: boolean): Promise<void> {
    checkAt = clock();
    await copy();
    const isWhole = ({ path: place }: PlaceAddress) => {
      const { trouble, lacksBase } = places.get(place) ?? { trouble: null, lacksBase: true };
      return trouble === null && !lacksBase;
    };
    const source = addresses.find(isWhole) ?? folderAddress(own.path);
    const helper = await help();
    const restore = async (until?: LogPosition) => {
      try {
        await helper.run('restore', source, until);
      } catch (error) {
        // No network says nothing about what lies there.
        if (error instanceof PlaceFault) throw error;
        isBaseNeeded = true;
        baseRefusedAt = clock();
        throw error;
      }
    };
    try {
      await restore();
      const { at, until } = await hold(helper);
      await helper.run('seal');
      await fill();
      const missed = places.get(source.path)?.trouble;
      if (missed) throw new Error(missed);
      // The shop sells on: later sales would be missing in the moment that is held.
      await restore(until);
      const { differing, broken, ...totals } = await helper.run('compare', whole);
      const faults = [...differing.map((name) => `the sums of ${name} differ`), ...broken];
      isBaseNeeded = faults.length > 0;
      if (isBaseNeeded) throw new Error(faults.join(', '));
      const read = whole ? { wholeAt: clock() } : {};
      note({ good: { at, checkedAt: clock(), place: source.path, ...totals }, trouble: null, ...read });
    } finally {
      await helper.run('letGo').catch(() => undefined);
    }
  }

  async function baseAndCheck(): Promise<void> {
    await makeBase();
    if (!isStopping) await check(true);
  }

  function isBaseDue(now: number): boolean {
    if (now - baseRefusedAt < REST && (baseHadRoom === null || !hasRoomAgain(baseHadRoom, freeIn(dataDir))))
      return false;
    const { baseAt } = known();
    if (!copier.mark().isBegun || baseAt === null) return now - startedAt >= MINUTE;
    const hour = ((now + NIGHT.offset) / HOUR) % 24;
    const age = now - baseAt;
    return isBaseNeeded || age >= 24 * HOUR || (age >= 12 * HOUR && hour >= NIGHT.from && hour < NIGHT.to);
  }

  function emptyLog(): void {
    if (isEmptying || isBaseRunning || copier.length() <= LOG_MAX) return;
    if (clock() - emptyRefusedAt < LOG_REST) return;
    isEmptying = true;
    copier
      .checkpoint()
      .catch((error: unknown) => {
        emptyRefusedAt = clock();
        breakOff(error);
      })
      .finally(() => (isEmptying = false));
  }

  function turn(): void {
    if (isStopping) return;
    emptyLog();
    const now = clock();
    if (now - minuteAt >= COPY_EVERY && !short.isBusy()) {
      minuteAt = now;
      void short.run('The last minute was not copied', copy);
    }
    if (long.isBusy()) return;
    if (isBaseDue(now)) void long.run('The whole shop was not copied', baseAndCheck);
    else if (copier.mark().isBegun && now - checkAt >= HOUR)
      void long.run('The backup was not checked', () => check(false));
  }

  const timer = setInterval(turn, SECOND);
  timer.unref();

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(timer);
    // A base is never finished: the next start makes it, or brings it to its place.
    if (isBaseRunning || underWay.size > 0) await worker?.stop();
    await Promise.all([short.settled(), long.settled()]);
    if (copier.mark().isBegun) {
      await copier.checkpoint().catch(breakOff);
      const rest = help()
        .then((helper) => helper.run('seal'))
        .then(() => fill());
      await within(rest, LAST_FILL).catch((error: unknown) => fail('The last minute was not copied', error));
    }
    await worker?.stop();
  }

  return {
    key,
    status: () => ({ ...known(), isRunning: long.isBusy(), own, places: [...places.values()] }),
    backUp: () =>
      long.run('The backup was not made', () =>
        copier.mark().isBegun && !isBaseNeeded ? check(false) : baseAndCheck(),
      ),
    refresh: () => {
      minuteAt = -Infinity;
      for (const [name, place] of places) places.set(name, { ...place, restsUntil: 0, baseRestsUntil: 0 });
    },
    beginAnew: () =>
      long.run('The backup was not made', async () => {
        // Writes go one after the other: the one that took the shop over is done when this is.
        await database.write(async () => undefined);
        await short.run('The last minute was not copied', async () => copier.breakOff());
        await baseAndCheck();
      }),
    turn,
    settled: async () => {
      await Promise.all([short.settled(), long.settled()]);
      await Promise.all(underWay.values());
    },
    stop,
  };
}
