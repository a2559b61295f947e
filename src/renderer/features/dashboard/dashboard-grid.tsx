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
  },
});

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
