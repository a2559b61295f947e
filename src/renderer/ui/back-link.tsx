import { makeStyles } from '@fluentui/react-components';
import { ArrowLeft16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { focusRing, palette, type } from './theme.ts';

const useStyles = makeStyles({
  back: {
    ...type.label,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    fontWeight: 500,
    color: palette.link,
    borderRadius: '4px',
    overflowWrap: 'anywhere',
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': focusRing,
  },
  arrow: { flexShrink: 0 },
});

/** Link back: to a list as it was filtered, or from a form to the page it edits. */
export function BackLink({ to, state, children }: { to: string; state?: unknown; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Link to={to} state={state} className={styles.back}>
      <ArrowLeft16Regular className={styles.arrow} aria-hidden="true" />
      {children}
    </Link>
  );
}
