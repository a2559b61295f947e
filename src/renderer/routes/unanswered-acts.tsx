import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { requests } from '#contract/requests.ts';
import { ApiError } from '#contract/errors.ts';
import { paidSums } from '#domain/payments.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { api } from '#renderer/lib/api.ts';
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

/** Milliseconds in which nobody has read the dialog yet, which opens over whatever somebody does: it takes no key. */
const UNREAD = 1000;

/** A change whose outcome is known, and the id of what it made. */
type ToldAct = LeftAct & { wasDone: boolean; id: number | null };

/** Asks what became of changes whose screens were left before their answers, and tells it; what was not done is never done later. */
export function UnansweredActs() {
  const { isReachable } = useConnection();
  const navigate = useNavigate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const printSlip = useLateSlips();
  const [told, setTold] = useState<readonly ToldAct[]>([]);
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

  /** Shows in the cart what its draft has been paid. */
  const noteDraft = async (draftId: number): Promise<void> => {
    const { payments } = await api.transactions.get({ params: { transactionId: draftId } });
    sale.notePaid(draftId, paidSums(payments));
  };
  const ask = async (act: LeftAct): Promise<void> => {
    const { key, method, path, staff_id } = act;
    const { was_done, id } = await callRoute(requests.end, { body: { key, method, path, staff_id } });
    if (isGone.current) return;
    notify.withdraw(UNANSWERED);
    setTold((before) => [...before, { ...act, wasDone: was_done, id }]);
    if (!was_done) return;
    void queryClient.invalidateQueries();
    if (act.draft_id !== undefined) await noteDraft(act.draft_id);
  };
  /** Returns true if one is to be asked about later: the server could not tell, or another window has it. An older server cannot be asked. */
  const look = async (): Promise<boolean> => {
    const { acts, isElsewhere } = await takeLeft();
    for (const { key } of acts) taken.current.add(key);
    let isLeft = isElsewhere;
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
  const shownAt = useRef(0);
  const shown = act?.key;
  useEffect(() => {
    shownAt.current = performance.now();
  }, [shown]);
  if (!act) return null;
  const close = () => {
    setTold((before) => before.filter(({ key }) => key !== act.key));
    void forgetAct(act);
  };
  const unlessUnread = (press: () => void) => () => {
    if (performance.now() - shownAt.current > UNREAD) press();
  };
  const prints = act.wasDone && act.slip !== null && till.kind === 'electron';
  const page = act.to.replace('/:id', act.id === null ? '' : `/${act.id}`);
  const sent = `${act.by} sent it at ${formatInstant(act.at, zonesOf(store))}`;
  return (
    <ConfirmDialog
      open
      tone="primary"
      title={`${act.what} ${act.wasDone ? 'was done' : 'was not done'}`}
      consequence={
        act.wasDone
          ? `${sent}, and the server’s answer was lost. ${act.then}`
          : `${sent}, and the server did not get it. Do it again if it is still wanted.`
      }
      confirmLabel={prints ? 'Print slip' : page.startsWith('/pos') ? 'Go to Point of Sale' : 'Show it'}
      cancelLabel="Close"
      onConfirm={unlessUnread(() => {
        close();
        void navigate(page);
        if (prints)
          void printSlip(act).catch((error: unknown) => {
            const { title, body } = errorTextFor(error, 'Slip not printed');
            notify.warning(title, body);
          });
      })}
      onCancel={unlessUnread(close)}
    />
  );
}
