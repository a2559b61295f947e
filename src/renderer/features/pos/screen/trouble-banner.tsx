import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Row } from '#renderer/ui/layout.tsx';
import { tones, type, windows } from '#renderer/ui/theme.ts';
import { clearOfToasts } from '#renderer/ui/use-clear-place.ts';

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
    overflowWrap: 'anywhere',
    [windows.onePane]: { padding: '8px 12px' },
    [windows.phone]: { flexWrap: 'wrap' },
  },
  text: { [windows.phone]: { flexBasis: '80%', flexGrow: 1 } },
  aside: { flexShrink: 0, marginLeft: 'auto', paddingLeft: '16px', fontWeight: 600, whiteSpace: 'nowrap' },
  action: { display: 'flex', flexShrink: 0, margin: '-4px 0' },
  atEnd: { marginLeft: 'auto', paddingLeft: '16px' },
});

type TroubleBannerProps = {
  icon: ReactNode;
  aside?: string;
  /** A button at the end. */
  action?: ReactNode;
  /** True if it only informs: it is read out when nothing else is. */
  calm?: boolean;
  children: ReactNode;
};

/** A banner across the till while something it needs is missing; `aside` on the right says since when. */
export function TroubleBanner({ icon, aside, action, calm = false, children }: TroubleBannerProps) {
  const styles = useStyles();
  return (
    <div className={styles.root} role={calm ? 'status' : 'alert'} {...clearOfToasts}>
      <Row as="span" fixed>
        {icon}
      </Row>
      <span className={styles.text}>{children}</span>
      {aside ? <span className={styles.aside}>{aside}</span> : null}
      {action ? <span className={mergeClasses(styles.action, !aside && styles.atEnd)}>{action}</span> : null}
    </div>
  );
}
