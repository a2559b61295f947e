import { makeStyles } from '@fluentui/react-components';
import { palette, type } from './theme.ts';

const useStyles = makeStyles({
  root: { ...type.body, margin: '8px 0 0', color: palette.danger, overflowWrap: 'anywhere' },
});

/** Says in a dialog why what it asks can no longer be done. */
export function RefusedText({ children }: { children: string | null }) {
  const styles = useStyles();
  return children === null ? null : (
    <p role="alert" className={styles.root}>
      {children}
    </p>
  );
}
