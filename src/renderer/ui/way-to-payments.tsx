import { useCallback, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { NoticeWithWay } from './notice-with-way.tsx';
import { useNotify } from './toasts.tsx';

/** Returns a function that adds a button to a notice, which shows the payments of a draft. */
export function useWayToPayments(): (text: string, draftId: number) => ReactNode {
  const navigate = useNavigate();
  return useCallback(
    (text, draftId) => (
      <NoticeWithWay
        text={text}
        label="Show payments"
        onGo={() => void navigate(`/pos/${draftId}/payment`)}
      />
    ),
    [navigate],
  );
}

/** Returns a function that says that a draft with payments cannot be cancelled, with a link to them. */
export function useTellExistingPayments(): (draftId: number, text: string) => void {
  const notify = useNotify();
  const withWay = useWayToPayments();
  return useCallback(
    (draftId, text) => notify.error('Error cancelling transaction', withWay(text, draftId)),
    [notify, withWay],
  );
}
