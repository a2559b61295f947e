import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { requests } from '#contract/requests.ts';
import { ApiError } from '#contract/errors.ts';
import { callRoute } from '#renderer/lib/api-client.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { onLeft } from '#renderer/lib/kept-acts.ts';
import { forgetAct, giveBack, type LeftAct, takeLeft } from '#renderer/lib/left-acts.ts';
import { till } from '#renderer/lib/till.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { UNANSWERED } from '#renderer/lib/use-route-mutation.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useLateSlips } from './use-late-slips.ts';

/** Milliseconds until a server that could not tell, such as a busy one, is asked again. */
const ASK_AGAIN = 10_000;

/** A change that was done, and the id of what it made. */
type DoneAct = LeftAct & { id: number | null };

/** Asks what became of changes whose screens were left before their answers, and tells it; what was not done stays undone. */
export function UnansweredActs() {
  const { isReachable } = useConnection();
  const navigate = useNavigate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const printSlip = useLateSlips();
  const [told, setTold] = useState<readonly DoneAct[]>([]);
  const taken = useRef(new Set<string>());
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    const keys = taken.current;
    return () => {
      // Whoever is here next is told, such as after the till was locked.
      isGone.current = true;
      keys.forEach(giveBack);
      keys.clear();
    };
  }, []);

  const ask = async (act: LeftAct): Promise<void> => {
    const { key, method, path, staff_id } = act;
    const { was_done, id } = await callRoute(requests.end, { body: { key, method, path, staff_id } });
    if (isGone.current) return;
    notify.withdraw(UNANSWERED);
    if (was_done) {
      setTold((before) => [...before, { ...act, id }]);
      void queryClient.invalidateQueries();
    } else {
      await forgetAct(act);
      notify.info(`${act.what} was not done`, 'Do it again if it is still wanted.');
    }
  };
  /** Returns true if the server could not tell of one, and may be able to later; an older one cannot be asked. */
  const look = async (): Promise<boolean> => {
    const acts = await takeLeft();
    for (const { key } of acts) taken.current.add(key);
    let isLeft = false;
    for (const act of acts) {
      try {
        await ask(act);
      } catch (error) {
        giveBack(act.key);
        isLeft ||= !(error instanceof ApiError && error.code === 'not_found');
      }
    }
    return isLeft;
  };
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

  const [act] = told;
  if (!act) return null;
  const close = () => {
    setTold((before) => before.filter(({ key }) => key !== act.key));
    void forgetAct(act);
  };
  const prints = act.slip !== null && till.kind === 'electron';
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`${act.what} was done`}
      consequence={`The server’s answer was lost. ${act.then}`}
      confirmLabel={prints ? 'Print slip' : 'Show it'}
      cancelLabel="Close"
      onConfirm={() => {
        close();
        void navigate(act.to.replace(':id', String(act.id ?? '')));
        if (prints)
          void printSlip(act).catch((error: unknown) => {
            const { title, body } = errorTextFor(error, 'Slip not printed');
            notify.warning(title, body);
          });
      }}
      onCancel={close}
    />
  );
}
