import { makeStyles } from '@fluentui/react-components';
import { ArrowLeft16Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { KeyCap } from './key-cap.tsx';
import { focusRing, palette, type, windows } from './theme.ts';

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
  beside: { display: 'flex', alignItems: 'center', gap: '8px' },
  /** A phone has no keys. */
  key: { display: 'inline-flex', [windows.phone]: { display: 'none' } },
});

type BackLinkProps = {
  to: string;
  state?: unknown;
  /** True where Esc leads there, too: its key cap stands beside the link. */
  escapes?: boolean | undefined;
  children: ReactNode;
};

/** Link back: to a list as it was filtered, or from a form to the page it edits. */
export function BackLink({ to, state, escapes = false, children }: BackLinkProps) {
  const styles = useStyles();
  const link = (
    <Link to={to} state={state} className={styles.back} aria-keyshortcuts={escapes ? 'Escape' : undefined}>
      <ArrowLeft16Regular className={styles.arrow} aria-hidden="true" />
      {children}
    </Link>
  );
  if (!escapes) return link;
  return (
    <div className={styles.beside}>
      {link}
      <span className={styles.key} aria-hidden="true">
        <KeyCap>Esc</KeyCap>
      </span>
    </div>
  );
}
