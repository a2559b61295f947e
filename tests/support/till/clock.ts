import type { Clock } from '#renderer/lib/clock.ts';
import type { TestClock } from '../server.ts';

export type TillClock = Clock & {
  /** Lets time pass, here and at the server, and runs the timers due meanwhile. */
  advance: (milliseconds: number) => void;
  /** Stops the timers of a killed till. */
  stop: () => void;
};

/** Makes a till's clock, which goes with its server's. */
export function makeTillClock(server: TestClock): TillClock {
  let waiting: { at: number; work: () => void }[] = [];
  const after: Clock['after'] = (milliseconds, work) => {
    const planned = { at: server.now() + milliseconds, work };
    waiting.push(planned);
    return () => {
      waiting = waiting.filter((other) => other !== planned);
    };
  };
  return {
    now: server.now,
    after,
    limit: (milliseconds) => {
      const limit = new AbortController();
      after(milliseconds, () => limit.abort(new DOMException('Too late', 'TimeoutError')));
      return limit.signal;
    },
    advance: (milliseconds) => {
      server.advance(milliseconds);
      const due = waiting.filter(({ at }) => at <= server.now());
      waiting = waiting.filter((planned) => !due.includes(planned));
      for (const { work } of due) work();
    },
    stop: () => {
      waiting = [];
    },
  };
}
