import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { createContext, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { palette, type, windows } from './theme.ts';
import { clearOfToasts } from './use-clear-place.ts';

/** The element below the scrolling page that its foot is drawn in; null where the page has a foot of its own. */
export const PageFoot = createContext<HTMLElement | null>(null);

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    flexShrink: 0,
    minHeight: '56px',
    boxSizing: 'border-box',
    padding: '12px 32px',
    borderTop: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    [windows.onePane]: { padding: '8px 16px max(8px, env(safe-area-inset-bottom))' },
    [windows.zoomed]: { minHeight: '52px', padding: '4px 16px' },
  },
  /** Buttons share the bar, one alone takes it; a long label takes two lines. */
  shared: {
    '& > button': {
      flexGrow: 1,
      flexShrink: 1,
      flexBasis: 0,
      minWidth: 0,
      maxWidth: '400px',
      whiteSpace: 'normal',
    },
    '& > button:only-of-type': { maxWidth: 'none' },
  },
  noted: { flexWrap: 'wrap', rowGap: '6px' },
  /** Beside the buttons of a page, where a window has room for that. */
  beside: { '@media (min-width: 640px)': { flexBasis: '0', flexGrow: 1 } },
  note: {
    ...type.label,
    flexBasis: '100%',
    minWidth: 0,
    color: palette.text2,
    overflowWrap: 'anywhere',
    ':has(> :empty)': { display: 'none' },
  },
});

type FootBarProps = {
  className?: string;
  /** A line above the buttons: what they will do, or why they wait. */
  note?: ReactNode;
  /** True for a short line, which stands beside the buttons in a window wider than a phone's. */
  noteBeside?: boolean;
  children: ReactNode;
};

/** The bar at the foot of a page with its main actions. */
export function FootBar({ className, note, noteBeside = false, children }: FootBarProps) {
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, note ? styles.noted : undefined, className)} {...clearOfToasts}>
      {note ? <div className={mergeClasses(styles.note, noteBeside && styles.beside)}>{note}</div> : null}
      {children}
    </div>
  );
}

/** Draws the main actions of a page in the bar at its foot. */
export function FootPortal({
  foot,
  note,
  children,
}: Omit<FootBarProps, 'className'> & { foot: HTMLElement }) {
  const styles = useStyles();
  return createPortal(
    <section aria-label="Page actions">
      <FootBar noteBeside note={note} className={styles.shared}>
        {children}
      </FootBar>
    </section>,
    foot,
  );
}
