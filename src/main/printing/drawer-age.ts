import type { JournalledJob } from './print-journal.ts';

/** A drawer that springs open long after its sale invites a thief: from then on the paper is printed without a kick. */
const DRAWER_WAITS_MS = 2 * 60_000;

/**
 * Whether a job is young enough for its drawer, by two clocks: the computer's may be set back while the paper waits, and
 * the one that nobody sets stands still while the computer sleeps.
 */
export function watchAges(now: () => number, uptime: () => number) {
  const begun = new Map<string, number>();
  const begin = (jobKey: string): number => {
    const since = begun.get(jobKey) ?? uptime();
    begun.set(jobKey, since);
    return since;
  };
  return {
    /** The job was asked for now; returns since when it is known here. */
    begin,
    isFresh: ({ job_key, queued_at }: JournalledJob): boolean => {
      const since = begin(job_key);
      return [now() - queued_at, uptime() - since].every((age) => age >= 0 && age <= DRAWER_WAITS_MS);
    },
    /** Nothing waits any more. */
    forgetAll: () => begun.clear(),
  };
}
