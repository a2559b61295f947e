import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { relativeTime } from '#domain/relative-time.ts';
import { isCopy, lineIn, type DataLine } from '../db/data-line.ts';
import { headerOf, unseal } from './age-files.ts';
import { nameOf, type BackupFile, type RestorePlan } from './files.ts';
import { SEALED } from './folders.ts';
import { messageOf } from './message-of.ts';
import type { PlaceFiles } from './place.ts';
import { checkName } from './replica.ts';
import { placeFaultIn } from './s3-answers.ts';
import { lastSale } from './sums.ts';

/** A chain in a place, with the ways to its newest state until a moment, the best first. */
export type Chain = {
  folder: string;
  files: PlaceFiles;
  listed: readonly BackupFile[];
  plans: RestorePlan[];
};

/** A line of data as its backups tell of it. */
export type FoundLine = DataLine & {
  /** False for one that an older version made, whose files say nothing of themselves. */
  isSigned: boolean;
  chains: Chain[];
  /** The last moment that is backed up, and the last sale until then. */
  at: number;
  lastSaleAt: number | null;
  /** Where it was made; for one of an older version where it lies. */
  address: string;
};

/** What is to be restored: one line's chains, and those of which nobody knows yet whose they are. */
export type Choice = { line: FoundLine | null; chains: Chain[]; unknown: Chain[]; others: FoundLine[] };

const newest = ({ plans }: Chain) => Math.max(...plans.map(({ at }) => at));
const bestOf = (chain: Chain) => chain.plans.find(({ at }) => at === newest(chain)) ?? chain.plans[0];
const sealedName = (file: BackupFile) => nameOf(file) + SEALED;

/** A name for people, and for `--line`. */
export const shortLine = ({ line }: DataLine) => line.slice(0, 8);

const say = (at: number) => new Date(at).toISOString();

/** Describes lines that were not taken, each with how to take it. */
export const describeLines = (lines: readonly FoundLine[], now: number): string[] =>
  lines.map((found) => {
    const kind = isCopy(found) ? 'a restored copy' : found.parent === null ? 'the original' : 'a shop';
    const sale = found.lastSaleAt === null ? 'no sale yet' : `last sale ${say(found.lastSaleAt)}`;
    return `  --line ${shortLine(found)}: ${kind}, ${sale}, last backup ${relativeTime(found.at, now)}, ${found.address}`;
  });

type Looking = { identity: string; scratch: string; tell: (line: string) => void };

/** Reads whose data the files of an older version hold: only the whole copy itself tells. */
async function readUnsigned(
  { files, folder }: Chain,
  { base, at }: RestorePlan,
  { identity, scratch }: Looking,
): Promise<Omit<FoundLine, 'chains'>> {
  const file = path.join(scratch, 'line.db');
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  try {
    await unseal(files.read(sealedName(base)), file, identity);
    const database = new BetterSqlite(file);
    try {
      const lastSaleAt = lastSale(database, base.at);
      return { ...lineIn(database), isSigned: false, at, lastSaleAt, address: folder };
    } finally {
      database.close();
    }
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  }
}

/** Returns whose data a chain holds, by its headers; `unsigned` for one of an older version. Throws if no base can be read. */
async function readHeaders(
  { files, plans }: Chain,
  { identity }: Looking,
): Promise<Omit<FoundLine, 'chains'> | 'unsigned'> {
  const read = async (file: BackupFile) => {
    const header = await headerOf(files.read(sealedName(file)), identity);
    checkName(file, header);
    return header;
  };
  let cause: unknown;
  for (const { base, segments, at } of plans.toSorted((a, b) => b.at - a.at)) {
    try {
      const header = await read(base);
      if (!header) return 'unsigned';
      const { line, parent, takenOverAt } = header;
      const last = segments.at(-1);
      // The restore tells of a last part that is torn.
      const told = last && (await read(last).catch(() => null));
      const { lastSaleAt, address } = told ?? header;
      return { line, parent, takenOverAt, isSigned: true, at: told ? at : base.at, lastSaleAt, address };
    } catch (error) {
      if (placeFaultIn(error)) throw error;
      cause ??= error;
    }
  }
  throw cause;
}

class Lines {
  readonly found = new Map<string, FoundLine>();

  add(line: Omit<FoundLine, 'chains'>, chain: Chain): FoundLine {
    const known = this.found.get(line.line);
    // The newest chain tells the last sale; any of them that somebody said it is the shop.
    const all: FoundLine = known
      ? { ...(line.at > known.at ? line : known), chains: [...known.chains, chain] }
      : { ...line, chains: [chain] };
    all.takenOverAt = line.takenOverAt ?? known?.takenOverAt ?? null;
    all.isSigned = line.isSigned || (known?.isSigned ?? false);
    this.found.set(line.line, all);
    return all;
  }

  all(): FoundLine[] {
    return [...this.found.values()];
  }

  /** Returns the lines that are the shop by what they say: more than one if two of them went on. */
  shops(): FoundLine[] {
    const standing = this.all().filter((line) => !isCopy(line));
    const isReplaced = ({ line, at }: FoundLine) =>
      standing.some(
        ({ parent, takenOverAt }) => parent === line && takenOverAt !== null && at <= takenOverAt,
      );
    const left = standing.filter((line) => !isReplaced(line));
    // Anybody can write a file without a signature, if it is not that of a line that the others name.
    const parents = new Set(left.map(({ parent }) => parent));
    const signed = left.filter(({ isSigned, line }) => isSigned || parents.has(line));
    return signed.some(({ isSigned }) => isSigned) ? signed : left.slice(0, 1);
  }
}

/**
 * Chooses among the lines of data in a place: the shop's own, or the one whose name begins with `wanted`. Throws a sentence
 * with all of them if several say that they are the shop, or none does.
 */
export async function chooseLine(
  chains: readonly Chain[],
  { wanted, now, ...looking }: Looking & { wanted: string | undefined; now: number },
): Promise<Choice> {
  const [only] = chains;
  if (only && chains.length === 1 && wanted === undefined)
    return { line: null, chains: [only], unknown: [], others: [] };
  const lines = new Lines();
  const [unsigned, unknown]: [Chain[], Chain[]] = [[], []];
  const leave = (chain: Chain, error: unknown) => {
    if (placeFaultIn(error)) throw error;
    looking.tell(`The backups in ${chain.folder} cannot be read: ${messageOf(error)}.`);
    unknown.push(chain);
  };
  for (const chain of chains.toSorted((a, b) => newest(b) - newest(a))) {
    try {
      const header = await readHeaders(chain, looking);
      if (header === 'unsigned') unsigned.push(chain);
      else lines.add(header, chain);
    } catch (error) {
      leave(chain, error);
    }
  }
  // A whole copy of an older version is read to its end: no more of them than the choice needs.
  const isEnough = (at: number) => {
    if (wanted !== undefined) return false;
    return lines.shops().some((line) => at <= (line.takenOverAt ?? line.at));
  };
  for (const chain of unsigned) {
    const plan = bestOf(chain);
    if (!plan || isEnough(newest(chain))) {
      unknown.push(chain);
      continue;
    }
    try {
      lines.add(await readUnsigned(chain, plan, looking), chain);
    } catch (error) {
      leave(chain, error);
    }
  }
  const all = lines.all();
  const shops = lines.shops();
  const fitting =
    wanted === undefined
      ? shops.length > 0
        ? shops
        : all
      : all.filter(({ line }) => line.startsWith(wanted));
  const [line] = fitting;
  // Nothing can be read: what the restore says of each file is the better reason.
  if (!line && wanted === undefined) return { line: null, chains: [...chains], unknown: [], others: [] };
  if (!line || fitting.length > 1) {
    const reason = line
      ? 'More than one shop is backed up here. Choose the right one:'
      : `There is no --line ${wanted} here. Choose one of these:`;
    throw new Error([reason, ...describeLines(all, now)].join('\n'));
  }
  return {
    line,
    chains: line.chains,
    // One that is newer, and of which nobody knows whose it is, is no way to this line.
    unknown: unknown.filter((chain) => newest(chain) <= line.at),
    others: all.filter((each) => each !== line),
  };
}
