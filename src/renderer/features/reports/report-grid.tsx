import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    transitionProperty: 'opacity',
    transitionDuration: '80ms',
  },
  /** Dimmed while another day loads. */
  stale: { opacity: 0.5 },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    gap: '16px',
    alignItems: 'stretch',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) 272px' },
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

type ReportGridProps = {
  stale: boolean;
  top: ReactNode;
  wide: ReactNode;
  narrow: ReactNode;
  foot: ReactNode;
};

/** Lays out the report's cards: figures above, the chart beside the cash, a table below. */
export function ReportGrid({ stale, top, wide, narrow, foot }: ReportGridProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, stale && styles.stale)} aria-busy={stale}>
      {top}
      <div className={styles.columns}>
        {wide}
        {narrow}
      </div>
      {foot}
    </div>
  );
}
