import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { PageFoot } from './page-foot.tsx';
import { sizes, windows } from './theme.ts';
import { useToastsOverScans } from './toast-place.ts';

const useStyles = makeStyles({
  page: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    /** Fills the window, so that the units scroll and the actions stay. */
    height: 'max(100%, 560px)',
    boxSizing: 'border-box',
    padding: '24px 32px',
    [windows.onePane]: { gap: '12px', height: 'auto', minHeight: '100%', padding: '16px' },
    [windows.zoomed]: { gap: '8px', padding: '8px 16px' },
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${sizes.scanSide}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
    gap: '16px',
    flexGrow: 1,
    minHeight: 0,
    [windows.narrow]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.scanSideNarrow}px` },
    [windows.wide]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.scanSideWide}px` },
    /** Below each other: what is scanned, then the actions. */
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto' },
  },
  main: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minHeight: 0,
    minWidth: 0,
    [windows.onePane]: { gap: '12px' },
  },
  side: { display: 'flex', flexDirection: 'column', gap: '16px', minHeight: 0, overflowY: 'auto' },
});

/** The layout of a scanning page: head, scanned units, and beside them the actions. */
export function ScanLayout(props: { header: ReactNode; main: ReactNode; side: ReactNode }) {
  const styles = useStyles();
  useToastsOverScans();
  return (
    <div className={styles.page}>
      {/* The bar at the foot is the main button's. */}
      <PageFoot value={null}>{props.header}</PageFoot>
      <div className={styles.columns}>
        <div className={styles.main}>{props.main}</div>
        <div className={styles.side}>{props.side}</div>
      </div>
    </div>
  );
}
