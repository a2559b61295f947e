import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseFile, markRestored } from '../db/sqlite-copy.ts';
import { chainFolder, spoolIn } from './folders.ts';
import { nameOf, plansOf, unreachable, type RestorePlan } from './files.ts';
import { readKey } from './key.ts';
import type { Place, PlaceFiles } from './place.ts';
import { filesIn } from './places.ts';
import { makeReplica, type Replica } from './replica.ts';
import { messageOf } from './message-of.ts';
import { placeFaultIn } from './s3-answers.ts';
import { totalsOf, type Totals } from './sums.ts';

type Way = { chain: PlaceFiles; plan: RestorePlan; unreachable: number | null };

/** Finds the ways to the newest state among all chains of a key, the best first; throws in words if there is none. */
async function findWays(place: Place, recipient: string, until: number): Promise<Way[]> {
  const prefix = chainFolder(recipient, '');
  // The folder of a chain is named as well as the place that it is in.
  const chains = ['', ...(await place.chains())]
    .map((name) => ({ name, folder: name || path.basename(place.name) }))
    .filter(({ folder }) => folder.startsWith('tindahan-'));
  const own = await Promise.all(
    chains
      .filter(({ folder }) => folder.startsWith(prefix))
      .map(async ({ name }) => {
        const chain = place.chain(name);
        return { chain, files: await filesIn(chain) };
      }),
  );
  const ways = own
    .flatMap(({ chain, files }) => {
      const leadsTo = (plan: RestorePlan) => ({ chain, plan, unreachable: unreachable(files, plan, until) });
      return plansOf(files, until).map(leadsTo);
    })
    .toSorted((a, b) => b.plan.at - a.plan.at);
  if (ways.length > 0) return ways;
  if (own.length > 0)
    throw new Error(
      own.some(({ files }) => files.some(({ kind }) => kind === 'base'))
        ? `No backup in ${place.name} is that old.`
        : `The backups in ${place.name} are parts of a copy of the whole shop that is missing.`,
    );
  throw new Error(
    chains.length > 0
      ? `The backups in ${place.name} were made with another key.`
      : `There are no backups in ${place.name}.`,
  );
}

const say = (at: number) => new Date(at).toISOString();

/** A place that gives no answer may have all that it is asked for: less is not made of it. */
function endIfUnreachable(error: unknown): void {
  const fault = placeFaultIn(error);
  if (fault) throw new Error(`${fault.message}. Nothing was restored: try again.`, { cause: fault });
}

/** Adds the segments until one cannot be read, which is told: what is before it is whole. Returns the moment of the last one. */
async function addAll(
  replica: Replica,
  { base, segments }: RestorePlan,
  tell: (line: string) => void,
): Promise<number> {
  let at = base.at;
  for (const segment of segments) {
    try {
      await replica.add(segment);
    } catch (error) {
      endIfUnreachable(error);
      tell(`${messageOf(error)}. The shop is restored as it was before that.`);
      break;
    }
    ({ at } = segment);
  }
  return at;
}

export type Restored = Totals & { at: number };

/** Makes the shop that a way leads to, without sessions. Throws a sentence if its base cannot be read, or the shop is damaged. */
async function follow(
  { plan, unreachable: last }: Way,
  replica: Replica,
  tell: (line: string) => void,
): Promise<Restored> {
  tell(`Restoring the copy of ${say(plan.base.at)} and ${plan.segments.length} parts after it …`);
  await replica.begin(plan.base).catch((error: unknown) => {
    throw new Error(`${nameOf(plan.base)} cannot be read: ${messageOf(error)}.`, { cause: error });
  });
  if (last !== null)
    tell(
      `A part is missing after ${say(plan.at)}. What came later, until ${say(last)}, cannot be restored from here.`,
    );
  const at = await addAll(replica, plan, tell);
  try {
    return replica.read((database) => {
      // The first fault alone: a damaged file has thousands.
      const fault = database.prepare<[], string>('pragma integrity_check(1)').pluck().get();
      if (fault !== 'ok') throw new Error(fault?.split('\n').at(-1));
      database.exec('delete from sessions');
      markRestored(database);
      database.pragma('wal_checkpoint(TRUNCATE)');
      return { ...totalsOf(database), at };
    });
  } catch (error) {
    throw new Error(`What was made of ${nameOf(plan.base)} is damaged: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Follows the best way that leads to a whole shop; what is wrong with those before it is told. */
async function followBest(
  ways: readonly Way[],
  makeIn: (chain: PlaceFiles) => Replica,
  tell: (line: string) => void,
): Promise<Restored> {
  let cause: unknown;
  for (const way of ways) {
    try {
      return await follow(way, makeIn(way.chain), tell);
    } catch (error) {
      endIfUnreachable(error);
      cause = error;
      tell(messageOf(error));
    }
  }
  throw new Error('None of the copies of the whole shop can be read.', { cause });
}

/**
 * Makes a shop in an empty data folder from the backups in a place: the newest state, or that of the last minute before
 * `until`. Everybody signs in again. Throws in words, and leaves nothing behind, if it cannot.
 */
export async function restoreShop({
  place,
  dataDir,
  key: text,
  until = Infinity,
  tell,
}: {
  place: Place;
  dataDir: string;
  key: string;
  until?: number;
  tell: (line: string) => void;
}): Promise<Restored> {
  const file = databaseFile(dataDir);
  if (existsSync(file)) {
    throw new Error(
      `There is a shop in ${dataDir} already. Name an empty folder by DATA_DIR, or move that one away.`,
    );
  }
  const key = await readKey(text);
  const ways = await findWays(place, key.recipient, until);
  mkdirSync(spoolIn(dataDir), { recursive: true, mode: 0o700 });
  const unfinished = path.join(dataDir, 'restoring.db');
  try {
    const restored = await followBest(ways, (chain) => makeReplica(chain, unfinished, key.identity), tell);
    // The key stays the same, so that one paper opens the old backups and the new ones.
    writeFileSync(path.join(dataDir, 'backups', 'key.txt'), `${key.identity}\n`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(unfinished, file);
    return restored;
  } finally {
    for (const ending of ['', '.log', '-wal', '-shm', '.part']) rmSync(unfinished + ending, { force: true });
  }
}
