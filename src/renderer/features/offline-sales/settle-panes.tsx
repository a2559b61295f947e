import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  panes: {
    display: 'grid',
    gridTemplateColumns: '400px minmax(0, 1fr)',
    gridTemplateRows: 'minmax(0, 1fr)',
    gap: '16px',
    flexGrow: 1,
    minHeight: 0,
    [windows.narrow]: { gridTemplateColumns: '320px minmax(0, 1fr)' },
    [windows.wide]: { gridTemplateColumns: '480px minmax(0, 1fr)' },
    [windows.onePane]: { display: 'block' },
  },
  alone: { gridTemplateColumns: 'minmax(0, 1fr)' },
  pane: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    minHeight: 0,
    boxSizing: 'border-box',
    border: `1px solid ${palette.hairline}`,
    borderRadius: `${sizes.radius}px`,
    backgroundColor: palette.surface,
    overflow: 'hidden',
  },
  filters: {
    display: 'flex',
    flexShrink: 0,
    padding: `10px ${sizes.cardSide}`,
    borderBottom: `1px solid ${palette.hairline}`,
  },
  rows: { flexGrow: 1, minHeight: 0, overflowY: 'auto', [windows.onePane]: { overflowY: 'visible' } },
  foot: {
    ...type.label,
    flexShrink: 0,
    padding: `12px ${sizes.cardSide}`,
    borderTop: `1px solid ${palette.hairline}`,
    color: palette.text3,
  },
});

type SettleScreenProps = {
  filters: ReactNode;
  rows: ReactNode;
  pager: ReactNode;
  /** The order of the list, and how many were settled. */
  foot: string;
  /** Null while the list stands alone. */
  pane: ReactNode;
};

/** The list at the left and the chosen entry at the right; a window of one pane has one of them. */
export function SettlePanes({ filters, rows, pager, foot, pane }: SettleScreenProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.panes, pane === null && styles.alone)}>
      <section aria-label="Sales to Settle" className={styles.pane}>
        <div className={styles.filters}>{filters}</div>
        <div className={styles.rows}>{rows}</div>
        {pager}
        <div className={styles.foot}>{foot}</div>
      </section>
      {pane === null ? null : <ChosenPane>{pane}</ChosenPane>}
    </div>
  );
}

/** The chosen entry, as high as the window has room. */
export function ChosenPane({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Chosen entry" className={useStyles().pane}>
      {children}
    </section>
  );
}
