import type { Database } from '#server/db/access.ts';
import { until } from './till/till-shop.ts';

/** The number of writes that `holdWrites` begins. */
export const HELD_WRITES = 20;
/** The number of them that run side by side: one writer, or the pool's connections. */
const AT_ONCE: Record<string, number> = { sqlite: 1, postgresql: 16 };

/**
 * Keeps a database busy with writes that stay open until they are released, and others that wait for those; `waiting` is
 * the number of the latter. Where reads need a connection, too, the server's own reads may wait with them.
 */
export async function holdWrites(database: Database) {
  const atOnce = AT_ONCE[database.engine] ?? 0;
  const gate = Promise.withResolvers<undefined>();
  let begun = 0;
  const hold = () => {
    begun += 1;
    return gate.promise;
  };
  const first = database.write(hold, 1);
  await until(() => begun).toBe(1);
  const others = Array.from({ length: HELD_WRITES - 1 }, () => database.write(hold, 1));
  const waiting = HELD_WRITES - atOnce;
  await until(() => begun).toBe(atOnce);
  await until(() => database.load().waiting).toBeGreaterThanOrEqual(waiting);
  return {
    waiting,
    release: async () => {
      gate.resolve(undefined);
      await Promise.all([first, ...others]);
    },
  };
}
