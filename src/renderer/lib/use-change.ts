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

/** The keys under which a change is sent, so that pressing again after a lost answer never does it twice. */
export type RequestKeys<Input> = {
  /** The same input keeps its key until it was done; another input is another request. */
  keyFor: (input: Input) => string | Promise<string>;
  /** It was done: the same input is a new request from now on. */
  forget: () => void;
};

export type Change<R extends WritingRoute> = {
  busy: boolean;
  /** Makes the change. Returns the server's answer; null when it failed, which was told, or still runs. */
  run: (input: CallInput<R>, tell?: TellRefusal) => Promise<Answer<R> | null>;
};

/** Keys that last as long as the screen. */
export function createRequestKeys<Input>(): RequestKeys<Input> {
  const keys = new Map<string, string>();
  return {
    keyFor: (input) => {
      const content = JSON.stringify(input);
      const key = keys.get(content) ?? crypto.randomUUID();
      keys.set(content, key);
      return key;
    },
    forget: () => keys.clear(),
  };
}

/**
 * A change of the API as a screen makes it: once however often it is pressed, under an Idempotency-Key, its outcome
 * told by a toast, a refusal of a field on that field, and everything it touches asked again.
 */
export function useChange<R extends WritingRoute>(
  route: R,
  words: ChangeWords<R>,
  { keys }: { keys?: RequestKeys<CallInput<R>> } = {},
): Change<R> {
  const notify = useNotify();
  const own = useMemo(() => createRequestKeys<CallInput<R>>(), []);
  const { keyFor, forget } = keys ?? own;
  const said = useRef(words);
  useEffect(() => {
    said.current = words;
  });

  const once = useOnce(async ({ input, tell }: { input: CallInput<R>; tell: TellRefusal | undefined }) => {
    try {
      const answer = await callRoute(route, input, { key: await keyFor(input), untilFollowed: true });
      forget();
      const { done = null } = said.current;
      const told = typeof done === 'function' ? done(answer, input) : done;
      if (told !== null) {
        const { title, body } = typeof told === 'string' ? { title: told } : told;
        notify.success(title, body);
      }
      return answer;
    } catch (error) {
      const left = error instanceof ApiError && tell ? tell(error) : error;
      if (left === null) return null;
      const { title, body } = wordsFor(left, said.current.failed);
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
