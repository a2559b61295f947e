import type { Database } from './db/access.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { forgetOrphans } from './modules/media/pictures.usecases.ts';
import { forgetEnded } from './modules/staff/staff.usecases.ts';

const HOUR = 3_600_000;

/**
 * Forgets, now and every hour, what time has ended: old answers, sign-ins, failed attempts, and screenshots that no
 * payment came to show. Answers how to stop.
 */
export async function keepHouse(database: Database, clock: () => number): Promise<() => void> {
  const tidy = () =>
    database.write(async (writer) => {
      await forgetOldAnswers(writer, clock());
      await forgetEnded(writer, clock());
      await forgetOrphans(writer, clock());
    });
  await tidy();
  const timer = setInterval(() => void tidy().catch(console.error), HOUR);
  timer.unref();
  return () => clearInterval(timer);
}
