import { makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ErrorDetails } from '#contract/errors.ts';
import { Button } from '#renderer/ui/button.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

const useStyles = makeStyles({ open: { marginTop: '8px' } });

function ExistingDraft({ number, onOpen }: { number: string; onOpen: () => void }) {
  const styles = useStyles();
  return (
    <>
      <div>Existing draft found: {number}. Nothing was changed in it.</div>
      <Button className={styles.open} onClick={onOpen}>
        Open {number}
      </Button>
    </>
  );
}

/** Says that the customer has a draft already, with the way to it. */
export function useTellExisting(): (draft: ErrorDetails['draft']) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  return useCallback(
    (draft) =>
      notify.warning(
        'Draft already exists',
        draft ? (
          <ExistingDraft number={draft.transaction_number} onOpen={() => void navigate(`/pos/${draft.id}`)} />
        ) : (
          'Existing draft found'
        ),
      ),
    [notify, navigate],
  );
}
