import { makeStyles } from '@fluentui/react-components';
import { Outlet, useNavigate } from 'react-router';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useTillState } from '#renderer/features/pos/sale/till-context.ts';
import { ScannerNotice } from '#renderer/features/pos/scanning/scanner-notice.tsx';
import { StoreClosed, whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { Button } from '#renderer/ui/button.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  page: { flexGrow: 1, minHeight: 0 },
});

/** Renders the till's pages if the store sells. */
export function TillLayout() {
  const styles = useStyles();
  const { store, hasLostStore, may } = useSignedIn();
  const navigate = useNavigate();
  const { cart, afterSale } = useTillState();
  const isClosed = whyClosed({ store, hasLostStore }) !== null;
  const isEmpty = cart.lines.length === 0 && !cart.draft?.paid && afterSale === null;
  if (isClosed && isEmpty) {
    const settings = may('stores.settings') ? (
      <Button onClick={() => void navigate(`/stores/${store.id}/settings`)}>Store settings</Button>
    ) : null;
    return <StoreClosed store={store} hasLostStore={hasLostStore} settings={settings} />;
  }
  return (
    <div className={styles.root}>
      <ScannerNotice />
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
