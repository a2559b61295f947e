import pg from 'pg';
import { expect } from 'vitest';
import type { DatabaseLocation } from '#server/db/open.ts';

const WAITING = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Lets calls meet: on PostgreSQL one after the other begins while the rows of a query are held, each once the one before
 * waits or is done, and all go on after the last one. On SQLite, where writes follow each other, they begin at once. Returns
 * their answers in their order.
 */
export async function meet<Answers extends unknown[]>(
  { databaseUrl }: DatabaseLocation,
  held: string,
  ...calls: { [Place in keyof Answers]: () => Promise<Answers[Place]> }
): Promise<Answers> {
  const begun: Promise<unknown>[] = [];
  if (databaseUrl === undefined) {
    for (const call of calls) begun.push(call());
    return (await Promise.all(begun)) as Answers;
  }
  const clients = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)] as const;
  const [holder, watcher] = clients;
  // One that is still ending when its database is removed.
  for (const client of clients) client.on('error', () => undefined);
  await Promise.all(clients.map((client) => client.connect()));
  try {
    await holder.query('begin');
    const { rowCount } = await holder.query(`${held} for update`);
    expect(rowCount, held).toBeGreaterThan(0);
    let done = 0;
    for (const call of calls) {
      const answer = call();
      begun.push(answer);
      const isDone = () => (done += 1);
      answer.then(isDone, isDone);
      const metOrDone = async () => ((await watcher.query(WAITING)).rowCount ?? 0) + done;
      await expect.poll(metOrDone, { timeout: 5000 }).toBe(begun.length);
    }
  } finally {
    await holder.query('rollback');
    await Promise.all(clients.map((client) => client.end()));
    await Promise.allSettled(begun);
  }
  return (await Promise.all(begun)) as Answers;
}
