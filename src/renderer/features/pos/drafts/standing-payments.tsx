import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { NoticeWithWay } from '#renderer/ui/notice-with-way.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Says that a draft cannot be cancelled while payments stand on it, with the way to them. */
export function useTellStandingPayments(): (draftId: number) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  return useCallback(
    (draftId) =>
      notify.error(
        'Error cancelling transaction',
        <NoticeWithWay
          words="Delete its completed payments first, and hand the money back."
          label="Show payments"
          onGo={() => void navigate(`/pos/${draftId}/payment`)}
        />,
      ),
    [notify, navigate],
  );
}
