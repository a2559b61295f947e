import type { Database } from '../../db/access.ts';
import {
  countFailure,
  holdRoom,
  type KeepRefusal,
  refuseTooManyFailures,
  type Subject,
} from './guess-limits.ts';
import { makeShares } from './hash-turns.ts';
import type { Share } from '../known-devices/known-devices.public.ts';
import { isPassword } from './passwords.ts';

/** What one place may have under way: less than a lane holds. */
export const withinShare = makeShares(48);

type Guess = {
  secret: string;
  /** What it must match; null for somebody who has none or may not use it, which takes as long. */
  hash: string | null;
  subjects: readonly Subject[];
  /** Where it comes from. */
  place: Share;
  now: number;
  keep?: KeepRefusal;
  /** True for a wrong one that is no guess. */
  excuse?: () => Promise<boolean>;
};

/**
 * True for the right password, PIN or badge. A wrong one is counted. 429 during a pause of one of the counters, which is asked
 * again at this one's turn, and where those that are being checked then may use up what is free; 503 `busy` while too many
 * wait. Hashes: call outside transactions.
 */
export async function isRightGuess(
  database: Database,
  { secret, hash, subjects, place: { name, isKnown }, now, keep, excuse }: Guess,
): Promise<boolean> {
  const refuse = () => refuseTooManyFailures(database, subjects, now);
  let giveBack: () => void = () => undefined;
  const atTurn = async () => {
    giveBack = await holdRoom(database, subjects, now);
  };
  await refuse();
  try {
    // The first counter is that of one account at one place.
    const turn = { isKnown, who: subjects[0]?.name ?? name, atTurn };
    if (await withinShare(name, () => isPassword(secret, hash, turn))) {
      // Other guesses may have failed while this one was hashed.
      await refuse();
      return true;
    }
    if (!(await excuse?.())) await countFailure(database, subjects, now, keep);
    return false;
  } finally {
    giveBack();
  }
}
