import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useLatest } from './use-latest.ts';

/** Work started by a press: its state, and the function that runs it. */
export type Once<Input, Result> = {
  busy: boolean;
  /** Null for a second press while the first one's work still runs. */
  run: (input: Input) => Promise<Result | null>;
};

/** Runs work at most once at a time: a second press before the screen updates does nothing. */
export function useOnce<Input, Result>(work: (input: Input) => Promise<Result>): Once<Input, Result> {
  const isRunning = useRef(false);
  const latest = useLatest(work);
  const { mutateAsync, isPending } = useMutation({ mutationFn: (input: Input) => latest.current(input) });
  const run = useCallback(
    async (input: Input) => {
      if (isRunning.current) return null;
      isRunning.current = true;
      try {
        return await mutateAsync(input);
      } finally {
        isRunning.current = false;
      }
    },
    [mutateAsync],
  );
  return { busy: isPending, run };
}
