import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../db/access.ts';
import { OWN_DISK, planRestore, SECOND_PLACE, type LogPosition } from './files.ts';
import { backupsIn, chainFolder, spoolIn } from './folders.ts';
import { keyOf, type BackupKey } from './key.ts';
import { copyLog, lastMark, type LogMark } from './log-copier.ts';
import { messageOf } from './message-of.ts';
import { filesIn, type Kept } from './places.ts';
import { makeQueue, within } from './queue.ts';
import { keepStatus, type BackupStatus } from './status.ts';
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
/** Milliseconds within which a place takes what it lacks: a base of a large shop over a slow network. */
const FILL_MAX = HOUR;
/** Milliseconds that a stopping server gives to the last minute's way to the second place. */
const LAST_FILL = 4 * SECOND;
/** Milliseconds that writes wait at most for the process that holds a moment, and how often it is asked on a busy computer. */
const HOLD_MAX = SECOND;
const HOLD_TRIES = 5;

/** A folder that keeps backups, as it was when it was last filled. */
export type PlaceStatus = { path: string; filledAt: number | null; trouble: string | null } & Kept;

/** A folder that was not filled yet. */
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

/** A second place; one that gave no answer is left alone for a while. */
type SecondPlace = PlaceStatus & { restsUntil?: number };

type Options = {
  database: Database;
  before: BackupsBefore;
  clock: () => number;
  /** Returns the second places: folders on other disks. */
  secondPlaces: () => Promise<string[]>;
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
  let own = unfilled(backupsIn(dataDir));
  let places: SecondPlace[] = [];

  let worker: BackupWorker | null = null;
  let workerChain = '';
  /** Returns the process beside the server, at work on the present chain. */
  async function help(): Promise<BackupWorker> {
    if (workerChain !== chain()) await worker?.stop();
    if (workerChain !== chain() || !worker) {
      mkdirSync(ownFolder(), { recursive: true, mode: 0o700 });
      worker = startWorker({ dataDir, own: ownFolder() }, key);
      workerChain = chain();
    }
    return worker;
  }

  const startedAt = clock();
  let minuteAt = startedAt;
  let checkAt = startedAt;
  let baseRefusedAt = -Infinity;
  let emptyRefusedAt = -Infinity;
  let isStopping = false;
  let isEmptying = false;
  let isBaseRunning = false;
  /** True while what lies in the places cannot be trusted, or its base was never finished. */
  let isBaseNeeded = before.mark.isBegun && planRestore(filesIn(ownFolder())) === null;
  // A base of a large shop takes minutes, in which the minutes are copied all the same.
  const short = makeQueue(fail);
  const long = makeQueue(fail);

  async function fillOne(place: string): Promise<SecondPlace> {
    const last: SecondPlace = places.find((one) => one.path === place) ?? unfilled(place);
    if (last.restsUntil !== undefined && clock() < last.restsUntil) return last;
    const helper = await help();
    let isAnswered = false;
    const filling = helper
      .run('fill', place, chain(), clock(), SECOND_PLACE)
      .finally(() => (isAnswered = true));
    try {
      return { path: place, filledAt: clock(), trouble: null, ...(await within(filling, FILL_MAX)) };
    } catch (error) {
      fail(`The backup did not reach ${place}`, error);
      const refused = { ...last, trouble: messageOf(error) };
      if (isAnswered) return refused;
      // A share that is gone may keep a process waiting for ever.
      await helper.stop();
      return { ...refused, restsUntil: clock() + REST };
    }
  }

  /** Brings the second places up to date; one that fails keeps no other from it. */
  async function fill(): Promise<void> {
    const filled: SecondPlace[] = [];
    for (const place of await secondPlaces()) filled.push(await fillOne(place));
    places = filled;
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
    baseRefusedAt = clock();
    copier.breakOff();
  }

  async function makeBase(): Promise<void> {
    isBaseRunning = true;
    isBaseNeeded = true;
    baseRefusedAt = clock();
    try {
      const base = await copier.begin();
      if (!base) throw new Error('Somebody has been reading for a long time');
      const helper = await help();
      await helper.run('base', base);
      await helper.run('seal');
      note({ baseAt: base.at, copiedAt: clock() });
      isBaseNeeded = false;
    } finally {
      isBaseRunning = false;
    }
    await fill();
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
    const place = places.find(({ trouble }) => trouble === null)?.path;
    const source = place === undefined ? ownFolder() : path.join(place, chain());
    const helper = await help();
    const restore = async (until?: LogPosition) => {
      try {
        await helper.run('restore', source, until);
      } catch (error) {
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
      // The shop sells on: later sales would be missing in the moment that is held.
      await restore(until);
      const { differing, broken, ...totals } = await helper.run('compare', whole);
      const faults = [...differing.map((name) => `the sums of ${name} differ`), ...broken];
      isBaseNeeded = faults.length > 0;
      if (isBaseNeeded) throw new Error(faults.join(', '));
      const read = whole ? { wholeAt: clock() } : {};
      note({ good: { at, checkedAt: clock(), place: source, ...totals }, trouble: null, ...read });
    } finally {
      await helper.run('letGo').catch(() => undefined);
    }
  }

  async function baseAndCheck(): Promise<void> {
    await makeBase();
    await check(true);
  }

  function isBaseDue(now: number): boolean {
    if (now - baseRefusedAt < REST) return false;
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
    // Its base is never finished; the next start makes another one.
    if (isBaseRunning) await worker?.stop();
    await Promise.all([short.settled(), long.settled()]);
    if (copier.mark().isBegun) {
      await copier.checkpoint().catch(breakOff);
      const rest = help()
        .then((helper) => helper.run('seal'))
        .then(fill);
      await within(rest, LAST_FILL).catch((error: unknown) => fail('The last minute was not copied', error));
    }
    await worker?.stop();
  }

  return {
    key,
    status: () => ({ ...known(), isRunning: long.isBusy(), own, places }),
    backUp: () =>
      long.run('The backup was not made', () =>
        copier.mark().isBegun && !isBaseNeeded ? check(false) : baseAndCheck(),
      ),
    refresh: () => (minuteAt = -Infinity),
    turn,
    settled: async () => {
      await Promise.all([short.settled(), long.settled()]);
    },
    stop,
  };
}
