import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import { requests } from '#contract/requests.ts';
import { paidSums } from '#domain/payments.ts';
import { useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { api } from '#renderer/lib/api.ts';
import { callRoute } from '#renderer/lib/api-client.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { onLeft } from '#renderer/lib/kept-acts.ts';
import { forgetAct, giveAllBack, giveBack, type LeftAct, takeLeft } from '#renderer/lib/left-acts.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { UNANSWERED } from '#renderer/lib/use-route-mutation.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Milliseconds until a server that could not tell, such as a busy one, is asked again. */
const ASK_AGAIN = 10_000;

/** A change whose outcome is known, and the id of what it made. */
export type ToldAct = LeftAct & { wasDone: boolean; id: number | null };

/** Runs `look` while the server can be reached: at once, when a screen is left, and later again after it returned true. */
function useLooking(look: () => Promise<boolean>): void {
  const { isReachable } = useConnection();
  const latest = useLatest(look);
  const looking = useRef(Promise.resolve());
  useEffect(() => {
    if (!isReachable) return undefined;
    let isOver = false;
    let later: number | undefined;
    const lookNext = async () => {
      if (isOver) return;
      const isLeft = await latest.current().catch(() => true);
      if (isLeft && !isOver) later = window.setTimeout(queue, ASK_AGAIN);
    };
    const queue = () => {
      window.clearTimeout(later);
      looking.current = looking.current.then(lookNext);
    };
    queue();
    const stop = onLeft(queue);
    return () => {
      isOver = true;
      stop();
      window.clearTimeout(later);
    };
  }, [isReachable, latest]);
}

/**
 * Asks what became of changes whose screens were left before their answers; what was not done is never done later. Returns the
 * first one to be told, null if there is none, and how to forget it.
 */
export function useLeftActs(): { act: ToldAct | null; forget: () => void } {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const sale = useWorkingSale();
  const [told, setTold] = useState<readonly ToldAct[]>([]);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      giveAllBack();
    };
  }, []);

  /** Shows in the cart what its draft has been paid. */
  const noteDraft = async (draftId: number): Promise<void> => {
    const { payments } = await api.transactions.get({ params: { transactionId: draftId } });
    sale.notePaid(draftId, paidSums(payments));
  };
  const ask = async (act: LeftAct): Promise<void> => {
    const { key, method, path, staff_id, draft_id } = act;
    const { was_done, id } = await callRoute(requests.end, { body: { key, method, path, staff_id } });
    if (was_done && draft_id !== undefined) await noteDraft(draft_id);
    if (isGone.current) return;
    notify.withdraw(UNANSWERED);
    setTold((before) => [...before, { ...act, wasDone: was_done, id }]);
    if (was_done) void queryClient.invalidateQueries();
  };
  useLooking(async () => {
    const { acts, isElsewhere } = await takeLeft();
    if (isGone.current) {
      for (const { key } of acts) giveBack(key);
      return false;
    }
    let isLeft = isElsewhere;
    for (const act of acts) {
      try {
        await ask(act);
      } catch (error) {
        giveBack(act.key);
        // An older server cannot be asked.
        isLeft ||= !(error instanceof ApiError && error.code === 'not_found');
      }
    }
    return isLeft;
  });

  const [act = null] = told;
  return {
    act,
    forget: () => {
      if (!act) return;
      setTold((before) => before.filter(({ key }) => key !== act.key));
      void forgetAct(act);
    },
  };
}
