import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { MutationRoute } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { ServerUnreachable, type Answer, type CallInput } from './api-client.ts';
import { fixedErrorTextFor, errorTextFor, type ToastText } from './failures.ts';
import { createSender, isLost, type Done, type SendingOptions } from './send-once.ts';
import { StoreOfCalls } from './store-of-calls.ts';
import { useOnce } from './use-once.ts';

/** What is said of a change. */
export type MutationText<R extends MutationRoute> = {
  /** When it is done; nothing where the screen itself shows it. */
  done?: string | ((answer: Answer<R>, input: CallInput<R>) => string | ToastText | null);
  /** The title of what is said when it fails. */
  failed: string;
  /** That title stands over every failure but a wrong field, also over those for which screens share another one. */
  isFixed?: boolean;
  /** Below that title where the failure has no words of its own. */
  otherwise?: string;
};

/**
 * Tells a refusal in its own place, on a form's fields for one. Returns null when all of it was told, else what is left
 * for a toast.
 */
export type OnError = (refusal: ApiError) => ApiError | null;

export type RouteMutation<R extends MutationRoute> = {
  busy: boolean;
  /** What was sent last and nobody knows whether it was done, until the server has said so. */
  unsure: CallInput<R> | null;
  /** Makes the change. Returns the server's answer; null when it failed, which was told, or still runs. */
  run: (input: CallInput<R>, onError?: OnError) => Promise<Answer<R> | null>;
};

const DONE_BEFORE = 'It was done at the first try';
/** What was sent first is done, and its answer was lost; what was corrected since is not. */
const AS_BEFORE = 'This was done at the first try, as it was then. Your later changes are not in it.';
const NOT_KNOWN =
  'Nobody knows yet whether it was done. Press again when the server is back: it is never done twice.';

const isGone = (error: unknown) => error instanceof ServerUnreachable && error.reason === null;

function textOf<R extends MutationRoute>({ done }: MutationText<R>, { answer, input, isEarlier }: Done<R>) {
  const said = typeof done === 'function' ? done(answer, input) : (done ?? null);
  const text = typeof said === 'string' ? { title: said } : said;
  if (!isEarlier) return text;
  return { title: text?.title ?? DONE_BEFORE, body: [text?.body, AS_BEFORE].filter(Boolean).join('\n') };
}

/**
 * A mutation of the API as a screen makes it: once however often it is pressed, under an Idempotency-Key, its outcome
 * told by a toast, a refusal of a field on that field, and everything it invalidates asked again.
 */
export function useRouteMutation<R extends MutationRoute>(
  route: R,
  text: MutationText<R>,
  { keys, repeats }: Omit<SendingOptions, 'storeId'> = {},
): RouteMutation<R> {
  const notify = useNotify();
  const storeId = useContext(StoreOfCalls);
  const send = useMemo(
    () => createSender(route, { keys, repeats, storeId }),
    [route, keys, repeats, storeId],
  );
  const [unsure, setUnsure] = useState<CallInput<R> | null>(null);
  const said = useRef(text);
  useEffect(() => {
    said.current = text;
  });

  const once = useOnce(async ({ input, onError }: { input: CallInput<R>; onError: OnError | undefined }) => {
    try {
      const done = await send(input);
      setUnsure(null);
      notify.settled();
      const told = done ? textOf(said.current, done) : { title: DONE_BEFORE, body: AS_BEFORE };
      if (told) notify[done && !done.isEarlier ? 'success' : 'warning'](told.title, told.body);
      return done?.answer ?? null;
    } catch (error) {
      setUnsure(isLost(error) ? input : null);
      const left = error instanceof ApiError && onError ? onError(error) : error;
      if (left === null) return null;
      const { failed, isFixed = false } = said.current;
      const { title, body } = isFixed ? fixedErrorTextFor(left, failed) : errorTextFor(left, failed);
      notify.settled();
      notify.error(title, isGone(left) ? NOT_KNOWN : (body ?? said.current.otherwise));
      return null;
    }
  });
  const { run } = once;
  return {
    busy: once.busy,
    unsure,
    run: useMemo(() => (input, onError) => run({ input, onError }), [run]),
  };
}
