import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { windows } from './theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    /** Fills the window, so that the table scrolls and its pager stays; below 480 px the page scrolls. */
    height: 'max(100%, 480px)',
    boxSizing: 'border-box',
    padding: '24px 32px',
    /** Cards are as high as they are: the page scrolls, its head with it. */
    [windows.onePane]: { gap: '12px', height: 'auto', minHeight: '100%', padding: '12px 16px' },
    [windows.zoomed]: { gap: '8px', padding: '8px 16px' },
  },
  above: { display: 'flex', flexDirection: 'column', flexShrink: 0 },
});

/** A page filled by a list: header, one filter row, table. */
export function ListPage({ children }: { children: ReactNode }) {
  return <div className={useStyles().root}>{children}</div>;
}

/** The totals of a list, above its filters. */
export function AboveList({ children }: { children: ReactNode }) {
  return <div className={useStyles().above}>{children}</div>;
}
