import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError, type ErrorCode } from '#contract/errors.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { api } from '#renderer/lib/api.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { onConnectionChange, readConnection } from '#renderer/lib/connection.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { cartFacts } from '#renderer/ui/cart-facts.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { useTellExisting } from './existing-draft.tsx';
import { useWorkingSale } from '../sale/till-context.ts';
import type { Opened, Opening as KnownOpening } from './working-draft.ts';

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Says why a draft is not opened and navigates to the page that fits. */
function useLeaving() {
  const tellExisting = useTellExisting();
  const notify = useNotify();
  const navigate = useNavigate();
  return useMemo(() => {
    const leave = () => void navigate('/pos', { replace: true });
    return {
      now: leave,
      completed: (transactionId: number) => {
        notify.warning('Transaction already completed', 'This transaction has already been completed');
        void navigate(`/transactions/${transactionId}`, { replace: true });
      },
      failed: (error: unknown) => {
        if (error instanceof ApiError && error.code === 'draft_exists') {
          tellExisting(error.details.draft);
          return leave();
        }
        const text = isMissing(error)
          ? { title: 'Transaction not found', body: 'The transaction you are looking for does not exist' }
          : errorTextFor(error, 'Failed to resume draft');
        notify.error(text.title, text.body);
        leave();
      },
    };
  }, [notify, navigate, tellExisting]);
}

const isRefusal = (error: unknown, code: ErrorCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** True if the draft may well be there: the server is away, or has a fault. */
const mayPass = (error: unknown) =>
  error instanceof ServerUnreachable || (error instanceof ApiError && error.status >= 500);

type DraftOpening = {
  /** The dialog that asks a manager about a colleague's cart. */
  approving: ReactNode;
  /** True until it is open here. */
  isOpening: boolean;
  /** True after a fault, if the page stays then: until `retry`, which also the server's return calls. */
  isFailed: boolean;
  retry: () => void;
};

/**
 * Opens the draft of the address; leaves a completed or missing one with a message, and after a fault unless the page
 * `stays`. A page that stays does not offer the carts that were cut off: it goes on with the draft's own.
 */
export function useOpenDraft(transactionId: string | undefined, { stays = false } = {}): DraftOpening {
  const sale = useWorkingSale();
  const leaving = useLeaving();
  const notify = useNotify();
  const approval = useApproval('colleague_cart');
  const askManager = useLatest(approval.ask);
  // Navigating to the same address again opens the draft again.
  const { key } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const opening = `${transactionId} ${key} ${attempt}`;

  useEffect(() => {
    if (transactionId === undefined) return;
    let isCurrent = true;
    let isAsking = false;
    const draftId = Number(transactionId);
    /** Opens the draft and asks what is refused without an answer; null if the cashier leaves it. */
    const openAsking = async (known: KnownOpening = {}): Promise<Opened | null> => {
      try {
        return await sale.open(draftId, { ...known, fromKept: stays });
      } catch (error) {
        if (!isCurrent) throw error;
        if (isRefusal(error, 'draft_open') && !known.takeOver) {
          isAsking = true;
          const isTakenOver = await sale.askTakeOver(error.details);
          isAsking = false;
          return isTakenOver ? openAsking({ ...known, takeOver: true }) : null;
        }
        if (!isRefusal(error, 'approval_required') || known.approval) throw error;
        const draft = await api.transactions.get({ params: { transactionId: draftId } });
        const title = 'Take over a colleague’s cart';
        const approved = await askManager.current({ targetId: draftId, title, what: cartFacts(draft) });
        return approved && openAsking({ ...known, ...approved });
      }
    };
    const open = async () => {
      try {
        const isSold = await sale.showSoldOf(draftId);
        if (!isCurrent) return;
        if (isSold) return leaving.now();
        const found = await openAsking();
        if (!isCurrent) return;
        if (!found) return leaving.now();
        setOpened(opening);
        const { status, isLoaded, deletedCustomer } = found;
        if (status !== 'draft') leaving.completed(draftId);
        else if (deletedCustomer !== null) {
          notify.warning(
            `${deletedCustomer} was deleted`,
            'The sale keeps this customer until you choose another, or none.',
          );
        } else if (isLoaded) notify.success('Transaction loaded');
      } catch (error) {
        if (!isCurrent) return;
        if (stays && mayPass(error)) setFailed(opening);
        else leaving.failed(error);
      }
    };
    void open();
    return () => {
      isCurrent = false;
      if (isAsking) sale.read().takeOver?.answer(false);
    };
  }, [transactionId, opening, stays, sale, leaving, notify, askManager]);
  const isFailed = failed === opening;
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    if (!isFailed) return undefined;
    return onConnectionChange(() => {
      if (readConnection().isReachable) retry();
    });
  }, [isFailed, retry]);
  return { approving: approval.dialog, isOpening: opened !== opening, isFailed, retry };
}

/** Redirects `/pos?resumeDraft=12` to `/pos/12`. */
export function useResumeDraft(): void {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const wanted = search.get('resumeDraft');
  useEffect(() => {
    if (wanted === null) return;
    void navigate(/^\d+$/.test(wanted) ? `/pos/${wanted}` : '/pos', { replace: true });
  }, [wanted, navigate]);
}

/** Leaves the till's draft if it was completed or deleted elsewhere. */
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
      sale.tellOver(draftId);
    }
  }, [draftId, status, error, sale, leaving]);
}
