import { uptime } from 'node:os';

// The server's time as a till reckons it while the server cannot be reached. Nobody can add hours to a store's limit by
// setting the computer's clock, nor lose any.

/** What the till keeps of its clock over a restart, in epoch milliseconds. */
export type Moments = {
  /** The latest moment. */
  moment: number;
  /** What the computer's clock showed then. */
  wall: number;
  /** The server's time of its last answer; null before the first. */
  answered_at: number | null;
};

/** The computer's clocks, in milliseconds. */
export type Clocks = {
  /** The one that people set. */
  wall: () => number;
  /** The one that only runs on, also while the computer sleeps. */
  uptime: () => number;
};

export const computerClocks: Clocks = { wall: Date.now, uptime: () => uptime() * 1000 };

/** Milliseconds by which answers overtake each other; one that is older by more tells that the kept time was wrong. */
const OVERTAKEN = 5 * 60_000;

export type TillClock = {
  /** The server's time; never before the latest moment that was kept. */
  now: () => number;
  answeredAt: () => number | null;
  /** Takes the server's time of an answer. */
  hear: (date: number) => void;
  /** What is to be kept now. */
  moments: () => Moments;
};

/**
 * Starts the till's clock: the time of the server's last answer and what passed since by a clock that nobody can set. What
 * passed while the till was off is told by the computer's clock alone: set back, nothing passed.
 */
export function startTillClock(kept: Moments | null, { wall, uptime: runs }: Clocks): TillClock {
  let anchor = {
    moment: kept ? kept.moment + Math.max(0, wall() - kept.wall) : wall(),
    at: runs(),
  };
  let latest = kept?.moment ?? -Infinity;
  let answeredAt = kept?.answered_at ?? null;

  const now = (): number => {
    const moment = Math.round(anchor.moment + Math.max(0, runs() - anchor.at));
    latest = Math.max(latest, moment);
    return latest;
  };
  const isOvertaken = (date: number, by: number) => date < by && by - date < OVERTAKEN;

  return {
    now,
    answeredAt: () => answeredAt,
    hear: (date) => {
      if (answeredAt !== null && isOvertaken(date, answeredAt)) return;
      // The server's word counts, also against a time that was reckoned by a wrong clock.
      if (!isOvertaken(date, now())) latest = date;
      anchor = { moment: date, at: runs() };
      answeredAt = date;
    },
    moments: () => ({ moment: now(), wall: wall(), answered_at: answeredAt }),
  };
}
