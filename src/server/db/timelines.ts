import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A PostgreSQL cluster, and how often a standby of it was promoted: each promotion begins a new timeline. */
export type Timeline = { system: string; timeline: number };

export type Timelines = {
  /** Notes the timeline of a database that takes writes; returns in words why it must not be used, or null. */
  note: (found: Timeline) => string | null;
  /** True if a timeline is newer than all that were noted. */
  isNewer: (found: Timeline) => boolean;
};

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
  return {
    isNewer: (found) => newest === null || (isSame(found) && found.timeline > newest.timeline),
    note: (found) => {
      if (newest && isMet && !isSame(found)) return 'it is no copy of the database that this server has used';
      if (newest && isSame(found) && found.timeline < newest.timeline) {
        const kept =
          file === null
            ? ''
            : ` If an older state was restored on purpose, remove ${file} and start the server again.`;
        return `it was the primary before another one was promoted: its timeline is ${found.timeline}, and ${newest.timeline} was seen. What it takes would be lost.${kept}`;
      }
      isMet = true;
      if (!newest || !isSame(found) || found.timeline > newest.timeline) keep(found);
      return null;
    },
  };
}
