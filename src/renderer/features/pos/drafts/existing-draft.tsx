import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorDetails } from '#contract/errors.ts';
import { NoticeWithWay } from '#renderer/ui/notice-with-way.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Returns a function that says that the customer has a draft already, with a link to it. */
export function useTellExisting(): (draft: ErrorDetails['draft']) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  return useCallback(
    (draft) =>
      notify.warning(
        'Draft already exists',
        draft ? (
          <NoticeWithWay
            text={`Existing draft found: ${draft.transaction_number}. Nothing was changed in it.`}
            label={`Open ${draft.transaction_number}`}
            onGo={() => void navigate(`/pos/${draft.id}`)}
          />
        ) : (
          'Existing draft found'
        ),
      ),
    [notify, navigate],
  );
}
