import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A PostgreSQL cluster, and how often a standby of it was promoted: each promotion begins a new timeline. */
export type Timeline = {
  system: string;
  timeline: number;
  /** The last sale there, as far as it was asked for. */
  lastSaleAt?: number | null;
};

export type Timelines = {
  /** Notes the timeline of a database that takes writes; returns in words why it must not be used, or null. */
  note: (found: Timeline) => string | null;
  /** True if a timeline is newer than all that were noted. */
  isNewer: (found: Timeline) => boolean;
  /** True if a timeline is older than the newest one of its database. */
  isOlder: (found: Timeline) => boolean;
  /** Notes the last sale of the database that is in use, for whoever must compare it with another one; undefined if it was not told. */
  noteLastSale: (read: () => Promise<number | null | undefined>) => Promise<void>;
};

const saleOf = ({ lastSaleAt }: Timeline) =>
  lastSaleAt ? `its last sale ${new Date(lastSaleAt).toISOString()}` : 'its last sale unknown';
/** Names both states: which of them is right, only who knows what happened can say. */
const older = (found: Timeline, newest: Timeline, file: string | null) =>
  [
    `it was the primary before another one was promoted: its timeline is ${found.timeline}, and ${newest.timeline} was seen. What it takes would be lost.`,
    `This database: timeline ${found.timeline}, ${saleOf(found)}. The one that was used last: timeline ${newest.timeline}, ${saleOf(newest)}.`,
    'Start the newer one. To use this one instead, first compare both: run "select count(*), max(completed_at) from transactions" on each, and keep a copy of each.',
    file === null ? '' : `After that, ${file} can be moved away.`,
  ]
    .filter(Boolean)
    .join(' ');

function readKept(file: string): Timeline | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Timeline;
  } catch {
    // None was noted yet, or the disk failed while it was.
    return null;
  }
}

/**
 * Remembers the newest timeline, beyond the end of the process in `file`: what an old primary has when it comes back is not
 * what the others sold meanwhile.
 */
export function keepTimelines(file: string | null): Timelines {
  let newest = file === null ? null : readKept(file);
  /** True once this process has met a database: from then on it takes no other one. */
  let isMet = false;
  const isSame = ({ system }: Timeline) => newest?.system === system;
  const keep = (found: Timeline) => {
    newest = found;
    if (file === null) return;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(found));
      renameSync(`${file}.new`, file);
    } catch (error) {
      console.warn(`${file} could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const isOlder = (found: Timeline) => newest !== null && isSame(found) && found.timeline < newest.timeline;
  return {
    isOlder,
    noteLastSale: async (read) => {
      if (!newest || !isMet) return;
      const lastSaleAt = await read();
      if (lastSaleAt !== undefined && newest.lastSaleAt !== lastSaleAt) keep({ ...newest, lastSaleAt });
    },
    isNewer: (found) => newest === null || (isSame(found) && found.timeline > newest.timeline),
    note: (found) => {
      if (newest && isMet && !isSame(found)) return 'it is no copy of the database that this server has used';
      if (newest && isOlder(found)) return older(found, newest, file);
      isMet = true;
      if (!newest || !isSame(found) || found.timeline > newest.timeline) keep(found);
      return null;
    },
  };
}
