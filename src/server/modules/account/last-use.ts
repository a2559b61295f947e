import type { Database } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { markUsed, type Use } from './sessions.repository.ts';

/** At least so many milliseconds pass between two writes of a sign-in's last use. */
const PAUSE = 5 * 60_000;

type LastUse = {
  /** Called after every answer; returns at once. */
  note: (session: Session, use: Use) => void;
  /** Resolves when no write is running. */
  settled: () => Promise<void>;
};

/**
 * Writes when and from where each sign-in was last used. Calls never wait for it; a failed write is repeated at the
 * next call.
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
