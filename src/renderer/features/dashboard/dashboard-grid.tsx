import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 320px',
    gap: '16px',
    alignItems: 'stretch',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) 272px' },
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'stretch',
    [windows.wide]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
    '& > :only-child': { gridColumn: '1 / -1' },
  },
});

/** Sets two cards beside each other where a window is wide enough for both. */
export function DashboardPair({ children }: { children: ReactNode }) {
  return <div className={useStyles().pair}>{children}</div>;
}

/** Sets a wide card beside a narrow one. */
export function DashboardGrid({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {wide}
      {narrow}
    </div>
  );
}
