import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useLatest } from './use-latest.ts';

/** Some work that a press starts: whether it runs, and how it is run. */
export type Once<Input, Result> = {
  busy: boolean;
  /** Null for a second press while the first one's work still runs. */
  run: (input: Input) => Promise<Result | null>;
};

/** Runs some work at most once at a time: a second press, quicker than the screen can show the first, does nothing. */
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
