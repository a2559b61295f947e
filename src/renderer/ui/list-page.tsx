import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    /** Fills the window, so that the table scrolls and its pager stays; below 480 px the page scrolls. */
    height: 'max(100%, 480px)',
    boxSizing: 'border-box',
    padding: '24px 32px',
  },
});

/** A page filled by a list: header, one filter row, table. */
export function ListPage({ children }: { children: ReactNode }) {
  return <div className={useStyles().root}>{children}</div>;
}
