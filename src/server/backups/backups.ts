import { existsSync, mkdirSync, readFileSync, renameSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '#contract/zod.ts';
import type { Database } from '../db/access.ts';
import { OWN_DISK, SECOND_PLACE, type Base } from './files.ts';
import { backupsIn, chainFolder, spoolIn } from './folders.ts';
import { keyOf, type BackupKey } from './key.ts';
import { copyLog, lastMark, type LogCopier, type LogMark } from './log-copier.ts';
import { messageOf } from './message-of.ts';
import { filesIn, sizeOf } from './places.ts';
import { startWorker, type BackupWorker } from './worker-process.ts';
import type { Checked } from './worker.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Bytes of the log above which it is emptied. */
const LOG_MAX = 8 << 20;
/** The hours of the night in the Philippines in which a base is made, if the computer is on. */
const NIGHT = { from: 2, to: 5, offset: 8 * HOUR };
/** Milliseconds until a failed base or check is tried again. */
const REST = 10 * MINUTE;
/** Milliseconds that a stopping server gives to the last minute's way to the second place. */
const LAST_FILL = 4 * SECOND;
/** Milliseconds that writes wait at most for the process that holds a moment. */
const HOLD_MAX = SECOND;

const status = z.object({
  /** The last moment that was restored and compared with the shop. */
  good: z
    .object({ at: z.int(), checkedAt: z.int(), sales: z.int(), units: z.int(), place: z.string() })
    .nullable(),
  /** When every page of what is restored was last read. */
  wholeAt: z.int().nullable(),
  baseAt: z.int().nullable(),
  copiedAt: z.int().nullable(),
  trouble: z.object({ at: z.int(), text: z.string() }).nullable(),
});
type Status = z.output<typeof status>;
const NOTHING: Status = { good: null, wholeAt: null, baseAt: null, copiedAt: null, trouble: null };

export type PlaceStatus = {
  path: string;
  isOwn: boolean;
  filledAt: number | null;
  trouble: string | null;
  bytes: number;
  free: number | null;
  /** The moments of the bases that are kept, oldest first, and of the first and last copied minute. */
  bases: number[];
  minutes: { from: number; to: number } | null;
};

export type Backups = {
  key: BackupKey;
  status: () => Status & { isRunning: boolean; places: PlaceStatus[] };
  /** Copies, fills the places and checks them now. */
  backUp: () => Promise<void>;
  /** Makes a base now. */
  makeBase: () => Promise<void>;
  /** Fills the places soon: there is a new one. */
  refresh: () => void;
  /** Does what is due; called every second. */
  turn: () => void;
  /** Resolves when nothing is going on. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
};

/** What a data folder knows of its backups before the database is opened. */
export type BackupsBefore = { dataDir: string; mark: LogMark; key: BackupKey };

export async function prepareBackups(dataDir: string): Promise<BackupsBefore> {
  mkdirSync(spoolIn(dataDir), { recursive: true, mode: 0o700 });
  const key = await keyOf(backupsIn(dataDir));
  return { dataDir, mark: lastMark(dataDir, key.recipient), key };
}

function freeIn(place: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize;
  } catch {
    return null;
  }
}

/** Rejects if a promise takes longer than some milliseconds. */
function within<T>(promise: Promise<T>, longest: number): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${longest} ms`)), longest);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Runs works one after another; the failure of one is told and ends nothing. */
function makeQueue(fail: (what: string, error: unknown) => void) {
  let last: Promise<void> = Promise.resolve();
  let count = 0;
  return {
    run: (what: string, work: () => Promise<void>): Promise<void> => {
      count += 1;
      last = last
        .then(work)
        .catch((error: unknown) => fail(what, error))
        .finally(() => (count -= 1));
      return last;
    },
    isBusy: () => count > 0,
    settled: () => last,
  };
}

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
export function startBackups({
  database,
  before,
  clock,
  secondPlaces,
  log = console.error,
}: Options): Backups {
  const { dataDir, key } = before;
  const folder = backupsIn(dataDir);
  if (!database.log) throw new Error('The database keeps no log to copy');
  const copier: LogCopier = copyLog(database.log, before.mark, clock);
  const statusFile = path.join(folder, 'status.json');
  let known: Status = readStatus();
  const filled = new Map<string, { at: number | null; trouble: string | null }>();
  let places: string[] = [];
  let worker: BackupWorker | null = null;
  let workerChain = '';
  const startedAt = clock();
  let minuteAt = startedAt;
  let checkAt = startedAt;
  let baseRefusedAt = -Infinity;
  let isStopping = false;
  let isBaseRunning = false;
  /** True once what lies in the places cannot be trusted. */
  let isBaseNeeded = false;

  function readStatus(): Status {
    if (!existsSync(statusFile)) return NOTHING;
    try {
      return status.parse(JSON.parse(readFileSync(statusFile, 'utf8')));
    } catch {
      return NOTHING;
    }
  }

  function note(news: Partial<Status>): void {
    known = { ...known, ...news };
    writeFileSync(`${statusFile}.part`, JSON.stringify(known), { mode: 0o600 });
    renameSync(`${statusFile}.part`, statusFile);
  }

  function fail(what: string, error: unknown): void {
    const text = `${what}: ${messageOf(error)}`;
    log(text);
    try {
      note({ trouble: { at: clock(), text } });
    } catch {
      known = { ...known, trouble: { at: clock(), text } };
    }
  }

  const ownFolder = () => path.join(folder, chainFolder(key.recipient, copier.mark().chain));
  const folderIn = (place: string) => path.join(place, chainFolder(key.recipient, copier.mark().chain));

  async function help(): Promise<BackupWorker> {
    const { chain } = copier.mark();
    if (worker && workerChain !== chain) {
      await worker.stop();
      worker = null;
    }
    mkdirSync(ownFolder(), { recursive: true, mode: 0o700 });
    worker ??= startWorker({ dataDir, own: ownFolder() }, key);
    workerChain = chain;
    return worker;
  }

  /** Brings the second places up to date; one that fails keeps no other from it. */
  async function fill(): Promise<void> {
    places = await secondPlaces();
    for (const place of places) {
      try {
        if (!existsSync(place)) throw new Error(`${place} is not there`);
        await (await help()).run('fill', folderIn(place), clock(), SECOND_PLACE);
        filled.set(place, { at: clock(), trouble: null });
      } catch (error) {
        filled.set(place, { at: filled.get(place)?.at ?? null, trouble: messageOf(error) });
        fail(`The backup did not reach ${place}`, error);
      }
    }
    await (await help()).run('prune', clock(), OWN_DISK);
  }

  /** Copies what was written, and puts it into the places. */
  async function copy(): Promise<void> {
    if (!copier.mark().isBegun) return;
    try {
      await copier.copy();
    } catch (error) {
      breakOff(error);
      throw error;
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
    try {
      const base: Base | null = await copier.begin();
      if (!base) throw new Error('Somebody reads for a long time');
      const helper = await help();
      await helper.run('base', base);
      await helper.run('seal');
      note({ baseAt: base.at });
      isBaseNeeded = false;
      await fill();
    } catch (error) {
      baseRefusedAt = clock();
      fail('The whole shop could not be copied', error);
    } finally {
      isBaseRunning = false;
    }
  }

  /** Restores what lies in the first place that can be read, and compares it with the shop at one moment. */
  async function check(whole: boolean): Promise<void> {
    await copy();
    const place = places.find((one) => filled.get(one)?.trouble === null);
    const source = place === undefined ? ownFolder() : folderIn(place);
    const helper = await help();
    try {
      await helper.run('restore', source);
      const at = await copier.copyAnd(async () => {
        await within(helper.run('hold'), HOLD_MAX);
        return clock();
      });
      await helper.run('seal');
      await fill();
      await helper.run('restore', source);
      const { differing, broken, ...totals }: Checked = await helper.run('compare', whole);
      if (differing.length > 0) throw new Error(`These sums differ: ${differing.join(', ')}`);
      if (broken.length > 0) throw new Error(broken.join(', '));
      note({
        good: { at, checkedAt: clock(), place: source, ...totals },
        trouble: null,
        ...(whole ? { wholeAt: clock() } : {}),
      });
    } catch (error) {
      isBaseNeeded = true;
      baseRefusedAt = clock();
      throw error;
    } finally {
      await helper.run('letGo').catch(() => undefined);
    }
  }

  // A base of a large shop takes minutes, in which the minutes are copied all the same.
  const short = makeQueue(fail);
  const long = makeQueue(fail);

  function isBaseDue(now: number): boolean {
    if (now - baseRefusedAt < REST) return false;
    if (isBaseNeeded) return true;
    if (!copier.mark().isBegun || known.baseAt === null) return now - startedAt >= MINUTE;
    const age = now - known.baseAt;
    const hour = ((now + NIGHT.offset) / HOUR) % 24;
    return age >= 24 * HOUR || (age >= 12 * HOUR && hour >= NIGHT.from && hour < NIGHT.to);
  }

  async function baseAndCheck(): Promise<void> {
    await makeBase();
    checkAt = clock();
    if (copier.mark().isBegun && known.baseAt !== null) await check(true);
  }

  let isEmptying = false;
  function emptyLog(): void {
    if (isEmptying || isBaseRunning || copier.length() <= LOG_MAX) return;
    isEmptying = true;
    copier
      .checkpoint()
      .catch(breakOff)
      .finally(() => (isEmptying = false));
  }

  function turn(): void {
    if (isStopping) return;
    emptyLog();
    const now = clock();
    if (now - minuteAt >= MINUTE && !short.isBusy()) {
      minuteAt = now;
      void short.run('The last minute', copy);
    }
    if (long.isBusy()) return;
    if (isBaseDue(now)) void long.run('The backup', baseAndCheck);
    else if (copier.mark().isBegun && now - checkAt >= HOUR) {
      checkAt = now;
      void long.run('The backup could not be checked', () => check(false));
    }
  }

  const timer = setInterval(turn, SECOND);
  timer.unref();

  function statusOf(place: string, isOwn: boolean): PlaceStatus {
    const where = isOwn ? ownFolder() : folderIn(place);
    const files = filesIn(where);
    const moments = files.filter(({ kind }) => kind === 'segment').map(({ at }) => at);
    return {
      path: isOwn ? folder : place,
      isOwn,
      filledAt: isOwn ? known.copiedAt : (filled.get(place)?.at ?? null),
      trouble: isOwn ? null : (filled.get(place)?.trouble ?? null),
      bytes: sizeOf(where),
      free: freeIn(place),
      bases: files.filter(({ kind }) => kind === 'base').map(({ at }) => at),
      minutes: moments.length ? { from: moments[0] ?? 0, to: moments.at(-1) ?? 0 } : null,
    };
  }

  return {
    key,
    status: () => ({
      ...known,
      isRunning: long.isBusy(),
      places: [statusOf(folder, true), ...places.map((place) => statusOf(place, false))],
    }),
    backUp: () => long.run('The backup', () => (copier.mark().isBegun ? check(false) : baseAndCheck())),
    makeBase: () => long.run('The backup', baseAndCheck),
    refresh: () => (minuteAt = -Infinity),
    turn,
    settled: async () => {
      await Promise.all([short.settled(), long.settled()]);
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await Promise.all([short.settled(), long.settled()]);
      if (copier.mark().isBegun) {
        await copier.checkpoint().catch(breakOff);
        await within(
          (async () => {
            await (await help()).run('seal');
            await fill();
          })(),
          LAST_FILL,
        ).catch((error: unknown) => fail('The last minute', error));
      }
      await worker?.stop();
    },
  };
}
