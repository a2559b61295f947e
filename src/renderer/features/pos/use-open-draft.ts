import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#contract/errors.ts';
import { wordsFor } from '#renderer/lib/failures.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useWorkingSale } from './till-context.ts';

/** Opens the draft of the address; a completed or missing one is told, and the till stands at /pos. */
export function useOpenDraft(transactionId: string | undefined): void {
  const sale = useWorkingSale();
  const notify = useNotify();
  const navigate = useNavigate();

  useEffect(() => {
    if (transactionId === undefined) return;
    let isCurrent = true;
    const leave = () => void navigate('/pos', { replace: true });
    const open = async () => {
      try {
        const status = await sale.open(Number(transactionId));
        if (!isCurrent || status === 'draft') return;
        notify.warning('Transaction already completed', 'This transaction has already been completed');
        leave();
      } catch (error) {
        if (!isCurrent) return;
        const isMissing = error instanceof ApiError && error.status === 404;
        const words = isMissing
          ? { title: 'Transaction not found', body: 'The transaction you are looking for does not exist' }
          : wordsFor(error, 'Failed to resume draft');
        notify.error(words.title, words.body);
        leave();
      }
    };
    void open();
    return () => {
      isCurrent = false;
    };
  }, [transactionId, sale, notify, navigate]);
}
