import type { MutationRoute } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { callRoute, type Answer, type CallInput } from './api-client.ts';

// A change whose answer was lost may have been done. It keeps its Idempotency-Key until that is known: the server returns
// what was done under a key to the same request, and refuses another one.

/** The keys under which a change is sent, so that pressing again after a lost answer never does it twice. */
export type RequestKeys = {
  /** The same key for the same thing until it is known to be done, also for what was corrected meanwhile. */
  read: (about?: string) => string;
  /** It was done: whatever is sent from now on is another request. */
  forget: (about?: string) => void;
};

export type SendingOptions = {
  keys?: RequestKeys;
  /** The store that it is sent for; that which is worked in where none is named. */
  storeId?: number | undefined;
  /**
   * What was corrected after a lost answer is sent once more, also when the first was done: for what may well happen
   * twice. What a PUT sets is always sent.
   */
  repeats?: boolean;
};

/** Keys that last as long as the screen. */
export function createRequestKeys(): RequestKeys {
  const keys = new Map<string, string>();
  return {
    read: (about = '') => {
      const key = keys.get(about) ?? crypto.randomUUID();
      keys.set(about, key);
      return key;
    },
    forget: (about = '') => {
      keys.delete(about);
    },
  };
}

const isReused = (error: unknown) => error instanceof ApiError && error.code === 'key_reused';
/** Whether what was sent may have been done all the same. */
export const isLost = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;
/** What a request is about: another customer's is another request. */
const aboutOf = ({ params }: { params?: unknown }) => (params ? JSON.stringify(params) : '');

/** What was done: as it was sent now, or, its answer lost, as it was sent before. */
export type Done<R extends MutationRoute> = { answer: Answer<R>; input: CallInput<R>; isEarlier: boolean };

/** Sends a change under its key. What was sent before under the same key and never answered is found out first. */
export function createSender<R extends MutationRoute>(
  route: R,
  { keys = createRequestKeys(), repeats, storeId }: SendingOptions,
) {
  let lost: CallInput<R>[] = [];
  const forget = (about: string) => {
    keys.forget(about);
    lost = lost.filter((other) => aboutOf(other) !== about);
  };
  const once = (input: CallInput<R>) =>
    callRoute(route, input, { key: keys.read(aboutOf(input)), storeId, untilFollowed: true });

  /** The server keeps the answer under the key for the request that it belongs to, and does nothing again. */
  const findDone = async (about: string): Promise<Done<R> | null> => {
    for (const input of lost.filter((other) => aboutOf(other) === about)) {
      try {
        return { answer: await once(input), input, isEarlier: true };
      } catch (error) {
        if (!isReused(error)) throw error;
      }
    }
    return null;
  };
  const sendAgain = async (input: CallInput<R>): Promise<Done<R> | null> => {
    const about = aboutOf(input);
    if (!repeats && route.method !== 'PUT') return findDone(about);
    forget(about);
    return { answer: await once(input), input, isEarlier: false };
  };
  /** Null when an earlier one was done and nobody knows which. */
  return async (input: CallInput<R>): Promise<Done<R> | null> => {
    try {
      const done = await once(input)
        .then((answer) => ({ answer, input, isEarlier: false }))
        .catch((error: unknown) => {
          if (isReused(error)) return sendAgain(input);
          throw error;
        });
      forget(aboutOf(input));
      return done;
    } catch (error) {
      if (isLost(error)) lost.push(input);
      throw error;
    }
  };
}
