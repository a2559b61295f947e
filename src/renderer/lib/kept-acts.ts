import { addressOf } from './api-client.ts';
import { clock } from './clock.ts';
import type { KeptAct } from './kept-act.ts';
import { drawnActs, type KeepActs } from './kept-acts-context.ts';
import { showOpen } from './open-windows.ts';
import { forgetAnswered, writeDown } from './pending-requests.ts';
import { aboutOf, createRequestKeys } from './send-once.ts';
import { till } from './till.ts';

// Changes that move money or goods, kept on the till from before they are sent until it is known whether they were done:
// their screen may be left, or the till may be switched off, before that.

/** Where the journal is kept. */
export const disk = { till, clock };
/** The journal's topic. */
export const ACTS = 'acts';
/** The lock of the window that has a change on a screen, or tells of it. */
export const lockOfAct = (key: string) => `tindahan.act ${key}`;

/** The keys of changes whose screen is still there, and how other windows stop seeing that. */
const onScreen = new Map<string, () => void>();
const listeners = new Set<() => void>();

/** True while this change belongs to a screen of this window, or is on its way from one that was left. */
export const isOnScreen = (key: string): boolean => onScreen.has(key);

function leaveScreen(keys: readonly string[]): void {
  for (const key of keys) {
    drawnActs.delete(key);
    onScreen.get(key)?.();
    onScreen.delete(key);
  }
}

/** Calls `listener` when a screen is left before its change was answered; returns a function that stops it. */
export function onLeft(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A change that is not answered, its request's key, and its own in the journal. */
type SentAct = { input: object; key: string; entry: string };

/** Returns what keeps the changes of a person. */
export const keepActsOf =
  (staff: { id: number; name: string }): KeepActs =>
  (route, textOf) => {
    const keys = createRequestKeys();
    let sent: readonly SentAct[] = [];
    const note = (input: object): SentAct => {
      const entry = crypto.randomUUID();
      const key = keys.read(aboutOf(input));
      const content: KeptAct = {
        ...textOf(input as Parameters<typeof textOf>[0]),
        method: route.method,
        key,
        path: addressOf(route, (input as { params?: Record<string, unknown> }).params),
        staff_id: staff.id,
        by: staff.name,
        at: clock.now(),
      };
      if (!onScreen.has(key)) onScreen.set(key, showOpen(lockOfAct(key)));
      drawnActs.add(key);
      void writeDown(disk, ACTS, { key: entry, content });
      return { input, key, entry };
    };
    return {
      ...keys,
      unanswered: {
        read: () => sent.map(({ input }) => input),
        write: (inputs) => {
          const before = sent;
          sent = inputs.map((input) => before.find((one) => one.input === input) ?? note(input));
          const known = before.filter((one) => !sent.includes(one));
          leaveScreen(known.map(({ key }) => key).filter((key) => !sent.some((one) => one.key === key)));
          const entries = known.map(({ entry }) => entry);
          void forgetAnswered(disk, entries);
        },
      },
      hide: () => sent.forEach(({ key }) => drawnActs.delete(key)),
      leave: () => {
        if (sent.length === 0) return;
        leaveScreen(sent.map(({ key }) => key));
        for (const listener of listeners) listener();
      },
    };
  };
