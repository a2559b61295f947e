import type { Services } from './services.ts';

// Requests that the till's journal keeps from before they are sent until they were answered, so that a till that dies in
// between asks again under the same Idempotency-Key.

/** What the journal files the payments of a draft under. */
export const paymentsTopic = (transactionId: number) => `payments:${transactionId}`;
/** What it files a draft's completion under. */
export const completionTopic = (transactionId: number) => `completion:${transactionId}`;

export type PendingRequest<T> = { key: string; content: T };

/** Waits until a request is written down; a disk that does not take it does not stop the sale. */
export async function writeDown<T>(
  { till, clock }: Pick<Services, 'till' | 'clock'>,
  about: string,
  { key, content }: PendingRequest<T>,
): Promise<void> {
  const body = JSON.stringify(content);
  await till.journal.write({ key, about, body, made_at: clock.now() }).catch(() => undefined);
}

/** The requests about something that were sent and not answered, in their order. */
export async function unanswered<T>(
  { till }: Pick<Services, 'till'>,
  about: string,
): Promise<PendingRequest<T>[]> {
  const requests = await till.journal.list(about);
  return requests.map(({ key, body }) => ({ key, content: JSON.parse(body) as T }));
}

export async function forgetAnswered(
  { till }: Pick<Services, 'till'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await till.journal.forget(key).catch(() => undefined);
}

/**
 * Names each request by what it says, and writes it down before it is sent: the same content keeps its key until it was
 * answered, over a crash too. `journaled` are the requests of an earlier run; `identifiedBy` gives the part of a request that makes two of them the same.
 */
export function keepRequestKeys<T>(
  services: Pick<Services, 'till' | 'clock'>,
  {
    about,
    journaled,
    identifiedBy,
  }: { about: string; journaled: readonly PendingRequest<T>[]; identifiedBy: (content: T) => unknown },
) {
  const keys = new Map(journaled.map(({ key, content }) => [JSON.stringify(identifiedBy(content)), key]));
  return {
    keyFor: async (content: T): Promise<string> => {
      const name = JSON.stringify(identifiedBy(content));
      const known = keys.get(name);
      if (known !== undefined) return known;
      const key = crypto.randomUUID();
      keys.set(name, key);
      await writeDown(services, about, { key, content });
      return key;
    },
    /** It was done: the same content is another request from now on. */
    forget: (): void => {
      void forgetAnswered(services, [...keys.values()]);
      keys.clear();
    },
  };
}
