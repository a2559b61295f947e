import { keptAct, type KeptAct } from './kept-act.ts';
import { ACTS, disk, isOnScreen, lockOfAct } from './kept-acts.ts';
import { isOpenElsewhere, showOpen } from './open-windows.ts';
import { forgetAnswered, unanswered } from './pending-requests.ts';

// Kept changes whose screens were left before their answers: loaded after the sign-in.

/** A change that was left before its answer: as it was sent, or in one of several ways under the same key. */
export type LeftAct = KeptAct & { entries: readonly string[] };

/** The keys of changes that this window finds out about and tells of, and how other windows stop seeing that. */
const told = new Map<string, () => void>();

/** Leaves a change that `takeLeft` has given for the next time, and for other windows. */
export function giveBack(key: string): void {
  told.get(key)?.();
  told.delete(key);
}

/** Leaves all that this window was given, such as when the till is locked: whoever is here next is told. */
export const giveAllBack = (): void => [...told.keys()].forEach(giveBack);

/** Returns the kept changes, each with its entry in the journal; what an older till wrote otherwise is left out. */
async function readKept(): Promise<{ entry: string; act: KeptAct }[]> {
  const kept = await unanswered<unknown>(disk, ACTS);
  return kept.flatMap(({ key: entry, content }) => {
    const { data: act } = keptAct.safeParse(content);
    return act ? [{ entry, act }] : [];
  });
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
  const kept = await readKept();
  const entries = kept.filter(({ act }) => !isOnScreen(act.key) && !told.has(act.key));
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
  const acts = (await readKept()).map(({ act }) => act);
  return acts.filter((act) => act.draft_id === draftId);
}

/** Forgets a change of which is known, and told, whether it was done. */
export async function forgetAct({ key, entries }: Pick<LeftAct, 'key' | 'entries'>): Promise<void> {
  await forgetAnswered(disk, entries);
  giveBack(key);
}
