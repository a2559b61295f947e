import type { Outside } from './outside.ts';

// Requests that the till's journal keeps from before they are sent until they were answered, so that a till that dies in
// between asks again under the same Idempotency-Key.

/** What the journal files the payments of a draft under. */
export const paymentsSubject = (transactionId: number) => `payments:${transactionId}`;
/** What it files a draft's completion under. */
export const completionSubject = (transactionId: number) => `completion:${transactionId}`;

export type KeptRequest<T> = { key: string; content: T };

/** Waits until a request is written down; a disk that does not take it does not stop the sale. */
export async function writeDown<T>(
  { till, clock }: Pick<Outside, 'till' | 'clock'>,
  about: string,
  { key, content }: KeptRequest<T>,
): Promise<void> {
  const body = JSON.stringify(content);
  await till.journal.write({ key, about, body, made_at: clock.now() }).catch(() => undefined);
}

/** The requests about something that were sent and not answered, in their order. */
export async function unanswered<T>(
  { till }: Pick<Outside, 'till'>,
  about: string,
): Promise<KeptRequest<T>[]> {
  const requests = await till.journal.list(about);
  return requests.map(({ key, body }) => ({ key, content: JSON.parse(body) as T }));
}

export async function forgetAnswered(
  { till }: Pick<Outside, 'till'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await till.journal.forget(key).catch(() => undefined);
}

/**
 * Names each request by what it says, and writes it down before it is sent: the same content keeps its key until it was
 * answered, over a crash too. `kept` are the requests of an earlier run; `essence` is what makes two of them the same.
 */
export function keepRequestKeys<T>(
  outside: Pick<Outside, 'till' | 'clock'>,
  {
    about,
    kept,
    essence,
  }: { about: string; kept: readonly KeptRequest<T>[]; essence: (content: T) => unknown },
) {
  const keys = new Map(kept.map(({ key, content }) => [JSON.stringify(essence(content)), key]));
  return {
    keyFor: async (content: T): Promise<string> => {
      const name = JSON.stringify(essence(content));
      const known = keys.get(name);
      if (known !== undefined) return known;
      const key = crypto.randomUUID();
      keys.set(name, key);
      await writeDown(outside, about, { key, content });
      return key;
    },
    /** It was done: the same content is another request from now on. */
    forget: (): void => {
      void forgetAnswered(outside, [...keys.values()]);
      keys.clear();
    },
  };
}
