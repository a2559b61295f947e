import { makeStyles } from '@fluentui/react-components';
import { WifiWarning20Regular } from '@fluentui/react-icons';
import { useConnection } from '#renderer/lib/connection.ts';
import { tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '10px',
    flexShrink: 0,
    minHeight: '44px',
    boxSizing: 'border-box',
    padding: '8px 24px',
    borderBottom: '1px solid #F3D9B1',
    backgroundColor: tones.orange[0],
    color: tones.orange[1],
  },
  icon: { flexShrink: 0 },
});

/** Across the till while the server does not answer: what still works, and what does not. */
export function OfflineBanner() {
  const styles = useStyles();
  const { isReachable } = useConnection();
  if (isReachable) return null;
  return (
    <div className={styles.root} role="alert">
      <WifiWarning20Regular className={styles.icon} />
      <span>
        <strong>The server cannot be reached.</strong> Keep scanning and editing. The draft is kept on this
        till and sent when the server is back. Sales cannot be completed.
      </span>
    </div>
  );
}
