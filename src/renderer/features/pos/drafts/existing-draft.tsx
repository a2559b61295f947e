import { useCallback, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorDetails } from '#contract/errors.ts';
import { NoticeWithWay } from '#renderer/ui/notice-with-way.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** Returns a function that adds a button to a notice, which opens the draft that it names. */
export function useWayToDraft(): (text: string, draft: ErrorDetails['draft']) => ReactNode {
  const navigate = useNavigate();
  return useCallback(
    (text, draft) =>
      draft ? (
        <NoticeWithWay
          text={text}
          label={`Open ${draft.transaction_number}`}
          onGo={() => void navigate(`/pos/${draft.id}`)}
        />
      ) : (
        text
      ),
    [navigate],
  );
}

/** Returns a function that says that the customer has a draft already, with a link to it. */
export function useTellExisting(): (draft: ErrorDetails['draft']) => void {
  const notify = useNotify();
  const withWay = useWayToDraft();
  return useCallback(
    (draft) => {
      const number = draft ? `: ${draft.transaction_number}. Nothing was changed in it.` : '';
      notify.warning('Draft already exists', withWay(`Existing draft found${number}`, draft));
    },
    [notify, withWay],
  );
}
