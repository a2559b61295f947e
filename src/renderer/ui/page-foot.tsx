import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { createContext, type ReactNode } from 'react';
import { palette, windows } from './theme.ts';

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
  },
});

/** The bar at the foot of a page with its main actions. */
export function FootBar({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={mergeClasses(useStyles().root, className)}>{children}</div>;
}
