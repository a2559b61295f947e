import { completionTopic, sentOf, type SentCompletion } from '#bridge/completion-queue.ts';
import type { Services } from './services.ts';

// Requests kept in the till's journal from before they are sent until they are answered, so that a till that crashes in
// between sends them again under the same Idempotency-Key.

/** Returns the journal's topic for the payments of a draft. */
export const paymentsTopic = (transactionId: number) => `payments:${transactionId}`;

export type PendingRequest<T> = { key: string; content: T };

/** Waits until a request is in the journal; a failing disk does not stop the sale. */
export async function writeDown<T>(
  { till, clock }: Pick<Services, 'till' | 'clock'>,
  about: string,
  { key, content }: PendingRequest<T>,
): Promise<void> {
  const body = JSON.stringify(content);
  await till.journal.write({ key, about, body, made_at: clock.now() }).catch(() => undefined);
}

/** Returns the unanswered requests of a topic, in order. */
export async function unanswered<T>(
  { till }: Pick<Services, 'till'>,
  about: string,
): Promise<PendingRequest<T>[]> {
  const requests = await till.journal.list(about);
  return requests.map(({ key, body }) => ({ key, content: JSON.parse(body) as T }));
}

/** Returns the completions of a draft that were sent and not answered, or not shown, in order. */
export const sentCompletions = async (
  { till }: Pick<Services, 'till'>,
  draftId: number,
): Promise<SentCompletion[]> => sentOf(await till.journal.list(completionTopic(draftId)));

export async function forgetAnswered(
  { till }: Pick<Services, 'till'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await till.journal.forget(key).catch(() => undefined);
}

/**
 * Keys and journals each request by its content before it is sent: the same content keeps its key until it was
 * answered, also after a crash. `journaled`: requests of an earlier run; `identifiedBy`: the part that makes two
 * requests the same.
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
    /** Forgets the key of one request, which was refused, or is known to be done: the same content is a new request. */
    forgetOne: async (content: T): Promise<void> => {
      const name = JSON.stringify(identifiedBy(content));
      const key = keys.get(name);
      keys.delete(name);
      if (key !== undefined) await forgetAnswered(services, [key]);
    },
    /** Forgets the keys after success: the same content is a new request from now on. */
    forget: (): void => {
      void forgetAnswered(services, [...keys.values()]);
      keys.clear();
    },
  };
}
