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
      throw new ApiError('too_many_attempts', {
        details: { retry_after: Math.ceil((reopensAt - now) / 1000) },
      });
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
    await refuseTooManyFailures(writer, subjects, now);
    for (const { kind, name } of subjects) {
      const row = await writer
        .selectFrom('login_failures')
        .selectAll()
        .where('subject', '=', name)
        .executeTakeFirst();
      const isOpen = row !== undefined && row.window_started_at + LIMITS[kind].window > now;
      const counted = isOpen
        ? { window_started_at: row.window_started_at, failures: row.failures + 1 }
        : { window_started_at: now, failures: 1 };
      await writer
        .insertInto('login_failures')
        .values({ subject: name, ...counted })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet(counted))
        .execute();
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
