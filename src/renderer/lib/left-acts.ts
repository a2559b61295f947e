import { requests } from '#contract/requests.ts';
import { z } from '#contract/zod.ts';
import { clock } from './clock.ts';
import { ACTS, isOnScreen, type KeptAct, lockOfAct } from './kept-acts.ts';
import { isOpenElsewhere, showOpen } from './open-windows.ts';
import { forgetAnswered, unanswered } from './pending-requests.ts';
import { till } from './till.ts';

// Kept changes whose screens were left before their answers: loaded after the sign-in.

const keptAct = z.object({
  ...requests.end.body.required().shape,
  what: z.string(),
  then: z.string(),
  to: z.string(),
  slip: z.enum(['void', 'refund', 'trade-in']).nullable(),
  draft_id: z.int().optional(),
  by: z.string(),
  at: z.number(),
}) satisfies z.ZodType<KeptAct>;

/** A change that was left before its answer: as it was sent, or in one of several ways under the same key. */
export type LeftAct = KeptAct & { entries: readonly string[] };

const disk = { till, clock };

/** The keys of changes that this window finds out about and tells of, and how other windows stop seeing that. */
const told = new Map<string, () => void>();

/** Leaves a change that `takeLeft` has given for the next time, and for other windows. */
export function giveBack(key: string): void {
  told.get(key)?.();
  told.delete(key);
}

/** Tells of requests under one key, of which one may have been done, without saying which. */
function joined(acts: readonly [KeptAct, ...KeptAct[]]): KeptAct {
  const [act] = acts;
  const names = [...new Set(acts.map(({ what }) => what))];
  const isSame = acts.every(({ what, then }) => what === act.what && then === act.then);
  if (isSame) return act;
  return {
    ...act,
    what: names.join(' or '),
    then: 'It was sent more than once. Its page shows what was done.',
  };
}

/**
 * Gives the changes that are not answered and whose screens are gone, each to one window until it forgets it or gives it back;
 * `isElsewhere` if another window has one.
 */
export async function takeLeft(): Promise<{ acts: LeftAct[]; isElsewhere: boolean }> {
  const kept = await unanswered<unknown>(disk, ACTS);
  const entries = kept.flatMap(({ key: entry, content }) => {
    const { data } = keptAct.safeParse(content);
    return data && !isOnScreen(data.key) && !told.has(data.key) ? [{ entry, act: data }] : [];
  });
  const acts = [...Map.groupBy(entries, ({ act }) => act.key).values()].map((same) => ({
    ...joined(same.map(({ act }) => act) as [KeptAct, ...KeptAct[]]),
    entries: same.map(({ entry }) => entry),
  }));
  const held = await Promise.all(acts.map(({ key }) => isOpenElsewhere(lockOfAct(key))));
  const own = acts.filter((_, place) => !held[place]);
  for (const { key } of own) told.set(key, showOpen(lockOfAct(key)));
  return { acts: own, isElsewhere: held.includes(true) };
}

/** Returns what was sent to pay for a draft, such as a trade-in, and is not answered. */
export async function unansweredOf(draftId: number): Promise<KeptAct[]> {
  const kept = await unanswered<unknown>(disk, ACTS);
  const acts = kept.flatMap(({ content }) => keptAct.safeParse(content).data ?? []);
  return acts.filter((act) => act.draft_id === draftId);
}

/** Forgets a change of which is known, and told, whether it was done. */
export async function forgetAct({ key, entries }: Pick<LeftAct, 'key' | 'entries'>): Promise<void> {
  await forgetAnswered(disk, entries);
  giveBack(key);
}
