import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { MutationRoute } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { ServerUnreachable, type Answer, type CallInput } from './api-client.ts';
import { fixedErrorTextFor, errorTextFor, type ToastText } from './failures.ts';
import { type ActText, KeptActs } from './kept-acts-context.ts';
import { noteDone, otherInputs } from './second-press.ts';
import { createSender, isLost, type Done, type SendingOptions } from './send-once.ts';
import { StoreOfCalls } from './store-of-calls.ts';
import { useLatest } from './use-latest.ts';
import { useOnce } from './use-once.ts';

/** The texts of a change. */
type MutationText<R extends MutationRoute> = {
  /** On success; absent where the screen itself shows it. */
  done?: string | ((answer: Answer<R>, input: CallInput<R>) => string | ToastText | null);
  /** The title on failure. */
  failed: string;
  /** True if that title also replaces the shared texts, except for wrong fields and an ended sign-in. */
  isFixed?: boolean;
};

/**
 * Shows a refusal in its own place, such as on a form's fields. Returns null when all of it was shown, else the rest
 * for a toast.
 */
export type OnError = (refusal: ApiError) => ApiError | null;

type Describe<R extends MutationRoute> = (input: CallInput<R>) => ActText;

type MutationOptions<R extends MutationRoute> = Omit<SendingOptions, 'storeId'> & {
  /** How a change of money or goods is told of if this screen is left before it is answered. */
  keptAs?: Describe<R>;
};

export type RouteMutation<R extends MutationRoute> = {
  busy: boolean;
  /** The last input whose outcome is unknown, until the server has answered. */
  unsure: CallInput<R> | null;
  /**
   * Makes the change. Returns the server's answer; null while another one runs, for the same one just after it was done, or
   * on a failure, which is shown.
   */
  run: (input: CallInput<R>, onError?: OnError) => Promise<Answer<R> | null>;
};

/** Milliseconds for which the same request is the same press, once it is done: the next screen may have to be loaded. */
const SAME_PRESS = 1000;

const DONE_BEFORE = 'It was done at the first try';
/** The first request was done and its answer was lost; later corrections were not saved. */
const AS_BEFORE = 'This was done at the first try, as it was then. Your later changes are not in it.';
const NOT_KNOWN =
  'Nobody knows yet whether it was done. Press again when the server is back: it is never done twice.';

/** The subject of the notice that a change got no answer: by it the notice is taken away again. */
export const UNANSWERED = 'unanswered';

const isAway = (error: unknown) => error instanceof ServerUnreachable && error.reason === null;

function textOf<R extends MutationRoute>({ done }: MutationText<R>, { answer, input, isEarlier }: Done<R>) {
  const said = typeof done === 'function' ? done(answer, input) : (done ?? null);
  const text = typeof said === 'string' ? { title: said } : said;
  if (!isEarlier) return text;
  return { title: text?.title ?? DONE_BEFORE, body: [text?.body, AS_BEFORE].filter(Boolean).join('\n') };
}

/**
 * Makes a mutation of the API for a screen: sent once however often it is pressed, under an Idempotency-Key, with a
 * toast for its outcome, refusals on their fields, and a refetch of everything it invalidates.
 */
export function useRouteMutation<R extends MutationRoute>(
  route: R,
  text: MutationText<R>,
  { keys: given, repeats, keptAs }: MutationOptions<R> = {},
): RouteMutation<R> {
  const notify = useNotify();
  const storeId = useContext(StoreOfCalls);
  const keep = useContext(KeptActs);
  const described = useLatest(keptAs);
  const isKept = keptAs !== undefined;
  const kept = useMemo(
    () => (isKept && keep ? keep(route, (input) => (described.current as Describe<R>)(input)) : null),
    [route, isKept, keep, described],
  );
  const sending = useRef(0);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      kept?.hide();
      if (sending.current === 0) kept?.leave();
    };
  }, [kept]);
  const keys = given ?? kept ?? undefined;
  const send = useMemo(
    () => createSender(route, { keys, repeats, storeId }),
    [route, keys, repeats, storeId],
  );
  const [unsure, setUnsure] = useState<CallInput<R> | null>(null);
  const said = useRef(text);
  const doneBefore = useRef<{ at: number; inputs: number; text: string } | null>(null);
  useEffect(() => {
    said.current = text;
  });

  const once = useOnce(async ({ input, onError }: { input: CallInput<R>; onError: OnError | undefined }) => {
    sending.current += 1;
    try {
      const done = await send(input);
      noteDone();
      doneBefore.current = { at: performance.now(), inputs: otherInputs(), text: JSON.stringify(input) };
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
      if (isAway(left)) notify.error(title, NOT_KNOWN, { about: UNANSWERED });
      else notify.error(title, body);
      return null;
    } finally {
      sending.current -= 1;
      if (isGone.current) kept?.leave();
    }
  });
  const { run } = once;
  /** True for a press that comes again before the screen is left, whose request was answered. */
  const isAgain = (input: CallInput<R>) => {
    const before = doneBefore.current;
    if (before === null || performance.now() - before.at >= SAME_PRESS) return false;
    return before.inputs === otherInputs() && before.text === JSON.stringify(input);
  };
  return {
    busy: once.busy,
    unsure,
    run: useMemo(
      () => (input, onError) => (isAgain(input) ? Promise.resolve(null) : run({ input, onError })),
      [run],
    ),
  };
}
