import { sql } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type { Database, Reader, Writer } from '../../db/access.ts';

const MINUTE = 60_000;

/** How many failed sign-ins are borne within which time, by account and by address. */
const LIMITS = {
  account: { failures: 5, window: 15 * MINUTE },
  address: { failures: 100, window: 60 * MINUTE },
} as const;

type Kind = keyof typeof LIMITS;
type Subject = { kind: Kind; name: string };

export const loginSubjects = (email: string, address: string): Subject[] => [
  { kind: 'account', name: `account:${email}` },
  { kind: 'address', name: `address:${address}` },
];

const tooMany = (reopensAt: number, now: number) =>
  new ApiError('too_many_attempts', { details: { retry_after: Math.ceil((reopensAt - now) / 1000) } });

/** Refuses with 429 while an account or an address has failed too often. */
export async function refuseTooManyFailures(
  reader: Reader,
  subjects: readonly Subject[],
  now: number,
): Promise<void> {
  for (const { kind, name } of subjects) {
    const { failures, window } = LIMITS[kind];
    const row = await reader
      .selectFrom('login_failures')
      .selectAll()
      .where('subject', '=', name)
      .executeTakeFirst();
    const reopensAt = (row?.window_started_at ?? 0) + window;
    if (row && row.failures >= failures && reopensAt > now) {
      throw tooMany(reopensAt, now);
    }
  }
}

/**
 * Counts a failed sign-in, in a transaction of its own: it must survive the refusal. Guesses that were sent all at once
 * meet the limit here, with 429, though each of them found the account open.
 */
export async function countFailure(
  database: Database,
  subjects: readonly Subject[],
  now: number,
): Promise<void> {
  await database.write(async (writer) => {
    for (const { kind, name } of subjects) {
      const { failures, window } = LIMITS[kind];
      const isOver = sql<boolean>`login_failures.window_started_at + ${window} <= ${now}`;
      const row = await writer
        .insertInto('login_failures')
        .values({ subject: name, window_started_at: now, failures: 1 })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet({
            failures: sql`case when ${isOver} then 1 else login_failures.failures + 1 end`,
            window_started_at: sql`case when ${isOver} then ${now} else login_failures.window_started_at end`,
          }),
        )
        .returning(['failures', 'window_started_at'])
        .executeTakeFirstOrThrow();
      if (row.failures > failures) throw tooMany(row.window_started_at + window, now);
    }
  });
}

/** Forgets failures whose windows have closed. */
export async function forgetOldFailures(writer: Writer, now: number): Promise<void> {
  const longest = Math.max(...Object.values(LIMITS).map((limit) => limit.window));
  await writer
    .deleteFrom('login_failures')
    .where('window_started_at', '<', now - longest)
    .execute();
}
