import { makeStyles } from '@fluentui/react-components';
import { Warning20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { sizes, tones, type } from './theme.ts';
import { clearOfToasts } from './use-clear-place.ts';

const useStyles = makeStyles({
  root: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    padding: `12px ${sizes.cardSide}`,
    borderRadius: '8px',
    backgroundColor: tones.red[0],
    color: tones.red[1],
    overflowWrap: 'anywhere',
  },
  icon: { flexShrink: 0 },
});

/** Says above a page's figures that something about them is wrong. */
export function WarningNote({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.root} {...clearOfToasts}>
      <Warning20Regular className={styles.icon} aria-hidden />
      <span>{children}</span>
    </div>
  );
}
