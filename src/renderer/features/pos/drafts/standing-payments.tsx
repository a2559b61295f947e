import { makeStyles } from '@fluentui/react-components';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#renderer/ui/button.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

const useStyles = makeStyles({ show: { marginTop: '8px' } });

function StandingPayments({ onShow }: { onShow: () => void }) {
  const styles = useStyles();
  return (
    <>
      <div>Delete its completed payments first, and hand the money back.</div>
      <Button className={styles.show} onClick={onShow}>
        Show payments
      </Button>
    </>
  );
}

/** Says that a draft cannot be cancelled while payments stand on it, with the way to them. */
export function useTellStandingPayments(): (draftId: number) => void {
  const notify = useNotify();
  const navigate = useNavigate();
  return useCallback(
    (draftId) =>
      notify.error(
        'Error cancelling transaction',
        <StandingPayments onShow={() => void navigate(`/pos/${draftId}/payment`)} />,
      ),
    [notify, navigate],
  );
}
