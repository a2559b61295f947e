import { sql } from 'kysely';
import { ApiError } from '#contract/errors.ts';
import type { Database, Writer } from '../../db/access.ts';
import { countUnderway } from './underway.ts';
import type { Session } from '../../http/call.ts';
import type { Place } from '../known-devices/known-devices.public.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses where the shop knows the device, and anywhere else: docs/decisions/guesses.md. */
const SHORT = [5, 10, 20, 40, 60].map((seconds) => seconds * SECOND);
const LONG = [1, 2, 4, 8, 15].map((minutes) => minutes * MINUTE);

/** Wrong answers that are free in a window, and the pause after each further one; without pauses until the window ends. */
type Limit = { free: number; window: number; pauses?: readonly number[] };

const LIMITS = {
  /** One account at one device that the shop knows. */
  known: { free: 5, window: 15 * MINUTE, pauses: SHORT },
  /** One account at all those devices: more than the pauses of one let through in that time. */
  knowns: { free: 30, window: 15 * MINUTE, pauses: SHORT },
  /** One account at one device where it has signed in itself, before its guesses there count among all of those. */
  own: { free: 10, window: HOUR },
  /** One account at one other place, and at all of them. */
  stranger: { free: 5, window: HOUR, pauses: LONG },
  strangers: { free: 20, window: HOUR, pauses: LONG },
  /** One place, whatever accounts it names. */
  place: { free: 100, window: HOUR, pauses: SHORT },
  setup: { free: 50, window: HOUR, pauses: SHORT },
  ask: { free: 3, window: HOUR },
  askPlace: { free: 20, window: HOUR },
  /** One person’s PIN at one till, at all known ones or all of elsewhere, and at one where that person has signed in, before that. */
  pin: { free: 5, window: 15 * MINUTE },
  pinOfOne: { free: 20, window: HOUR },
  ownPin: { free: 5, window: HOUR },
} as const satisfies Record<string, Limit>;

/**
 * A counter. Names begin with the kind of secret, so that guesses at one never close another. One with `then` closes nothing:
 * when it is used up, the other one counts instead, and its pauses hold.
 */
export type Subject = { kind: keyof typeof LIMITS; name: string; then?: Subject };

const atPlace = ({ isKnown }: Place) => (isKnown ? 'known' : 'stranger');

const signInAt = (email: string, place: Place): Subject => ({
  kind: atPlace(place),
  name: `sign-in ${email} at ${place.name}`,
});
const signInAnywhere = (email: string): Subject => ({ kind: 'strangers', name: `sign-in ${email}` });
/** Others’ guesses at other devices never make somebody wait who is at a device of their own, and has not guessed there. */
function atAllKnown(guesses: string, { name, isOwn }: Place): Subject {
  const all: Subject = { kind: 'knowns', name: `${guesses} at known devices` };
  return isOwn ? { kind: 'own', name: `${guesses} at own ${name}`, then: all } : all;
}

/** Strangers never slow somebody at a device that is known. */
export const signInSubjects = (email: string, place: Place): Subject[] => [
  signInAt(email, place),
  place.isKnown ? atAllKnown(`sign-in ${email}`, place) : signInAnywhere(email),
  { kind: 'place', name: `sign-in at ${place.name}` },
];

/** Counts guesses of somebody signed in at their own password. */
export const ownPasswordSubjects = (staffId: number, place: Place): Subject[] => [
  { kind: atPlace(place), name: `password ${staffId}${place.isKnown ? ` at ${place.name}` : ''}` },
  ...(place.isKnown ? [atAllKnown(`password ${staffId}`, place)] : []),
];

/** Not counted over all places: the token of a link cannot be guessed. */
export const resetSubjects = (email: string, place: Place): Subject[] => [
  { kind: atPlace(place), name: `link ${email} at ${place.name}` },
  { kind: 'place', name: `link at ${place.name}` },
];

export const resetAskSubjects = (email: string, place: Place): Subject[] => [
  { kind: 'ask', name: `ask ${email}${place.isKnown ? ` at ${place.name}` : ''}` },
  { kind: 'askPlace', name: `ask at ${place.name}` },
];

/**
 * Counts by person and till, and by person at all known tills: a million PINs are soon tried at a thousand of them. Elsewhere
 * whoever is signed in counts, and all of elsewhere apart: a till is only a text that the device sends, and tills that somebody
 * makes up close the PIN at no known one. Badges of nobody (null) lock no other till's badges out.
 */
export function pinSubjects(
  staffId: number | null,
  place: Place,
  session: Pick<Session, 'staff'>,
): Subject[] {
  const at = place.isKnown ? place.name : `staff ${session.staff.id}`;
  const here: Subject = { kind: 'pin', name: `pin:${staffId ?? 'badge'} at ${at}` };
  if (staffId === null) return [here];
  const all: Subject = { kind: 'pinOfOne', name: `pin:${staffId}${place.isKnown ? '' : ' elsewhere'}` };
  return [here, place.isOwn ? { kind: 'ownPin', name: `pin:${staffId} at own ${at}`, then: all } : all];
}

/** `start` identifies one start of the server, and so one code. */
export const setupSubjects = (start: string, place: Place): Subject[] => [
  { kind: 'stranger', name: `setup ${start} at ${place.name}` },
  { kind: 'setup', name: `setup ${start}` },
];

const tooMany = (reopensAt: number, now: number) =>
  new ApiError('too_many_attempts', { details: { retry_after: Math.ceil((reopensAt - now) / SECOND) } });

/** Records each wrong answer, and that a limit was reached. */
export type KeepRefusal = (writer: Writer, refused: 'guess' | 'too_many_attempts') => Promise<void>;

const keepNothing: KeepRefusal = () => Promise.resolve();

const failuresOf = (database: Pick<Database['reader'], 'selectFrom'>, subjects: readonly Subject[]) =>
  database
    .selectFrom('login_failures')
    .selectAll()
    .where(
      'subject',
      'in',
      subjects.flatMap(({ name, then }) => (then ? [name, then.name] : [name])),
    )
    .execute();

type Failures = Awaited<ReturnType<typeof failuresOf>>[number];

const pauseOf = (subjects: readonly Subject[], rows: readonly Failures[]) =>
  Math.max(
    0,
    ...rows
      .filter(({ subject }) => subjects.some(({ name }) => name === subject))
      .map((row) => row.paused_until ?? 0),
  );

/** Returns the counters that count now: those that are used up, and have another one, are replaced by that. */
const countingNow = (subjects: readonly Subject[], rows: readonly Failures[], now: number): Subject[] =>
  subjects.map((subject) => (subject.then && pauseOf([subject], rows) > now ? subject.then : subject));

/** Refuses with 429 during a pause of one of the counters; an attempt that is refused counts nowhere. */
export async function refuseTooManyFailures(
  { reader }: Pick<Database, 'reader'>,
  subjects: readonly Subject[],
  now: number,
): Promise<void> {
  const rows = await failuresOf(reader, subjects);
  const until = pauseOf(countingNow(subjects, rows, now), rows);
  if (until > now) throw tooMany(until, now);
}

/** Guesses of this process that are being checked, by counter: what came of them is not counted yet. */
const underway = countUnderway();

/** Returns how many wrong answers a counter bears before its next pause: one after each pause. */
function roomOf({ kind, name }: Subject, rows: readonly Failures[], now: number): number {
  const { free, window, pauses }: Limit = LIMITS[kind];
  const row = rows.find(({ subject }) => subject === name);
  if (!row) return free;
  const since = (pauses && row.paused_until) ?? row.window_started_at;
  return since + window <= now ? free : Math.max(1, free - row.failures);
}

/**
 * Takes a place among the guesses that are free until what came of this one is counted; returns what gives it back. 429 during
 * a pause, and where those that are being checked may use up what is free: a burst passes no further than one after the other.
 */
export async function holdRoom(
  { reader }: Pick<Database, 'reader'>,
  subjects: readonly Subject[],
  now: number,
): Promise<() => void> {
  const rows = await failuresOf(reader, subjects);
  const counting = countingNow(subjects, rows, now);
  const until = pauseOf(counting, rows);
  if (until > now) throw tooMany(until, now);
  const isFull = counting.some((subject) => underway.of(subject.name) >= roomOf(subject, rows, now));
  if (isFull) throw tooMany(now + SECOND, now);
  return underway.begin(...counting.map(({ name }) => name));
}

/** Counts a wrong answer, and begins a pause if it was one too many; null while there is a pause. */
async function countOne(writer: Writer, { kind, name }: Subject, now: number): Promise<number | null> {
  const { free, window, pauses }: Limit = LIMITS[kind];
  const since = pauses
    ? sql`coalesce(login_failures.paused_until, login_failures.window_started_at)`
    : sql`login_failures.window_started_at`;
  const isOver = sql<boolean>`${since} + ${window} <= ${now}`;
  const row = await writer
    .insertInto('login_failures')
    .values({ subject: name, window_started_at: now, failures: 1, paused_until: null })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          failures: sql`case when ${isOver} then 1 else login_failures.failures + 1 end`,
          window_started_at: sql`case when ${isOver} then ${now} else login_failures.window_started_at end`,
          paused_until: null,
        })
        .where(sql<boolean>`coalesce(login_failures.paused_until, 0) <= ${now}`),
    )
    .returning(['failures', 'window_started_at'])
    .executeTakeFirst();
  if (!row) return null;
  if (row.failures < free) return row.failures;
  const pause = pauses?.[Math.min(row.failures - free, pauses.length - 1)];
  const paused_until = pause === undefined ? row.window_started_at + window : now + pause;
  await writer.updateTable('login_failures').set({ paused_until }).where('subject', '=', name).execute();
  return row.failures;
}

/**
 * Counts a wrong answer in a transaction of its own, so that it survives the refusal. Guesses sent all at once meet the
 * pause here, with 429, though each found the account open; those do not count. Every wrong answer is recorded, and that
 * the limit was reached: a thousand guesses should not fill the audit log.
 */
export async function countFailure(
  database: Database,
  subjects: readonly Subject[],
  now: number,
  keep = keepNothing,
): Promise<void> {
  await database.write(async (writer) => {
    let isLimit = false;
    for (const subject of subjects) {
      let counter = subject;
      let failures = await countOne(writer, counter, now);
      if (failures === null && subject.then) {
        counter = subject.then;
        failures = await countOne(writer, counter, now);
      }
      if (failures === null) throw tooMany(pauseOf([counter], await failuresOf(writer, [counter])), now);
      isLimit ||= !counter.then && failures === LIMITS[counter.kind].free;
    }
    await keep(writer, 'guess');
    if (isLimit) await keep(writer, 'too_many_attempts');
  });
}

const forget = async (writer: Writer, subjects: readonly (Subject | undefined)[]) => {
  const names = subjects.flatMap((subject) => (subject ? [subject.name] : []));
  await writer.deleteFrom('login_failures').where('subject', 'in', names).execute();
};

/** Forgets an account's wrong answers at the place of a right one. */
export const forgetFailuresAt = (writer: Writer, email: string, place: Place) =>
  forget(writer, [signInAt(email, place), ...(place.isOwn ? [atAllKnown(`sign-in ${email}`, place)] : [])]);

/** Forgets those of strangers, too: the account's owner has shown who they are by other means. */
export function forgetFailures(writer: Writer, email: string, place: Place) {
  const known = atAllKnown(`sign-in ${email}`, place);
  return forget(writer, [signInAt(email, place), signInAnywhere(email), known, known.then]);
}

/** Deletes wrong answers that count no more. */
export async function forgetOldFailures(writer: Writer, now: number): Promise<void> {
  const longest = Math.max(...Object.values(LIMITS).map((limit) => limit.window));
  await writer
    .deleteFrom('login_failures')
    .where(sql<boolean>`coalesce(paused_until, window_started_at) < ${now - longest}`)
    .execute();
}
