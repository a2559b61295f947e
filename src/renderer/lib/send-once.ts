import type { MutationRoute } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { callRoute, type Answer, type CallInput } from './api-client.ts';

// A change whose answer was lost may have been done. It keeps its Idempotency-Key until that is known: for the same
// request the server returns the earlier answer, a different one it refuses.

/** The Idempotency-Keys of changes, so that pressing again after a lost answer never does one twice. */
export type RequestKeys = {
  /** Returns the same key for the same subject until it is known to be done, also after corrections. */
  read: (about?: string) => string;
  /** Forgets the key after success: the next change is a new request. */
  forget: (about?: string) => void;
  /** Requests that were sent and whose outcome is unknown, where they outlast the screen. */
  unanswered?: Unanswered;
};

type Unanswered = { read: () => readonly object[]; write: (inputs: readonly object[]) => void };

export type SendingOptions = {
  keys?: RequestKeys;
  /** The store of the change; the current one by default. */
  storeId?: number | undefined;
  /**
   * True if input corrected after a lost answer is sent again even when the first was done: for changes that may happen
   * twice. A PUT is always sent.
   */
  repeats?: boolean;
};

/** Creates keys that last as long as the screen. */
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
/** True if the request may have been done despite the error. */
export const isLost = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;
/** Statuses that the server answers only after it looked for the answer of an earlier request under the key. */
const DECIDED = [404, 409, 422];
const isDecided = (error: unknown) =>
  error instanceof ApiError && !isReused(error) && DECIDED.includes(error.status);

/** Keeps unanswered requests as long as the screen. */
function inMemory(): Unanswered {
  let kept: readonly object[] = [];
  return {
    read: () => kept,
    write: (inputs) => {
      kept = inputs;
    },
  };
}

/** Returns the subject of a request: other path parameters make another request. */
export const aboutOf = ({ params }: { params?: unknown }) => (params ? JSON.stringify(params) : '');

/** A change that was done: as sent now, or as sent before its answer was lost. */
export type Done<R extends MutationRoute> = { answer: Answer<R>; input: CallInput<R>; isEarlier: boolean };

/** Sends a change under its key, after finding out about earlier ones under the same key that were never answered. */
export function createSender<R extends MutationRoute>(
  route: R,
  { keys = createRequestKeys(), repeats, storeId }: SendingOptions,
) {
  const unanswered = keys.unanswered ?? inMemory();
  const lostOf = (about: string) =>
    (unanswered.read() as readonly CallInput<R>[]).filter((input) => aboutOf(input) === about);
  const forget = (about: string) => {
    keys.forget(about);
    unanswered.write(unanswered.read().filter((input) => aboutOf(input) !== about));
  };
  const once = (input: CallInput<R>) =>
    callRoute(route, input, { key: keys.read(aboutOf(input)), storeId, untilFollowed: true });

  /** Asks for the kept answer of an earlier request: the server returns it for the same key and does nothing again. */
  const findDone = async (earlier: readonly CallInput<R>[]): Promise<Done<R> | null> => {
    for (const input of earlier) {
      try {
        return { answer: await once(input), input, isEarlier: true };
      } catch (error) {
        if (!isReused(error)) throw error;
      }
    }
    return null;
  };
  const sendAgain = async (
    input: CallInput<R>,
    earlier: readonly CallInput<R>[],
  ): Promise<Done<R> | null> => {
    if (!repeats && route.method !== 'PUT') return findDone(earlier);
    forget(aboutOf(input));
    return { answer: await once(input), input, isEarlier: false };
  };
  /** Returns null when an earlier one was done and it is unknown which. */
  return async (input: CallInput<R>): Promise<Done<R> | null> => {
    const before = unanswered.read();
    const earlier = lostOf(aboutOf(input));
    // Noted before it leaves: the page may be gone before its answer.
    unanswered.write([...before, input]);
    try {
      const done = await once(input)
        .then((answer) => ({ answer, input, isEarlier: false }))
        .catch((error: unknown) => {
          if (isReused(error)) return sendAgain(input, earlier);
          throw error;
        });
      forget(aboutOf(input));
      return done;
    } catch (error) {
      // A refusal of the same request under the same key says that it was not done before either.
      const isUndone = (other: object) => isDecided(error) && JSON.stringify(other) === JSON.stringify(input);
      if (!isLost(error)) unanswered.write(before.filter((other) => !isUndone(other)));
      throw error;
    }
  };
}
