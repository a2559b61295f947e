import { z } from '#contract/zod.ts';

/** Numbers that a till told of, until all have come: those up to `to`, above the range before, were made after `since`. */
const ranges = z.array(z.strictObject({ to: z.int(), since: z.int() }));
type Range = z.output<typeof ranges>[number];

/** More than a till tells of before one of its sales comes. Without the oldest, their numbers count as told later. */
const RANGES_KEPT = 200;

/** The columns of a credential that tell of its series. */
type Known = { told_numbers_json: string; told_no: number; told_at: number | null; created_at: number };

const rangesIn = ({ told_numbers_json }: Pick<Known, 'told_numbers_json'>): Range[] =>
  ranges.parse(JSON.parse(told_numbers_json));

/** Returns the ranges without the numbers above one. */
function upTo(known: readonly Range[], no: number): readonly Range[] {
  const place = known.findIndex(({ to }) => to >= no);
  return place === -1
    ? known
    : [...known.slice(0, place), ...known.slice(place, place + 1).map((range) => ({ ...range, to: no }))];
}

/** Adds the numbers up to one, above all that are known: they were made after the till told anything last. */
function grown(
  known: readonly Range[],
  no: number,
  { top, told_at, created_at }: Pick<Known, 'told_at' | 'created_at'> & { top: number },
): string {
  const added = no > top ? [{ to: no, since: told_at ?? created_at }] : [];
  return JSON.stringify([...known, ...added].slice(-RANGES_KEPT));
}

/** Returns the numbers that are told of after a till's report of its last one: no higher number was given before that. */
export function afterReport(credential: Known, last_no: number): string {
  const known = upTo(rangesIn(credential), last_no);
  return grown(known, last_no, { ...credential, top: Math.max(credential.told_no, known.at(-1)?.to ?? 0) });
}

/**
 * Returns the numbers that are told of after a sale of the series came while others wait: also one that was made while the till
 * reported. What a till tells of more than its last report does is forgotten once it tells of fewer.
 */
export function afterSending(credential: Known, no: number, waiting: number): string {
  const { told_no } = credential;
  const known = upTo(rangesIn(credential), Math.max(told_no, no + waiting));
  return grown(known, no + waiting, { ...credential, top: Math.max(told_no, known.at(-1)?.to ?? 0) });
}

/** Returns the numbers that are told of once one more came for the first time: none while all up to the highest have come. */
export function withoutCame(
  { came, last_no, ...credential }: Pick<Known, 'told_numbers_json'> & { came: number; last_no: number },
  no: number,
): string {
  const highest = Math.max(last_no, no, rangesIn(credential).at(-1)?.to ?? 0);
  return came + 1 >= highest ? '[]' : credential.told_numbers_json;
}

/** Returns after which moment a number was made, as far as its till told. */
export const toldSince = (credential: Omit<Known, 'told_no'>, no: number): number =>
  rangesIn(credential).find(({ to }) => to >= no)?.since ?? credential.told_at ?? credential.created_at;
