import { makeStyles } from '@fluentui/react-components';
import { Info20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { tones, type, windows } from './theme.ts';
import { clearOfToasts } from './use-clear-place.ts';

const useStyles = makeStyles({
  root: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '12px',
    rowGap: '8px',
    minHeight: '48px',
    boxSizing: 'border-box',
    padding: '8px 20px',
    borderRadius: '8px',
    backgroundColor: tones.blue[0],
    color: tones.blue[1],
  },
  icon: { flexShrink: 0 },
  text: { flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    minWidth: 0,
    // A button with the name of a store grows with it.
    '& > button': {
      flexShrink: 1,
      minWidth: 0,
      height: 'auto',
      minHeight: '32px',
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      [windows.onePane]: { minHeight: '44px' },
    },
  },
});

/** Says above a page's content what is special about it, with what can be done about it. */
export function Banner({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div role="status" className={styles.root} {...clearOfToasts}>
      <Info20Regular className={styles.icon} aria-hidden="true" />
      <span className={styles.text}>{children}</span>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
