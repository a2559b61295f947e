import { createContext } from 'react';
import type { MutationRoute } from '#contract/define-route.ts';
import { requests } from '#contract/requests.ts';
import { z } from '#contract/zod.ts';
import { addressOf, type CallInput } from './api-client.ts';
import { clock } from './clock.ts';
import { isOpenElsewhere, showOpen } from './open-windows.ts';
import { forgetAnswered, unanswered, writeDown } from './pending-requests.ts';
import { aboutOf, createRequestKeys, type RequestKeys } from './send-once.ts';
import { till } from './till.ts';

// Changes that move money or goods, kept on the till from before they are sent until it is known whether they were done:
// their screen may be left, or the till may be switched off, before that.

/** The person whose changes are kept; null before the sign-in. */
export const Actor = createContext<number | null>(null);

/** How a change is told of whose screen was left before its answer. */
export type ActText = {
  /** `Pay-out of ₱150.00`. */
  what: string;
  /** What is to be done if it was done: "Do not note it again." */
  then: string;
  /** The page where it shows; `:id` stands for what it made. */
  to: string;
  /** The slip that a till prints of it; null for none. */
  slip: 'void' | 'refund' | 'trade-in' | null;
};

const keptAct = z.object({
  ...requests.end.body.omit({ key: true }).shape,
  what: z.string(),
  then: z.string(),
  to: z.string(),
  slip: z.enum(['void', 'refund', 'trade-in']).nullable(),
}) satisfies z.ZodType<ActText>;
type KeptAct = z.output<typeof keptAct>;
/** A change that was sent under this key, and left before its answer. */
export type LeftAct = KeptAct & { key: string };

const disk = { till, clock };
const TOPIC = 'acts';
const lockOf = (key: string) => `tindahan.act ${key}`;

/** The keys of changes whose screen is still there, and how other windows stop seeing that. */
const onScreen = new Map<string, () => void>();
const listeners = new Set<() => void>();
/** Those of screens that are drawn: of a screen that was left, one may still be on its way. */
const drawn = new Set<string>();

/** True while a screen of this window has a change that was sent and not answered. */
export const hasUnanswered = (): boolean => drawn.size > 0;

function leaveScreen(keys: readonly string[]): void {
  for (const key of keys) {
    drawn.delete(key);
    onScreen.get(key)?.();
    onScreen.delete(key);
  }
}

/** Calls `listener` when a screen is left before its change was answered; returns a function that stops it. */
export function onLeft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type KeptKeys = RequestKeys & {
  /** Says that their screen is gone, whose last request may still be on its way. */
  hide: () => void;
  /** Says that their screen is gone, and that nothing of it is on its way. */
  leave: () => void;
};

/** Creates keys whose unanswered requests are kept. */
export function createKeptKeys<R extends MutationRoute>(
  route: R,
  { staffId, textOf }: { staffId: number; textOf: (input: CallInput<R>) => ActText },
): KeptKeys {
  const keys = createRequestKeys();
  let sent: readonly { input: object; key: string }[] = [];
  const note = (input: object): { input: object; key: string } => {
    const key = keys.read(aboutOf(input));
    const content: KeptAct = {
      ...textOf(input as CallInput<R>),
      method: route.method as KeptAct['method'],
      path: addressOf(route, (input as { params?: Record<string, unknown> }).params),
      staff_id: staffId,
    };
    if (!onScreen.has(key)) onScreen.set(key, showOpen(lockOf(key)));
    drawn.add(key);
    void writeDown(disk, TOPIC, { key, content });
    return { input, key };
  };
  return {
    ...keys,
    unanswered: {
      read: () => sent.map(({ input }) => input),
      write: (inputs) => {
        const before = sent;
        sent = inputs.map((input) => before.find((one) => one.input === input) ?? note(input));
        const known = before.map(({ key }) => key).filter((key) => !sent.some((one) => one.key === key));
        leaveScreen(known);
        void forgetAnswered(disk, known);
      },
    },
    hide: () => sent.forEach(({ key }) => drawn.delete(key)),
    leave: () => {
      if (sent.length === 0) return;
      leaveScreen(sent.map(({ key }) => key));
      for (const listener of listeners) listener();
    },
  };
}

/** The keys of changes that this window finds out about and tells of, and how other windows stop seeing that. */
const told = new Map<string, () => void>();

/** Leaves a change that `takeLeft` has given for the next time, and for other windows. */
export function giveBack(key: string): void {
  told.get(key)?.();
  told.delete(key);
}

/** Gives the changes that are not answered and whose screens are gone, each to one window until it forgets it or gives it back. */
export async function takeLeft(): Promise<LeftAct[]> {
  const kept = await unanswered<unknown>(disk, TOPIC);
  const acts = kept.flatMap(({ key, content }) => {
    const { data } = keptAct.safeParse(content);
    return data && !onScreen.has(key) && !told.has(key) ? [{ ...data, key }] : [];
  });
  const isElsewhere = await Promise.all(acts.map(({ key }) => isOpenElsewhere(lockOf(key))));
  const own = acts.filter((_, place) => !isElsewhere[place]);
  for (const { key } of own) told.set(key, showOpen(lockOf(key)));
  return own;
}

/** Forgets a change of which is known, and told, whether it was done. */
export async function forgetAct(key: string): Promise<void> {
  await forgetAnswered(disk, [key]);
  giveBack(key);
}
