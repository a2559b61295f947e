import type { Database } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { markUsed, type Use } from './sessions.repository.ts';

/** So often at most is it written that a sign-in is in use (milliseconds). */
const PAUSE = 5 * 60_000;

export type LastUse = {
  /** Told after every answer; returns at once. */
  note: (session: Session, use: Use) => void;
  /** Resolves when nothing is being written any more. */
  settled: () => Promise<void>;
};

/**
 * Keeps when and where each sign-in was last used: beside the calls, which never wait for it. What could not be written
 * is written after the next call.
 */
export function keepLastUse(database: Database): LastUse {
  const running = new Map<number, Promise<void>>();
  const write = (sessionId: number, use: Use) =>
    database
      .write((writer) => markUsed(writer, sessionId, use))
      .catch(() => undefined)
      .finally(() => running.delete(sessionId));
  return {
    note: (session, use) => {
      const isFresh = session.lastUsedAt !== null && use.now - session.lastUsedAt < PAUSE;
      if (!isFresh && !running.has(session.id)) running.set(session.id, write(session.id, use));
    },
    settled: async () => {
      await Promise.all(running.values());
    },
  };
}
