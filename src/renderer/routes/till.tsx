import { makeStyles } from '@fluentui/react-components';
import { Outlet } from 'react-router-dom';
import { sellsAtTill } from '#domain/store-rules.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { ScannerNotice } from '#renderer/features/pos/scanning/scanner-notice.tsx';
import { StoreClosed } from '#renderer/features/pos/screen/store-closed.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  page: { flexGrow: 1, minHeight: 0 },
});

/** The till's pages, at a store that sells. */
export function TillArea() {
  const styles = useStyles();
  const { store } = useSignedIn();
  if (!sellsAtTill(store)) return <StoreClosed store={store.name} />;
  return (
    <div className={styles.root}>
      <ScannerNotice />
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}
