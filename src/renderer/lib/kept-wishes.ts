import { useMemo, useRef } from 'react';
import { till } from './till.ts';

/** What the till's journal files the payments of a draft under. */
export const paymentsSubject = (transactionId: number) => `payments:${transactionId}`;
/** What it files a draft's completion under. */
export const completionSubject = (transactionId: number) => `completion:${transactionId}`;

export type KeptWish<T> = { key: string; content: T };

/** The wishes about something that were sent and not answered, in their order. */
export async function unanswered<T>(about: string): Promise<KeptWish<T>[]> {
  const wishes = await till.journal.list(about).catch(() => []);
  return wishes.map(({ key, body }) => ({ key, content: JSON.parse(body) as T }));
}

export async function forgetAnswered(keys: readonly string[]): Promise<void> {
  for (const key of keys) await till.journal.forget(key).catch(() => undefined);
}

/**
 * As `useWishKeys`, but in the till's journal: written down before it is sent, so that the same wish keeps its key also
 * over a crash. `kept` are the wishes of an earlier run; `essence` is what makes two of them the same.
 */
export function useKeptWishes<T>(
  about: string,
  kept: readonly KeptWish<T>[],
  essence: (content: T) => unknown,
) {
  const keys = useRef(new Map(kept.map(({ key, content }) => [JSON.stringify(essence(content)), key])));
  return useMemo(
    () => ({
      /** Waits until the wish is written down; a disk that does not take it does not stop the sale. */
      keyFor: async (content: T): Promise<string> => {
        const name = JSON.stringify(essence(content));
        const known = keys.current.get(name);
        if (known !== undefined) return known;
        const key = crypto.randomUUID();
        keys.current.set(name, key);
        const body = JSON.stringify(content);
        await till.journal.write({ key, about, body, made_at: Date.now() }).catch(() => undefined);
        return key;
      },
      /** It was done: the same content is a new wish from now on. */
      forget: (): void => {
        void forgetAnswered([...keys.current.values()]);
        keys.current.clear();
      },
    }),
    [about, essence],
  );
}
