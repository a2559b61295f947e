import { useEffect, useMemo, useRef } from 'react';
import type { WritingRoute } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { callRoute, type Answer, type CallInput } from './api-client.ts';
import { wordsFor, type Words } from './failures.ts';
import { useOnce } from './use-once.ts';

/** What is said of a change. */
export type ChangeWords<R extends WritingRoute> = {
  /** When it is done; nothing where the screen itself shows it. */
  done?: string | ((answer: Answer<R>, input: CallInput<R>) => string | Words | null);
  /** The title of what is said when it fails. */
  failed: string;
  /** Below that title where the failure has no words of its own. */
  otherwise?: string;
};

/**
 * Tells a refusal in its own place, on a form's fields for one. Returns null when all of it was told, else what is left
 * for a toast.
 */
export type TellRefusal = (refusal: ApiError) => ApiError | null;

/** The key under which a change is sent, so that pressing again after a lost answer never does it twice. */
export type RequestKeys = {
  /** The same key until the server has said what became of it, also for what was corrected meanwhile. */
  read: () => string;
  /** The server has answered: whatever is sent from now on is another request. */
  forget: () => void;
};

export type Change<R extends WritingRoute> = {
  busy: boolean;
  /** Makes the change. Returns the server's answer; null when it failed, which was told, or still runs. */
  run: (input: CallInput<R>, tell?: TellRefusal) => Promise<Answer<R> | null>;
};

/** A key that lasts as long as the screen. */
export function createRequestKeys(): RequestKeys {
  let key: string | null = null;
  return {
    read: () => (key ??= crypto.randomUUID()),
    forget: () => {
      key = null;
    },
  };
}

/** What was sent first is done, and its answer was lost; what was corrected since is not. */
const DONE_BEFORE: Words = {
  title: 'It was done at the first try',
  body: 'As it was before your last changes. Look at it before you save again.',
};

/**
 * A change of the API as a screen makes it: once however often it is pressed, under an Idempotency-Key, its outcome
 * told by a toast, a refusal of a field on that field, and everything it touches asked again.
 */
export function useChange<R extends WritingRoute>(
  route: R,
  words: ChangeWords<R>,
  { keys }: { keys?: RequestKeys } = {},
): Change<R> {
  const notify = useNotify();
  const own = useMemo(() => createRequestKeys(), []);
  const { read, forget } = keys ?? own;
  const said = useRef(words);
  useEffect(() => {
    said.current = words;
  });

  const once = useOnce(async ({ input, tell }: { input: CallInput<R>; tell: TellRefusal | undefined }) => {
    try {
      const answer = await callRoute(route, input, { key: read(), untilFollowed: true });
      forget();
      notify.settled();
      const { done = null } = said.current;
      const told = typeof done === 'function' ? done(answer, input) : done;
      if (told !== null) {
        const { title, body } = typeof told === 'string' ? { title: told } : told;
        notify.success(title, body);
      }
      return answer;
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status < 500;
      if (isAnswered) forget();
      if (isAnswered && error.code === 'key_reused') {
        notify.warning(DONE_BEFORE.title, DONE_BEFORE.body);
        return null;
      }
      const left = error instanceof ApiError && tell ? tell(error) : error;
      if (left === null) return null;
      const { title, body } = wordsFor(left, said.current.failed);
      notify.settled();
      notify.error(title, body ?? said.current.otherwise);
      return null;
    }
  });
  const { run } = once;
  return {
    busy: once.busy,
    run: useMemo(() => (input, tell) => run({ input, tell }), [run]),
  };
}
