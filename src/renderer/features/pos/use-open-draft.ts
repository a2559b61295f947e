import { useEffect, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#contract/errors.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useWorkingSale } from './till-context.ts';

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Says what became of a draft, and goes to /pos. */
function useLeaving() {
  const notify = useNotify();
  const navigate = useNavigate();
  return useMemo(() => {
    const leave = () => void navigate('/pos', { replace: true });
    return {
      completed: () => {
        notify.warning('Transaction already completed', 'This transaction has already been completed');
        leave();
      },
      failed: (error: unknown) => {
        const words = isMissing(error)
          ? { title: 'Transaction not found', body: 'The transaction you are looking for does not exist' }
          : wordsFor(error, 'Failed to resume draft');
        notify.error(words.title, words.body);
        leave();
      },
    };
  }, [notify, navigate]);
}

/** Opens the draft of the address; a completed or missing one is told, and the till stands at /pos. */
export function useOpenDraft(transactionId: string | undefined): void {
  const sale = useWorkingSale();
  const leaving = useLeaving();

  useEffect(() => {
    if (transactionId === undefined) return;
    let isCurrent = true;
    const open = async () => {
      try {
        const status = await sale.open(Number(transactionId));
        if (isCurrent && status !== 'draft') leaving.completed();
      } catch (error) {
        if (isCurrent) leaving.failed(error);
      }
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [transactionId, sale, leaving]);
}

/** Leaves a draft that the till works on and that is over: completed or deleted elsewhere. */
export function useDraftOver(draftId: number, status: string | undefined, error: unknown): void {
  const sale = useWorkingSale();
  const leaving = useLeaving();

  useEffect(() => {
    if (sale.read().cart.draft?.id !== draftId) return;
    if (isMissing(error)) {
      sale.save();
      leaving.failed(error);
    } else if (status !== undefined && status !== 'draft') {
      sale.forget();
      leaving.completed();
    }
  }, [draftId, status, error, sale, leaving]);
}
