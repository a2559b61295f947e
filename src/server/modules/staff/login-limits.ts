import { sql } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type { Database, Writer } from '../../db/access.ts';

const MINUTE = 60_000;

/**
 * How many failures are allowed in which time: wrong passwords by account, by address, and in a change of one's own;
 * wrong reset links, and requests for them; wrong set-up codes; wrong PINs of a person at one till, and at all tills.
 */
const LIMITS = {
  account: { failures: 5, window: 15 * MINUTE },
  address: { failures: 100, window: 60 * MINUTE },
  change: { failures: 5, window: 15 * MINUTE },
  reset: { failures: 5, window: 15 * MINUTE },
  ask: { failures: 3, window: 60 * MINUTE },
  askAddress: { failures: 20, window: 60 * MINUTE },
  setup: { failures: 5, window: 15 * MINUTE },
  pin: { failures: 5, window: 15 * MINUTE },
  pinOfOne: { failures: 20, window: 60 * MINUTE },
} as const;

type Kind = keyof typeof LIMITS;
type Subject = { kind: Kind; name: string };

/** Counts guesses at all secrets together by their address. */
const from = (address: string): Subject => ({ kind: 'address', name: `address:${address}` });
const accountOf = (email: string): Subject => ({ kind: 'account', name: `account:${email}` });

export const loginSubjects = (email: string, address: string): Subject[] => [accountOf(email), from(address)];

export const changeSubjects = (staffId: number, address: string): Subject[] => [
  { kind: 'change', name: `change:${staffId}` },
  from(address),
];

/** Counts by account and address: a token cannot be guessed, and strangers elsewhere should not lock its owner out. */
export const resetSubjects = (email: string, address: string): Subject[] => [
  { kind: 'reset', name: `reset:${email} from ${address}` },
  from(address),
];

export const resetAskSubjects = (email: string, address: string): Subject[] => [
  { kind: 'ask', name: `ask:${email}` },
  { kind: 'askAddress', name: `ask-address:${address}` },
];

/**
 * Counts by person and till, and by person anywhere: a till is only a text that the device sends, and a million PINs
 * are soon tried at a thousand tills. Badges of nobody (null) lock no other till's badges out.
 */
export const pinSubjects = (staffId: number | null, place: string, address: string): Subject[] => [
  { kind: 'pin', name: `pin:${staffId ?? 'badge'} at ${place}` },
  ...(staffId === null ? [] : [{ kind: 'pinOfOne', name: `pin:${staffId}` } as const]),
  from(address),
];

/** `start` identifies one start of the server, and so one code. */
export const setupSubjects = (start: string, address: string): Subject[] => [
  { kind: 'setup', name: `setup:${start}` },
  from(address),
];

const tooMany = (reopensAt: number, now: number) =>
  new ApiError('too_many_attempts', { details: { retry_after: Math.ceil((reopensAt - now) / 1000) } });

/** Records a refusal: each guess, or the first attempt over the limit. */
export type KeepRefusal = (writer: Writer, refused: 'guess' | 'too_many_attempts') => Promise<void>;

const keepNothing: KeepRefusal = () => Promise.resolve();

/** True for the first refusal over the limit, which counts once more: only that one is recorded. */
async function isFirstOverLimit(writer: Writer, name: string, failures: number): Promise<boolean> {
  const { numUpdatedRows } = await writer
    .updateTable('login_failures')
    .set({ failures: failures + 1 })
    .where('subject', '=', name)
    .where('failures', '=', failures)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Refuses with 429 while an account or an address has failed too often; records the first such refusal of a window. */
export async function refuseTooManyFailures(
  database: Database,
  subjects: readonly Subject[],
  now: number,
  keep = keepNothing,
): Promise<void> {
  for (const { kind, name } of subjects) {
    const { failures, window } = LIMITS[kind];
    const row = await database.reader
      .selectFrom('login_failures')
      .selectAll()
      .where('subject', '=', name)
      .executeTakeFirst();
    const reopensAt = (row?.window_started_at ?? 0) + window;
    if (!row || row.failures < failures || reopensAt <= now) continue;
    if (row.failures === failures) {
      await database.write(async (writer) => {
        if (await isFirstOverLimit(writer, name, failures)) await keep(writer, 'too_many_attempts');
      });
    }
    throw tooMany(reopensAt, now);
  }
}

/**
 * Counts a failed guess in a transaction of its own, so that it survives the refusal. Guesses sent all at once meet the
 * limit here, with 429, though each found the account open. Every guess up to the limit is recorded, and the first
 * beyond it: a thousand guesses should not fill the audit log.
 */
export async function countFailure(
  database: Database,
  subjects: readonly Subject[],
  now: number,
  keep = keepNothing,
): Promise<void> {
  const closed = await database.write(async (writer) => {
    let refusal: ApiError | null = null;
    let isFirstBeyond = false;
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
      isFirstBeyond ||= row.failures === failures + 1;
      if (row.failures > failures) refusal ??= tooMany(row.window_started_at + window, now);
    }
    if (!refusal) await keep(writer, 'guess');
    else if (isFirstBeyond) await keep(writer, 'too_many_attempts');
    return refusal;
  });
  if (closed) throw closed;
}

/** Clears an account's failures: its owner has shown who they are by other means. */
export async function forgetFailures(writer: Writer, email: string): Promise<void> {
  await writer.deleteFrom('login_failures').where('subject', '=', accountOf(email).name).execute();
}

/** Deletes failures whose windows have closed. */
export async function forgetOldFailures(writer: Writer, now: number): Promise<void> {
  const longest = Math.max(...Object.values(LIMITS).map((limit) => limit.window));
  await writer
    .deleteFrom('login_failures')
    .where('window_started_at', '<', now - longest)
    .execute();
}
