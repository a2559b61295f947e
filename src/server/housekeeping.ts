import type { Database } from './db/access.ts';
import { forgetOldAnswers } from './http/idempotency.ts';
import { forgetEnded } from './modules/staff/staff.usecases.ts';

const HOUR = 3_600_000;

/** Forgets, now and every hour, what time has ended: old answers, sign-ins and failed attempts. Answers how to stop. */
export async function keepHouse(database: Database, clock: () => number): Promise<() => void> {
  const tidy = () =>
    database.write(async (writer) => {
      await forgetOldAnswers(writer, clock());
      await forgetEnded(writer, clock());
    });
  await tidy();
  const timer = setInterval(() => void tidy().catch(console.error), HOUR);
  timer.unref();
  return () => clearInterval(timer);
}
