import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { beginLine, lineIn } from '../db/data-line.ts';
import { openSqlite } from '../db/sqlite.ts';
import { databaseFile, putInPlace } from '../db/sqlite-copy.ts';
import { chainFolder, spoolIn } from './folders.ts';
import { nameOf, plansOf, unreachable, type RestorePlan } from './files.ts';
import { readKey } from './key.ts';
import { chooseLine, describeLines, type Chain, type Choice } from './lines.ts';
import type { Place, PlaceFiles } from './place.ts';
import { filesIn } from './places.ts';
import { makeReplica, type Replica } from './replica.ts';
import { messageOf } from './message-of.ts';
import { placeFaultIn } from './s3-answers.ts';
import { totalsOf, type Totals } from './sums.ts';

type Way = {
  chain: PlaceFiles;
  plan: RestorePlan;
  unreachable: number | null;
  /** The line that it must lead to, where its files themselves do not tell. */
  mustBe: string | null;
};

/** Finds the chains of a key that lead to some state until a moment; throws in words if there is none. */
async function findChains(place: Place, recipient: string, until: number): Promise<Chain[]> {
  const prefix = chainFolder(recipient, '');
  // The folder of a chain is named as well as the place that it is in.
  const chains = ['', ...(await place.chains())]
    .map((name) => ({ name, folder: name || path.basename(place.name) }))
    .filter(({ folder }) => folder.startsWith('tindahan-'));
  const own = await Promise.all(
    chains
      .filter(({ folder }) => folder.startsWith(prefix))
      .map(async ({ name, folder }) => {
        const files = place.chain(name);
        const listed = await filesIn(files);
        return { folder, files, listed, plans: plansOf(listed, until) };
      }),
  );
  const leading = own.filter(({ plans }) => plans.length > 0);
  if (leading.length > 0) return leading;
  if (own.length > 0)
    throw new Error(
      own.some(({ listed }) => listed.some(({ kind }) => kind === 'base'))
        ? `No backup in ${place.name} is that old.`
        : `The backups in ${place.name} are parts of a copy of the whole shop that is missing.`,
    );
  throw new Error(
    chains.length > 0
      ? `The backups in ${place.name} were made with another key.`
      : `There are no backups in ${place.name}.`,
  );
}

/** Returns the ways to the newest state of what was chosen, the best first. */
function waysOf({ line, chains, unknown }: Choice, until: number): Way[] {
  const waysIn =
    (mustBe: string | null) =>
    ({ files, listed, plans }: Chain): Way[] =>
      plans.map((plan) => ({ chain: files, plan, unreachable: unreachable(listed, plan, until), mustBe }));
  return [...chains.flatMap(waysIn(null)), ...unknown.flatMap(waysIn(line?.line ?? null))].toSorted(
    (a, b) => b.plan.at - a.plan.at,
  );
}

const say = (at: number) => new Date(at).toISOString();

/** A place that gives no answer may have all that it is asked for: less is not made of it. */
function endIfUnreachable(error: unknown): void {
  const fault = placeFaultIn(error);
  if (fault) throw new Error(`${fault.message}. Nothing was restored: try again.`, { cause: fault });
}

/** Tells of something that is missing or damaged. */
type TellFault = (line: string) => void;

/** Adds the segments until one cannot be read, which is told: what is before it is whole. Returns the moment of the last one. */
async function addAll(
  replica: Replica,
  { base, segments }: RestorePlan,
  tellFault: TellFault,
): Promise<number> {
  let at = base.at;
  for (const segment of segments) {
    try {
      await replica.add(segment);
    } catch (error) {
      endIfUnreachable(error);
      tellFault(`${messageOf(error)}. The shop is restored as it was before that.`);
      break;
    }
    ({ at } = segment);
  }
  return at;
}

export type Restored = Totals & {
  at: number;
  /** False if a part was missing or damaged, or a copy of the whole shop was, instead of which another one was taken. */
  isWhole: boolean;
};

type Telling = { tell: (line: string) => void; tellFault: TellFault };

/** Makes the shop that a way leads to. Throws a sentence if its base cannot be read, or the shop is damaged. */
async function follow(
  { plan, unreachable: last, mustBe }: Way,
  replica: Replica,
  { tell, tellFault }: Telling,
): Promise<number> {
  tell(`Restoring the copy of ${say(plan.base.at)} and ${plan.segments.length} parts after it …`);
  await replica.begin(plan.base).catch((error: unknown) => {
    throw new Error(`${nameOf(plan.base)} cannot be read: ${messageOf(error)}.`, { cause: error });
  });
  if (last !== null)
    tellFault(
      `A part is missing after ${say(plan.at)}. What came later, until ${say(last)}, cannot be restored from here.`,
    );
  const at = await addAll(replica, plan, tellFault);
  try {
    return replica.read((database) => {
      // The first fault alone: a damaged file has thousands.
      const fault = database.prepare<[], string>('pragma integrity_check(1)').pluck().get();
      if (fault !== 'ok') throw new Error(fault?.split('\n').at(-1));
      if (mustBe !== null && lineIn(database).line !== mustBe) throw new Error('it is another line of data');
      database.pragma('wal_checkpoint(TRUNCATE)');
      return at;
    });
  } catch (error) {
    throw new Error(`What was made of ${nameOf(plan.base)} is damaged: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Follows the best way that leads to a whole shop; what is wrong with those before it is told. Returns its moment. */
async function followBest(
  ways: readonly Way[],
  makeIn: (chain: PlaceFiles) => Replica,
  telling: Telling,
): Promise<number> {
  let cause: unknown;
  for (const way of ways) {
    try {
      return await follow(way, makeIn(way.chain), telling);
    } catch (error) {
      endIfUnreachable(error);
      cause = error;
      telling.tellFault(messageOf(error));
    }
  }
  throw new Error('None of the copies of the whole shop can be read.', { cause });
}

/** Makes a restored database a shop of this version, without sessions, and another line of data. */
async function makeShop(folder: string): Promise<Totals> {
  await (await openSqlite(folder)).close();
  const database = new BetterSqlite(databaseFile(folder));
  try {
    database.exec('delete from sessions');
    beginLine(database, Date.now());
    return totalsOf(database);
  } finally {
    database.close();
  }
}

type RestoreOptions = {
  place: Place;
  dataDir: string;
  key: string;
  until?: number | undefined;
  /** The beginning of the name of the line that is restored, instead of the shop's own. */
  line?: string | undefined;
  now?: number;
  tell: (line: string) => void;
};

/**
 * Makes a shop in an empty data folder from the backups in a place: the newest state, or that of the last minute before
 * `until`. Everybody signs in again. Throws in words, and leaves nothing behind, if it cannot.
 */
export async function restoreShop({
  place,
  dataDir,
  key: text,
  until = Infinity,
  line: wanted,
  now = Date.now(),
  tell,
}: RestoreOptions): Promise<Restored> {
  const file = databaseFile(dataDir);
  if (existsSync(file)) {
    throw new Error(
      `There is a shop in ${dataDir} already. Name an empty folder by DATA_DIR, or move that one away.`,
    );
  }
  const { identity, recipient } = await readKey(text);
  const chains = await findChains(place, recipient, until);
  const scratch = path.join(dataDir, 'restoring');
  let isWhole = true;
  const tellFault = (line: string) => {
    isWhole = false;
    tell(line);
  };
  try {
    const choice = await chooseLine(chains, { identity, scratch, wanted, now, tell: tellFault }).catch(
      (error: unknown) => {
        endIfUnreachable(error);
        throw error;
      },
    );
    mkdirSync(scratch, { recursive: true, mode: 0o700 });
    const unfinished = databaseFile(scratch);
    const makeIn = (chain: PlaceFiles) => makeReplica(chain, unfinished, identity);
    const at = await followBest(waysOf(choice, until), makeIn, { tell, tellFault });
    const totals = await makeShop(scratch);
    tellOthers(choice, now, tell);
    mkdirSync(spoolIn(dataDir), { recursive: true, mode: 0o700 });
    // The key stays the same, so that one paper opens the old backups and the new ones.
    writeFileSync(path.join(dataDir, 'backups', 'key.txt'), `${identity}\n`, { mode: 0o600, flush: true });
    putInPlace(unfinished, file);
    return { ...totals, at, isWhole };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Tells of the lines that were not taken. */
function tellOthers({ others }: Choice, now: number, tell: (line: string) => void): void {
  if (others.length === 0) return;
  tell('Other data of this shop is backed up here. It was not restored:');
  for (const line of describeLines(others, now)) tell(line);
}
