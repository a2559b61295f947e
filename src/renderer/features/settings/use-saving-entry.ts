import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** How a wish ended: done, refused with messages by field or as a sentence, or failed, which was told. */
export type Outcome =
  { state: 'done' } | { state: 'refused'; fields: Record<string, string>; sentence: string | null };

/** Changes an entry of a list of the shop's; customers show it by name, so they are read again too. */
export function useSavingEntry(listKey: QueryKey) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (words: { done: string; failed: string }, call: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await call();
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: listKey }),
        queryClient.invalidateQueries({ queryKey: ['customers'], refetchType: 'none' }),
      ]);
      notify.success(words.done);
      return { state: 'done' } satisfies Outcome;
    } catch (error) {
      const fields = fieldMessages(error) ?? {};
      const isTaken = error instanceof ApiError && error.status === 409;
      if (!isTaken && Object.keys(fields).length === 0) {
        const said = wordsFor(error, words.failed);
        notify.error(said.title, said.body);
      }
      return { state: 'refused', fields, sentence: isTaken ? error.message : null } satisfies Outcome;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
